/* Any JSON value from a reader to a writer. */
#ifndef TESTS_SUITE_JSON_COPY_H
#define TESTS_SUITE_JSON_COPY_H
#include <weft/json.h>

static void copy_value(weft_json_in *in, weft_json_out *out);

static void copy_object(weft_json_in *in, weft_json_out *out)
{
    weft_str name;
    weft_json_object(out);
    for (weft_json_get_object(in); weft_json_next_name(in, &name);) {
        weft_json_name(out, name);
        copy_value(in, out);
    }
    weft_json_end(out);
}

static void copy_array(weft_json_in *in, weft_json_out *out)
{
    weft_json_array(out);
    for (weft_json_get_array(in); weft_json_next_item(in);) copy_value(in, out);
    weft_json_end(out);
}

static void copy_value(weft_json_in *in, weft_json_out *out)
{
    switch (weft_json_peek(in)) {
    case WEFT_JSON_OBJECT: copy_object(in, out); return;
    case WEFT_JSON_ARRAY: copy_array(in, out); return;
    case WEFT_JSON_TEXT: weft_json_text(out, weft_json_get_text(in)); return;
    case WEFT_JSON_NUMBER: weft_json_f64(out, weft_json_get_f64(in)); return;
    case WEFT_JSON_BOOL: weft_json_bool(out, weft_json_get_bool(in)); return;
    case WEFT_JSON_NULL:
        if (weft_json_get_null(in)) weft_json_null(out);
        return;
    case WEFT_JSON_NONE: weft_json_skip(in); return;
    }
}
#endif
