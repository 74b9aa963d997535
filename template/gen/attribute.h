/* What the value of an attribute is to a browser, by its name. */
#ifndef WF_TEMPLATE_GEN_ATTRIBUTE_H
#define WF_TEMPLATE_GEN_ATTRIBUTE_H
#include <stdbool.h>
#include <weft/weft.h>

typedef enum wf_attribute {
    WF_ATTR_PLAIN,
    WF_ATTR_BOOLEAN, /* there or not: its value means nothing */
    WF_ATTR_URL,
    WF_ATTR_SRCSET,
    WF_ATTR_STYLE,
    WF_ATTR_SCRIPT, /* on..., and what frameworks run as script (@click, :class, v-..., x-..., ng-..., hx-on...) */
    WF_ATTR_REFUSED /* no hole: wf_attribute_refusal says why */
} wf_attribute;

/* `tag` and `name` in lower case. */
wf_attribute wf_attribute_of(weft_str tag, weft_str name);
const char *wf_attribute_refusal(weft_str tag, weft_str name);
#endif
