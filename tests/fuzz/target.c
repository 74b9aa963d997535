/* A request target, a line feed, a Host: what is accepted keeps every promise, and means the same when it is put
 * together again. */
#include "src/http/target.h"
#include "src/base/utf8.h"
#include "tests/fuzz/fuzz.h"

static const weft_str seeds[] = {
    WEFT_LIT("\0/a/%C3%A9;x=1/b.c?d=%26+e\nlocalhost:8080"),
    WEFT_LIT("\0HTTPS://[::1]:443/a//b\n[::ffff:1.2.3.4]"),
    WEFT_LIT("\6http://a.b%2e?x\na"),
    WEFT_LIT("\6*\n"),
    WEFT_LIT("\0/a/%2e%2E;/..%2f%00%ff#\na:65536"),
};
FUZZ_SEEDS(seeds)

/* Whether a segment, without what follows a semicolon, decodes to dots. */
static bool has_dot_segment(weft_str path)
{
    while (path.ptr) {
        weft_str segment = wf_str_cut(&path, '/');
        segment = wf_str_cut(&segment, ';');
        char dots[6];
        if (segment.len == 0 || segment.len > sizeof dots) continue;
        ptrdiff_t len = wf_percent_decode(dots, segment, false);
        if (len == 1 && *dots == '.') return true;
        if (len == 2 && memcmp(dots, "..", 2) == 0) return true;
    }
    return false;
}

static void check_path(const wf_message *msg)
{
    char *decoded = malloc(msg->path.len);
    ptrdiff_t len = wf_percent_decode(decoded, msg->path, false);
    WF_ASSERT(len > 0 && (size_t)len <= msg->path.len && wf_utf8_valid(decoded, (size_t)len));
    weft_str path = weft_str_of(decoded, (size_t)len);
    WF_ASSERT(*decoded == '/' || weft_str_eq(path, weft_lit("*")));
    WF_ASSERT(!memchr(decoded, 0, path.len) && !has_dot_segment(msg->path));
    WF_ASSERT(msg->path_plain == !memchr(msg->path.ptr, '%', msg->path.len));
    WF_ASSERT(!memchr(msg->path.ptr, '#', msg->path.len) && !memchr(msg->path.ptr, '?', msg->path.len));
    for (size_t i = 1; i < path.len; i++) WF_ASSERT(decoded[i] != '/' || decoded[i - 1] != '/');
    WF_ASSERT(msg->authority.len == 0 || wf_is_authority(msg->authority));
    WF_ASSERT(!msg->query.ptr || !msg->query.len || !memchr(msg->query.ptr, '#', msg->query.len));
    free(decoded);
}

/* Reads the path and query alone: they are a target too. */
static void check_again(const wf_message *msg)
{
    if (*msg->path.ptr != '/') return;
    size_t query_len = msg->query.ptr ? msg->query.len + 1 : 0, len = msg->path.len + query_len;
    char *text = malloc(len);
    memcpy(text, msg->path.ptr, msg->path.len);
    if (query_len) memcpy(text + msg->path.len, msg->query.ptr - 1, query_len);
    wf_message again = { .method = msg->method, .target = weft_str_of(text, len) };
    wf_refusal refusal;
    WF_ASSERT(wf_target_read(&again, &refusal));
    WF_ASSERT(weft_str_eq(again.path, msg->path) && weft_str_eq(again.query, msg->query));
    WF_ASSERT(again.path_plain == msg->path_plain && again.authority.len == 0);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t method = fuzz_choice(&data, &size) % (WF_METHOD_CONNECT + 1);
    char *copy = fuzz_copy(data, size);
    weft_str host = weft_str_of(copy, size), target = wf_str_cut(&host, '\n');
    char *exact = fuzz_copy(target.ptr, target.len);
    for (size_t i = 0; i < target.len; i++) /* the head parser lets nothing else through */
        if (exact[i] <= ' ' || exact[i] == 0x7f) exact[i] = '/';
    wf_field field = { .name = weft_lit("Host"), .value = host, .id = WF_FIELD_HOST };
    wf_message msg = { .method = method,
                       .minor = host.ptr != NULL,
                       .target = weft_str_of(exact, target.len) };
    msg.fields = &field;
    msg.fields_count = host.ptr != NULL;
    msg.seen = host.ptr ? UINT64_C(1) << WF_FIELD_HOST : 0;
    wf_refusal refusal = { 0 };
    if (target.len > 0 && wf_target_read(&msg, &refusal)) {
        check_path(&msg);
        check_again(&msg);
    } else {
        WF_ASSERT(target.len == 0 || (refusal.reason && (refusal.status == 400 || refusal.status == 501)));
        WF_ASSERT(refusal.position <= target.len);
    }
    free(exact);
    free(copy);
    return 0;
}
