/* The starter app: what a new weft project looks like. `make run` builds and starts it.
 *
 *     notes.h        what is kept; its marks make the JSON (notes.json.h)
 *     views/         pages; each is a C function (home.page.h)
 *     assets/        files, carried inside the program (assets.c) */
#include "home.page.h"
#include "notes.json.h"
#include <stdio.h>
#include <stdlib.h>
#include <weft/bundle.h>

extern const weft_bundle assets;

/* ---- Pages ------------------------------------------------------------------------------------------------- */

static weft_response home(weft_request *req)
{
    note_list wall;
    if (!notes_list(req, &wall)) return weft_reject(req);
    return home_page(req, &wall);
}

static weft_response post_note(weft_request *req)
{
    draft it = { .author = weft_form(req, "author") };
    if (!weft_need_form(req, "text", &it.text)) return weft_reject(req);
    if (it.text.len == 0 || it.text.len > NOTE_TEXT_MAX || it.author.len > NOTE_AUTHOR_MAX)
        return weft_fail(req, WEFT_UNPROCESSABLE, "a note has 1 to 280 characters, its author at most 40");
    notes_add(it);
    return weft_as(weft_redirect(req, weft_lit("/")), WEFT_SEE_OTHER);
}

static weft_response hello(weft_request *req)
{
    weft_str name = weft_param(req, "name");
    return weft_textf(req, "Hello, %.*s!\n", (int)name.len, name.ptr);
}

/* ---- The same as JSON -------------------------------------------------------------------------------------- */

static weft_response list_notes(weft_request *req)
{
    note_list all;
    if (!notes_list(req, &all)) return weft_reject(req);
    return note_list_json(req, &all);
}

static weft_response show_note(weft_request *req)
{
    int64_t id;
    note it;
    if (!weft_param_i64(req, "id", &id)) return weft_reject(req);
    if (!notes_find(req, id, &it)) return weft_fail(req, WEFT_NOT_FOUND, "no such note");
    return note_json(req, &it);
}

static weft_response add_note(weft_request *req)
{
    draft it;
    if (!draft_read(req, &it)) return weft_reject(req);
    note added = notes_add(it);
    return weft_as(note_json(req, &added), WEFT_CREATED);
}

static void api(weft_app *app)
{
    weft_get(app, "/notes", list_notes);
    weft_post(app, "/notes", add_note);
    weft_get(app, "/notes/{id:int}", show_note);
}

/* ---- The app ----------------------------------------------------------------------------------------------- */

int main(void)
{
    weft_server server = { .port = 8080 };
    const char *port = getenv("PORT"), *why;
    if (port && !weft_option(&server, "port", port, &why)) {
        fprintf(stderr, "PORT: %s\n", why);
        return 2;
    }

    weft_app *app = weft_app_new(NULL);
    weft_access_log(app, "-", WEFT_LOG_COMMON);
    weft_get(app, "/", home);
    weft_post(app, "/notes", post_note);
    weft_get(app, "/hello/{name}", hello);
    weft_mount(app, "/api", api);
    weft_static(app, "/assets", (weft_files){ .bundle = &assets });

    int status = weft_serve(app, server);
    weft_app_free(app);
    return status;
}
