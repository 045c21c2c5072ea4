/* Names of statuses, and phrases that describe results. */
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>

#include "cli/conform/rate/rating.h"

static const struct {
    const char *id, *words;
    int rank; /* 0: a result with this status is not wrong */
} statuses[] = {
    [CLI_NOT_RUN] = { "not-run", "not run", 0 },
    [CLI_AGREES] = { "agrees", "agrees", 0 },
    [CLI_SHOULD_ACCEPT] = { "should-have-accepted", "should have accepted", 4 },
    [CLI_SHOULD_REFUSE] = { "should-have-refused", "should have refused", 4 },
    [CLI_CRASH] = { "crash", "crash", 1 },
    [CLI_TIMEOUT] = { "timeout", "timeout", 2 },
    [CLI_OUT_OF_MEMORY] = { "out-of-memory", "out of memory", 3 },
    [CLI_MAY_DIFFER] = { "may-differ", "may differ", 0 },
    [CLI_WRONG_VALUES] = { "wrong-values", "wrong values", 4 },
};

const char *cli_case_status_id(cli_case_status status)
{
    return statuses[status].id;
}

const char *cli_case_status_text(cli_case_status status)
{
    return statuses[status].words;
}

bool cli_case_status_is_fine(cli_case_status status)
{
    return statuses[status].rank == 0;
}

/* A right result that is excused fails the run too, so that lists of known failures are kept short. */
bool cli_case_result_fails(const cli_case_result *result)
{
    return result->status != CLI_NOT_RUN && cli_case_status_is_fine(result->status) == result->excused;
}

int cli_case_result_rank(const cli_case_result *result)
{
    const int rank = statuses[result->status].rank;
    return rank > 0 ? rank : result->excused ? CLI_RANK_STALE : 0;
}

const char *cli_failure_text(const cli_case_result *result)
{
    return cli_case_status_is_fine(result->status) ? "passes, but is listed as a known failure"
                                                   : cli_case_status_text(result->status);
}

static cli_phrase format_phrase(const char *format, ...) __attribute__((format(printf, 1, 2)));
static cli_phrase format_phrase(const char *format, ...)
{
    cli_phrase made;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(made.text, sizeof made.text, format, arguments);
    va_end(arguments);
    return made;
}

#define ROW(signal)                                                                                          \
    {                                                                                                        \
        signal, #signal                                                                                      \
    }

cli_phrase cli_signal_name(int signal)
{
    static const struct {
        int signal;
        const char *name;
    } names[] = { ROW(SIGHUP), ROW(SIGINT), ROW(SIGQUIT), ROW(SIGILL), ROW(SIGTRAP), ROW(SIGABRT),
        ROW(SIGBUS), ROW(SIGFPE), ROW(SIGKILL), ROW(SIGUSR1), ROW(SIGSEGV), ROW(SIGUSR2), ROW(SIGPIPE),
        ROW(SIGALRM), ROW(SIGTERM), ROW(SIGSTKFLT), ROW(SIGCHLD), ROW(SIGCONT), ROW(SIGSTOP), ROW(SIGTSTP),
        ROW(SIGTTIN), ROW(SIGTTOU), ROW(SIGURG), ROW(SIGXCPU), ROW(SIGXFSZ), ROW(SIGVTALRM), ROW(SIGPROF),
        ROW(SIGWINCH), ROW(SIGPOLL), ROW(SIGPWR), ROW(SIGSYS) };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (names[i].signal == signal)
            return format_phrase("%s", names[i].name);
    }
    return format_phrase("signal %d", signal);
}

cli_phrase cli_case_result_text(const cli_rating *rating, const cli_case_result *result)
{
    if (result->status == CLI_TIMEOUT)
        return format_phrase("killed after %g s", (double)rating->timeout_ms / 1000);
    if (result->report != NULL)
        return format_phrase("reported by a sanitizer");
    if (result->signal != 0)
        return cli_signal_name(result->signal);
    if (result->silent)
        return format_phrase("exit code %d without an answer", result->exit_code);
    if (result->exit_code == 0 || result->exit_code == 1)
        return format_phrase("%s", result->exit_code == 0 ? "accepted" : "refused");
    return format_phrase("exit %d", result->exit_code);
}

cli_phrase cli_interruption_text(const cli_rating *rating)
{
    return format_phrase("interrupted by %s after %zu of %zu runs", cli_signal_name(rating->interrupted).text,
        rating->runs_done, rating->runs_wanted);
}

cli_phrase cli_rule_tally_text(const cli_rule_tally *tally, size_t loader)
{
    return tally->runs[loader] == 0 ? format_phrase("-")
                                    : format_phrase("%zu of %zu", tally->fine[loader], tally->runs[loader]);
}

cli_phrase cli_rating_summary(const cli_rating *rating)
{
    const size_t loaders = rating->loader_count, files = rating->run_case_count;
    const size_t wrong = rating->total.failed - rating->total.stale;
    return format_phrase("%zu %s on %zu %s: %zu %s", loaders, loaders == 1 ? "loader" : "loaders", files,
        files == 1 ? "file" : "files", wrong, wrong == 1 ? "disagreement" : "disagreements");
}
