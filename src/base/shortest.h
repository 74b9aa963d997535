/* Doubles and floats to text: the fewest digits that read back as the same number, of those the nearest. */
#ifndef WF_BASE_SHORTEST_H
#define WF_BASE_SHORTEST_H
#include <stddef.h>

enum {
    WF_F64_MAX_LEN = 25,  /* -0.0000012345678901234567 */
    WF_F32_MAX_LEN = 22,  /* -340282350000000000000 */
    WF_SHORTEST_ROOM = 40 /* what a put may touch */
};

/* Write at `out`, which has WF_SHORTEST_ROOM bytes; return the length. The number must be finite. The form is that of
 * ECMAScript (and RFC 8785): 100, 0.5, 1e+21, 1.5e-7; but negative zero is -0.0. No locale. */
size_t wf_f64_put(char *out, double number);
size_t wf_f32_put(char *out, float number);
#endif
