/* What a template imports: headers of C, and other templates, of which the parameters are read. */
#ifndef WF_TEMPLATE_GEN_IMPORT_H
#define WF_TEMPLATE_GEN_IMPORT_H
#include "template/gen/lex.h"
#include "template/gen/tree.h"

/* The tag that `piece` holds, as a reader behind its first word, which is *word; absent for an empty tag. */
wf_reader wf_tag_read(wf_tree *tree, const wf_template *template, const wf_piece *piece, weft_str *word);

/* {% import "x.h" %}, <x.h> or "x.html" of `template`; the reader is behind "import". */
void wf_import_read(wf_tree *tree, wf_template *template, wf_folders folders, wf_reader *reader);
/* {% param type name = default %}; the reader is behind "param". NULL: a fault was told. */
wf_param *wf_param_read(wf_tree *tree, wf_template *template, wf_reader *reader);

/* The text of a template: its file read, and what no page may hold refused. false: a fault was told, at `at` of
 * `importer`; or on the file itself. */
WEFT_CHECK bool wf_template_load(wf_unit *unit, const char *path, wf_source *out, const wf_source *importer,
                                 uint32_t at);
/* The same of a text at hand, which is copied. */
WEFT_CHECK bool wf_template_take(wf_unit *unit, const char *path, weft_str text, wf_source *out);
/* "items" of "views/items.html"; faults as above when it can name no function of C. */
WEFT_CHECK bool wf_template_name(wf_unit *unit, const wf_source *source, weft_str *out);
/* "items.page.h" of "items.html". */
weft_str wf_template_include(wf_unit *unit, weft_str path);
#endif
