/* Runs the command on candidates, and compares its answers with the wanted answer. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/reduce/reduce.h"
#include "core/files/new_file.h"

/* Two hashes of a file, so that files with equal hashes have equal bytes. */
typedef struct file_hashes {
    uint64_t first, second;
} file_hashes;

/* Returns the FNV-1a hash of the bytes, with a seed, mixed once more. */
static uint64_t hash_of_bytes(const cli_candidate *file, uint64_t seed)
{
    uint64_t hash = seed;
    for (size_t i = 0; i < file->size; i++)
        hash = (hash ^ file->bytes[i]) * UINT64_C(0x100000001b3);
    hash ^= hash >> 29;
    hash = (hash + file->size) * UINT64_C(0xbf58476d1ce4e5b9);
    return hash ^ hash >> 32;
}

static file_hashes hashes_of_file(const cli_candidate *file)
{
    return (file_hashes){ hash_of_bytes(file, UINT64_C(0xcbf29ce484222325)),
        hash_of_bytes(file, UINT64_C(0x9e3779b97f4a7c15)) };
}

static int compare_hashes(const void *one, const void *other)
{
    return memcmp(one, other, sizeof(file_hashes));
}

bool cli_was_candidate_tried(const cli_reduction *r, const cli_candidate *candidate)
{
    const file_hashes hashes = hashes_of_file(candidate);
    return tfind(&hashes, &r->tried, compare_hashes) != NULL;
}

bool cli_add_if_untried(cli_reduction *r, const cli_candidate *candidate)
{
    if (cli_was_candidate_tried(r, candidate))
        return false;
    file_hashes *made = malloc(sizeof *made);
    if (made == NULL)
        return true;
    *made = hashes_of_file(candidate);
    if (tsearch(made, &r->tried, compare_hashes) == NULL)
        free(made);
    return true;
}

static bool write_file(const char *path, const uint8_t *bytes, size_t size)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        return false;
    const int error = ap_write_all(file, bytes, size);
    close(file);
    errno = error;
    return error == 0;
}

/* Writes a candidate to FOLDER/N/NAME, and adds it to the rating as a case. Returns false with r->trouble set after an error. */
static bool add_candidate_case(cli_reduction *r, const uint8_t *bytes, size_t size)
{
    ap_arena *arena = &r->rating.arena;
    const char *file = ap_arena_print(arena, "%zu/%s", r->rating.case_count, r->base);
    const char *path = file == NULL ? NULL : cli_corpus_file_path(&r->rating, file, arena);
    if (path == NULL) {
        r->trouble = cli_fail_no_memory();
        return false;
    }
    if (!write_file(path, bytes, size)) {
        r->trouble = cli_fail_errno(path, errno);
        return false;
    }
    r->rating.cases[r->rating.case_count++] =
        (ap_manifest_case){ .file = file, .format = "", .answer = AP_ANSWER_DIFFER };
    return true;
}

/* Copies the part of a sanitizer's report that is equal in all runs: the text from "ERROR:" or "WARNING:" to the first digit; of
   "file.c:1:2: runtime error: ..." the text to the first digit after "runtime error: ". */
static void copy_stable_report(const char *line, char kept[CLI_REPORT_BYTES])
{
    const char *kind = strstr(line, "ERROR: ");
    if (kind == NULL)
        kind = strstr(line, "WARNING: ");
    const char *from = kind != NULL ? kind : line;
    const char *numbers = kind != NULL ? kind : strstr(line, "runtime error: ");
    size_t length = numbers == NULL ? 0 : (size_t)(numbers - from);
    while (from[length] != '\0' && !isdigit((unsigned char)from[length]) && length < CLI_REPORT_BYTES - 1)
        length++;
    length = length < CLI_REPORT_BYTES - 1 ? length : CLI_REPORT_BYTES - 1;
    memcpy(kept, from, length);
    kept[length] = '\0';
}

