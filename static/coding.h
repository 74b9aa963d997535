/* Content codings that a file may lie in, beside itself, and the choice among them (RFC 9110 section 12.5.3). */
#ifndef WF_STATIC_CODING_H
#define WF_STATIC_CODING_H
#include "src/http/message.h"

/* In the order in which equals are chosen: the later, the smaller, as a rule. weft_bundled.forms has the same order.
 */
#define WF_CODINGS(X)              \
    X(PLAIN, "", "", "")           \
    X(GZIP, "gzip", ".gz", "gz")   \
    X(ZSTD, "zstd", ".zst", "zst") \
    X(BROTLI, "br", ".br", "br")

typedef enum wf_coding {
#define X(id, name, extension, suffix) WF_CODING_##id,
    WF_CODINGS(X)
#undef X
        WF_CODING_COUNT
} wf_coding;

weft_str wf_coding_name(wf_coding coding);         /* as Content-Encoding has it */
const char *wf_coding_extension(wf_coding coding); /* behind the file's own name */
weft_str wf_coding_suffix(wf_coding coding);       /* of its entity tag */

/* Which of the codings in the set `there` (bits 1u << coding, WF_CODING_PLAIN among them) the client likes best.
 * PLAIN when it likes none: a file that cannot be read is better than none. */
wf_coding wf_coding_choose(const wf_message *msg, unsigned there);
#endif
