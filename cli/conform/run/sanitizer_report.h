/* Recognises reports of sanitizers (-fsanitize=address and others) in the output of loaders, and sets the sanitizers'
   options. The exit code alone does not show a report: after a report a program by default exits with 1, which is also
   the code for a refused file, or continues. */
#ifndef AP_CONFORM_SANITIZER_H
#define AP_CONFORM_SANITIZER_H

#include <stdbool.h>
#include <stddef.h>

enum {
    /* exit code of a loader after a sanitizer report, unless the user has set another */
    CLI_SANITIZER_EXIT = 86,
    /* number of bytes examined of each line; "runtime error:" may follow a long path */
    CLI_SANITIZER_LINE_BYTES = 1024,
};

/* Kinds of sanitizer reports, by their first line. */
typedef enum cli_sanitizer_report_kind {
    CLI_NO_REPORT,
    CLI_REPORT,        /* a defect of the program */
    CLI_REPORT_MEMORY, /* the program requested more memory than is available or than the sanitizer allows */
    CLI_REPORT_SPACE,  /* the sanitizer could not reserve its address space at the start of the program */
} cli_sanitizer_report_kind;

/* Finds the first sanitizer report in output that arrives in parts. */
typedef struct cli_sanitizer_scan {
    cli_sanitizer_report_kind kind;
    char line[CLI_SANITIZER_LINE_BYTES
              + 1]; /* first line of the report; until a report is found, the start of an incomplete line */
    size_t line_bytes;
} cli_sanitizer_scan;

/* Forgets all output, to watch the output of another run. */
void cli_sanitizer_scan_reset(cli_sanitizer_scan *scan);

/* Examines the next part of the output. */
void cli_sanitizer_scan_add_bytes(cli_sanitizer_scan *scan, const char *bytes, size_t count);

/* Examines an incomplete last line as if it were complete. */
void cli_sanitizer_scan_end(cli_sanitizer_scan *scan);

/* Sets the sanitizers' options in this process's environment, for the loaders that this process starts: after a report
   a loader exits with CLI_SANITIZER_EXIT, malloc returns NULL for too large a request, and leaks are not checked. Keeps
   each option that the user has set in any sanitizer's variable. Returns false when out of memory. */
bool cli_set_sanitizer_options(void);

#endif
