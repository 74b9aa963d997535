/* One request and its answer, as the pipeline sees them: no socket, no protocol. */
#ifndef WF_WEB_REQUEST_H
#define WF_WEB_REQUEST_H
#include "src/base/arena.h"
#include "src/base/log.h"
#include "src/http/framing.h"
#include "src/http/message.h"
#include "router/match.h"
#include "src/web/limits.h"
#include "src/web/params.h"

/* Who asked. `family` is an address family of the system; 0: nobody (a test). */
typedef struct wf_peer {
    uint16_t family;
    uint8_t address[16]; /* IPv4 uses the first four */
} wf_peer;
enum { WF_PEER_TEXT = 46 }; /* bytes of the longest address as text, its NUL included */
/* "192.0.2.1" or "2001:db8::1", in `room`; "unix", a literal; absent when there is nobody. */
weft_str wf_peer_text(const wf_peer *peer, char room[WF_PEER_TEXT]);

/* How far the walk of dispatch.c has come. */
typedef enum wf_phase {
    WF_PHASE_HEAD,   /* the head is there, the body perhaps not */
    WF_PHASE_BEFORE, /* among the before-filters, at number `filter` */
    WF_PHASE_ROUTE,
    WF_PHASE_BODY,   /* accepted: waits for the body */
    WF_PHASE_INTAKE, /* the route takes the body as it comes */
    WF_PHASE_ANSWERED
} wf_phase;

/* weft_response.flags */
enum {
    WF_FAILED = 1, /* a failure; while it is WEFT_EMPTY its body is to be made, of the reason in as.bytes */
    WF_READY = 2   /* made by weft of parts that were checked when they were made: nothing is left to look at,
                      and weft_request.ready says whether to write either */
};
/* No body is kept in memory beyond this, whatever the limits are. */
enum { WF_BODY_MEMORY_MAX = (1 << 30) - 4096 };
/* Bytes of a body that spills which stay in memory, unless its route says otherwise. */
enum { WF_SPILL_AFTER = 64 * 1024 };

struct weft_request {
    wf_message msg;
    wf_framing framing;
    weft_str body;                    /* absent until it is there whole, and when it is in a file */
    uint64_t body_size;               /* bytes, wherever they are */
    uint64_t body_limit, spill_after; /* what its route allows: bytes in all, and in memory */
    int body_fd;                      /* the unlinked file that holds it; -1: none */
    bool body_here;                   /* whole, in memory or in the file */
    const struct wf_plan *plan;
    struct wf_file_cache *files; /* the worker's; NULL: the app serves none */
    const wf_limits *limits;
    const wf_log *log;
    const wf_peer *peer;
    uint64_t turn; /* of the worker's loop that it was there at the beginning of; 0: it may have come later */
    wf_refusal refusal; /* what the last failed call left behind; status 0: nothing */
    wf_phase phase;
    size_t filter;         /* WF_PHASE_BEFORE: where to go on */
    void *intake_state;    /* WF_PHASE_INTAKE: what begin handed on */
    int64_t begun_unix_ms; /* when the head was complete; only when somebody wants to know */
    uint64_t begun_us;
    wf_match match; /* the route that answers and its parameters */
    wf_asked asked; /* what was read on demand so far */
    weft_response res;
    weft_str ready; /* if res is WF_READY: its type, fields and length as lines of a head; absent: none */
    wf_arena arena;
};

/* Media types that most answers have; known by their address, they need no check. */
extern const char wf_type_text[sizeof "text/plain; charset=utf-8"],
    wf_type_html[sizeof "text/html; charset=utf-8"], wf_type_json[sizeof "application/json"];
#define WF_TYPE_TEXT weft_str_of(wf_type_text, sizeof wf_type_text - 1)
#define WF_TYPE_HTML weft_str_of(wf_type_html, sizeof wf_type_html - 1)
#define WF_TYPE_JSON weft_str_of(wf_type_json, sizeof wf_type_json - 1)

/* Leaves a failure for weft_reject. Returns false, so that a call can `return wf_request_refuse(...)`. */
bool wf_request_refuse(weft_request *req, unsigned status, const char *reason);
#endif
