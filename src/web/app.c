/* Registration. Mistakes are collected, so that main stays a list and a start prints all of them. */
#include "src/web/app.h"
#include "src/base/pool.h"
#include "src/base/str.h"
#include "src/http/field.h"
#include "src/http/media.h"
#include "src/http/mime.h"
#include <stdio.h>

enum { MISTAKES_MAX = 64 * 1024 };

weft_app *weft_app_new(void *state)
{
    weft_app *app = wf_alloc(sizeof *app);
    if (!app) return NULL;
    app->state = state;
    app->mistakes = weft_buf_heap(MISTAKES_MAX);
    wf_router_init(&app->router, (wf_report){ 0 });
    return app;
}

static void free_filters(wf_filters *filters)
{
    for (uint32_t i = 0; i < filters->count; i++) wf_free((char *)(uintptr_t)filters->items[i].pattern.ptr);
    wf_free(filters->items);
}

void weft_app_free(weft_app *app)
{
    if (!app) return;
    WF_ASSERT(!atomic_load(&app->live)); /* stop and join it first */
    struct wf_server *server = atomic_load(&app->server);
    if (server) app->free_server(server);
    for (uint32_t i = 0; i < app->routes_count; i++) wf_free((char *)(uintptr_t)app->routes[i].path);
    free_filters(&app->before);
    free_filters(&app->before_route);
    free_filters(&app->after);
    wf_free(app->routes);
    wf_free(app->on_response);
    wf_free(app->pages);
    wf_free(app->completions);
    if (app->files) app->files->ops->drop(app->files);
    for (uint32_t i = 0; i < app->types_count; i++) wf_free((char *)(uintptr_t)app->types[i].extension.ptr);
    wf_free(app->types);
    wf_access_free(&app->access);
    wf_router_reset(&app->router);
    weft_buf_free(&app->mistakes);
    wf_free(app);
}

/* ---- Lists that grow ------------------------------------------------------------------------------------- */

void *wf_app_room(void *items, uint32_t count, uint32_t *room, size_t size)
{
    if (count < *room) return items;
    uint32_t wanted = *room ? *room * 2 : 8;
    void *larger = wf_alloc(wanted * size);
    if (!larger) return NULL;
    if (count) memcpy(larger, items, count * size);
    wf_free(items);
    *room = wanted;
    return larger;
}

void wf_app_mistake(weft_app *app, const char *kind, const char *subject, const char *what)
{
    weft_putf(&app->mistakes, "%s %s: %s", kind, subject ? subject : "(no path)", what);
    weft_put_char(&app->mistakes, '\0');
}

bool wf_app_is_open(weft_app *app, const char *kind, const char *subject)
{
    if (!app) return false;
    if (!atomic_load(&app->live)) return true;
    wf_app_mistake(app, kind, subject, "registered while the app is served; register before weft_start");
    return false;
}

char *wf_app_path(const weft_app *app, const char *path)
{
    weft_str prefix = app->prefix ? wf_str(app->prefix) : weft_lit("");
    char *full = wf_alloc(prefix.len + strlen(path) + 3);
    if (full) full[wf_pattern_join(full, prefix, wf_str(path))] = '\0';
    return full;
}

/* ---- Routes ---------------------------------------------------------------------------------------------- */

static bool is_routed(weft_method method) { return (unsigned)method <= WEFT_OPTIONS; }

static const char *route_mistake(const weft_route *route)
{
    if (!is_routed(route->method)) return "its method is none of weft_method's";
    if (!route->path) return "its path is NULL";
    if (!route->handler && !route->intake) return "it has neither a handler nor an intake";
    if (route->handler && route->intake) return "it has a handler and an intake; one of them answers";
    if (route->intake && (!route->intake->begin || !route->intake->data || !route->intake->end))
        return "its intake lacks begin, data or end";
    if (route->intake && route->spill)
        return "an intake takes its body as it comes; there is nothing to spill";
    return NULL;
}

void weft_add(weft_app *app, weft_route route)
{
    char label[128];
    snprintf(label, sizeof label, "%s %s",
             is_routed(route.method) ? wf_method_name(route.method) : "(no method)",
             route.path ? route.path : "(no path)");
    const char *wrong = route_mistake(&route);
    if (!wf_app_is_open(app, "route", label)) return;
    if (wrong) {
        wf_app_mistake(app, "route", label, wrong);
        return;
    }
    void *routes = wf_app_room(app->routes, app->routes_count, &app->routes_room, sizeof *app->routes);
    if (routes) app->routes = routes;
    char *full = routes ? wf_app_path(app, route.path) : NULL;
    if (!full || wf_router_add(&app->router, route.method, weft_lit(""), wf_str(full)) < 0) {
        wf_free(full);
        wf_app_mistake(app, "route", label, "out of memory");
        return;
    }
    route.path = full;
    app->routes[app->routes_count++] = route;
}

