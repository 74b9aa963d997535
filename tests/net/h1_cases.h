/* Conversations: what a client sends on one connection, and what it is answered, however the bytes are cut.
 *
 * `statuses` is one word an answer; an H behind it: to HEAD, so no body follows. `bodies` are those of the 200s to
 * anything else, with a | between two of them; NULL: not looked at. `closed`: the server has ended the connection.
 * Expectations (100-continue) are not here: what is answered to them depends on how the bytes arrive. */
#ifndef WF_TESTS_NET_H1_CASES_H
#define WF_TESTS_NET_H1_CASES_H
#include "tests/net/harness.h"

typedef struct h1_case {
    const char *name;
    weft_str request;
    const char *statuses, *bodies;
    bool closed;
} h1_case;

#define REQUEST(line, fields) WEFT_LIT(line "\r\n" fields "\r\n")
#define HOST                  "Host: t\r\n"
#define LINE(target)          "GET " target " HTTP/1.1"
#define ECHO                  "POST /echo HTTP/1.1\r\n" HOST
#define CHUNKS(body)          WEFT_LIT(ECHO "Transfer-Encoding: chunked\r\n\r\n" body)
#define THEN                  GET("/query?next")

static const h1_case h1_cases[] = {
    /* ---- plain requests ---- */
    { "the root", WEFT_LIT(GET("/")), "200", "hello\n", false },
    { "a query", WEFT_LIT(GET("/query?a=b&c")), "200", "a=b&c", false },
    { "an empty query", WEFT_LIT(GET("/query?")), "200", "", false },
    { "no query", WEFT_LIT(GET("/query")), "200", "", false },
    { "a page", WEFT_LIT(GET("/page") THEN), "200 200", NULL, false },
    { "HEAD", WEFT_LIT("HEAD / HTTP/1.1\r\n" HOST "\r\n" THEN), "200H 200", "next", false },
    { "HEAD of nothing", WEFT_LIT("HEAD /missing HTTP/1.1\r\n" HOST "\r\n" THEN), "404H 200", "next", false },
    { "HEAD of a page that is sent from its place", WEFT_LIT("HEAD /page HTTP/1.1\r\n" HOST "\r\n" THEN),
      "200H 200", "next", false },
    { "HEAD of 204", WEFT_LIT("HEAD /empty HTTP/1.1\r\n" HOST "\r\n" THEN), "204 200", "next", false },
    { "nothing there", WEFT_LIT(GET("/missing") THEN), "404 200", "next", false },
    { "another method", WEFT_LIT("DELETE / HTTP/1.1\r\n" HOST "\r\n" THEN), "405 200", "next", false },
    { "OPTIONS", WEFT_LIT("OPTIONS / HTTP/1.1\r\n" HOST "\r\n" THEN), "200 200", "|next", false },
    { "204", WEFT_LIT(GET("/empty") THEN), "204 200", "next", false },
    { "a handler's mistake", WEFT_LIT(GET("/nothing") THEN), "500 200", "next", false },
    { "fields in every shape",
      REQUEST(LINE("/"), "Host:t\r\nA:\r\nB: \t \r\nC: x\t y \r\nD!#$%&'*+-.^_`|~9: \x80\xff\r\n"), "200",
      "hello\n", false },
    { "an absolute target", REQUEST("GET http://example.org:81/query?x HTTP/1.1", HOST), "200", "x", false },
    { "an absolute target without a path", REQUEST("GET http://example.org HTTP/1.1", HOST), "200", "hello\n",
      false },
    { "an empty Host", REQUEST(LINE("/"), "Host:\r\n"), "200", "hello\n", false },
    { "blank lines before a request", WEFT_LIT("\r\n\r\n" GET("/")), "200", "hello\n", false },
    { "blank lines between requests", WEFT_LIT(GET("/") "\r\n" GET("/") "\r\n\r\n" THEN), "200 200 200",
      "hello\n|hello\n|next", false },
    { "blank lines behind a request", WEFT_LIT(GET("/") "\r\n\r\n"), "200", "hello\n", false },
    { "nothing at all", WEFT_LIT(""), "", "", false },
    { "half a request", WEFT_LIT("GET / HTTP/1.1\r\nHost: t\r\n"), "", "", false },

    /* ---- keeping alive ---- */
    { "a wish to close", WEFT_LIT(GET_CLOSE("/") THEN), "200", "hello\n", true },
    { "the wish among others, in any case", REQUEST(LINE("/"), HOST "Connection: keep-alive, ,CLOSE\r\n"),
      "200", "hello\n", true },
    { "the wish in a second field", REQUEST(LINE("/"), HOST "Connection: x\r\nConnection: close\r\n"), "200",
      "hello\n", true },
    { "keep-alive is no news in 1.1",
      WEFT_LIT("GET / HTTP/1.1\r\n" HOST "Connection: keep-alive\r\n\r\n" THEN), "200 200", "hello\n|next",
      false },
    { "1.0", REQUEST("GET / HTTP/1.0", ""), "200", "hello\n", true },
    { "1.0 with Host", REQUEST("GET / HTTP/1.0", HOST), "200", "hello\n", true },
    { "1.0 that stays", WEFT_LIT("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n" THEN), "200 200",
      "hello\n|next", false },
    { "1.0 that says both", REQUEST("GET / HTTP/1.0", "Connection: keep-alive, close\r\n"), "200", "hello\n",
      true },
    { "1.0 with a body", WEFT_LIT("POST /echo HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc"), "200", "abc",
      true },
    { "1.0 has no expectations",
      WEFT_LIT("POST /echo HTTP/1.0\r\nContent-Length: 3\r\nExpect: tea\r\n\r\nabc"), "200", "abc", true },
    { "an expectation without a body",
      WEFT_LIT("GET / HTTP/1.1\r\n" HOST "Expect: 100-continue\r\n\r\n" THEN), "200 200", "hello\n|next",
      false },

    /* ---- bodies of known length ---- */
    { "a body", WEFT_LIT(POST("5") "hello" THEN), "200 200", "hello|next", false },
    { "an empty body", WEFT_LIT(POST("0") THEN), "200 200", "|next", false },
    { "no body", WEFT_LIT("POST /echo HTTP/1.1\r\n" HOST "\r\n" THEN), "200 200", "|next", false },
    { "a body that looks like a request", WEFT_LIT(POST("18") "GET / HTTP/1.1\r\n\r\n" THEN), "200 200",
      "GET / HTTP/1.1\r\n\r\n|next", false },
    { "a length with leading zeros", WEFT_LIT(POST("0003") "abc" THEN), "200 200", "abc|next", false },
    { "a body of GET", WEFT_LIT("GET /echo HTTP/1.1\r\n" HOST "Content-Length: 3\r\n\r\nabc" THEN), "200 200",
      "abc|next", false },
    { "a body of HEAD", WEFT_LIT("HEAD /echo HTTP/1.1\r\n" HOST "Content-Length: 3\r\n\r\nabc" THEN),
      "200H 200", "next", false },
    { "a body nobody reads", WEFT_LIT("GET / HTTP/1.1\r\n" HOST "Content-Length: 3\r\n\r\nabc" THEN),
      "200 200", "hello\n|next", false },
    { "a body of a route that is not there",
      WEFT_LIT("POST /missing HTTP/1.1\r\n" HOST "Content-Length: 3\r\n\r\nabc" THEN), "404 200", "next",
      false },
    { "a body of a method that is not there",
      WEFT_LIT("PUT / HTTP/1.1\r\n" HOST "Content-Length: 3\r\n\r\nabc" THEN), "405 200", "next", false },
    { "a body over the limit", WEFT_LIT(POST("1048577")), "413", NULL, true },
    { "a body over any limit", WEFT_LIT(POST("9223372036854775807")), "413", NULL, true },
    { "a body that is not there whole", WEFT_LIT(POST("5") "hell"), "", "", false },
    { "PUT, PATCH and DELETE with bodies",
      WEFT_LIT("PUT /echo HTTP/1.1\r\n" HOST "Content-Length: 1\r\n\r\na"
               "PATCH /echo HTTP/1.1\r\n" HOST "Content-Length: 1\r\n\r\nb"
               "DELETE /echo HTTP/1.1\r\n" HOST "Content-Length: 1\r\n\r\nc" THEN),
      "200 200 200 200", "a|b|c|next", false },

    /* ---- chunked bodies ---- */
    { "one chunk", CHUNKS("5\r\nhello\r\n0\r\n\r\n" THEN), "200 200", "hello|next", false },
    { "three chunks", CHUNKS("1\r\na\r\n2\r\nbc\r\n0A\r\n0123456789\r\n0\r\n\r\n" THEN), "200 200",
      "abc0123456789|next", false },
    { "no chunk", CHUNKS("0\r\n\r\n" THEN), "200 200", "|next", false },
    { "sizes in any case, zeros before", CHUNKS("00b\r\nhello world\r\n000\r\n\r\n" THEN), "200 200",
      "hello world|next", false },
    { "extensions", CHUNKS("3;a=b;c=\"d;\\\"e\"\r\nabc\r\n0;last\r\n\r\n" THEN), "200 200", "abc|next",
      false },
    { "trailers", CHUNKS("3\r\nabc\r\n0\r\nA: b\r\nContent-Length: 9\r\n\r\n" THEN), "200 200", "abc|next",
      false },
    { "chunked in any case", WEFT_LIT(ECHO "Transfer-Encoding: CHUNKED\r\n\r\n1\r\nx\r\n0\r\n\r\n" THEN),
      "200 200", "x|next", false },
    { "chunks that are not there whole", CHUNKS("3\r\nabc\r\n0\r\n"), "", "", false },
    { "chunks to a route that is not there",
      WEFT_LIT("POST /missing HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" THEN), "404",
      NULL, true },
    { "a size that is no number", CHUNKS("x\r\n"), "400", NULL, true },
    { "a size with a prefix", CHUNKS("0x3\r\nabc\r\n"), "400", NULL, true },
    { "a size that is negative", CHUNKS("-1\r\n"), "400", NULL, true },
    { "an empty size", CHUNKS("\r\n"), "400", NULL, true },
    { "data longer than its size", CHUNKS("3\r\nabcd\r\n0\r\n\r\n"), "400", NULL, true },
    { "a size line that ends in a line feed", CHUNKS("3\nabc\r\n0\r\n\r\n"), "400", NULL, true },
    { "data that ends in a line feed", CHUNKS("3\r\nabc\n0\r\n\r\n"), "400", NULL, true },
    { "a malformed extension", CHUNKS("3;=\r\nabc\r\n0\r\n\r\n"), "400", NULL, true },
    { "a malformed trailer", CHUNKS("0\r\nno colon\r\n\r\n"), "400", NULL, true },
    { "a chunk over the limit", CHUNKS("100001\r\n"), "413", NULL, true },
    { "chunks over the limit together", CHUNKS("1\r\na\r\n100000\r\n"), "413", NULL, true },

    /* ---- framing that cannot be trusted ---- */
    { "a length and chunks",
      WEFT_LIT(ECHO "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), "400", NULL, true },
    { "two lengths", WEFT_LIT(ECHO "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello"), "400", NULL,
      true },
    { "a list of lengths", WEFT_LIT(ECHO "Content-Length: 5, 5\r\n\r\nhello"), "400", NULL, true },
    { "a length with a sign", WEFT_LIT(ECHO "Content-Length: +5\r\n\r\nhello"), "400", NULL, true },
    { "an empty length", WEFT_LIT(ECHO "Content-Length:\r\n\r\n"), "400", NULL, true },
    { "a length of 2^63", WEFT_LIT(ECHO "Content-Length: 9223372036854775808\r\n\r\n"), "400", NULL, true },
    { "a coding nobody knows", WEFT_LIT(ECHO "Transfer-Encoding: gzip, chunked\r\n\r\n"), "501", NULL, true },
    { "chunked that is not last", WEFT_LIT(ECHO "Transfer-Encoding: chunked, gzip\r\n\r\n"), "400", NULL,
      true },
    { "chunked twice", WEFT_LIT(ECHO "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n"),
      "400", NULL, true },
    { "identity", WEFT_LIT(ECHO "Transfer-Encoding: identity\r\n\r\n"), "400", NULL, true },
    { "chunks in 1.0", WEFT_LIT("POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), "400",
      NULL, true },
    { "an expectation nobody knows", WEFT_LIT(ECHO "Content-Length: 5\r\nExpect: tea\r\n\r\nhello"), "417",
      NULL, true },

    /* ---- heads that are refused ---- */
    { "no Host", REQUEST(LINE("/"), ""), "400", NULL, true },
    { "two Hosts", REQUEST(LINE("/"), HOST HOST), "400", NULL, true },
    { "a Host that is none", REQUEST(LINE("/"), "Host: a b\r\n"), "400", NULL, true },
    { "HTTP/2.0", REQUEST("GET / HTTP/2.0", HOST), "505", NULL, true },
    { "HTTP/1.2", REQUEST("GET / HTTP/1.2", HOST), "505", NULL, true },
    { "HTTP/0.9 in words", REQUEST("GET / HTTP/0.9", HOST), "505", NULL, true },
    { "HTTP/0.9", WEFT_LIT("GET /\r\n"), "400", NULL, true },
    { "http in lower case", REQUEST("GET / http/1.1", HOST), "400", NULL, true },
    { "a space behind the version", REQUEST("GET / HTTP/1.1 ", HOST), "400", NULL, true },
    { "two spaces", REQUEST("GET  / HTTP/1.1", HOST), "400", NULL, true },
    { "a tab", REQUEST("GET\t/ HTTP/1.1", HOST), "400", NULL, true },
    { "a space before the method", REQUEST(" GET / HTTP/1.1", HOST), "400", NULL, true },
    { "a method nobody knows", REQUEST("BREW / HTTP/1.1", HOST), "501", NULL, true },
    { "a method in lower case", REQUEST("get / HTTP/1.1", HOST), "501", NULL, true },
    { "TRACE", REQUEST("TRACE / HTTP/1.1", HOST), "501", NULL, true },
    { "CONNECT", REQUEST("CONNECT t:80 HTTP/1.1", HOST), "501", NULL, true },
    { "a method of 33 letters", WEFT_LIT("ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFG"), "501", NULL, true },
    { "a relative target", REQUEST(LINE("query"), HOST), "400", NULL, true },
    { "a star for GET", REQUEST(LINE("*"), HOST), "400", NULL, true },
    { "another scheme", REQUEST(LINE("ftp://t/"), HOST), "400", NULL, true },
    { "an empty segment", REQUEST(LINE("/a//b"), HOST), "400", NULL, true },
    { "dots", REQUEST(LINE("/a/../b"), HOST), "400", NULL, true },
    { "dots in disguise", REQUEST(LINE("/a/%2e%2E/b"), HOST), "400", NULL, true },
    { "an escaped NUL", REQUEST(LINE("/%00"), HOST), "400", NULL, true },
    { "an escaped slash", REQUEST(LINE("/a%2fb"), HOST), "400", NULL, true },
    { "half an escape", REQUEST(LINE("/%4"), HOST), "400", NULL, true },
    { "a fragment", REQUEST(LINE("/#x"), HOST), "400", NULL, true },
    { "a byte above ASCII in the target", REQUEST(LINE("/\xc3\xa9"), HOST), "400", NULL, true },
    { "a space before the colon", REQUEST(LINE("/"), HOST "A : b\r\n"), "400", NULL, true },
    { "a folded line", REQUEST(LINE("/"), HOST "A: b\r\n c\r\n"), "400", NULL, true },
    { "a line without a colon", REQUEST(LINE("/"), HOST "A\r\n"), "400", NULL, true },
    { "an empty name", REQUEST(LINE("/"), HOST ": b\r\n"), "400", NULL, true },
    { "a NUL in a value", REQUEST(LINE("/"), HOST "A: b\0c\r\n"), "400", NULL, true },
    { "a bare carriage return", REQUEST(LINE("/"), HOST "A: b\rc\r\n"), "400", NULL, true },
    { "a bare line feed", WEFT_LIT("GET / HTTP/1.1\nHost: t\n\n"), "400", NULL, true },
    { "a TLS greeting", WEFT_LIT("\x16\x03\x01\x02\x00\x01"), "400", NULL, true },
    { "HTTP/2's greeting", WEFT_LIT("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), "505", NULL, true },

    /* ---- several on one connection ---- */
    { "five methods in a row",
      WEFT_LIT(GET("/") "HEAD / HTTP/1.1\r\n" HOST "\r\n" POST("2") "ab"
                                                                    "OPTIONS /echo HTTP/1.1\r\n" HOST
                                                                    "\r\n" THEN),
      "200 200H 200 200 200", "hello\n|ab||next", false },
    { "a body between heads", WEFT_LIT(POST("1") "a" POST_CHUNKED "1\r\nb\r\n0\r\n\r\n" POST("1") "c"),
      "200 200 200", "a|b|c", false },
    { "a refusal ends the row", WEFT_LIT(GET("/") "GET / HTTP/1.1\r\n\r\n" GET("/")), "200 400", "hello\n",
      true },
    { "rubbish ends the row", WEFT_LIT(GET("/") "\0" GET("/")), "200 400", "hello\n", true },
    { "a wish to close ends the row", WEFT_LIT(GET("/") GET_CLOSE("/query?x") GET("/")), "200 200",
      "hello\n|x", true },
    { "a miss does not end the row", WEFT_LIT(GET("/missing") GET("/") GET("/missing") GET("/")),
      "404 200 404 200", "hello\n|hello\n", false },
};
#endif
