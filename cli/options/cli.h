/* Exit codes and messages that all commands of the program share. */
#ifndef AP_CLI_H
#define AP_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Exit codes of the program. */
typedef enum cli_exit {
    CLI_CLEAN = 0,
    CLI_FINDINGS = 1,   /* findings of the severity of --fail-on or higher, or a failed check */
    CLI_USAGE = 2,      /* wrong usage, or a wrong configuration */
    CLI_UNREADABLE = 3, /* an input could not be read, or an output could not be written */
    CLI_INTERNAL = 4,   /* internal error, or a limit was exceeded */
} cli_exit;

/* Returns the more serious of two exit codes. From the most serious: 4, 2, 3, 1, 0. */
cli_exit cli_worse_exit_by_rank(cli_exit one, cli_exit other);

/* Prints one line on standard error: "animproof: MESSAGE", or "animproof: NAME: MESSAGE" unless `name` is
   NULL. Bytes of the name that are not printable, and control characters of the message, are escaped; the message is
   cut after 1023 bytes. Returns `result`. */
__attribute__((format(printf, 3, 4))) cli_exit cli_fail(
    cli_exit result, const char *name, const char *format, ...);

/* Print a message as cli_fail does. They return nothing, for callers that continue. */
#define cli_error_about(name, ...) ((void)cli_fail(CLI_CLEAN, name, __VA_ARGS__))
#define cli_error(...)             cli_error_about(NULL, __VA_ARGS__)

/* Return the exit code for a failed system call: CLI_INTERNAL if `error` is ENOMEM, else CLI_UNREADABLE.
   cli_fail_errno also prints the name and the text of the error. */
cli_exit cli_exit_of_errno(int error);
cli_exit cli_fail_errno(const char *name, int error);

/* Prints that memory has run out. Returns CLI_INTERNAL. */
cli_exit cli_fail_no_memory(void);

/* Prints a message about wrong usage of a command, and which --help to read. `command` is NULL for the
   program itself. Returns CLI_USAGE. */
__attribute__((format(printf, 2, 3))) cli_exit cli_usage_error(const char *command, const char *format, ...);

/* Returns the plural "s", or "" for a count of 1: printf("%zu file%s", files, cli_plural_s(files)). */
static inline const char *cli_plural_s(size_t count)
{
    return count == 1 ? "" : "s";
}

/* A value as a message quotes it: complete up to about 100 bytes; longer values are cut and end with "...". */
typedef struct cli_shortened_text {
    char text[104];
} cli_shortened_text;

cli_shortened_text cli_shorten(const char *value); /* printf("'%s'", cli_shorten(value).text) */

/* Flushes standard output. Returns CLI_CLEAN, or the result of cli_fail_output if some output could not be written. */
cli_exit cli_flush_output(void);

/* Prints that writing to standard output has failed, or notes it for cli_raise_pending_sigpipe if cli_ignore_sigpipe was called
   and the pipe is closed. `error` is the errno. Returns the exit code for `error`. */
cli_exit cli_fail_output(int error);

/* Behaviour in `animproof ... | head`, when the reader of the pipe closes its end. By default SIGPIPE ends
   the program without a message, like other tools. A command that must finish other work calls
   cli_ignore_sigpipe: its writes then fail with EPIPE, and cli_raise_pending_sigpipe raises SIGPIPE when the work
   is done. If the caller of the program ignores SIGPIPE, a closed pipe is reported like any other write
   error. */
void cli_ignore_sigpipe(void);
void cli_raise_pending_sigpipe(void);

/* Work around a defect of glibc: if memory runs out while a library is loaded, glibc keeps the lock of its
   loader, and exit would wait for the lock for ever. Call cli_mark_dynamic_loader_locked after such a failure;
   cli_exit_if_loader_locked then ends the program at once with `result`. All output must be flushed before. */
void cli_mark_dynamic_loader_locked(void);
void cli_exit_if_loader_locked(cli_exit result);

#endif
