/* Made by weft json from vendor.h. Do not edit: edit that, and make. */
#ifndef WEFT_MADE_VENDOR_JSON_H
#define WEFT_MADE_VENDOR_JSON_H
#include "vendor.h"
#include <weft/json.h>
#include <weft/weft.h>
#ifdef __cplusplus
extern "C" {
#endif

/* vendor_point: vendor.h:8 */
extern const weft_codec vendor_point_codec;
static inline weft_response vendor_point_json(weft_request *req, const vendor_point *value)
{
    return weft_json(req, &vendor_point_codec, value);
}
WEFT_CHECK static inline bool vendor_point_read(weft_request *req, vendor_point *value)
{
    return weft_read_json(req, &vendor_point_codec, value);
}

#ifdef __cplusplus
}
#endif
#endif
