/* The server's options: one table drives defaults, checks, parsing from text, help and documentation. */
#ifndef WF_NET_OPTIONS_H
#define WF_NET_OPTIONS_H
#include "src/base/log.h"
#include "src/web/limits.h"
#include <weft/weft.h>

/* `given` with every default filled in; WEFT_OFF stays as it is. false: each mistake was logged as an error. */
WEFT_CHECK bool wf_options_resolve(const weft_server *given, weft_server *resolved, const wf_log *log);

/* What requests are held to, from resolved options; where a server logs to, from given ones. */
wf_limits wf_limits_of(const weft_server *resolved);
wf_log wf_log_of(const weft_server *given);
#endif
