#include "src/http/message.h"
#include "src/base/str.h"

weft_str wf_message_known(const wf_message *msg, wf_field_id id)
{
    if (!wf_message_has(msg, id)) return weft_str_of(NULL, 0);
    for (const wf_field *field = msg->fields, *end = field + msg->fields_count; field < end; field++)
        if (field->id == id) return field->value;
    return weft_str_of(NULL, 0);
}

weft_str wf_message_field(const wf_message *msg, weft_str name)
{
    wf_field_id id = wf_field_find(name);
    if (id != WF_FIELD_OTHER) return wf_message_known(msg, id);
    for (const wf_field *field = msg->fields, *end = field + msg->fields_count; field < end; field++)
        if (field->id == WF_FIELD_OTHER && wf_str_eq_nocase(field->name, name)) return field->value;
    return weft_str_of(NULL, 0);
}
