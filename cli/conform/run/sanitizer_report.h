/* Recognises reports of sanitizers (-fsanitize=address and others) in the output of loaders, and sets the
   sanitizers' options. The exit code alone does not show a report: by default a report ends the program with
   1, the code for a refused file, or lets the program continue. */
#ifndef AP_CONFORM_SANITIZER_H
#define AP_CONFORM_SANITIZER_H

#include <stdbool.h>
#include <stddef.h>

enum {
    CLI_SANITIZER_EXIT = 86, /* exit code after a report, unless the user has set another */
    /* bytes examined of each line; a long path may come before "runtime error:" */
    CLI_SANITIZER_LINE_BYTES = 1024,
};

/* Kinds of sanitizer reports, by their first line. */
typedef enum cli_report_kind {
    CLI_NO_REPORT,
    CLI_REPORT,        /* a defect of the program */
    CLI_REPORT_MEMORY, /* the program requested more memory than is available or allowed */
    CLI_REPORT_SPACE,  /* the sanitizer could not reserve its address space at the start of the program */
} cli_report_kind;

/* Finds the first report in output that arrives in chunks. */
typedef struct cli_report_watch {
    cli_report_kind kind;
    char line[CLI_SANITIZER_LINE_BYTES
              + 1]; /* first line of the report; until a report is found, the start of an incomplete line */
    size_t line_bytes;
} cli_report_watch;

/* Starts again with empty output. */
void cli_report_watch_reset(cli_report_watch *watch);

/* Reads the next chunk of output. */
void cli_report_watch_read(cli_report_watch *watch, const char *bytes, size_t count);

/* Treats an incomplete last line as complete. */
void cli_report_watch_end(cli_report_watch *watch);

/* Sets the sanitizers' options in this process's environment, for the loaders that it starts: a report exits
   with CLI_SANITIZER_EXIT, malloc returns NULL for too large a request, leaks are not checked. Options that
   the user has set in any sanitizer's variable are kept. Returns false when out of memory. */
bool cli_set_sanitizer_options(void);

#endif
