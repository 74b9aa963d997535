/* What an app serves files from: mounts, in the order they were registered. Constant while the app is served. */
#ifndef WF_STATIC_MOUNT_H
#define WF_STATIC_MOUNT_H
#include "src/web/app.h"
#include "static/form.h"
#include "static/root.h"
#include <weft/bundle.h>

typedef struct wf_mount {
    weft_str prefix; /* "" for "/", else as "/assets"; the mount's copy */
    weft_files options;
    uint32_t cache_ms; /* 0: every request looks */
    wf_root root;      /* open while the app is served, unless it has a bundle; workers have their own */
    wf_form *bundled;  /* WEFT_BUNDLED_FORMS for each file of the bundle, made when the app starts */
    const weft_field *fields; /* of every answer: the options', Cache-Control, and Vary where forms differ */
    weft_field own[2];
    char cache_control[40];
} wf_mount;

typedef struct wf_static {
    wf_files files; /* first: what src/web knows of it */
    const weft_app *app;
    wf_mount *mounts;
    uint32_t count, room;
    bool by_segments; /* for tests: as if the kernel did not confine */
} wf_static;

/* What follows the mount's prefix in a decoded path: "" for the prefix itself, else from its slash on. false: it is
 * not below it. */
bool wf_mount_covers(const wf_mount *mount, weft_str path, weft_str *rest);

extern const wf_files_ops wf_static_ops;
#endif
