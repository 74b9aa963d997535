/* weft/bundle.h: files inside the program, as `weft embed DIR` writes them. An app only passes them on:
 *
 *     extern const weft_bundle assets;
 *     weft_static(app, "/assets", (weft_files){ .bundle = &assets });
 *
 * All of it is constant and lives for ever. Any thread. */
#ifndef WEFT_BUNDLE_H
#define WEFT_BUNDLE_H
#include <weft/weft.h>
#ifdef __cplusplus
extern "C" {
#endif

/* The same file in one content coding; bytes absent: there is none. */
typedef struct weft_bundled_form {
    weft_str bytes;
    weft_str tag; /* its entity tag, in quotes: made of its bytes, so every build and host says the same */
} weft_bundled_form;

enum { WEFT_BUNDLED_FORMS = 4 }; /* as it is, then gzip, zstd, br */

typedef struct weft_bundled {
    weft_str path; /* "css/site.css" */
    weft_str type; /* its media type; absent: by its extension */
    weft_bundled_form forms[WEFT_BUNDLED_FORMS];
} weft_bundled;

struct weft_bundle {
    const weft_bundled *files; /* sorted by path, as bytes */
    size_t count;
};

#ifdef __cplusplus
}
#endif
#endif
