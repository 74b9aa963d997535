/* A whole text for a struct, and the way back. */
#include "json/read.h"
#include "json/write.h"
#include "src/base/pool.h"

/* ---- Out ------------------------------------------------------------------------------------------------- */

bool weft_codec_write(const weft_codec *codec, const void *value, weft_buf *buf, weft_json_error *error)
{
    weft_json_out out;
    wf_json_start(&out, buf);
    bool done = wf_json_stop(&out, codec->put(&out, out.at, value));
    wf_json_tell(out.code, error);
    return done;
}

bool weft_codec_write_list(const weft_codec *codec, const void *items, size_t count, weft_buf *buf,
                           weft_json_error *error)
{
    weft_json_out out;
    wf_json_start(&out, buf);
    char *at = out.at;
    const char *item = items;
    for (size_t i = 0; i < count; i++, item += codec->size) {
        *at = i > 0 ? ',' : '[';
        at = weft_out_room(&out, codec->put(&out, at + 1, item), 1);
    }
    at = count > 0 ? WEFT_OUT_LIT(at, "]") : WEFT_OUT_LIT(at, "[]");
    bool done = wf_json_stop(&out, at);
    wf_json_tell(out.code, error);
    return done;
}

/* ---- In -------------------------------------------------------------------------------------------------- */

static bool take_whole(weft_json_in *in, const weft_codec *codec, void *value, weft_json_error *error)
{
    weft_json_get_value(in, codec, value);
    return weft_json_close(in, error);
}

bool weft_codec_read(const weft_codec *codec, weft_str text, weft_memory *memory, void *value,
                     weft_json_error *error)
{
    weft_json_in in;
    weft_json_open(&in, text, memory);
    return take_whole(&in, codec, value, error);
}

bool weft_codec_read_padded(const weft_codec *codec, weft_str text, weft_memory *memory, void *value,
                            weft_json_error *error)
{
    weft_json_in in;
    weft_json_open_padded(&in, text, memory);
    return take_whole(&in, codec, value, error);
}

static const char *take_items(weft_json_in *in, const weft_codec *codec, weft_in_list *list)
{
    const char *at = in->at;
    for (at = weft_in_array(in, at, list); at && list->more; at = weft_in_item(in, at, list)) {
        void *item = weft_in_add(in, list, codec->size);
        if (!item) return NULL;
        at = codec->take(in, at, item);
        if (!at) return NULL;
    }
    return at;
}

static bool take_list(weft_json_in *in, const weft_codec *codec, const void **items, size_t *count,
                      weft_json_error *error)
{
    weft_in_list list;
    *items = NULL;
    *count = 0;
    const char *at = in->code ? NULL : take_items(in, codec, &list);
    if (at) {
        *items = weft_in_done(in, &list);
        *count = list.count;
        in->at = at;
        in->is_first = false;
    }
    return weft_json_close(in, error);
}

bool weft_codec_read_list(const weft_codec *codec, weft_str text, weft_memory *memory, const void **items,
                          size_t *count, weft_json_error *error)
{
    weft_json_in in;
    weft_json_open(&in, text, memory);
    return take_list(&in, codec, items, count, error);
}

bool weft_codec_read_list_padded(const weft_codec *codec, weft_str text, weft_memory *memory,
                                 const void **items, size_t *count, weft_json_error *error)
{
    weft_json_in in;
    weft_json_open_padded(&in, text, memory);
    return take_list(&in, codec, items, count, error);
}

/* ---- Memory ---------------------------------------------------------------------------------------------- */

typedef struct owned_memory {
    wf_arena arena; /* first: this is what a weft_memory is */
    wf_pool pool;
} owned_memory;

weft_memory *weft_memory_new(size_t limit)
{
    owned_memory *memory = wf_alloc(sizeof *memory);
    if (!memory) return NULL;
    wf_pool_init(&memory->pool);
    wf_arena_init(&memory->arena, NULL, 0, &memory->pool, limit);
    return (weft_memory *)(void *)memory;
}

void weft_memory_reset(weft_memory *memory) { wf_arena_reset((wf_arena *)(void *)memory); }

void weft_memory_free(weft_memory *memory)
{
    if (!memory) return;
    owned_memory *owned = (owned_memory *)(void *)memory;
    wf_arena_reset(&owned->arena);
    wf_pool_reset(&owned->pool);
    wf_free(owned);
}
