/* The body of a request, in memory or in a file: who has it, and how its bytes are reached. */
#ifndef WF_WEB_BODY_H
#define WF_WEB_BODY_H
#include "src/base/pool.h"
#include "src/web/params.h"

enum { WF_BODY_WINDOW = 64 * 1024 - 256 }; /* fills a block of the pool's second size */

/* Gives the body to one kind of reader. false: another has it, or it is not there yet. The author's mistake: logged,
 * and 500 left behind. */
WEFT_CHECK bool wf_req_body_claim(weft_request *req, wf_body_reader reader);
/* Whether the body is in a file. */
bool wf_req_body_filed(const weft_request *req);

/* Whether the Content-Type says a charset that weft reads, or none. */
bool wf_req_body_is_utf8(const weft_request *req);

/* All of the body as one text, read into the request's memory when it is in a file. false: 413 when that is too
 * small. */
WEFT_CHECK bool wf_req_body_whole(weft_request *req, weft_str *out);
/* A part of it, likewise. */
WEFT_CHECK bool wf_req_body_part(weft_request *req, uint64_t offset, uint64_t size, weft_str *out);
/* `size` bytes of the file from `offset` on. false: 500, the log says why. */
WEFT_CHECK bool wf_req_body_read(weft_request *req, char *out, size_t size, uint64_t offset);

/* A body that is read in order, by lines or items: the bytes from asked.lines.at on, more than `known` of them unless
 * the body has no more. They may be written to, as may the byte behind them, for as long as it is put back. */
WEFT_CHECK bool wf_req_body_ahead(weft_request *req, size_t known, weft_str *out);

/* A block of `room` bytes or more that the file is read through. It is no part of the request's memory budget, as the
 * body is not. It keeps what it holds when it grows. NULL: memory is out, 503. */
WEFT_CHECK wf_block *wf_req_body_window(weft_request *req, size_t room);
#endif
