/* The frozen app: what requests read, without a lock, from the start of a server to its end. */
#ifndef WF_WEB_PLAN_H
#define WF_WEB_PLAN_H
#include "router/scope.h"
#include "src/base/log.h"
#include "src/web/app.h"

typedef struct wf_plan {
    void *state;
    wf_routes *routes;   /* the lookup: paths to route numbers */
    const weft_app *app; /* closed to registration while this plan is in use: its lists are read in place */
    wf_scopes *before, *before_route, *after; /* which filters a route meets */
} wf_plan;

/* Freezes an app. NULL when it holds mistakes, each of which was logged as an error, or memory is out. */
wf_plan *wf_plan_new(const weft_app *app, const wf_log *log);
void wf_plan_free(wf_plan *plan);
#endif
