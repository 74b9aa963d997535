/* Made by weft json from states.h. Do not edit: edit that, and make. */
#ifndef WEFT_MADE_STATES_JSON_H
#define WEFT_MADE_STATES_JSON_H
#include "states.h"
#include <weft/json.h>
#include <weft/weft.h>
#ifdef __cplusplus
extern "C" {
#endif

/* states: states.h:8 */
extern const weft_codec states_codec;
static inline weft_response states_json(weft_request *req, const states *value)
{
    return weft_json(req, &states_codec, value);
}
WEFT_CHECK static inline bool states_read(weft_request *req, states *value)
{
    return weft_read_json(req, &states_codec, value);
}

/* defaults: states.h:31 */
extern const weft_codec defaults_codec;
static inline weft_response defaults_json(weft_request *req, const defaults *value)
{
    return weft_json(req, &defaults_codec, value);
}
WEFT_CHECK static inline bool defaults_read(weft_request *req, defaults *value)
{
    return weft_read_json(req, &defaults_codec, value);
}

/* limits: states.h:40 */
extern const weft_codec limits_codec;
static inline weft_response limits_json(weft_request *req, const limits *value)
{
    return weft_json(req, &limits_codec, value);
}
WEFT_CHECK static inline bool limits_read(weft_request *req, limits *value)
{
    return weft_read_json(req, &limits_codec, value);
}

/* renamed: states.h:57 */
extern const weft_codec renamed_codec;
static inline weft_response renamed_json(weft_request *req, const renamed *value)
{
    return weft_json(req, &renamed_codec, value);
}
WEFT_CHECK static inline bool renamed_read(weft_request *req, renamed *value)
{
    return weft_read_json(req, &renamed_codec, value);
}

/* strict: states.h:66 */
extern const weft_codec strict_codec;
static inline weft_response strict_json(weft_request *req, const strict *value)
{
    return weft_json(req, &strict_codec, value);
}
WEFT_CHECK static inline bool strict_read(weft_request *req, strict *value)
{
    return weft_read_json(req, &strict_codec, value);
}

/* lenient: states.h:70 */
extern const weft_codec lenient_codec;
static inline weft_response lenient_json(weft_request *req, const lenient *value)
{
    return weft_json(req, &lenient_codec, value);
}
WEFT_CHECK static inline bool lenient_read(weft_request *req, lenient *value)
{
    return weft_read_json(req, &lenient_codec, value);
}

#ifdef __cplusplus
}
#endif
#endif
