/* What the commands of the program have in common. */
#ifndef AP_CLI_H
#define AP_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum cli_exit {
    CLI_CLEAN = 0,
    CLI_FINDINGS = 1,   /* at or above --fail-on */
    CLI_USAGE = 2,      /* or configuration */
    CLI_UNREADABLE = 3, /* an input; or an output that could not be written */
    CLI_INTERNAL = 4,   /* internal error or limit */
} cli_exit;

/* The one of two that is told: 4, 2, 3, 1 in this order. */
cli_exit cli_worse(cli_exit one, cli_exit other);

/* One line on standard error: "animproof: " and the message, or with a name (any bytes, escaped where need
   be) "animproof: name: message". No name: NULL. Returns the result. */
__attribute__((format(printf, 3, 4))) cli_exit cli_fail(
    cli_exit result, const char *name, const char *format, ...);

/* The same, and goes on. */
#define cli_error_about(name, ...) ((void)cli_fail(CLI_CLEAN, name, __VA_ARGS__))
#define cli_error(...)             cli_error_about(NULL, __VA_ARGS__)

/* Returns the exit code for a failed system call: CLI_INTERNAL if it lacked memory, else CLI_UNREADABLE. The second also says the
   error about the name. */
cli_exit cli_errno_code(int error);
cli_exit cli_fail_errno(const char *name, int error);

/* Says that memory has run out. The result is CLI_INTERNAL. */
cli_exit cli_no_memory(void);

/* The same for wrong usage of a command: adds where help is to be found. The result is CLI_USAGE. */
__attribute__((format(printf, 2, 3))) cli_exit cli_usage(const char *command, const char *format, ...);

/* "s", unless there is one: printf("%zu file%s", files, cli_s(files)). */
static inline const char *cli_s(size_t count)
{
    return count == 1 ? "" : "s";
}

/* A value as messages quote it: whole up to a hundred bytes, else its beginning and "...". */
typedef struct cli_quoted {
    char text[104];
} cli_quoted;

cli_quoted cli_quote(const char *value); /* printf("'%s'", cli_quote(value).text) */

/* Flushes standard output; CLI_UNREADABLE, after a message, when something could not be written. */
cli_exit cli_flush_output(void);

/* What a failed write to standard output comes to: a message, and an exit code. */
cli_exit cli_output_failed(int error);

/* `animproof ... | head`: when the reader closes its end, SIGPIPE ends the program without a message, as it
   ends other tools. A command with more to do than print calls cli_outlive_reader: it then sees EPIPE,
   finishes its other work, and the program ends by SIGPIPE in cli_end_for_reader. Where the caller ignores
   SIGPIPE, a closed pipe is an error of writing like any other. */
void cli_outlive_reader(void);
void cli_end_for_reader(void);

/* A library could not be loaded: where memory ran out meanwhile, glibc keeps the lock of its loader for ever, and exit
   would wait for that. cli_end_without_loader then ends the program at once with this code; all output was flushed. */
void cli_lose_loader(void);
void cli_end_without_loader(cli_exit result);

#endif
