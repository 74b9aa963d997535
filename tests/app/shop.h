/* A small shop, as an app: the worked example. Items are listed, shown, added and dropped by anybody; /admin/ is behind a
 * login, and has photos, an import and a report. */
#ifndef SHOP_H
#define SHOP_H
#include "tests/app/store.h"
#include <weft/buf.h>

typedef struct shop {
    store *items;
    const char *password;   /* of the admin */
    const char *photos;     /* the folder that photos go to */
    const char *access_log; /* a file, "-", or NULL: none */
    char session[33];       /* what the login cookie has to say; filled in by shop_app */
} shop;

/* The app; `my` must outlive it. NULL when memory or the system's randomness is out. */
weft_app *shop_app(shop *my);

/* Its other half, in admin.c: logging in and out, and the group that is mounted at /admin. */
void shop_logins(weft_app *app);
void shop_admin(weft_app *app);

/* The same items as JSON, in api.c: the group that is mounted at /api. */
void shop_api(weft_app *app);

/* A line of text: "7\tlamp\t12.50\n". */
void shop_put_item(weft_buf *out, const item *it);
/* Why an item was not added, for people; and the status that says it to programs. */
const char *shop_reason(store_result result);
weft_status shop_status(store_result result);
#endif
