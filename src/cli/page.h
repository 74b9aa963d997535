/* weft page: templates into C. */
#ifndef WF_CLI_PAGE_H
#define WF_CLI_PAGE_H

/* The command, its arguments from argv[0] on ("page"). Returns the exit status: 0, 1 for faults in a template or a file
 * that cannot be written, 2 for arguments that make no sense. */
int wf_cli_page(int argc, char **argv);
#endif
