#include "template/gen/attribute.h"
#include "src/base/str.h"

static bool is_in(weft_str name, const char *const *list)
{
    for (; *list; list++)
        if (weft_str_eq(name, wf_str(*list))) return true;
    return false;
}

static bool holds(weft_str name, const char *word)
{
    size_t len = strlen(word);
    for (size_t i = 0; i + len <= name.len; i++)
        if (memcmp(name.ptr + i, word, len) == 0) return true;
    return false;
}

static bool starts(weft_str name, const char *word) { return wf_str_starts(name, wf_str(word)); }

/* Why no hole may stand in it. */
static const struct {
    const char *name, *tag, *why; /* tag NULL: on any element */
} refused[] = {
    { "srcdoc", NULL,
      "'srcdoc' holds a page of its own, in which a value could be markup; serve it from a URL and use "
      "src" },
    { "http-equiv", NULL, "'http-equiv' decides what 'content' does; write it out" },
    { "type", "script", "the type of a script decides how it is read; write it out" },
    { "language", "script", "the language of a script decides how it is read; write it out" },
    { "attributename", NULL, "'attributeName' decides what is animated; write it out" },
    { "href", "base", "the base of all URLs of the page decides where scripts come from; write it out" },
    { "_", NULL, "hyperscript is code, and no value is known to be safe in it; set a data- attribute" },
    { "data-script", NULL,
      "hyperscript is code, and no value is known to be safe in it; set a data- attribute" },
    { "values", "animate", "animated values can be URLs; write them out" },
    { "values", "set", "animated values can be URLs; write them out" },
};

static bool is_refused(weft_str tag, weft_str name)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (weft_str_eq(name, wf_str(refused[i].name)) &&
            (!refused[i].tag || weft_str_eq(tag, wf_str(refused[i].tag))))
            return true;
    return false;
}

const char *wf_attribute_refusal(weft_str tag, weft_str name)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (weft_str_eq(name, wf_str(refused[i].name)) &&
            (!refused[i].tag || weft_str_eq(tag, wf_str(refused[i].tag))))
            return refused[i].why;
    return "no hole may stand in this attribute";
}

/* Handlers of HTML and of the frameworks that run attributes as script. */
static bool is_script(weft_str name)
{
    static const char *const prefixes[] = { "@", ":", "v-", "x-", "ng-", "data-on-", "data-on:", NULL };
    static const char *const htmx[] = { "hx-on",      "hx-vars",    "hx-vals", "hx-headers",
                                        "hx-request", "hx-trigger", NULL };
    weft_str bare = starts(name, "data-hx-") ? weft_str_of(name.ptr + 5, name.len - 5) : name;
    for (const char *const *prefix = htmx; *prefix; prefix++)
        if (starts(bare, *prefix)) return true;
    for (const char *const *prefix = prefixes; *prefix; prefix++)
        if (starts(name, *prefix)) return true;
    return name.len > 2 && starts(name, "on");
}

/* HTML's and SVG's, and by their names those that scripts turn into one (data-src, image-url). */
static bool is_url(weft_str tag, weft_str name)
{
    static const char *const urls[] = { "action", "archive",  "background", "cite",   "classid", "codebase",
                                        "data",   "dynsrc",   "formaction", "href",   "icon",    "longdesc",
                                        "lowsrc", "manifest", "ping",       "poster", "profile", "src",
                                        "usemap", "xmlns",    "base",       NULL };
    static const char *const animated[] = { "to", "from", "by", NULL };
    if (starts(name, "data-")) name = weft_str_of(name.ptr + 5, name.len - 5);
    for (size_t i = 0; i < name.len; i++)
        if (name.ptr[i] == ':') name = weft_str_of(name.ptr + i + 1, name.len - i - 1), i = 0;
    if (is_in(name, urls)) return true;
    bool animates = weft_str_eq(tag, weft_lit("animate")) || weft_str_eq(tag, weft_lit("set"));
    if (animates && is_in(name, animated)) return true;
    return holds(name, "src") || holds(name, "uri") || holds(name, "url");
}

static bool is_boolean(weft_str name)
{
    static const char *const booleans[] = { "allowfullscreen",
                                            "async",
                                            "autofocus",
                                            "autoplay",
                                            "checked",
                                            "controls",
                                            "default",
                                            "defer",
                                            "disabled",
                                            "formnovalidate",
                                            "inert",
                                            "ismap",
                                            "itemscope",
                                            "loop",
                                            "multiple",
                                            "muted",
                                            "nomodule",
                                            "novalidate",
                                            "open",
                                            "playsinline",
                                            "readonly",
                                            "required",
                                            "reversed",
                                            "selected",
                                            "shadowrootclonable",
                                            "shadowrootdelegatesfocus",
                                            NULL };
    return is_in(name, booleans);
}

wf_attribute wf_attribute_of(weft_str tag, weft_str name)
{
    if (is_refused(tag, name)) return WF_ATTR_REFUSED;
    if (is_script(name)) return WF_ATTR_SCRIPT;
    if (weft_str_eq(name, weft_lit("style"))) return WF_ATTR_STYLE;
    if (weft_str_eq(name, weft_lit("srcset")) || weft_str_eq(name, weft_lit("imagesrcset")))
        return WF_ATTR_SRCSET;
    if (is_boolean(name)) return WF_ATTR_BOOLEAN;
    return is_url(tag, name) ? WF_ATTR_URL : WF_ATTR_PLAIN;
}
