/* JSON, in each way that weft has. */
#include "record.json.h"

#include "app.h"
#include <weft/json.h>

static record records[TABLE_LINES];
static size_t records_count;

/* ---- By the codecs of record.h, generated --------------------------------------------------------------- */

static weft_response small_by_codec(weft_request *req)
{
    note it = { weft_lit("Hello, World!") };
    return note_json(req, &it);
}

static weft_response records_by_codec(weft_request *req)
{
    return weft_json_list(req, &record_codec, records, records_count);
}

/* Answers with how many there were, and how many of them active. */
static weft_response read_records_by_codec(weft_request *req)
{
    const void *items;
    size_t count, active = 0;
    if (!weft_read_json_list(req, &record_codec, &items, &count)) return weft_reject(req);
    const record *list = items;
    for (size_t i = 0; i < count; i++) active += list[i].active;
    return weft_textf(req, "%zu %zu\n", count, active);
}

/* ---- Call by call --------------------------------------------------------------------------------------- */

static weft_response answer(weft_request *req, weft_json_out *out, weft_buf *buf)
{
    if (!weft_json_finish(out, NULL)) return weft_fail(req, WEFT_INTERNAL, "no JSON");
    return weft_buffer(req, weft_lit("application/json"), buf);
}

static weft_response small_by_calls(weft_request *req)
{
    weft_buf buf = weft_buf_new(req);
    weft_json_out out;
    weft_json_begin(&out, &buf);
    weft_json_object(&out);
    weft_json_name(&out, weft_lit("message"));
    weft_json_text(&out, weft_lit("Hello, World!"));
    weft_json_end(&out);
    return answer(req, &out, &buf);
}

static void put_record(weft_json_out *out, const record *it)
{
    weft_json_object(out);
    weft_json_name(out, weft_lit("id"));
    weft_json_i64(out, it->id);
    weft_json_name(out, weft_lit("name"));
    weft_json_text(out, it->name);
    weft_json_name(out, weft_lit("email"));
    weft_json_text(out, it->email);
    weft_json_name(out, weft_lit("active"));
    weft_json_bool(out, it->active);
    weft_json_name(out, weft_lit("score"));
    weft_json_f64(out, it->score);
    weft_json_name(out, weft_lit("tags"));
    weft_json_array(out);
    for (size_t i = 0; i < it->tags_count; i++) weft_json_text(out, it->tags[i]);
    weft_json_end(out);
    weft_json_end(out);
}

static weft_response records_by_calls(weft_request *req)
{
    weft_buf buf = weft_buf_new(req);
    weft_json_out out;
    weft_json_begin(&out, &buf);
    weft_json_array(&out);
    for (size_t i = 0; i < records_count; i++) put_record(&out, &records[i]);
    weft_json_end(&out);
    return answer(req, &out, &buf);
}

/* ---- The records ---------------------------------------------------------------------------------------- */

/* Cuts "a,b,c" into views. */
static size_t split_tags(weft_str *tags, weft_str text)
{
    size_t count = 0;
    for (const char *at = text.ptr, *end = at + text.len; at <= end && count < 3; count++) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        const char *stop = comma ? comma : end;
        tags[count] = weft_str_of(at, (size_t)(stop - at));
        at = stop + 1;
    }
    return count;
}

static void read_records(const char *folder)
{
    static table cells;
    static weft_str tags[TABLE_LINES][3];
    table_read(&cells, folder, "records.tsv");
    records_count = cells.count;
    for (size_t i = 0; i < cells.count; i++) {
        const weft_str *c = cells.lines[i];
        size_t tags_count = split_tags(tags[i], c[5]);
        records[i] = (record){ .id = strtoll(c[0].ptr, NULL, 10),
                               .name = c[1],
                               .email = c[2],
                               .active = weft_str_eq(c[3], weft_lit("true")),
                               .score = strtod(c[4].ptr, NULL),
                               .tags = tags[i],
                               .tags_count = tags_count };
    }
}

void add_json(weft_app *app, const char *folder)
{
    read_records(folder);
    weft_get(app, "/small", small_by_codec);
    weft_get(app, "/records", records_by_codec);
    weft_post(app, "/records-read", read_records_by_codec);
    weft_get(app, "/small/calls", small_by_calls);
    weft_get(app, "/records/calls", records_by_calls);
}
