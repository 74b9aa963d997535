/* weft serve: the files of a directory over HTTP, without an app. */
#ifndef WF_CLI_SERVE_H
#define WF_CLI_SERVE_H

/* `argv[0]` is "serve". The exit status: 0 after a clean stop, 1 when it could not start, 2 for words it does not
 * know. */
int wf_cli_serve(int argc, char **argv);
#endif
