/* Made by weft json from ware.h. Do not edit: edit that, and make. */
#ifndef WEFT_MADE_WARE_JSON_H
#define WEFT_MADE_WARE_JSON_H
#include "ware.h"
#include <weft/json.h>
#include <weft/weft.h>
#ifdef __cplusplus
extern "C" {
#endif

/* ware: ware.h:6 */
extern const weft_codec ware_codec;
static inline weft_response ware_json(weft_request *req, const ware *value)
{
    return weft_json(req, &ware_codec, value);
}
WEFT_CHECK static inline bool ware_read(weft_request *req, ware *value)
{
    return weft_read_json(req, &ware_codec, value);
}

/* ware_list: ware.h:13 */
extern const weft_codec ware_list_codec;
static inline weft_response ware_list_json(weft_request *req, const ware_list *value)
{
    return weft_json(req, &ware_list_codec, value);
}
WEFT_CHECK static inline bool ware_list_read(weft_request *req, ware_list *value)
{
    return weft_read_json(req, &ware_list_codec, value);
}

#ifdef __cplusplus
}
#endif
#endif
