/* Finds the result of a loader's run on a file, and records it. */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "cli/conform/run/loader_pool.h"
#include "core/base/utf8.h"
#include "corpus/corpus_formats.h"

enum { QUIET_OUTPUT_BYTES = 512 /* bytes kept of the output of a loader that gave the right answer */ };

static const char replacement[] = "\xef\xbf\xbd"; /* U+FFFD */

/* Converts bytes to UTF-8 text, in the arena: replaces NULs, invalid bytes and control characters other than LF and tab by
   U+FFFD, and drops the CR of CR LF. Returns NULL when out of memory. */
static const char *bytes_as_utf8(const char *bytes, size_t count, ap_arena *arena)
{
    char *text = ap_alloc(arena, count * (sizeof replacement - 1) + 1), *to = text;
    for (size_t i = 0; text != NULL && i < count;) {
        const uint8_t *at = (const uint8_t *)bytes + i;
        const size_t length = ap_utf8_character_length(at, count - i);
        const bool control = length == 1 && *at < 0x20 && *at != '\n' && *at != '\t';
        const bool return_line = *at == '\r' && i + 1 < count && bytes[i + 1] == '\n';
        if (length > 0 && !control)
            to = mempcpy(to, at, length);
        else if (!return_line)
            to = stpcpy(to, replacement);
        i += length > 0 ? length : 1;
    }
    return text;
}

/* Returns the kept beginning and end of the output, or the first `limit` bytes of these, converted by bytes_as_utf8. If bytes are
   left out, a line after the first CLI_HEAD_BYTES bytes says how many. Sets *left_out to that number. Returns NULL when out of
   memory. */
static const char *output_as_text(const cli_child *child, size_t limit, size_t *left_out, ap_arena *arena)
{
    enum { NOTICE_BYTES = 64 };
    char text[sizeof child->kept + NOTICE_BYTES];
    const size_t count = child->kept_size < limit ? child->kept_size : limit;
    const size_t head = count < CLI_HEAD_BYTES ? count : CLI_HEAD_BYTES;
    *left_out = child->printed - count;
    if (*left_out == 0)
        return bytes_as_utf8(child->kept, count, arena);
    char *to = mempcpy(text, child->kept, head);
    to += snprintf(to, NOTICE_BYTES, "\n[... %zu bytes left out ...]\n", *left_out);
    to = mempcpy(to, child->kept + head, count - head);
    return bytes_as_utf8(text, (size_t)(to - text), arena);
}

/* Returns true if the loader probably ran out of memory. The system does not report that a limit was reached: an
   allocation fails, and the program decides what to do. So this function looks for typical messages, for a large memory
   use at the end, and for a SIGKILL that this program has not sent: the system ends a process in this way when all
   memory is used. */
static bool ran_out_of_memory(
    const worker_pool *pool, const cli_child *child, const cli_child_exit *exit_state)
{
    static const char *const words[] = { "bad_alloc", "MemoryError", "out of memory", "Out of memory",
        "OutOfMemory", "Cannot allocate memory", "memory exhausted" };
    const size_t limit = pool->rating->memory_mib * 1024; /* in KiB, like ru_maxrss */
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (memmem(child->kept, child->kept_size, words[i], strlen(words[i])) != NULL)
            return true;
    }
    if (WIFSIGNALED(exit_state->status) && WTERMSIG(exit_state->status) == SIGKILL)
        return true;
    return limit > 0 && (size_t)exit_state->usage.ru_maxrss >= limit / 8 * 7;
}

/* Returns the answer that the loader should give. Any answer is right if a defect shows only together with the companion and
   the command has no {companion}; so also for a batch loader, which may ignore the companion in its input. */
static ap_expected_answer expected_answer_for(const cli_loader *loader, const ap_manifest_case *entry)
{
    const ap_defect *defect = entry->defect == NULL ? NULL : ap_find_defect(entry->defect);
    const bool unseen = defect != NULL && defect->needs_companion && !loader->given_companion;
    return unseen && entry->answer == AP_ANSWER_REFUSE ? AP_ANSWER_DIFFER : entry->answer;
}

/* Returns true if a process of the loader exceeded the limit of resident memory. */
static bool exceeded_memory_limit(
    const worker_pool *pool, const cli_child *child, const cli_child_exit *exit_state)
{
    const cli_loader *loader = cli_loader_of(pool, child->job);
    const size_t limit = pool->rating->memory_mib * 1024; /* in KiB, like ru_maxrss */
    return child->over_memory
           || (loader->resident && !loader->batch && limit > 0
               && (size_t)exit_state->usage.ru_maxrss > limit);
}

/* Returns the status of a result. A sanitizer report counts as a crash, or as out of memory, with any exit code: the
   exit code is 1 by default, and 0 if the program continued. */
