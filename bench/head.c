/* The head parser: ns, cycles and bytes for a small head and a browser's, by every variant that this machine has.
 *
 *     taskset -c 1 build/release/bench/head
 *
 * Rounds go over the variants (A B A B), and each figure is the median of the rounds. Cycles are those of the
 * time-stamp counter, which runs at a fixed rate; 0 where there is none. */
#include "src/http/head.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

enum { ROUNDS = 41, VARIANTS_MAX = 8, ROUND_BYTES = 4 << 20 };

static const char small[] = "GET /path HTTP/1.1\r\nHost: h\r\nA: b\r\nC: d\r\n\r\n";
static const char browser[] =
    "GET /articles/2024/parsing-requests?page=2&sort=new HTTP/1.1\r\n"
    "Host: www.example.com\r\n"
    "Connection: keep-alive\r\n"
    "Cache-Control: max-age=0\r\n"
    "sec-ch-ua: \"Chromium\";v=\"126\", \"Not.A/Brand\";v=\"8\"\r\n"
    "sec-ch-ua-mobile: ?0\r\n"
    "sec-ch-ua-platform: \"Linux\"\r\n"
    "Upgrade-Insecure-Requests: 1\r\n"
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 "
    "Safari/537.36\r\n"
    "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8\r\n"
    "Sec-Fetch-Site: same-origin\r\n"
    "Sec-Fetch-Mode: navigate\r\n"
    "Sec-Fetch-Dest: document\r\n"
    "Referer: https://www.example.com/articles\r\n"
    "Accept-Encoding: gzip, deflate, br\r\n"
    "Accept-Language: en-GB,en;q=0.9\r\n"
    "Cookie: session=3f9a1c\r\n\r\n";

typedef struct sample {
    double ns, cycles;
} sample;

static double now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static uint64_t now_cycles(void)
{
#if defined(__x86_64__)
    return __rdtsc();
#else
    return 0;
#endif
}

static int by_ns(const void *a, const void *b)
{
    double x = ((const sample *)a)->ns, y = ((const sample *)b)->ns;
    return (x > y) - (x < y);
}

static sample run(int variant, const char *buf, size_t len)
{
    static const wf_head_limits limits = { 16384, 100 };
    static wf_field fields[100];
    int times = (int)(ROUND_BYTES / len);
    double start_ns = now_ns();
    uint64_t start = now_cycles();
    for (int i = 0; i < times; i++) {
        wf_head head;
        wf_message msg;
        msg.fields = fields;
        wf_head_init(&head);
        if (wf_head_parse_by(variant, &head, &msg, &limits, buf, len) != WF_DONE) abort();
    }
    uint64_t cycles = now_cycles() - start;
    return (sample){ (now_ns() - start_ns) / times, (double)cycles / times };
}

static void measure(const char *name, const char *text, size_t len)
{
    static char buf[4096];
    static sample samples[VARIANTS_MAX][ROUNDS];
    memcpy(buf, text, len);
    for (int round = 0; round < ROUNDS; round++)
        for (int variant = 0; wf_head_variant(variant); variant++)
            samples[variant][round] = run(variant, buf, len);
    for (int variant = 0; wf_head_variant(variant); variant++) {
        qsort(samples[variant], ROUNDS, sizeof **samples, by_ns);
        sample median = samples[variant][ROUNDS / 2];
        printf("%-8s %4zu bytes  %-7s %8.1f ns %8.0f cycles %6.2f cycles/byte\n", name, len,
               wf_head_variant(variant), median.ns, median.cycles, median.cycles / (double)len);
    }
}

int main(void)
{
    measure("small", small, sizeof small - 1);
    measure("browser", browser, sizeof browser - 1);
    return 0;
}
