/* weft json. */
#ifndef WF_CLI_JSON_H
#define WF_CLI_JSON_H

extern const char wf_cli_json_help[];

/* `argv[0]` is "json". The exit status: 0; 1 when the header is wrong, or a file cannot be written; 2 for words it does
 * not know. */
int wf_cli_json(int argc, char **argv);
#endif
