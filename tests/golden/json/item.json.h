/* Made by weft json from item.h. Do not edit: edit that, and make. */
#ifndef WEFT_MADE_ITEM_JSON_H
#define WEFT_MADE_ITEM_JSON_H
#include "item.h"
#include <weft/json.h>
#include <weft/weft.h>
#ifdef __cplusplus
extern "C" {
#endif

/* item: item.h:6 */
extern const weft_codec item_codec;
static inline weft_response item_json(weft_request *req, const item *value)
{
    return weft_json(req, &item_codec, value);
}
WEFT_CHECK static inline bool item_read(weft_request *req, item *value)
{
    return weft_read_json(req, &item_codec, value);
}

/* item_list: item.h:13 */
extern const weft_codec item_list_codec;
static inline weft_response item_list_json(weft_request *req, const item_list *value)
{
    return weft_json(req, &item_list_codec, value);
}
WEFT_CHECK static inline bool item_list_read(weft_request *req, item_list *value)
{
    return weft_read_json(req, &item_list_codec, value);
}

#ifdef __cplusplus
}
#endif
#endif