void weft_on(weft_app *app, weft_method method, const char *path, weft_handler *handler)
{
    weft_add(app, (weft_route){ .method = method, .path = path, .handler = handler });
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

void weft_mount(weft_app *app, const char *prefix, void (*group)(weft_app *app))
{
    wf_pattern parsed;
    wf_pattern_error error;
    if (!wf_app_is_open(app, "group", prefix)) return;
    if (!prefix || !group) {
        wf_app_mistake(app, "group", prefix, prefix ? "its function is NULL" : "its prefix is NULL");
        return;
    }
    if (!wf_prefix_parse(wf_str(prefix), &parsed, &error)) {
        wf_app_mistake(app, "group", prefix, error.text);
        return;
    }
    char *outer = app->prefix, *inner = wf_app_path(app, prefix);
    if (!inner) {
        wf_app_mistake(app, "group", prefix, "out of memory");
        return;
    }
    app->prefix = inner;
    group(app);
    app->prefix = outer;
    wf_free(inner);
}

/* ---- Filters, pages, loggers ------------------------------------------------------------------------------ */

static void add_filter(weft_app *app, wf_filters *list, const char *kind, const char *pattern,
                       wf_filter filter)
{
    if (!wf_app_is_open(app, kind, pattern)) return;
    if (!pattern || (!filter.run && !filter.edit)) {
        wf_app_mistake(app, kind, pattern, pattern ? "its function is NULL" : "its pattern is NULL");
        return;
    }
    void *items = wf_app_room(list->items, list->count, &list->room, sizeof *list->items);
    if (items) list->items = items;
    char *full = items ? wf_app_path(app, pattern) : NULL;
    if (!full) {
        wf_app_mistake(app, kind, pattern, "out of memory");
        return;
    }
    filter.pattern = wf_str(full);
    list->items[list->count++] = filter;
}

void weft_before(weft_app *app, const char *pattern, weft_handler *filter)
{
    add_filter(app, &app->before, "before", pattern, (wf_filter){ .run = filter });
}

void weft_before_body(weft_app *app, const char *pattern, weft_handler *filter)
{
    add_filter(app, &app->before, "before_body", pattern, (wf_filter){ .run = filter, .needs_body = true });
}

void weft_before_route(weft_app *app, const char *pattern, weft_handler *filter)
{
    add_filter(app, &app->before_route, "before_route", pattern, (wf_filter){ .run = filter });
}

void weft_after(weft_app *app, const char *pattern, weft_finisher *filter)
{
    add_filter(app, &app->after, "after", pattern, (wf_filter){ .edit = filter });
}

void weft_on_response(weft_app *app, weft_finisher *filter)
{
    if (!wf_app_is_open(app, "on_response", "filter")) return;
    void *items = !filter ? NULL
                          : wf_app_room(app->on_response, app->on_response_count, &app->on_response_room,
                                        sizeof *app->on_response);
    if (!items) {
        wf_app_mistake(app, "on_response", "filter", filter ? "out of memory" : "its function is NULL");
        return;
    }
    app->on_response = items;
    app->on_response[app->on_response_count++] = filter;
}

static void add_page(weft_app *app, const char *kind, unsigned status, weft_handler *page)
{
    char label[16];
    snprintf(label, sizeof label, "%u", status);
    if (!wf_app_is_open(app, kind, label)) return;
    const char *wrong = !page ? "its function is NULL" : NULL;
    for (uint32_t i = 0; i < app->pages_count; i++)
        if (app->pages[i].status == status) wrong = "it has a page already";
    void *items =
        wrong ? NULL : wf_app_room(app->pages, app->pages_count, &app->pages_room, sizeof *app->pages);
    if (!items) {
        wf_app_mistake(app, kind, label, wrong ? wrong : "out of memory");
        return;
    }
    app->pages = items;
    app->pages[app->pages_count++] = (wf_page){ .status = (uint16_t)status, .run = page };
}

void weft_on_status(weft_app *app, weft_status status, weft_handler *page)
{
    if (app && (status < 400 || status > 599))
        wf_app_mistake(app, "on_status", "page", "pages are for statuses from 400 to 599");
    else
        add_page(app, "on_status", (unsigned)status, page);
}

void weft_on_error(weft_app *app, weft_handler *page) { add_page(app, "on_error", 0, page); }

void weft_on_complete(weft_app *app, weft_completion *logger, void *state)
{
    if (!wf_app_is_open(app, "on_complete", "logger")) return;
    void *items = !logger ? NULL
                          : wf_app_room(app->completions, app->completions_count, &app->completions_room,
                                        sizeof *app->completions);
    if (!items) {
        wf_app_mistake(app, "on_complete", "logger", logger ? "out of memory" : "its function is NULL");
        return;
    }
    app->completions = items;
    app->completions[app->completions_count++] = (wf_completion){ .run = logger, .state = state };
}

/* ---- Media types ------------------------------------------------------------------------------------------ */

/* "GLB" to "glb", to be freed. */
static char *lower_copy(const char *text)
{
    size_t len = strlen(text);
    char *copy = wf_alloc(len + 1);
    for (size_t i = 0; copy && i < len; i++) copy[i] = wf_lower(text[i]);
    return copy;
}

static const char *type_mistake(const char *extension, const char *type)
{
    if (!extension || !*extension) return "there is no extension";
    if (strpbrk(extension, "./")) return "an extension is what stands behind the last dot, without it";
    if (strlen(extension) > WF_EXTENSION_MAX) return "it is longer than an extension can be (16 bytes)";
    if (!type || !wf_is_field_value(wf_str(type)) || !wf_media_essence(wf_str(type)).ptr)
        return "its type is no media type; write it like \"model/gltf-binary\"";
    return NULL;
}

void weft_media_type(weft_app *app, const char *extension, const char *type)
{
    if (!wf_app_is_open(app, "media_type", extension)) return;
    const char *wrong = type_mistake(extension, type);
    void *items =
        wrong ? NULL : wf_app_room(app->types, app->types_count, &app->types_room, sizeof *app->types);
    if (items) app->types = items;
    char *copy = items ? lower_copy(extension) : NULL;
    if (!copy) {
        wf_app_mistake(app, "media_type", extension, wrong ? wrong : "out of memory");
        return;
    }
    app->types[app->types_count++] = (wf_type){ .extension = wf_str(copy), .type = wf_str(type) };
}

weft_str wf_app_type_of(const weft_app *app, weft_str path)
{
    char text[WF_EXTENSION_MAX];
    weft_str extension = weft_str_of(text, app->types_count ? wf_mime_extension(path, text) : 0);
    for (uint32_t i = app->types_count; extension.len && i-- > 0;)
        if (weft_str_eq(app->types[i].extension, extension)) return app->types[i].type;
    return wf_mime_of(path);
}

/* ---- Looking at an app ------------------------------------------------------------------------------------ */

const weft_route *weft_route_at(const weft_app *app, size_t index)
{
    return index < app->routes_count ? &app->routes[index] : NULL;
}

static void list_filters(weft_buf *out, const char *kind, const wf_filters *filters)
{
    for (uint32_t i = 0; i < filters->count; i++)
        weft_putf(out, "%-13s %s\n", filters->items[i].needs_body ? "before_body" : kind,
                  filters->items[i].pattern.ptr);
}

void weft_routes(const weft_app *app, weft_buf *out)
{
    list_filters(out, "before", &app->before);
    list_filters(out, "before_route", &app->before_route);
    for (uint32_t i = 0; i < app->routes_count; i++) {
        const weft_route *route = &app->routes[i];
        const char *description = route->description ? route->description : "";
        weft_putf(out, "%-13s %-32s%s%s\n", wf_method_name(route->method), route->path,
                  *description ? " " : "", description);
    }
    weft_str prefix, root;
    for (size_t i = 0; app->files && (prefix = app->files->ops->at(app->files, i, &root)).ptr; i++)
        weft_putf(out, "%-13s %.*s/%-*s %.*s\n", "static", (int)prefix.len, prefix.ptr,
                  prefix.len < 31 ? 31 - (int)prefix.len : 0, "*", (int)root.len, root.ptr);
    list_filters(out, "after", &app->after);
    for (uint32_t i = 0; i < app->on_response_count; i++) weft_putf(out, "%-13s *\n", "on_response");
    for (uint32_t i = 0; i < app->pages_count; i++)
        if (app->pages[i].status)
            weft_putf(out, "%-13s %u\n", "on_status", app->pages[i].status);
        else
            weft_putf(out, "%-13s *\n", "on_error");
}
