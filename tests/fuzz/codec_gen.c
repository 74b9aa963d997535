/* The codec generator on headers of any kind: it ends, says why or makes something, and makes the same again. */
#include "json/gen/gen.h"
#include "tests/fuzz/fuzz.h"

static const weft_str seeds[] = {
    WEFT_LIT(
        "typedef enum color { RED, GREEN = 1 << 3, B } color; // weft:json prefix=R names=kebab-case\n"
        "typedef struct item { // weft:json names=camelCase unknown=refuse\n"
        "    int64_t id; // weft:optional min=1\n weft_str name; /* weft:length=1..40 name=\"a b\" */\n"
        "    const struct item *items; // weft:count=..3\n size_t items_count;\n color c; // "
        "weft:default=green\n"
        "    uint8_t u[16]; // weft:uuid\n double d[N][3]; struct { int x, y; } pos; char t[4];\n} item;\n"),
    WEFT_LIT("#define N 4\n#if defined(N) && N > 3\n#include <stdint.h>\n#endif\n"
             "typedef enum k { A, B } k;\ntypedef struct s { // weft:json duplicates=last\n k k; union { int "
             "A; struct { "
             "bool b; } x; // weft:case=B\n } as; // weft:tag=k\n} s;\nstruct e { weft_str key; float v; };\n"
             "struct m { // weft:json\n struct e *m; // weft:map optional nullable\n size_t m_count; "
             "weft_presence m_is; };"),
    WEFT_LIT("int (*(*fp)(void))[3]; static inline int f(int a) { return a; } extern \"C\" { "
             "_Static_assert(1, \"\"); }\n"
             "#define LIST(x) x\nLIST(int);\nstruct a { struct b { // weft:json\n int c : 3; } d; };"),
};
FUZZ_SEEDS(seeds)

static bool run(weft_str text, wf_jgen *gen, wf_joutput *output)
{
    wf_jrequest request = {
        .header = "fuzz.h", .text = text, .include = weft_lit("fuzz.h"), .own = weft_lit("fuzz.json.h")
    };
    return wf_jgen_run(gen, &request, output);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *copy = fuzz_copy(data, size);
    wf_jgen gen[2];
    wf_joutput output[2];
    bool ok[2];
    for (int i = 0; i < 2; i++) {
        ok[i] = run(weft_str_of(copy, size), &gen[i], &output[i]);
        WF_ASSERT(ok[i] == (gen[i].errors == 0));
        WF_ASSERT(ok[i] == (output[i].source.len > 0));
    }
    WF_ASSERT(ok[0] == ok[1]);
    WF_ASSERT(weft_str_eq(weft_buf_str(&output[0].source), weft_buf_str(&output[1].source)));
    WF_ASSERT(weft_str_eq(weft_buf_str(&gen[0].report), weft_buf_str(&gen[1].report)));
    for (int i = 0; i < 2; i++) {
        weft_buf_free(&output[i].source);
        weft_buf_free(&output[i].header);
        wf_jgen_free(&gen[i]);
    }
    free(copy);
    return 0;
}
