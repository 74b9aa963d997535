/* Made by weft json from types.h. Do not edit: edit that, and make. */
#ifndef WEFT_MADE_TYPES_JSON_H
#define WEFT_MADE_TYPES_JSON_H
#include "types.h"
#include <weft/json.h>
#include <weft/weft.h>
#ifdef __cplusplus
extern "C" {
#endif

/* integers: types.h:13 */
extern const weft_codec integers_codec;
static inline weft_response integers_json(weft_request *req, const integers *value)
{
    return weft_json(req, &integers_codec, value);
}
WEFT_CHECK static inline bool integers_read(weft_request *req, integers *value)
{
    return weft_read_json(req, &integers_codec, value);
}

/* scalars: types.h:31 */
extern const weft_codec scalars_codec;
static inline weft_response scalars_json(weft_request *req, const scalars *value)
{
    return weft_json(req, &scalars_codec, value);
}
WEFT_CHECK static inline bool scalars_read(weft_request *req, scalars *value)
{
    return weft_read_json(req, &scalars_codec, value);
}

/* struct corner: types.h:49 */
extern const weft_codec corner_codec;
static inline weft_response corner_json(weft_request *req, const struct corner *value)
{
    return weft_json(req, &corner_codec, value);
}
WEFT_CHECK static inline bool corner_read(weft_request *req, struct corner *value)
{
    return weft_read_json(req, &corner_codec, value);
}

/* several: types.h:54 */
extern const weft_codec several_codec;
static inline weft_response several_json(weft_request *req, const several *value)
{
    return weft_json(req, &several_codec, value);
}
WEFT_CHECK static inline bool several_read(weft_request *req, several *value)
{
    return weft_read_json(req, &several_codec, value);
}

/* node: types.h:89 */
extern const weft_codec node_codec;
static inline weft_response node_json(weft_request *req, const node *value)
{
    return weft_json(req, &node_codec, value);
}
WEFT_CHECK static inline bool node_read(weft_request *req, node *value)
{
    return weft_read_json(req, &node_codec, value);
}

#ifdef __cplusplus
}
#endif
#endif
