/* Binding: IPv4, IPv6, Unix sockets, inherited descriptors. */
#include "src/net/listen.h"
#include "src/base/check.h"
#include "src/base/pool.h"
#include "src/base/str.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

typedef union wf_address {
    struct sockaddr any;
    struct sockaddr_in ip4;
    struct sockaddr_in6 ip6;
    struct sockaddr_un path;
    struct sockaddr_storage room;
} wf_address;

static socklen_t address_len(const wf_address *address)
{
    switch (address->any.sa_family) {
    case AF_INET: return sizeof address->ip4;
    case AF_INET6: return sizeof address->ip6;
    default: return sizeof address->path;
    }
}

static bool is_unix(const char *host) { return strncmp(host, "unix:", 5) == 0; }

/* Names are not looked up: a server says on which of its addresses it listens. */
static const char *read_address(const weft_server *server, wf_address *address)
{
    const char *host = server->host;
    *address = (wf_address){ 0 };
    if (is_unix(host)) {
        if (strlen(host + 5) == 0 || strlen(host + 5) >= sizeof address->path.sun_path)
            return "the path of a Unix socket is 1 to 107 bytes long";
        address->path.sun_family = AF_UNIX;
        strcpy(address->path.sun_path, host + 5);
        return NULL;
    }
    uint16_t port = htons((uint16_t)(server->port == WEFT_PORT_ANY ? 0 : server->port));
    if (strcmp(host, "localhost") == 0) host = "127.0.0.1";
    if (inet_pton(AF_INET, host, &address->ip4.sin_addr) == 1) {
        address->ip4.sin_family = AF_INET;
        address->ip4.sin_port = port;
        return NULL;
    }
    if (inet_pton(AF_INET6, host, &address->ip6.sin6_addr) == 1) {
        address->ip6.sin6_family = AF_INET6;
        address->ip6.sin6_port = port;
        return NULL;
    }
    return "it is no IPv4 or IPv6 address (0.0.0.0 and :: are all of them), nor unix:/path";
}

static void set_option(int fd, int level, int name)
{
    int on = 1;
    (void)setsockopt(fd, level, name, &on, sizeof on);
}

/* A bound socket; -1 with errno. */
static int bind_socket(const wf_address *address, bool share_port)
{
    int family = address->any.sa_family;
    if (WF_FAULT(LISTEN)) {
        errno = EMFILE;
        return -1;
    }
    int fd = socket(family, SOCK_STREAM, 0);
    if (fd < 0) return -1;
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    if (family != AF_UNIX) {
        set_option(fd, SOL_SOCKET, SO_REUSEADDR);
        /* Connections inherit it, so that none pays a system call for it. */
        set_option(fd, IPPROTO_TCP, TCP_NODELAY);
    }
    if (family == AF_INET6) set_option(fd, IPPROTO_IPV6, IPV6_V6ONLY);
#ifdef SO_REUSEPORT
    if (share_port) set_option(fd, SOL_SOCKET, SO_REUSEPORT);
#endif
    if (bind(fd, &address->any, address_len(address)) == 0) return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

/* Whether the port is ours to take: somebody who listens with SO_REUSEPORT would let our workers share it. */
static bool port_is_free(const wf_address *address)
{
    int fd = bind_socket(address, false);
    bool free_now = fd >= 0 && listen(fd, 1) == 0;
    int error = errno;
    if (fd >= 0) close(fd);
    errno = error;
    return free_now;
}

static bool bound_port(int fd, wf_address *address)
{
    socklen_t len = sizeof address->room;
    return getsockname(fd, &address->any, &len) == 0;
}

static int port_of(const wf_address *address)
{
    if (address->any.sa_family == AF_INET) return ntohs(address->ip4.sin_port);
    if (address->any.sa_family == AF_INET6) return ntohs(address->ip6.sin6_port);
    return 0;
}

static void name_url(wf_listeners *listeners, const wf_address *address)
{
    char host[INET6_ADDRSTRLEN] = "";
    listeners->port = port_of(address);
    if (address->any.sa_family == AF_INET) {
        inet_ntop(AF_INET, &address->ip4.sin_addr, host, sizeof host);
        snprintf(listeners->url, sizeof listeners->url, "http://%s:%d", host, listeners->port);
    } else if (address->any.sa_family == AF_INET6) {
        inet_ntop(AF_INET6, &address->ip6.sin6_addr, host, sizeof host);
        snprintf(listeners->url, sizeof listeners->url, "http://[%s]:%d", host, listeners->port);
    } else {
        snprintf(listeners->url, sizeof listeners->url, "unix:%s", address->path.sun_path);
    }
}

static bool fail(const wf_log *log, const char *what, const char *why)
{
    wf_log_line(log, WEFT_LOG_ERROR, "cannot listen on %s: %s", what, why);
    return false;
}

static const char *bind_reason(int error)
{
    switch (error) {
    case EADDRINUSE: return "the address is in use; stop the program that holds it, or choose another port";
    case EACCES: return "permission denied; ports below 1024 need a privilege (CAP_NET_BIND_SERVICE)";
    case EADDRNOTAVAIL: return "this machine has no such address";
    default: return strerror(error);
    }
}

/* Nobody has the path's socket open: the only meaning of ECONNREFUSED. A listener whose queue is full (EAGAIN) lives,
 * and so does a socket of another type (EPROTOTYPE). */
static bool is_stale(const wf_address *address)
{
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0) return false;
    fcntl(fd, F_SETFL, O_NONBLOCK);
    bool stale = connect(fd, &address->any, address_len(address)) != 0 && errno == ECONNREFUSED;
    close(fd);
    return stale;
}

