/* The page of 212 rows x 4 cells, in each way that weft has. */
#include "table.page.h"

#include "app.h"
#include "bench/calls.h"
#include <weft/buf.h>

static table cells;
static row rows[TABLE_LINES];
static row_list list = { rows, 0 };

/* ---- By concatenation, with nothing but a buffer -------------------------------------------------------- */

/* Puts runs of bytes that need no escaping as they are. */
static void put_escaped(weft_buf *out, weft_str text)
{
    size_t from = 0;
    for (size_t i = 0; i < text.len; i++) {
        weft_str entity;
        switch (text.ptr[i]) {
        case '&': entity = weft_lit("&amp;"); break;
        case '<': entity = weft_lit("&lt;"); break;
        case '>': entity = weft_lit("&gt;"); break;
        case '"': entity = weft_lit("&quot;"); break;
        case '\'': entity = weft_lit("&#39;"); break;
        default: continue;
        }
        weft_put_str(out, weft_str_of(text.ptr + from, i - from));
        weft_put_str(out, entity);
        from = i + 1;
    }
    weft_put_str(out, weft_str_of(text.ptr + from, text.len - from));
}

static weft_response page_by_hand(weft_request *req)
{
    weft_buf out = weft_buf_new(req);
    weft_put_str(&out,
                 weft_lit("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>Table</title></head>"
                          "<body>\n<h1>Rows</h1>\n<table>\n"));
    for (size_t i = 0; i < cells.count; i++) {
        weft_put_str(&out, weft_lit("<tr>"));
        for (size_t column = 0; column < 4; column++) {
            weft_put_str(&out, weft_lit("<td>"));
            put_escaped(&out, cells.lines[i][column]);
            weft_put_str(&out, weft_lit("</td>"));
        }
        weft_put_str(&out, weft_lit("</tr>\n"));
    }
    weft_put_str(&out, weft_lit("</table>\n</body></html>\n"));
    return weft_buffer(req, weft_lit("text/html; charset=utf-8"), &out);
}

/* ---- By a template, compiled: views/table.html ---------------------------------------------------------- */

static weft_response page_by_template(weft_request *req) { return table_page(req, &list); }

/* ---- By composable calls: calls.h ------------------------------------------------------------------------ */

static weft_response page_by_calls(weft_request *req)
{
    weft_markup m;
    weft_markup_begin(&m, req);
    calls_page(&m, &list);
    return weft_markup_seal(&m, req);
}

/* ---- The rows ------------------------------------------------------------------------------------------- */

void add_pages(weft_app *app, const char *folder)
{
    table_read(&cells, folder, "rows.tsv");
    for (list.rows_count = 0; list.rows_count < cells.count; list.rows_count++) {
        const weft_str *c = cells.lines[list.rows_count];
        rows[list.rows_count] = (row){ c[0], c[1], c[2], c[3] };
    }
    weft_get(app, "/page/hand", page_by_hand);
    weft_get(app, "/page/template", page_by_template);
    weft_get(app, "/page/calls", page_by_calls);
}
