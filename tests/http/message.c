#include "src/http/message.h"
#include "tests/http/request.h"
#include <criterion/criterion.h>

static const char text[] =
    "GET / HTTP/1.1\r\nHost: t\r\nAccept: a\r\nX-Thing: b\r\naccept: c\r\nx-thing: d\r\nVia:\r\n\r\n";

static void expect_text(weft_str got, const char *want)
{
    cr_expect(weft_str_eq(got, weft_str_of(want, want ? strlen(want) : 0)), "\"%.*s\"", (int)got.len,
              got.ptr);
}

Test(message, answers_with_the_first)
{
    request req;
    parse_request(&req, text, sizeof text - 1);
    expect_text(wf_message_known(&req.msg, WF_FIELD_ACCEPT), "a");
    expect_text(wf_message_known(&req.msg, WF_FIELD_VIA), "");
    expect_text(wf_message_known(&req.msg, WF_FIELD_COOKIE), NULL);
    expect_text(wf_message_known(&req.msg, WF_FIELD_OTHER), NULL);
    cr_expect(wf_message_has(&req.msg, WF_FIELD_HOST));
    cr_expect_not(wf_message_has(&req.msg, WF_FIELD_COOKIE));
    drop_request(&req);
}

Test(message, answers_by_name)
{
    request req;
    parse_request(&req, text, sizeof text - 1);
    expect_text(wf_message_field(&req.msg, weft_lit("ACCEPT")), "a");
    expect_text(wf_message_field(&req.msg, weft_lit("X-THING")), "b");
    expect_text(wf_message_field(&req.msg, weft_lit("x-thin")), NULL);
    expect_text(wf_message_field(&req.msg, weft_lit("cookie")), NULL);
    expect_text(wf_message_field(&req.msg, weft_lit("")), NULL);
    drop_request(&req);
}
