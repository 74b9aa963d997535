/* weft embed: the files of a directory as a C file, for weft_files.bundle. */
#ifndef WF_CLI_EMBED_H
#define WF_CLI_EMBED_H

/* `argv[0]` is "embed". The exit status: 0; 1 when a file could not be read or written; 2 for words it does not know.
 */
int wf_cli_embed(int argc, char **argv);
#endif
