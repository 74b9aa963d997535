/* Slow clients: each sends one byte a second of a request head that never ends.
 *
 *   drip CLIENTS PORT
 *
 * The clients' turns are spread evenly over the second. One that the server cuts off connects anew and starts
 * over. Prints "ready" once all are connected, and on SIGTERM one line of JSON. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { CLIENTS_MAX = 16384 };

typedef struct client {
    int fd;
    size_t sent;
} client;

static const char start[] = "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";
static client clients[CLIENTS_MAX];
static volatile sig_atomic_t stopping;

static void stop(int number)
{
    (void)number;
    stopping = 1;
}

static int connect_to(uint16_t port)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(port) };
    int on = 1;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) < 0) {
        fprintf(stderr, "drip: connect: %s\n", strerror(errno));
        exit(1);
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

/* The server sends nothing to a request that is not whole: whatever can be read is its goodbye. */
static int was_cut_off(const client *c)
{
    char byte;
    ssize_t n = recv(c->fd, &byte, 1, MSG_DONTWAIT | MSG_PEEK);
    return n >= 0 || errno != EAGAIN;
}

/* 0: the connection is gone. */
static int send_byte(client *c)
{
    char byte = c->sent < sizeof start - 1 ? start[c->sent] : 'x';
    c->sent++;
    return !was_cut_off(c) && send(c->fd, &byte, 1, MSG_NOSIGNAL | MSG_DONTWAIT) == 1;
}

static void sleep_until(const struct timespec *begin, uint64_t ns)
{
    struct timespec wake = *begin;
    wake.tv_sec += (time_t)(ns / 1000000000);
    wake.tv_nsec += (long)(ns % 1000000000);
    if (wake.tv_nsec >= 1000000000) {
        wake.tv_nsec -= 1000000000;
        wake.tv_sec++;
    }
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, NULL);
}

int main(int argc, char **argv)
{
    unsigned long count = argc == 3 ? strtoul(argv[1], NULL, 10) : 0;
    unsigned long port = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
    struct sigaction action = { .sa_handler = stop };
    unsigned long long bytes = 0, cut_off = 0;
    struct timespec begin;
    if (count < 1 || count > CLIENTS_MAX || port < 1 || port > UINT16_MAX) {
        fputs("usage: drip CLIENTS PORT\n", stderr);
        return 2;
    }
    sigaction(SIGTERM, &action, NULL);
    for (unsigned long i = 0; i < count; i++) clients[i] = (client){ .fd = connect_to((uint16_t)port) };
    puts("ready");
    fflush(stdout);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (uint64_t turn = 0; !stopping; turn++) {
        client *c = &clients[turn % count];
        sleep_until(&begin, turn * 1000000000 / count);
        if (send_byte(c)) {
            bytes++;
        } else if (!stopping) {
            cut_off++;
            close(c->fd);
            *c = (client){ .fd = connect_to((uint16_t)port) };
        }
    }
    printf("{\"clients\": %lu, \"bytes\": %llu, \"cut_off\": %llu}\n", count, bytes, cut_off);
    return 0;
}
