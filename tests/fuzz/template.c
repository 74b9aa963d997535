/* The template compiler: whatever the bytes are, it ends, and says what is wrong or makes C; the same twice. Imports are
 * those of tests/golden/page, whose templates are the seeds. */
#include "template/gen/compile.h"
#include "tests/fuzz/fuzz.h"
#include <glob.h>

#define GOLDEN "tests/golden/page/"

static weft_buf read_file(const char *path)
{
    weft_buf bytes = weft_buf_heap(1 << 20);
    FILE *file = fopen(path, "rb");
    char chunk[4096];
    size_t len;
    while (file && (len = fread(chunk, 1, sizeof chunk, file)) > 0)
        weft_put_str(&bytes, weft_str_of(chunk, len));
    if (file) fclose(file);
    return bytes;
}

static void copy_seed(const char *from, const char *folder, size_t number)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/seed-%zu", folder, number);
    weft_buf bytes = read_file(from);
    FILE *file = fopen(path, "wb");
    if (file) {
        fwrite(weft_buf_str(&bytes).ptr, 1, bytes.len, file);
        fclose(file);
    }
    weft_buf_free(&bytes);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const char *const patterns[] = { GOLDEN "*.html", GOLDEN "bad/*.html" };
    size_t number = 0;
    for (size_t i = 0; i<sizeof patterns / sizeof *patterns && * argc> 1; i++) {
        glob_t found;
        if (glob(patterns[i], 0, NULL, &found) != 0) continue;
        for (size_t j = 0; j < found.gl_pathc; j++)
            copy_seed(found.gl_pathv[j], (*argv)[*argc - 1], number++);
        globfree(&found);
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *copy = fuzz_copy(data, size);
    weft_str text = size ? weft_str_of(copy, size) : weft_lit("");
    wf_compiled one, other;
    bool ok = wf_compile_text(GOLDEN "fuzzed.html", text, "fuzzed.page.c", (wf_folders){ 0 }, &one);
    bool again = wf_compile_text(GOLDEN "fuzzed.html", text, "fuzzed.page.c", (wf_folders){ 0 }, &other);
    WF_ASSERT(ok == again);
    WF_ASSERT(ok ? one.source.len > 0 && one.messages.len == 0 : one.source.len == 0 && one.messages.len > 0);
    WF_ASSERT(weft_str_eq(weft_buf_str(&one.source), weft_buf_str(&other.source)));
    WF_ASSERT(weft_str_eq(weft_buf_str(&one.header), weft_buf_str(&other.header)));
    WF_ASSERT(weft_str_eq(weft_buf_str(&one.messages), weft_buf_str(&other.messages)));
    wf_compiled_free(&one);
    wf_compiled_free(&other);
    free(copy);
    return 0;
}