/* A path left by a server that crashed is taken over; one that lives is somebody's. */
static bool clear_stale_path(const wf_address *address)
{
    struct stat info;
    if (lstat(address->path.sun_path, &info) != 0) return true;
    return S_ISSOCK(info.st_mode) && is_stale(address) && unlink(address->path.sun_path) == 0;
}

static bool listen_on(wf_listeners *listeners, uint32_t index, int fd, int backlog)
{
    listeners->fds[index] = fd;
    listeners->count = index + 1;
    return listen(fd, backlog) == 0;
}

static bool listen_unix(wf_listeners *listeners, const weft_server *server, wf_address *address,
                        const wf_log *log)
{
    if (!clear_stale_path(address)) return fail(log, server->host, "the path exists and is somebody else's");
    int fd = bind_socket(address, false);
    if (fd < 0) return fail(log, server->host, bind_reason(errno));
    strcpy(listeners->unix_path, address->path.sun_path);
    if (!listen_on(listeners, 0, fd, (int)server->backlog)) return fail(log, server->host, strerror(errno));
    name_url(listeners, address);
    return true;
}

static bool listen_tcp(wf_listeners *listeners, const weft_server *server, wf_address *address,
                       uint32_t count, const wf_log *log)
{
    bool share_port = count > 1;
    name_url(listeners, address);
    if (share_port && server->port != WEFT_PORT_ANY && !port_is_free(address))
        return fail(log, listeners->url, bind_reason(errno));
    for (uint32_t i = 0; i < count; i++) {
        int fd = bind_socket(address, share_port);
        if (fd < 0) return fail(log, listeners->url, bind_reason(errno));
        if (!listen_on(listeners, i, fd, (int)server->backlog))
            return fail(log, listeners->url, bind_reason(errno));
        if (i == 0 && !bound_port(fd, address)) return fail(log, listeners->url, strerror(errno));
    }
    name_url(listeners, address);
    return true;
}

