/* How long it takes to find a route: nanoseconds a lookup, of routes without and with variables and of misses.
 *
 *     route [FILE...]
 *
 * A FILE has a route a line: "METHOD /path/:name", or "*name" for a tail. Without one the sets below are used.
 *
 * Lookups come in a fixed random order, too long for a branch predictor to learn by heart. A round is short, and the
 * best of many is shown, so that a busy machine changes the figures little. */
#include "router/match.h"
#include "router/router.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 400, ORDER = 8192, ROUTES_MAX = 4096, LINE_MAX = 512 };

typedef enum kind { KIND_STATIC, KIND_PARAM, KIND_MISS, KINDS } kind;

typedef struct ask {
    weft_method method;
    weft_str path;
} ask;

typedef struct asks {
    size_t count;
    ask list[ROUTES_MAX];
} asks;

typedef struct set {
    const char *name;
    wf_router router;
    size_t values; /* used so far: each variable of the set gets the next one */
    asks asks[KINDS];
} set;

/* ---- Sets ----------------------------------------------------------------------------------------------- */

/* An API as companies have them: each collection with what one does to it. */
static const char *const collections[] = { "users",      "teams",     "projects", "tasks",         "comments",
                                           "invoices",   "customers", "products", "orders",        "payments",
                                           "refunds",    "shipments", "coupons",  "categories",    "reviews",
                                           "warehouses", "webhooks",  "reports",  "subscriptions", "plans",
                                           "events",     "locations", "devices",  "integrations" };
static const char *const actions[] = {
    "GET /api/v1/%s",
    "POST /api/v1/%s",
    "GET /api/v1/%s/:id",
    "PUT /api/v1/%s/:id",
    "DELETE /api/v1/%s/:id",
    "GET /api/v1/%s/:id/history",
    "GET /api/v1/%s/:id/attachments/:attachment",
    "POST /api/v1/%s/:id/attachments",
    "PATCH /api/v1/%s/:id/labels/:label",
};
static const char *const small_routes[] = { "GET /",          "GET /health",       "GET /items",
                                            "GET /items/:id", "POST /items",       "PUT /items/:id",
                                            "GET /about",     "DELETE /items/:id", "GET /hello/:who" };
static const char *const values[] = { "octocat",        "hello-world", "1347",
                                      "feature-branch", "7",           "de7e5c1b",
                                      "weft",           "10042",       "a-rather-long-value-for-a-name" };
enum { VALUES = sizeof values / sizeof *values };

static void print_mistake(void *state, weft_str mistake)
{
    (void)state;
    fprintf(stderr, "%.*s\n", (int)mistake.len, mistake.ptr);
}

static weft_method method_of(const char *name, size_t len)
{
    for (int method = 0; method < WF_METHODS; method++)
        if (strlen(wf_method_name((weft_method)method)) == len &&
            memcmp(wf_method_name((weft_method)method), name, len) == 0)
            return (weft_method)method;
    fprintf(stderr, "%.*s: no such method\n", (int)len, name);
    exit(1);
}

static void add_ask(asks *to, weft_method method, const char *path)
{
    if (to->count < ROUTES_MAX)
        to->list[to->count++] = (ask){ method, weft_str_of(strdup(path), strlen(path)) };
}

/* One line as a pattern, and as a request for it. */
static void add_route(set *s, const char *line)
{
    char pattern[2 * LINE_MAX] = "", path[4 * LINE_MAX] = "", copy[LINE_MAX];
    const char *space = strchr(line, ' ');
    weft_method method = method_of(line, (size_t)(space - line));
    bool any = false;
    snprintf(copy, sizeof copy, "%s", space + 1);
    for (char *part = strtok(copy, "/"); part; part = strtok(NULL, "/")) {
        bool variable = strchr(":*{", part[0]) != NULL;
        any = any || variable;
        sprintf(strchr(path, 0), "/%s", variable ? values[s->values++ % VALUES] : part);
        if (part[0] == ':')
            sprintf(strchr(pattern, 0), "/{%s}", part + 1);
        else if (part[0] == '*')
            sprintf(strchr(pattern, 0), "/{%s*}", part + 1);
        else
            sprintf(strchr(pattern, 0), "/%s", part);
    }
    if (!path[0]) strcpy(path, "/");
    wf_router_add(&s->router, method, weft_lit(""), weft_str_of(pattern, strlen(pattern)));
    add_ask(&s->asks[any ? KIND_PARAM : KIND_STATIC], method, path);
    strcat(path, path[1] ? "/-" : "-");
    add_ask(&s->asks[KIND_MISS], method, path);
}

