/* Text as a number, against strtod behind a naive check of the grammar; and eight bytes as a double, written and read
 * back. */
#include "src/base/decimal.h"
#include "src/base/shortest.h"
#include "tests/fuzz/fuzz.h"
#include <math.h>

static const weft_str seeds[] = {
    WEFT_LIT("-12.5e+3"),
    WEFT_LIT(".000012345678901234567890123"),
    WEFT_LIT("9007199254740993"),
    WEFT_LIT("1.00000000000000011102230246251565404236316680908203125"),
    WEFT_LIT("2.4703282292062327e-324"),
    WEFT_LIT("179769313486231580793e289"),
    WEFT_LIT("123456789012345678901234567890e-400"),
    WEFT_LIT("0000000000000000000000000000.e"),
};
FUZZ_SEEDS(seeds)

static size_t digits(const char **at)
{
    size_t count = strspn(*at, "0123456789");
    *at += count;
    return count;
}

static bool is_number(const char *at, const char *end)
{
    at += *at == '-' || *at == '+';
    size_t whole = digits(&at), fraction = 0;
    if (*at == '.') {
        at++;
        fraction = digits(&at);
        if (fraction == 0) return false;
    }
    if (whole + fraction == 0) return false;
    if (*at == 'e' || *at == 'E') {
        at++;
        at += *at == '-' || *at == '+';
        if (digits(&at) == 0) return false;
    }
    return at == end;
}

static void check_text(const uint8_t *data, size_t size)
{
    char *copy = fuzz_copy(data, size), *ended = malloc(size + 1);
    if (size) memcpy(ended, data, size);
    ended[size] = '\0';
    double expected = strtod(ended, NULL), got = 42;
    bool fits = is_number(ended, ended + size) && !isinf(expected);
    if (!fits) expected = 42;
    WF_ASSERT(wf_f64_read(weft_str_of(copy, size), &got) == fits);
    WF_ASSERT(memcmp(&got, &expected, sizeof got) == 0);
    free(copy);
    free(ended);
}

static void check_double(const uint8_t *data)
{
    char *room = malloc(WF_SHORTEST_ROOM), text[WF_SHORTEST_ROOM];
    double number, back;
    float single, single_back;
    memcpy(&number, data, sizeof number);
    memcpy(&single, data, sizeof single);
    if (isfinite(number)) {
        size_t len = wf_f64_put(room, number);
        WF_ASSERT(len <= WF_F64_MAX_LEN && wf_f64_read(weft_str_of(room, len), &back));
        WF_ASSERT(memcmp(&number, &back, sizeof back) == 0);
    }
    if (isfinite(single)) {
        size_t len = wf_f32_put(room, single);
        WF_ASSERT(len <= WF_F32_MAX_LEN);
        memcpy(text, room, len);
        text[len] = '\0';
        single_back = strtof(text, NULL);
        WF_ASSERT(memcmp(&single, &single_back, sizeof single) == 0);
    }
    free(room);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_text(data, size);
    if (size >= sizeof(double)) check_double(data);
    return 0;
}
