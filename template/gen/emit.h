/* From the tree to C: a header with the page's functions, and their source. The same tree gives the same bytes. */
#ifndef WF_TEMPLATE_GEN_EMIT_H
#define WF_TEMPLATE_GEN_EMIT_H
#include "template/gen/writer.h"

void wf_emit_header(const wf_tree *tree, weft_buf *out);
/* `file`: what the source will be called, for #line; `include`: what the header is. */
void wf_emit_source(const wf_tree *tree, const char *file, weft_str include, weft_buf *out);

/* The statements of a function's body, indented by one. */
void wf_emit_body(wf_writer *writer, const wf_node *first);
/* What a loop over a list goes through, as a declaration of its list; and its item, from the list and the index. */
weft_str wf_emit_list_of(const wf_writer *writer, const wf_node *node);
void wf_emit_item(wf_writer *writer, const wf_node *node);
/* name_of_color: the function that knows the names of an enum. */
weft_str wf_emit_names_of(wf_unit *unit, const wf_ctag *tag);
#endif