static set *new_set(const char *name)
{
    set *s = calloc(1, sizeof *s);
    s->name = name;
    wf_router_init(&s->router, (wf_report){ print_mistake, NULL });
    return s;
}

static set *api_set(void)
{
    set *s = new_set("api");
    for (size_t i = 0; i < sizeof collections / sizeof *collections; i++)
        for (size_t j = 0; j < sizeof actions / sizeof *actions; j++) {
            char line[LINE_MAX];
            const char *at = strstr(actions[j], "%s");
            snprintf(line, sizeof line, "%.*s%s%s", (int)(at - actions[j]), actions[j], collections[i],
                     at + 2);
            add_route(s, line);
        }
    return s;
}

static set *small_set(void)
{
    set *s = new_set("small");
    for (size_t i = 0; i < sizeof small_routes / sizeof *small_routes; i++) add_route(s, small_routes[i]);
    return s;
}

static set *file_set(const char *name)
{
    set *s = new_set(name);
    char line[LINE_MAX];
    FILE *file = fopen(name, "r");
    if (!file) {
        perror(name);
        exit(1);
    }
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = 0;
        if (strchr(line, ' ')) add_route(s, line);
    }
    fclose(file);
    return s;
}

/* ---- Measuring ------------------------------------------------------------------------------------------ */

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void shuffle(const ask **order, const asks *of)
{
    uint64_t state = 1;
    for (size_t i = 0; i < ORDER; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        order[i] = &of->list[(state >> 33) % of->count];
    }
}

static double one_round(const wf_routes *routes, const ask *const *order, size_t *found)
{
    wf_match match;
    double start = now_ns();
    for (size_t i = 0; i < ORDER; i++) {
        const ask *a = order[i];
        *found += wf_route_match(routes, a->method, a->path, true, &match) >= 0;
    }
    return (now_ns() - start) / ORDER;
}

/* What is asked for as a miss but is a hit after all, for a tail takes it, is left out. */
static void drop_hits(const wf_routes *routes, asks *misses)
{
    size_t kept = 0;
    wf_match match;
    for (size_t i = 0; i < misses->count; i++)
        if (wf_route_match(routes, misses->list[i].method, misses->list[i].path, true, &match) < 0)
            misses->list[kept++] = misses->list[i];
    misses->count = kept;
}

static void measure(set *s)
{
    static const char *const names[KINDS] = { "static", "params", "miss" };
    static const ask *order[ORDER];
    wf_routes *routes = wf_router_freeze(&s->router);
    const char *slash = strrchr(s->name, '/');
    if (!routes) exit(1);
    drop_hits(routes, &s->asks[KIND_MISS]);
    for (int k = 0; k < KINDS; k++) {
        double best = 1e9;
        size_t found = 0;
        if (s->asks[k].count == 0) continue;
        shuffle(order, &s->asks[k]);
        for (int round = 0; round < ROUNDS; round++) {
            double ns = one_round(routes, order, &found);
            if (ns < best) best = ns;
        }
        if (found != (k == KIND_MISS ? 0 : (size_t)ORDER * ROUNDS))
            fprintf(stderr, "%s: wrong answers\n", s->name);
        printf("%-12s %-7s %4zu paths  %6.1f ns\n", slash ? slash + 1 : s->name, names[k], s->asks[k].count,
               best);
    }
    wf_routes_free(routes);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        measure(small_set());
        measure(api_set());
    }
    for (int i = 1; i < argc; i++) measure(file_set(argv[i]));
    return 0;
}