static cli_case_status rate_result(
    const worker_pool *pool, cli_child *child, const cli_child_exit *exit_state, bool answered)
{
    const ap_expected_answer answer =
        expected_answer_for(cli_loader_of(pool, child->job), cli_case_of(pool, child->job));
    const int code = WIFEXITED(exit_state->status) ? WEXITSTATUS(exit_state->status) : -1;
    const cli_sanitizer_report_kind report = cli_child_sanitizer_report(child)->kind;
    const bool too_large = exceeded_memory_limit(pool, child, exit_state);
    if (answered && (code == 0 || code == 1) && report == CLI_NO_REPORT
        && !too_large) { /* an answer counts even if the loader was then killed at the deadline */
        if (answer == AP_ANSWER_DIFFER)
            return CLI_MAY_DIFFER;
        if ((answer == AP_ANSWER_ACCEPT) == (code == 0))
            return CLI_AGREES;
        return answer == AP_ANSWER_ACCEPT ? CLI_SHOULD_ACCEPT : CLI_SHOULD_REFUSE;
    }
    if (child->timed_out)
        return CLI_TIMEOUT;
    if (too_large || report != CLI_NO_REPORT)
        return too_large || report != CLI_REPORT ? CLI_OUT_OF_MEMORY : CLI_CRASH;
    return ran_out_of_memory(pool, child, exit_state) ? CLI_OUT_OF_MEMORY : CLI_CRASH;
}

/* Compares the values that the loader computed from a valid file which it accepted, and sets the result's status if they are
   wrong. Returns false when out of memory. */
static bool compare_and_rate_values(worker_pool *pool, const cli_child *child, cli_case_result *result)
{
    const ap_case_values *values = cli_values_of(pool, child->job);
    cli_values_result *compared = ap_alloc(&pool->rating->arena, sizeof *compared);
    result->values = compared;
    if (compared == NULL)
        return false;
    *compared = (cli_values_result){ .rating = CLI_VALUES_NOT_COMPARED };
    if (values == NULL || result->status != CLI_AGREES || result->exit_code != 0)
        return true;
    const ap_view answers = { (const uint8_t *)child->answers, child->answers_size };
    if (!cli_compare_values(values, answers, child->answers_cut, &pool->rating->arena, compared))
        return false;
    if (compared->rating != CLI_VALUES_FINE)
        result->status = CLI_WRONG_VALUES;
    return true;
}

void cli_end_run_if_output_lost(worker_pool *pool, const cli_child *child)
{
    if (child->output_error == 0 || pool->end_code != CLI_CLEAN)
        return;
    cli_end_loader_run_with(pool, cli_fail(cli_exit_of_errno(child->output_error), NULL,
                                      "output of a loader was lost: %s", strerror(child->output_error)));
}

/* Counts a run, and draws the progress bar if it is due. */
static void count_run_and_draw_progress(worker_pool *pool, bool fine)
{
    static const char full[] = "##############################", rest[] = "..............................";
    enum { BAR = sizeof full - 1 };
    pool->done++;
    pool->bad += !fine;
    if (!cli_progress_line_take_turn_if_due(&pool->line))
        return;
    const int filled = (int)(pool->done * BAR / pool->total);
    cli_progress_line_draw(&pool->line, "[%.*s%.*s] %zu of %zu, %zu wrong", filled, full, BAR - filled, rest,
        pool->done, pool->total, pool->bad);
}

void cli_record_result(worker_pool *pool, cli_child *child, const cli_child_exit *exit_state, bool answered)
{
    cli_case_result *result = &pool->rating->results[child->job];
    ap_arena *arena = &pool->rating->arena;
    const bool first = result->status == CLI_NOT_RUN;
    const int code = WIFEXITED(exit_state->status) ? WEXITSTATUS(exit_state->status) : -1;
    result->status = rate_result(pool, child, exit_state, answered);
    result->exit_code = code;
    const cli_sanitizer_scan *report = cli_child_sanitizer_report(child);
    if (report->kind != CLI_NO_REPORT)
        result->report = bytes_as_utf8(report->line, report->line_bytes, arena);
    result->silent = !answered && (code == 0 || code == 1) && result->report == NULL;
    result->signal = WIFSIGNALED(exit_state->status) ? WTERMSIG(exit_state->status) : 0;
    const bool compared = pool->rating->values == NULL || compare_and_rate_values(pool, child, result);
    const size_t limit = cli_case_status_is_fine(result->status) && !pool->options->keeps_output
                             ? QUIET_OUTPUT_BYTES
                             : CLI_HEAD_BYTES + CLI_TAIL_BYTES;
    /* for a later result of the same job, the stored output is replaced only if the loader has printed more */
    if (first || child->printed > 0)
        result->output = output_as_text(child, limit, &result->left_out, arena);
    if (result->output == NULL || !compared || arena->failed)
        cli_end_loader_run_with(pool, cli_fail_no_memory());
    cli_end_run_if_output_lost(pool, child);
    if (first)
        count_run_and_draw_progress(pool, cli_case_status_is_fine(result->status));
}
