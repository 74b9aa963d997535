/* Registration. Mistakes are collected, so that main stays a list and a start prints all of them. */
#include "src/web/app.h"
#include "src/base/pool.h"
#include "src/base/str.h"

enum { MISTAKES_MAX = 64 * 1024 };

weft_app *weft_app_new(void *state)
{
    weft_app *app = wf_alloc(sizeof *app);
    if (!app) return NULL;
    app->state = state;
    app->mistakes = weft_buf_heap(MISTAKES_MAX);
    return app;
}

void weft_app_free(weft_app *app)
{
    if (!app) return;
    WF_ASSERT(!atomic_load(&app->live)); /* stop and join it first */
    struct wf_server *server = atomic_load(&app->server);
    if (server) app->free_server(server);
    wf_access_free(&app->access);
    weft_buf_free(&app->mistakes);
    wf_free(app->routes);
    wf_free(app->handlers);
    wf_free(app);
}

static bool grow(weft_app *app)
{
    if (app->count < app->capacity) return true;
    uint32_t capacity = app->capacity ? app->capacity * 2 : 16;
    wf_route *routes = wf_alloc(capacity * sizeof *routes);
    weft_handler **handlers = wf_alloc(capacity * sizeof *handlers);
    if (!routes || !handlers) {
        wf_free(routes);
        wf_free(handlers);
        return false;
    }
    if (app->count) memcpy(routes, app->routes, app->count * sizeof *routes);
    if (app->count) memcpy(handlers, app->handlers, app->count * sizeof *handlers);
    wf_free(app->routes);
    wf_free(app->handlers);
    app->routes = routes;
    app->handlers = handlers;
    app->capacity = capacity;
    return true;
}

static void mistake(weft_app *app, weft_method method, const char *path, const char *what)
{
    weft_putf(&app->mistakes, "route %s %s: %s\n", wf_method_name(method), path ? path : "(no path)", what);
}

void weft_on(weft_app *app, weft_method method, const char *path, weft_handler *handler)
{
    if (atomic_load(&app->live))
        mistake(app, method, path, "registered while the app is served; register before weft_start");
    else if (!path)
        mistake(app, method, path, "its path is NULL");
    else if (!handler)
        mistake(app, method, path, "its handler is NULL");
    else if (!grow(app))
        mistake(app, method, path, "out of memory");
    else {
        app->routes[app->count] = (wf_route){ .method = method, .pattern = wf_str(path) };
        app->handlers[app->count++] = handler;
    }
}

void weft_get(weft_app *app, const char *path, weft_handler *handler)
{
    weft_on(app, WEFT_GET, path, handler);
}
void weft_post(weft_app *app, const char *path, weft_handler *handler)
{
    weft_on(app, WEFT_POST, path, handler);
}
void weft_put(weft_app *app, const char *path, weft_handler *handler)
{
    weft_on(app, WEFT_PUT, path, handler);
}
void weft_patch(weft_app *app, const char *path, weft_handler *handler)
{
    weft_on(app, WEFT_PATCH, path, handler);
}
void weft_delete(weft_app *app, const char *path, weft_handler *handler)
{
    weft_on(app, WEFT_DELETE, path, handler);
}