static bool listen_inherited(wf_listeners *listeners, const weft_server *server, const wf_log *log)
{
    char what[32];
    wf_address address = { 0 };
    int listening = 0;
    socklen_t len = sizeof listening;
    snprintf(what, sizeof what, "descriptor %d", server->inherited_fd);
    if (getsockopt(server->inherited_fd, SOL_SOCKET, SO_ACCEPTCONN, &listening, &len) != 0)
        return fail(log, what, strerror(errno));
    if (!listening) return fail(log, what, "it is a socket, but not a listening one");
    int fd = fcntl(server->inherited_fd, F_DUPFD_CLOEXEC, 3);
    if (fd < 0) return fail(log, what, strerror(errno));
    listeners->fds[0] = fd;
    listeners->count = 1;
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    if (!bound_port(fd, &address)) return fail(log, what, strerror(errno));
    if (address.any.sa_family != AF_UNIX) set_option(fd, IPPROTO_TCP, TCP_NODELAY);
    name_url(listeners, &address);
    return true;
}

/* Where SO_REUSEPORT does not balance, or there is but one socket, the workers share it. */
static void share_first(wf_listeners *listeners, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) listeners->fds[i] = listeners->fds[0];
    listeners->count = count;
    listeners->shared = count > 1;
}

bool wf_listen(wf_listeners *listeners, const weft_server *server, uint32_t count, const wf_log *log)
{
    wf_address address;
    *listeners = (wf_listeners){ .fds = wf_alloc(count * sizeof *listeners->fds) };
    if (!listeners->fds) return fail(log, server->host, "out of memory");
    bool open = false;
    if (server->inherited_fd) {
        open = listen_inherited(listeners, server, log);
        if (open) share_first(listeners, count);
    } else {
        const char *mistake = read_address(server, &address);
        if (mistake)
            fail(log, server->host, mistake);
        else if (is_unix(server->host)) {
            open = listen_unix(listeners, server, &address, log);
            if (open) share_first(listeners, count);
        } else {
#ifdef __linux__
            open = listen_tcp(listeners, server, &address, count, log);
#else
            open = listen_tcp(listeners, server, &address, 1, log);
            if (open) share_first(listeners, count);
#endif
        }
    }
    if (!open) wf_listeners_close(listeners);
    return open;
}

/* Before its socket is closed: a path that refuses is stale, and another server may take it over at once. */
static void remove_path(wf_listeners *listeners)
{
    if (!listeners->unix_path[0]) return; /* TCP: several workers come here at once, and write nothing */
    unlink(listeners->unix_path);
    listeners->unix_path[0] = '\0';
}

void wf_listeners_leave(wf_listeners *listeners, uint32_t index)
{
    if (listeners->shared) {
        if (atomic_fetch_add(&listeners->left, 1) + 1 < listeners->count) return;
        index = 0;
    }
    remove_path(listeners);
    close(listeners->fds[index]);
    listeners->fds[index] = -1;
}

void wf_listeners_close(wf_listeners *listeners)
{
    uint32_t distinct = listeners->shared ? 1 : listeners->count;
    remove_path(listeners);
    for (uint32_t i = 0; i < distinct; i++)
        if (listeners->fds[i] >= 0) close(listeners->fds[i]);
    wf_free(listeners->fds);
    *listeners = (wf_listeners){ 0 };
}

static void remember_peer(wf_peer *peer, const wf_address *address)
{
    peer->family = address->any.sa_family;
    if (peer->family == AF_INET) memcpy(peer->address, &address->ip4.sin_addr, 4);
    if (peer->family == AF_INET6) memcpy(peer->address, &address->ip6.sin6_addr, 16);
}

int wf_accept(int listener, wf_peer *peer)
{
    wf_address address = { 0 };
    socklen_t len = sizeof address.room;
    if (WF_FAULT(ACCEPT)) {
        errno = EMFILE;
        return -1;
    }
#ifdef __linux__
    int fd = accept4(listener, &address.any, &len, SOCK_NONBLOCK | SOCK_CLOEXEC);
#else
    int fd = accept(listener, &address.any, &len);
    if (fd >= 0) {
        fcntl(fd, F_SETFD, FD_CLOEXEC);
        fcntl(fd, F_SETFL, O_NONBLOCK);
        set_option(fd, IPPROTO_TCP, TCP_NODELAY);
    }
#endif
    if (fd >= 0) remember_peer(peer, &address);
    return fd;
}
