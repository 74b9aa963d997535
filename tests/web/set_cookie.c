/* Cookies that are set, to the byte, and those that a browser would drop. */
#include "tests/web/alone.h"

TestSuite(set_cookie, .init = begin, .fini = end);

#define NAMED .name = WEFT_LIT("id"), .value = WEFT_LIT("7")

Test(set_cookie, to_the_byte)
{
    static const struct {
        weft_cookie cookie;
        const char *expected;
    } cases[] = {
        { { NAMED }, "id=7; Path=/; Secure; HttpOnly; SameSite=Lax" },
        { { .name = WEFT_LIT("id") }, "id=; Path=/; Secure; HttpOnly; SameSite=Lax" },
        { { NAMED, .plain = true }, "id=7; Path=/; HttpOnly; SameSite=Lax" },
        { { NAMED, .scripts = true }, "id=7; Path=/; Secure; SameSite=Lax" },
        { { NAMED, .plain = true, .scripts = true }, "id=7; Path=/; SameSite=Lax" },
        { { NAMED, .same_site = WEFT_STRICT }, "id=7; Path=/; Secure; HttpOnly; SameSite=Strict" },
        { { NAMED, .same_site = WEFT_CROSS_SITE }, "id=7; Path=/; Secure; HttpOnly; SameSite=None" },
        { { NAMED, .max_age = 3600 }, "id=7; Path=/; Max-Age=3600; Secure; HttpOnly; SameSite=Lax" },
        { { NAMED, .max_age = INT64_MAX },
          "id=7; Path=/; Max-Age=9223372036854775807; Secure; HttpOnly; SameSite=Lax" },
        { { NAMED, .path = "/admin", .domain = "example.com" },
          "id=7; Path=/admin; Domain=example.com; Secure; HttpOnly; SameSite=Lax" },
        { { .name = WEFT_LIT("__Host-id"), .value = WEFT_LIT("7") },
          "__Host-id=7; Path=/; Secure; HttpOnly; SameSite=Lax" },
        { { .name = WEFT_LIT("__Host-id"), .path = "/" },
          "__Host-id=; Path=/; Secure; HttpOnly; SameSite=Lax" },
        { { .name = WEFT_LIT("__Secure-id"), .domain = "h", .path = "/x" },
          "__Secure-id=; Path=/x; Domain=h; Secure; HttpOnly; SameSite=Lax" },
        { { .name = WEFT_LIT("!#$%&'*+-.^_`|~09AZaz"), .value = WEFT_LIT("!#$%&'()*+-./:<=>?@[]^_`{|}~") },
          "!#$%&'*+-.^_`|~09AZaz=!#$%&'()*+-./:<=>?@[]^_`{|}~; Path=/; Secure; HttpOnly; SameSite=Lax" },
        { { .name = WEFT_LIT("q"), .value = WEFT_LIT("\"a\"") },
          "q=\"a\"; Path=/; Secure; HttpOnly; SameSite=Lax" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char expected[256];
        begin();
        weft_with_cookie(req, &res, cases[i].cookie);
        snprintf(expected, sizeof expected, "Set-Cookie: %s\n", cases[i].expected);
        expect_fields(expected);
    }
    cr_expect_str_empty(logged);
}

Test(set_cookie, several_are_several_fields)
{
    weft_with_cookie(req, &res, (weft_cookie){ .name = weft_lit("a"), .value = weft_lit("1") });
    weft_with_cookie(req, &res, (weft_cookie){ .name = weft_lit("b"), .value = weft_lit("2") });
    weft_drop_cookie(req, &res, "c", NULL);
    expect_fields("Set-Cookie: a=1; Path=/; Secure; HttpOnly; SameSite=Lax\n"
                  "Set-Cookie: b=2; Path=/; Secure; HttpOnly; SameSite=Lax\n"
                  "Set-Cookie: c=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax\n");
}

Test(set_cookie, dropped_to_the_byte)
{
    static const struct {
        const char *name, *path, *expected;
    } cases[] = {
        { "id", NULL, "id=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax" },
        { "id", "/admin", "id=; Path=/admin; Max-Age=0; HttpOnly; SameSite=Lax" },
        { "__Host-id", NULL, "__Host-id=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax" },
        { "__secure-id", "/x", "__secure-id=; Path=/x; Max-Age=0; Secure; HttpOnly; SameSite=Lax" },
        { "__Host", NULL, "__Host=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char expected[256];
        begin();
        weft_drop_cookie(req, &res, cases[i].name, cases[i].path);
        snprintf(expected, sizeof expected, "Set-Cookie: %s\n", cases[i].expected);
        expect_fields(expected);
    }
}

/* ---- Mistakes ---------------------------------------------------------------------------------------------- */

#define NAME "its name must be a token"
#define VALUE                                                                                           \
    "its value may hold no control bytes, spaces, quotes, commas, semicolons, backslashes and nothing " \
    "beyond "                                                                                           \
    "ASCII: encode it"
#define PATH   "its path must begin with a slash and hold neither semicolons nor control bytes"
#define DOMAIN "its domain must be a host name; NULL is the host alone"
#define HOST   "a __Host- cookie has no domain, and its path is \"/\""
#define TLS    "browsers take a __Secure- or __Host- cookie over TLS only: it cannot be plain"
#define BIG    "browsers drop a cookie of more than 4096 bytes: keep it at the server"

static char big[5000];
static weft_str x_times(size_t count)
{
    memset(big, 'x', sizeof big);
    return weft_str_of(big, count);
}
static const char *long_path(size_t len)
{
    memset(big, 'x', len);
    big[0] = '/';
    big[len] = '\0';
    return big;
}

#define LIT(text) weft_lit(text)
#define MISTAKES(X)                                                                                          \
    X(no_name, "", NAME, .name = LIT(""))                                                                    \
    X(name_with_separator, "a;b", NAME, .name = LIT("a;b"))                                                  \
    X(name_with_equals, "a=b", NAME, .name = LIT("a=b"))                                                     \
    X(name_with_line_break, "a\\x0d\\x0aX: b", NAME, .name = LIT("a\r\nX: b"))                               \
    X(value_with_space, "a", VALUE, .name = LIT("a"), .value = LIT("b c"))                                   \
    X(value_with_semicolon, "a", VALUE, .name = LIT("a"), .value = LIT("b; Domain=evil"))                    \
    X(value_with_line_break, "a", VALUE, .name = LIT("a"), .value = LIT("b\r\nX: c"))                        \
    X(value_beyond_ascii, "a", VALUE, .name = LIT("a"), .value = LIT("\xc3\xa9"))                            \
    X(value_with_half_quotes, "a", VALUE, .name = LIT("a"), .value = LIT("\"b"))                             \
    X(too_big, "a", BIG, .name = LIT("a"), .value = x_times(4096))                                           \
    X(relative_path, "a", PATH, .name = LIT("a"), .path = "x")                                               \
    X(empty_path, "a", PATH, .name = LIT("a"), .path = "")                                                   \
    X(path_with_attribute, "a", PATH, .name = LIT("a"), .path = "/;Domain=evil")                             \
    X(path_with_line_break, "a", PATH, .name = LIT("a"), .path = "/\r\nX: y")                                \
    X(long_path, "a", PATH, .name = LIT("a"), .path = long_path(1025))                                       \
    X(empty_domain, "a", DOMAIN, .name = LIT("a"), .domain = "")                                             \
    X(domain_with_attribute, "a", DOMAIN, .name = LIT("a"), .domain = "h; Path=/")                           \
    X(negative_age, "a", "its max_age is negative: weft_drop_cookie makes browsers forget a cookie",         \
      .name = LIT("a"), .max_age = -1)                                                                       \
    X(no_such_site, "a", "its same_site is none of weft_same_site", .name = LIT("a"),                        \
      .same_site = (weft_same_site)3)                                                                        \
    X(cross_site_and_plain, "a", "browsers take a WEFT_CROSS_SITE cookie over TLS only: it cannot be plain", \
      .name = LIT("a"), .same_site = WEFT_CROSS_SITE, .plain = true)                                         \
    X(host_and_plain, "__Host-a", TLS, .name = LIT("__Host-a"), .plain = true)                               \
    X(secure_and_plain, "__SECURE-a", TLS, .name = LIT("__SECURE-a"), .plain = true)                         \
    X(host_and_domain, "__host-a", HOST, .name = LIT("__host-a"), .domain = "h")                             \
    X(host_and_path, "__Host-a", HOST, .name = LIT("__Host-a"), .path = "/x")

#define X(title, name_in_log, why, ...)                                                     \
    Test(set_cookie, mistake_##title)                                                       \
    {                                                                                       \
        weft_with_cookie(req, &res, (weft_cookie){ __VA_ARGS__ });                          \
        expect_mistake("error: cookie \"" name_in_log "\" refused: " why " (GET /path)\n"); \
    }
MISTAKES(X)
#undef X

#define DROPS(X)                       \
    X(name, "a b", NULL, "a b", NAME)  \
    X(null_name, NULL, NULL, "", NAME) \
    X(path, "a", "x", "a", PATH)       \
    X(host, "__Host-a", "/x", "__Host-a", HOST)

#define X(title, name, path, name_in_log, why)                                              \
    Test(set_cookie, drop_mistake_##title)                                                  \
    {                                                                                       \
        weft_drop_cookie(req, &res, name, path);                                            \
        expect_mistake("error: cookie \"" name_in_log "\" refused: " why " (GET /path)\n"); \
    }
DROPS(X)
#undef X

Test(set_cookie, the_largest_that_browsers_take)
{
    weft_with_cookie(req, &res, (weft_cookie){ .name = weft_lit("a"), .value = x_times(4095) });
    cr_expect_eq(res.status, 200);
    weft_with_cookie(req, &res, (weft_cookie){ .name = weft_lit("a"), .path = long_path(1024) });
    cr_expect_eq(res.status, 200);
}
