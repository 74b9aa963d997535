/* How many connections there are, in all and from each address. Shared by the workers and touched when a connection
 * begins and ends, never while it is served. */
#ifndef WF_NET_CENSUS_H
#define WF_NET_CENSUS_H
#include "src/web/request.h"
#include <pthread.h>
#include <stdatomic.h>

typedef struct wf_census_entry {
    wf_peer peer;
    uint32_t count; /* 0: the place is free */
} wf_census_entry;

typedef struct wf_census {
    _Atomic uint32_t total;
    uint32_t most;          /* in all */
    uint32_t per_address;   /* WEFT_OFF: addresses are not counted */
    pthread_mutex_t lock;   /* of the table */
    wf_census_entry *table; /* open addressing, at most half full */
    uint32_t table_size;
} wf_census;

/* false when memory is out. */
bool wf_census_init(wf_census *census, uint32_t most, uint32_t per_address);
void wf_census_reset(wf_census *census);
/* Counts a connection in; NULL when it may stay, else the reason why not (and it was not counted). */
const char *wf_census_enter(wf_census *census, const wf_peer *peer);
void wf_census_leave(wf_census *census, const wf_peer *peer);
#endif
