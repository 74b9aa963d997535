#include "template/gen/url.h"
#include <string.h>

static bool is(const wf_url *url, const char *scheme)
{
    return strlen(scheme) == url->letters_len && memcmp(scheme, url->letters, url->letters_len) == 0;
}

static void enter(wf_url *url, wf_url_part part) { *url = (wf_url){ .part = (uint8_t)part }; }

static void end_scheme(wf_url *url)
{
    /* Behind these, browsers read a host, however many slashes stand before it. */
    bool host = is(url, "http") || is(url, "https") || is(url, "ftp") || is(url, "ws") || is(url, "wss");
    if (url->part == WF_URL_HOLE)
        enter(url, WF_URL_BROKEN);
    else if (is(url, "javascript") || is(url, "vbscript") || is(url, "data"))
        enter(url, WF_URL_SCRIPT);
    else
        enter(url, host ? WF_URL_HOST_START : WF_URL_COLON);
}

static void take_letter(wf_url *url, char byte)
{
    bool skipped =
        byte == '\t' || byte == '\n' || byte == '\r' || (url->letters_len == 0 && byte >= 0 && byte <= ' ');
    if (skipped) return; /* as browsers do */
    if (url->part == WF_URL_START) url->part = WF_URL_SCHEME;
    if (url->letters_len == WF_URL_LETTERS) return; /* longer than any that matters */
    url->letters[url->letters_len++] = (char)(byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte);
}

/* A hole in the host stands at the beginning of one of its parts; behind a letter it would be more of that part. */
static void feed_host(wf_url *url, char byte)
{
    bool written = url->letters_len > 0;
    if (byte == '?' || byte == '#') {
        enter(url, WF_URL_QUERY);
    } else if ((byte == '/' || byte == '\\') && url->part == WF_URL_HOST_START && !written) {
        return; /* one slash more */
    } else if (byte == '/' || byte == '\\') {
        enter(url, url->part == WF_URL_HOST_HOLE && !written ? WF_URL_NO_HOST : WF_URL_PATH);
    } else {
        bool between = byte == '.' || byte == ':' || byte == '@';
        enter(url, between ? WF_URL_HOST_START : WF_URL_HOST);
        url->letters_len = 1;
    }
}

void wf_url_feed(wf_url *url, char byte)
{
    bool query = byte == '?' || byte == '#', slash = byte == '/' || byte == '\\';
    switch ((wf_url_part)url->part) {
    case WF_URL_START:
    case WF_URL_SCHEME:
    case WF_URL_HOLE:
        if (byte == ':')
            end_scheme(url);
        else if (query)
            enter(url, WF_URL_QUERY);
        else if (slash)
            enter(url, url->part == WF_URL_SCHEME ? WF_URL_PATH : WF_URL_ROOT); /* the hole may be empty */
        else if (url->part != WF_URL_HOLE)
            take_letter(url, byte);
        break;
    case WF_URL_COLON:
    case WF_URL_ROOT:
        if (byte == '\t' || byte == '\n' || byte == '\r') break; /* which browsers drop */
        if (slash)
            enter(url, url->part == WF_URL_COLON ? WF_URL_ROOT : WF_URL_HOST_START);
        else
            enter(url, query ? WF_URL_QUERY : WF_URL_PATH);
        break;
    case WF_URL_HOST_START:
    case WF_URL_HOST:
    case WF_URL_HOST_HOLE: feed_host(url, byte); break;
    case WF_URL_NO_HOST:
        if (!slash) enter(url, query ? WF_URL_QUERY : WF_URL_PATH);
        break;
    case WF_URL_PATH:
        if (query) enter(url, WF_URL_QUERY);
        break;
    case WF_URL_MIXED:
        if (query) enter(url, WF_URL_QUERY); /* whatever it was before */
        break;
    case WF_URL_QUERY:
    case WF_URL_SCRIPT:
    case WF_URL_BROKEN: break;
    }
}

void wf_url_value(wf_url *url)
{
    switch ((wf_url_part)url->part) {
    case WF_URL_START:
    case WF_URL_SCHEME: enter(url, WF_URL_HOLE); break;
    case WF_URL_COLON:
    case WF_URL_ROOT: enter(url, WF_URL_PATH); break;
    case WF_URL_HOST_START: url->part = WF_URL_HOST_HOLE; break;
    default: break;
    }
}

bool wf_url_join(wf_url *a, const wf_url *b)
{
    if (memcmp(a, b, sizeof *a) == 0) return true;
    bool bad = a->part >= WF_URL_SCRIPT || b->part >= WF_URL_SCRIPT;
    enter(a, bad ? WF_URL_BROKEN : WF_URL_MIXED);
    return true;
}
