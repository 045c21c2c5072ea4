/* Loaders that were built with sanitizers (-fsanitize=address and so on): their options, and their reports in what they
   print. A report ends a program with 1 by default, or not at all, so the exit code alone does not tell of it. */
#ifndef AP_CONFORM_SANITIZER_H
#define AP_CONFORM_SANITIZER_H

#include <stdbool.h>
#include <stddef.h>

enum {
    CLI_SANITIZER_EXIT = 86, /* the exit code of a report, unless the user chose one */
    CLI_SANITIZER_LINE_BYTES =
        1024, /* of a line, looked at; the path of a source file is before "runtime error:" */
};

/* Kinds of output lines, by the sanitizer report that they begin. */
typedef enum cli_report_kind {
    CLI_NO_REPORT,
    CLI_REPORT,        /* a fault of the program */
    CLI_REPORT_MEMORY, /* the program asked for more memory than there is, or than its limit */
    CLI_REPORT_SPACE, /* the sanitizer did not get the address space that it needs before the program starts */
} cli_report_kind;

/* The first report in a stream of output, which arrives in pieces. */
typedef struct cli_report_watch {
    cli_report_kind kind;
    char line[CLI_SANITIZER_LINE_BYTES
              + 1]; /* the line that is the report; before: the start of one that is not complete */
    size_t line_bytes;
} cli_report_watch;

/* Forgets what was read. */
void cli_report_watch_reset(cli_report_watch *watch);

/* Reads the next piece. */
void cli_report_watch_read(cli_report_watch *watch, const char *bytes, size_t count);

/* Takes what was read of a last line without an end for a line. */
void cli_report_watch_end(cli_report_watch *watch);

/* Sets the options of sanitizers in the environment of this process, for the loaders that it starts: reports exit with
   CLI_SANITIZER_EXIT, malloc returns NULL where it cannot serve, leaks are not looked for. Options that the user has
   set in any sanitizer's variable stay as they are. False when out of memory. */
bool cli_set_sanitizer_options(void);

#endif
