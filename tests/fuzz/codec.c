/* Generated codecs on texts of any kind: what one reads is JSON, can be written, and then read and written the same. */
#include "ware.json.h"
#include "shapes.json.h"
#include "states.json.h"
#include "tests/fuzz/fuzz.h"
#include "types.json.h"

static const weft_codec *const codecs[] = { &ware_list_codec, &several_codec, &scalars_codec,
                                            &integers_codec,  &node_codec,    &states_codec,
                                            &defaults_codec,  &limits_codec,  &renamed_codec,
                                            &strict_codec,    &lenient_codec, &drawing_codec,
                                            &late_codec };
enum { CODECS = sizeof codecs / sizeof *codecs };

static const weft_str seeds[] = {
    WEFT_LIT("\0{\"items\":[{\"id\":1,\"name\":\"a\",\"price\":1,\"active\":true}, "
             "{\"active\":false,\"price\":-0.5e3,"
             "\"name\":\"\\u00e9\"}]}"),
    WEFT_LIT(
        "\1{\"numbers\":[1],\"texts\":[\"a\"],\"items\":[],\"own\":[],\"shades\":[\"red\"],\"pairs\":[[1,2]],"
        "\"ids\":[\"00112233-4455-6677-8899-aabbccddeeff\"],\"matrix\":[[1,2],[3,4],[5,6]],\"bounded\":[7],"
        "\"prices\":{\"a\":1,\"b\":2},\"corners\":[{\"label\":\"l\",\"x\":1,\"y\":2},{\"label\":\"\",\"x\":3,"
        "\"y\":4}],"
        "\"at\":{\"lat\":1.5,\"lon\":-1.5,\"inner\":{\"deep\":-3}},\"flat\":9,\"switches\":[{\"on\":true},{"
        "\"on\":"
        "false},{\"on\":true},{\"on\":false},{\"on\":true}]}"),
    WEFT_LIT("\2{\"truth\":true,\"f\":0.1,\"d\":0.1,\"text\":\"t\",\"chars\":\"abc\",\"shade\":\"dark-blue\","
             "\"level\":"
             "\"low\",\"when\":\"2020-02-29T12:00:00.5Z\",\"id\":\"00112233-4455-6677-8899-aabbccddeeff\","
             "\"raw\":{\"a\":"
             "[1, null]}}"),
    WEFT_LIT("\4{\"value\":1,\"next\":{\"value\":2},\"children\":[{\"value\":3}]}"),
    WEFT_LIT("\5{\"optionalNumber\":1,\"toldNumber\":2,\"nullNumber\":null,\"anyText\":null,\"nullText\":"
             "\"\",\"nullList\":"
             "[1],\"pointer\":5,\"nullPointer\":6,\"json\":[1]}"),
    WEFT_LIT("\7{\"low\":-5,\"high\":1,\"range\":1,\"real\":1e3,\"single\":0.1,\"text\":\"éé\",\"chars\":"
             "\"c\",\"numbers\":[0],"
             "\"grid\":[[9,9],[9,9]]}"),
    WEFT_LIT("\13{\"shapes\":[{\"type\":\"circle\",\"radius\":1},{\"side\":1,\"label\":null,\"type\":"
             "\"square\"}]}"),
};
FUZZ_SEEDS(seeds)

static bool read(const weft_codec *codec, weft_str text, weft_memory *memory, void *value,
                 weft_json_error *error)
{
    char *exact = fuzz_copy(text.ptr, text.len);
    bool ok = weft_codec_read(codec, weft_str_of(exact, text.len), memory, value, error);
    free(exact); /* what is read has nothing of the text */
    return ok;
}

static void check_error(const weft_json_error *error, weft_str text)
{
    WF_ASSERT(error->code && error->message.len);
    WF_ASSERT(error->offset <= text.len);
    WF_ASSERT((error->code == WEFT_JSON_REJECTED) == (error->rejected != NULL));
    for (const weft_json_rejected *at = error->rejected; at; at = at->next) WF_ASSERT(at->reason.len);
}

static void check_json(weft_str text, weft_memory *memory)
{
    weft_json_in in;
    weft_json_open(&in, text, memory);
    weft_json_skip(&in);
    WF_ASSERT(weft_json_close(&in, NULL));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const weft_codec *codec = codecs[fuzz_choice(&data, &size) % CODECS];
    weft_str text = weft_str_of((const char *)data, size);
    weft_memory *memory = weft_memory_new(1 << 22);
    void *value = calloc(1, codec->size);
    weft_json_error error;
    weft_buf out = weft_buf_heap(1 << 20), again = weft_buf_heap(1 << 20);
    if (read(codec, text, memory, value, &error)) {
        check_json(text, memory);
        WF_ASSERT(weft_codec_write(codec, value, &out, &error));
        memset(value, 0, codec->size);
        /* A number that was missing is written as zero, which its limits may refuse. */
        bool ok = read(codec, weft_buf_str(&out), memory, value, &error);
        WF_ASSERT(ok || error.code == WEFT_JSON_REJECTED);
        WF_ASSERT(!ok || weft_codec_write(codec, value, &again, &error));
        WF_ASSERT(!ok || weft_str_eq(weft_buf_str(&out), weft_buf_str(&again)));
    } else {
        check_error(&error, text);
    }
    weft_buf_free(&out);
    weft_buf_free(&again);
    weft_memory_free(memory);
    free(value);
    return 0;
}