static cli_command_answer answer_of_result(const cli_reduction *r, const cli_case_result *result)
{
    cli_command_answer answer = { .status = CLI_MAY_DIFFER, .exit_code = -1 };
    if (result->status == CLI_TIMEOUT || result->status == CLI_OUT_OF_MEMORY)
        answer.status = result->status;
    if (answer.status == CLI_MAY_DIFFER) {
        answer.exit_code = result->exit_code;
        answer.signal = result->signal;
    }
    answer.has_text = r->text != NULL && result->output != NULL && strstr(result->output, r->text) != NULL;
    if (result->report != NULL)
        copy_stable_report(result->report, answer.report);
    return answer;
}

bool cli_is_wanted_answer(const cli_reduction *r, const cli_command_answer *answer)
{
    const cli_command_answer *wanted = &r->wanted;
    if (r->text != NULL)
        return answer->has_text;
    return answer->status == wanted->status && answer->exit_code == wanted->exit_code
           && answer->signal == wanted->signal && strcmp(answer->report, wanted->report) == 0;
}

cli_phrase cli_command_answer_text(const cli_command_answer *answer)
{
    cli_phrase words = { "" };
    if (answer->status == CLI_TIMEOUT)
        snprintf(words.text, sizeof words.text, "the time limit");
    else if (answer->status == CLI_OUT_OF_MEMORY)
        snprintf(words.text, sizeof words.text, "the memory limit");
    else if (answer->signal != 0)
        words = cli_signal_name(answer->signal);
    else
        snprintf(words.text, sizeof words.text, "exit %d", answer->exit_code);
    const size_t used = strlen(words.text);
    if (answer->report[0] != '\0')
        snprintf(words.text + used, sizeof words.text - used, ", %.90s", answer->report);
    return words;
}

/* Begins a wave without cases. */
static void clear_candidate_cases(cli_reduction *r)
{
    ap_arena_reset(&r->rating.arena);
    memset(r->rating.results, 0, r->running.jobs * sizeof *r->rating.results);
    r->rating.case_count = 0;
}

static bool run_candidate_cases(cli_reduction *r)
{
    if (r->trouble == CLI_CLEAN)
        r->trouble = cli_run_loaders(&r->rating, &r->running, r->signals);
    r->over = r->over || r->trouble != CLI_CLEAN;
    return r->trouble == CLI_CLEAN;
}

bool cli_run_for_answer(cli_reduction *r, const uint8_t *bytes, size_t size, cli_command_answer *answer)
{
    clear_candidate_cases(r);
    if (!add_candidate_case(r, bytes, size) || !run_candidate_cases(r)) {
        r->over = true;
        return false;
    }
    *answer = answer_of_result(r, &r->rating.results[0]);
    return true;
}

/* Returns true if the search is over, because a limit is reached now, or for a reason that is known already. Sets r->over. */
static bool set_over_if_limit_is_reached(cli_reduction *r)
{
    r->over = r->over || (r->most_tries > 0 && r->tries >= r->most_tries)
              || (r->ends_ms > 0 && cli_now_ms() >= r->ends_ms);
    return r->over;
}

size_t cli_try_candidates(cli_reduction *r)
{
    if (set_over_if_limit_is_reached(r))
        return r->wave_size;
    clear_candidate_cases(r);
    for (size_t i = 0; i < r->wave_size; i++) {
        if (!add_candidate_case(r, r->wave[i].bytes, r->wave[i].size)) {
            r->over = true;
            return r->wave_size;
        }
    }
    if (!run_candidate_cases(r))
        return r->wave_size;
    for (size_t i = 0; i < r->wave_size; i++) {
        /* tries are counted one by one, so that the limit ends the search where it would end with one job */
        if (r->most_tries > 0 && r->tries >= r->most_tries)
            break;
        if (!cli_add_if_untried(r, &r->wave[i]))
            continue;
        r->tries++;
        const cli_command_answer answer = answer_of_result(r, &r->rating.results[i]);
        if (cli_is_wanted_answer(r, &answer))
            return i;
    }
    return r->wave_size;
}
