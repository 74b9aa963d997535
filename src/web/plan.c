/* Freezing: what was registered becomes what requests read. */
#include "src/web/plan.h"
#include "router/match.h"
#include "src/base/pool.h"
#include "src/base/str.h"

static void log_mistake(void *log, weft_str mistake)
{
    wf_log_line(log, WEFT_LOG_ERROR, "%.*s", (int)mistake.len, mistake.ptr);
}

static bool report_mistakes(const weft_app *app, wf_report report)
{
    weft_str rest = weft_buf_str(&app->mistakes);
    bool told_all = weft_buf_ok(&app->mistakes), fine = told_all && rest.len == 0;
    if (!told_all) report.say(report.state, weft_lit("there are more mistakes than can be told"));
    for (weft_str line; rest.len && (line = wf_str_cut(&rest, '\0')).len;) report.say(report.state, line);
    return fine;
}

static void *no_memory(const wf_log *log)
{
    wf_log_line(log, WEFT_LOG_ERROR, "out of memory");
    return NULL;
}

/* NULL when a pattern is malformed, as reported, or memory is out. */
static wf_scopes *freeze_filters(const wf_filters *filters, const wf_routes *routes, const char *label,
                                 wf_report report)
{
    weft_str *patterns = wf_alloc((filters->count + 1) * sizeof *patterns);
    if (!patterns) return no_memory(report.state);
    for (uint32_t i = 0; i < filters->count; i++) patterns[i] = filters->items[i].pattern;
    wf_scopes *scopes = wf_scopes_freeze(patterns, filters->count, routes, label, report);
    wf_free(patterns);
    return scopes;
}

/* Whether a GET of `below` (two segments and a slash before them) under a prefix is a route's. */
static bool takes(const wf_plan *plan, weft_str prefix, const char *below, wf_match *match)
{
    char path[512];
    if (prefix.len + strlen(below) >= sizeof path) return false;
    memcpy(path, prefix.ptr, prefix.len);
    memcpy(path + prefix.len, below, strlen(below) + 1);
    return wf_route_match(plan->routes, WEFT_GET, wf_str(path), true, match) >= 0;
}

/* Routes come before files: one that takes whatever is below a prefix leaves the files there to nobody. */
static void warn_of_shadows(const wf_plan *plan, const wf_log *log)
{
    const wf_files *files = plan->app->files;
    wf_match one, two;
    weft_str prefix, root;
    for (size_t i = 0; files && (prefix = files->ops->at(files, i, &root)).ptr; i++)
        if (takes(plan, prefix, "/ ", &one) && takes(plan, prefix, "/ / ", &two) && one.route == two.route)
            wf_log_line(log, WEFT_LOG_WARN,
                        "static %.*s/*: the route GET %s answers all of it; give the files another prefix",
                        (int)prefix.len, prefix.ptr, plan->app->routes[one.route].path);
}

wf_plan *wf_plan_new(const weft_app *app, const wf_log *log)
{
    wf_plan *plan = wf_alloc(sizeof *plan);
    if (!plan) return no_memory(log);
    wf_report report = { .say = log_mistake, .state = (void *)(uintptr_t)log };
    bool fine = report_mistakes(app, report);
    wf_router router = app->router; /* the same routes, with somebody to report to */
    router.report = report;
    plan->state = app->state;
    plan->app = app;
    plan->routes = wf_router_freeze(&router);
    if (plan->routes) {
        plan->before = freeze_filters(&app->before, plan->routes, "before", report);
        plan->before_route = freeze_filters(&app->before_route, plan->routes, "before_route", report);
        plan->after = freeze_filters(&app->after, plan->routes, "after", report);
    }
    /* Last, so that an app with mistakes opens nothing. */
    bool whole = fine && plan->before && plan->before_route && plan->after;
    if (whole) warn_of_shadows(plan, log);
    if (whole && (!app->files || app->files->ops->open(app->files, app, log))) return plan;
    wf_plan_free(plan);
    return NULL;
}

void wf_plan_free(wf_plan *plan)
{
    if (!plan) return;
    if (plan->app && plan->app->files) plan->app->files->ops->close(plan->app->files);
    if (plan->before) wf_scopes_free(plan->before);
    if (plan->before_route) wf_scopes_free(plan->before_route);
    if (plan->after) wf_scopes_free(plan->after);
    if (plan->routes) wf_routes_free(plan->routes);
    wf_free(plan);
}
