/* Freezing: what was registered becomes what requests read. */
#include "src/web/plan.h"
#include "src/base/pool.h"
#include "src/base/str.h"

static void log_mistake(void *log, weft_str mistake)
{
    wf_log_line(log, WEFT_LOG_ERROR, "%.*s", (int)mistake.len, mistake.ptr);
}

/* A late registration is remembered too, but the app that was started then is not wrong for it. */
static bool report_mistakes(const weft_app *app, const wf_log *log)
{
    weft_str rest = weft_buf_str(&app->mistakes);
    if (!weft_buf_ok(&app->mistakes))
        log_mistake((void *)(uintptr_t)log, weft_lit("there are more mistakes than can be told"));
    for (weft_str line; rest.len && (line = wf_str_cut(&rest, '\0')).len;)
        log_mistake((void *)(uintptr_t)log, line);
    return weft_buf_ok(&app->mistakes) && app->mistakes.len == 0;
}

wf_plan *wf_plan_new(const weft_app *app, const wf_log *log)
{
    wf_plan *plan = wf_alloc(sizeof *plan);
    if (!plan) return NULL;
    wf_report report = { .say = log_mistake, .state = (void *)(uintptr_t)log };
    bool fine = report_mistakes(app, log);
    plan->state = app->state;
    plan->routes = wf_routes_freeze(app->routes, app->count, report);
    plan->handlers = wf_alloc((app->count + 1) * sizeof *plan->handlers);
    if (!fine || !plan->routes || !plan->handlers) {
        wf_plan_free(plan);
        return NULL;
    }
    if (app->count) memcpy(plan->handlers, app->handlers, app->count * sizeof *plan->handlers);
    return plan;
}

void wf_plan_free(wf_plan *plan)
{
    if (!plan) return;
    if (plan->routes) wf_routes_free(plan->routes);
    wf_free(plan->handlers);
    wf_free(plan);
}
