/* What the tests of src/net share: an app, a server of it that writes its log into memory, clients that are patient
 * but not for ever, and a strict reader of answers. Nothing here waits for a moment to pass: whatever has to happen is
 * waited for, at most NET_PATIENCE_MS. */
#ifndef WF_TESTS_NET_HARNESS_H
#define WF_TESTS_NET_HARNESS_H
#include "src/base/check.h"
#include "src/base/str.h"
#include <criterion/criterion.h>
#include <pthread.h>
#include <weft/test.h>
#include <weft/weft.h>

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

enum { NET_PATIENCE_MS = 20000, NET_LARGE = 8 << 20, NET_PIECE = 16000, NET_PAGE = 20000 };

/* ---- The log, kept ---------------------------------------------------------------------------------------- */

typedef struct net_log {
    pthread_mutex_t lock;
    int lines, errors;
    size_t len;
    char text[32 * 1024]; /* "error: line\n" and so on; what no longer fits is only counted */
} net_log;

void net_log_line(void *log, weft_log_level level, weft_str line); /* a weft_logger */
bool net_log_has(net_log *log, const char *text);
bool net_log_await(net_log *log, const char *text); /* a client may see an end before its reason is logged */
void net_log_clear(net_log *log);

/* ---- The app ----------------------------------------------------------------------------------------------- *
 *   GET  /         "hello\n"             GET /page     NET_PAGE bytes of net_byte
 *   GET  /query    its query             GET /large    NET_LARGE bytes of net_byte
 *   any  /echo     its body              GET /empty    204
 *   GET  /peer     the client's address  GET /nothing  no answer: a handler's mistake
 *   GET  /piece    NET_PIECE bytes: few enough to be copied into the batch
 *   GET  /alloc    "ok\n" after a large weft_alloc, or its refusal                                               */
weft_app *net_app(void);
/* The byte at `offset` of /page and /large. */
char net_byte(size_t offset);
bool net_is_pattern(weft_str bytes);

/* ---- The server -------------------------------------------------------------------------------------------- */

typedef struct net_host {
    weft_app *app;
    net_log log;
} net_host;

/* Options for a server on a free port of 127.0.0.1 that logs into `log`. */
weft_server net_options(net_log *log);
/* Starts `host` with net_app; what `options` leaves at zero is net_options', and one worker. */
void net_start(net_host *host, weft_server options);
/* Stops it in an orderly way, and frees its app. */
void net_end(net_host *host);

/* ---- Answers ----------------------------------------------------------------------------------------------- */

typedef struct net_answer {
    int status;
    bool close, keep_alive; /* what its Connection field says */
    int64_t length;         /* its Content-Length; -1: none */
    weft_str head, body;
} net_answer;

/* Takes the answer at the front of *rest off it. false: it is not there whole; a malformed one fails the test. */
bool net_take_answer(weft_str *rest, bool to_head, net_answer *answer);
/* Puts the same value into every Date field. */
void net_mask_dates(char *bytes, size_t len);

/* ---- Clients ----------------------------------------------------------------------------------------------- */

typedef struct net_client {
    int fd;
    size_t from, to; /* what was received and not yet taken */
    char *bytes;
} net_client;

/* A connected socket; -1 with errno. Its receives and sends give up after NET_PATIENCE_MS. */
int net_dial(int port);
int net_dial_unix(const char *path);
net_client net_client_of(int fd);
net_client net_open(const net_host *host);
void net_close(net_client *client);
void net_say(net_client *client, const char *text);
void net_say_bytes(net_client *client, const char *bytes, size_t len);
/* The next answer, its views valid until the next call on this client. */
net_answer net_hear(net_client *client);
net_answer net_hear_head(net_client *client);
/* Says, hears, and expects this status and, unless NULL, this body. */
net_answer net_ask(net_client *client, const char *request, int status, const char *body);
/* Waits until the server has closed: 0, or the errno it did so with. A byte more fails the test. */
int net_hear_end(net_client *client);
/* Everything until the end. */
weft_str net_hear_rest(net_client *client);

/* ---- The rest ---------------------------------------------------------------------------------------------- */

uint64_t net_now_ms(void);
void net_sleep_ms(int ms);
/* Waits until `truth(state)`; false when patience ran out. */
bool net_await(bool (*truth)(void *state), void *state);
/* Open descriptors, and threads, of this process. */
int net_count_fds(void);
int net_count_threads(void);
/* A pseudo-random number, the same row in every run. */
uint32_t net_random(uint32_t *state);
/* A fresh folder's path, to be removed with net_remove_folder. */
void net_make_folder(char path[64]);
void net_remove_folder(const char *path);

#define GET(path)       "GET " path " HTTP/1.1\r\nHost: t\r\n\r\n"
#define GET_CLOSE(path) "GET " path " HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n"
#define POST(length)    "POST /echo HTTP/1.1\r\nHost: t\r\nContent-Length: " length "\r\n\r\n"
#define POST_CHUNKED    "POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n"
#endif
