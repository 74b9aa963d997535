/* Made by weft json from shapes.h. Do not edit: edit that, and make. */
#ifndef WEFT_MADE_SHAPES_JSON_H
#define WEFT_MADE_SHAPES_JSON_H
#include "shapes.h"
#include <weft/json.h>
#include <weft/weft.h>
#ifdef __cplusplus
extern "C" {
#endif

/* shape: shapes.h:13 */
extern const weft_codec shape_codec;
static inline weft_response shape_json(weft_request *req, const shape *value)
{
    return weft_json(req, &shape_codec, value);
}
WEFT_CHECK static inline bool shape_read(weft_request *req, shape *value)
{
    return weft_read_json(req, &shape_codec, value);
}

/* drawing: shapes.h:27 */
extern const weft_codec drawing_codec;
static inline weft_response drawing_json(weft_request *req, const drawing *value)
{
    return weft_json(req, &drawing_codec, value);
}
WEFT_CHECK static inline bool drawing_read(weft_request *req, drawing *value)
{
    return weft_read_json(req, &drawing_codec, value);
}

/* late: shapes.h:33 */
extern const weft_codec late_codec;
static inline weft_response late_json(weft_request *req, const late *value)
{
    return weft_json(req, &late_codec, value);
}
WEFT_CHECK static inline bool late_read(weft_request *req, late *value)
{
    return weft_read_json(req, &late_codec, value);
}

#ifdef __cplusplus
}
#endif
#endif
