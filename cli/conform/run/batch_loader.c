/* Runs batch loaders, which load many files in one process. Such a loader reads the path of each file as a line of
   standard input, and prints a line with the answer. */
#include <errno.h>
#include <string.h>
#include <sys/wait.h>

#include "cli/conform/run/loader_pool.h"

enum {
    EXIT_CODE_SHIFT = 8
}; /* position of the exit code in a wait status on Linux; some C libraries have no W_EXITCODE */

cli_child *cli_find_idle_child(worker_pool *pool, const cli_loader *loader)
{
    for (size_t i = 0; i < pool->slots; i++) {
        cli_child *child = &pool->children[i];
        if (child->pid != 0 && !child->busy && child->feed >= 0 && cli_loader_of(pool, child->job) == loader)
            return child;
    }
    return NULL;
}

void cli_record_any_crash_after_answer(worker_pool *pool, cli_child *child, const cli_child_exit *exit_state)
{
    const cli_child_exit goes_on = { 0 };
    if (child->lines_fed == 0)
        return;
    const bool killed = pool->shutting_down || child->timed_out
                        || child->over_memory; /* true if this program killed the loader */
    const bool broke = exit_state != NULL && !killed
                       && (WIFSIGNALED(exit_state->status) || WEXITSTATUS(exit_state->status) > 1);
    child->job = child->answered_job;
    if (broke || cli_child_sanitizer_report(child)->kind != CLI_NO_REPORT)
        cli_record_result(pool, child, broke ? exit_state : &goes_on, false);
}

bool cli_send_next_job_if_child_reads(worker_pool *pool, cli_child *child)
{
    cli_record_any_crash_after_answer(pool, child, NULL);
    const char *line = cli_batch_input_line(pool, cli_next_job(pool));
    if (line == NULL) {
        cli_end_loader_run_with(pool, cli_fail_no_memory());
        return false;
    }
    const bool fed = cli_child_forget_output_and_write_line(child, line);
    if (!fed
        && errno != EPIPE
        /* EPIPE: the loader has ended; EAGAIN: the loader does not read its input; both are handled later */
        && errno != EAGAIN) {
        cli_end_loader_run_with(
            pool, cli_fail(CLI_UNREADABLE, NULL, "cannot write a file name to a loader's standard input: %s",
                      strerror(errno)));
    }
    return fed;
}

static bool line_equals_word(const char *line, size_t length, const char *word)
{
    if (length > 0 && line[length - 1] == '\r')
        length--;
    return length == strlen(word) && memcmp(line, word, length) == 0;
}

/* Searches for an answer in that part of the output which has not been searched yet. Returns the exit code that the answer
   means, or -1 if the output has no answer yet. */
static int find_answer_exit_code(cli_child *child)
{
    while (child->looked_at < child->answers_size) {
        const char *line = child->answers + child->looked_at;
        const char *end = memchr(line, '\n', child->answers_size - child->looked_at);
        if (end == NULL)
            break;
        const size_t length = (size_t)(end - line);
        child->looked_at += length + 1;
        if (line_equals_word(line, length, "accept"))
            return 0;
        if (line_equals_word(line, length, "refuse"))
            return 1;
    }
    return -1;
}

void cli_record_batch_answer_if_printed(worker_pool *pool, cli_child *child)
{
    const int code = find_answer_exit_code(child);
    if (code < 0 || pool->end_code != CLI_CLEAN)
        return;
    const cli_child_exit exit_state = { .status = code << EXIT_CODE_SHIFT };
    cli_child_read_output(
        child); /* a sanitizer report that was printed before the answer may arrive after it */
    child->answered_job = child->job;
    child->busy = false;
    pool->running--;
    cli_record_result(pool, child, &exit_state, true);
}
