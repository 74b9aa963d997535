/* Multipart forms, cut into fields and uploads. */
#ifndef WF_WEB_UPLOADS_H
#define WF_WEB_UPLOADS_H
#include <weft/weft.h>

/* One pass over the body: parts without a filename become fields of the form, those with one uploads; an empty one is
 * a file that nobody chose. false: refused. */
WEFT_CHECK bool wf_multipart_cut(weft_request *req);
#endif
