/* Listening sockets: where a server is reached, and one descriptor for each worker. */
#ifndef WF_NET_LISTEN_H
#define WF_NET_LISTEN_H
#include "src/base/log.h"
#include "src/web/request.h"
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/un.h>

enum { WF_URL_MAX = sizeof(((struct sockaddr_un *)0)->sun_path) + 80 };

typedef struct wf_listeners {
    int *fds; /* one for each worker; all the same where they share one */
    uint32_t count;
    bool shared;                                                 /* one socket for all: woken one at a time */
    _Atomic uint32_t left;                                       /* workers that have left it */
    int port;                                                    /* 0: a Unix socket */
    char url[WF_URL_MAX];                                        /* "http://127.0.0.1:8080", for people */
    char unix_path[sizeof(((struct sockaddr_un *)0)->sun_path)]; /* to be removed at the end; "" for none */
} wf_listeners;

/* Opens `count` listeners as `server` (its options resolved) says. false: the reason was logged as an error.
 * A TCP port that anybody else listens on, another weft included, is refused: workers share a port among
 * themselves (SO_REUSEPORT), never with another process. */
bool wf_listen(wf_listeners *listeners, const weft_server *server, uint32_t count, const wf_log *log);
/* Worker `index` takes no more connections: whoever comes now is refused, and not left in a queue that nobody serves.
 * A shared socket is closed by the last to leave. */
void wf_listeners_leave(wf_listeners *listeners, uint32_t index);
/* Closes what is open; the path of a Unix socket goes with it. */
void wf_listeners_close(wf_listeners *listeners);

/* Takes one connection: non-blocking, close-on-exec; -1 with errno. */
int wf_accept(int listener, wf_peer *peer);
#endif
