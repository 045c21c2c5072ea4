/* Prints the messages of all commands, and chooses exit codes. */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/options/cli.h"
#include "core/base/terminal_text.h"
#include "core/base/version.h"

enum { MESSAGE_BYTES = 1024 };

cli_exit cli_worse_exit_by_rank(cli_exit one, cli_exit other)
{
    static const int rank[] = {
        [CLI_CLEAN] = 0, [CLI_FINDINGS] = 1, [CLI_UNREADABLE] = 2, [CLI_USAGE] = 3, [CLI_INTERNAL] = 4
    };
    return rank[one] >= rank[other] ? one : other;
}

/* Escapes control characters in the message, because a terminal must not get unescaped text from a user or a file system. */
cli_exit cli_fail(cli_exit result, const char *name, const char *format, ...)
{
    char text[MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    flockfile(stderr);
    fputs(AP_PROGRAM ": ", stderr);
    if (name != NULL) {
        ap_put_file_name(stderr, name);
        fputs(": ", stderr);
    }
    ap_put_escaped_text(stderr, text);
    fputc('\n', stderr);
    funlockfile(stderr);
    return result;
}

cli_exit cli_exit_of_errno(int error)
{
    return error == ENOMEM ? CLI_INTERNAL : CLI_UNREADABLE;
}

cli_exit cli_fail_errno(const char *name, int error)
{
    return cli_fail(cli_exit_of_errno(error), name, "%s", strerror(error));
}

cli_exit cli_fail_no_memory(void)
{
    return cli_fail(CLI_INTERNAL, NULL, "no memory");
}

cli_exit cli_usage_error(const char *command, const char *format, ...)
{
    char text[MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (command == NULL)
        cli_error("%s (see " AP_PROGRAM " --help)", text);
    else
        cli_error("%s: %s (see " AP_PROGRAM " %s --help)", command, text, command);
    return CLI_USAGE;
}

cli_shortened_text cli_shorten(const char *value)
{
    static const char more[] = "...";
    cli_shortened_text shortened;
    const size_t most = sizeof shortened.text - sizeof more, length = strnlen(value, sizeof shortened.text);
    size_t kept = length <= most ? length : most;
    /* does not cut inside a UTF-8 character */
    while (length > most && kept > 0 && ((unsigned char)value[kept] & 0xC0) == 0x80)
        kept--;
    memcpy(shortened.text, value, kept);
    memcpy(shortened.text + kept, length <= most ? "" : more, length <= most ? 1 : sizeof more);
    return shortened;
}

static bool outlives_reader, reader_is_gone;

void cli_ignore_sigpipe(void)
{
    struct sigaction before;
    if (sigaction(SIGPIPE, NULL, &before) != 0 || before.sa_handler != SIG_DFL)
        return;
    signal(SIGPIPE, SIG_IGN);
    outlives_reader = true;
}

static atomic_bool loader_is_locked;

void cli_mark_dynamic_loader_locked(void)
{
    atomic_store(&loader_is_locked, true);
}

void cli_exit_if_loader_locked(cli_exit result)
{
    if (atomic_load(&loader_is_locked))
        _exit((int)result);
}

void cli_raise_pending_sigpipe(void)
{
    if (!reader_is_gone)
        return;
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
}

cli_exit cli_fail_output(int error)
{
    if (error == EPIPE && outlives_reader)
        reader_is_gone = true;
    else if (!reader_is_gone)
        cli_error("standard output: %s", error != 0 ? strerror(error) : "could not be written");
    return cli_exit_of_errno(error);
}

cli_exit cli_flush_output(void)
{
    errno = 0;
    return fflush(stdout) == 0 && !ferror(stdout) ? CLI_CLEAN : cli_fail_output(errno);
}
