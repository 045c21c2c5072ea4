/* Implements `animproof reduce`: makes the smallest file for which a command still gives its first answer. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/conform/run/loader_sandbox.h"
#include "cli/conform/run/worker.h"
#include "cli/reduce/reduce.h"
#include "cli/shared/input_copy.h"
#include "cli/shared/output_file.h"
#include "cli/shared/same_file.h"
#include "core/base/terminal_text.h"
#include "validators/lint_bytes.h"

/* Returns the default path of the output for `path`, DIRECTORY/NAME.EXT: DIRECTORY/NAME.reduced.EXT. Returns NULL when
   out of memory. */
static char *default_output_path(const char *path, const char *base)
{
    const char *dot = strrchr(base, '.');
    const char *end = dot == NULL || dot == base ? base + strlen(base) : dot;
    char *text = NULL;
    return asprintf(&text, "%.*s.reduced%s", (int)(end - path), path, end) < 0 ? NULL : text;
}

static cli_exit check_and_store_operands(cli_reduction *r, cli_operands words)
{
    const char *problem;
    cli_loader *loader = &r->rating.loaders[0];
    if (r->test == NULL)
        return cli_usage_error("reduce", "a command is missing: give --test 'CMD {}'");
    if (words.count != 1)
        return cli_usage_error("reduce", words.count == 0 ? "no file given" : "one file at a time");
    if (strcmp(words.items[0], "-") == 0)
        return cli_usage_error("reduce", "standard input cannot be reduced: give a file");
    if (r->text != NULL && r->text[0] == '\0')
        return cli_usage_error("reduce", "--text: the text is empty");
    *loader = (cli_loader){ .name = "test", .command = r->test, .given_input = true };
    if (!cli_parse_loader_command(r->test, &r->words_arena, loader, &problem))
        return problem == NULL ? cli_fail_no_memory() : cli_usage_error("reduce", "--test: %s", problem);
    if (loader->given_companion || loader->given_values)
        return cli_usage_error("reduce", "--test: only {} may be in the command");
    r->rating.loader_count = 1;
    r->path = words.items[0];
    const char *slash = strrchr(r->path, '/');
    r->base = slash == NULL ? r->path : slash + 1;
    r->out_path = r->out != NULL ? strdup(r->out) : default_output_path(r->path, r->base);
    return r->out_path == NULL ? cli_fail_no_memory() : CLI_CLEAN;
}

/* Loads the file, finds its format, and allocates the wave of candidates. */
static cli_exit load_file_and_make_room(cli_reduction *r)
{
    ap_input input;
    ap_view copy;
    ap_input_init(&input, r->reading.max_input_bytes);
    cli_exit result = cli_load_copy_and_free_input(&input, r->path, &r->words_arena, &copy);
    if (result != CLI_CLEAN)
        return result;
    if (strcmp(r->out_path, "-") != 0 && cli_is_same_file(r->path, r->out_path))
        return cli_usage_error("reduce", "--output is the file itself, which stays as it is");
    r->bytes = malloc(copy.size + 1);
    r->wave = calloc(r->running.jobs, sizeof *r->wave);
    r->rating.cases = calloc(r->running.jobs, sizeof *r->rating.cases);
    r->rating.results = calloc(r->running.jobs, sizeof *r->rating.results);
    if (r->bytes == NULL || r->wave == NULL || r->rating.cases == NULL || r->rating.results == NULL)
        return cli_fail_no_memory();
    if (copy.size > 0)
        memcpy(r->bytes, copy.bytes, copy.size);
    r->size = r->original_size = copy.size;
    r->format = ap_choose_format(copy, r->path, r->reading.input_format);
    return CLI_CLEAN;
}

static cli_exit check_that_valid_can_be_kept(cli_reduction *r)
{
    if (r->format != NULL && cli_file_has_no_errors(r, r->bytes, r->size))
        return CLI_CLEAN;
    return r->trouble != CLI_CLEAN
               ? r->trouble
               : cli_fail(CLI_FINDINGS, r->path, "%s, so --valid cannot be kept: see animproof lint",
                   r->format == NULL ? "the format is not recognised" : "the file has errors");
}

/* Runs the command on the whole file to get the answer that smaller files must have. Runs it twice, because a command
   with changing answers proves nothing. With --valid, also checks that the file has no error. */
static cli_exit find_and_confirm_wanted_answer(cli_reduction *r)
{
    cli_command_answer again;
    if (!cli_run_for_answer(r, r->bytes, r->size, &r->wanted)
        || !cli_run_for_answer(r, r->bytes, r->size, &again)) {
        if (r->rating.interrupted != 0)
            cli_error("interrupted by %s: no file is written", cli_signal_name(r->rating.interrupted).text);
        return r->trouble;
    }
    if (r->text != NULL && !(r->wanted.has_text && again.has_text))
        return cli_fail(CLI_FINDINGS, r->path, "the output of the command does not contain '%s'",
            cli_shorten(r->text).text);
    if (!cli_is_wanted_answer(r, &again))
        return cli_fail(CLI_FINDINGS, r->path, "the command does not repeat its answer: first %s, then %s",
            cli_command_answer_text(&r->wanted).text, cli_command_answer_text(&again).text);
    return r->valid ? check_that_valid_can_be_kept(r) : CLI_CLEAN;
}

/* Prints the size of the smallest file and, if the search ended early, why. */
static void report_result(const cli_reduction *r)
{
    FILE *stream = strcmp(r->out_path, "-") == 0 ? stderr : stdout;
    const cli_phrase words = cli_command_answer_text(&r->wanted);
    ap_put_file_name(stream, r->path);
    if (r->size == r->original_size)
        fprintf(stream, ": %zu bytes, nothing can be removed", r->size);
    else
        fprintf(stream, ": %zu bytes, reduced to %zu", r->original_size, r->size);
    fprintf(stream, " (%s; %zu %s)\n", r->text != NULL ? "the text is printed" : words.text, r->tries,
        r->tries == 1 ? "try" : "tries");
    fprintf(stream, "written to ");
    ap_put_file_name(stream, strcmp(r->out_path, "-") == 0 ? "standard output" : r->out_path);
    fputc('\n', stream);
    if (r->rating.interrupted != 0)
        cli_error("interrupted by %s: the file has the answer, but a smaller one may too",
            cli_signal_name(r->rating.interrupted).text);
    else if (r->over && r->trouble == CLI_CLEAN)
        cli_error("the limit of %s is reached: the file has the answer, but a smaller one may too",
            r->most_tries > 0 && r->tries >= r->most_tries ? "--tries" : "--seconds");
}

/* Searches for the smallest file, and writes it, also after an interruption. */
static cli_exit reduce_and_write_file(cli_reduction *r, cli_output_file *target)
{
    cli_progress_line_begin(&r->line);
    if (r->most_seconds > 0)
        r->ends_ms = cli_now_ms() + (int64_t)r->most_seconds * 1000;
    cli_reduce_file(r);
    cli_progress_line_hide(&r->line);
    const bool written = r->trouble == CLI_CLEAN || r->rating.interrupted != 0;
    if (written)
        (void)ap_write(&target->writer, r->bytes, r->size);
    const cli_exit closed = cli_output_file_close(target, written);
    if (written && closed == CLI_CLEAN)
        report_result(r);
    return cli_worse_exit_by_rank(closed, r->trouble);
}

static cli_exit reduce_file(cli_reduction *r)
{
    cli_output_file target;
    const cli_exit result = find_and_confirm_wanted_answer(r);
    if (result != CLI_CLEAN)
        return result;
    cli_output_file_init(&target, r->out_path);
    /* opened before the search, which may take long, to report an error early */
    if (!cli_output_file_open_or_keep_error(&target))
        return cli_output_file_close(&target, false);
    return reduce_and_write_file(r, &target);
}

static cli_exit make_numbered_folders(const char *folder, size_t count)
{
    cli_exit result = CLI_CLEAN;
    for (size_t i = 0; i < count && result == CLI_CLEAN; i++) {
        char *path;
        if (asprintf(&path, "%s/%zu", folder, i) < 0)
            return cli_fail_no_memory();
        result = cli_make_directory(path);
        free(path);
    }
    return result;
}

/* Reduces the file in the worker process, with a temporary folder for the candidates. */
static cli_exit reduce_in_temp_folder(void *context, int signals)
{
    cli_reduction *r = context;
    char *folder = cli_make_temp_folder("reduce");
    if (folder == NULL)
        return cli_exit_of_errno(errno);
    r->signals = signals;
    r->rating.corpus = folder;
    cli_exit result = make_numbered_folders(folder, r->running.jobs);
    if (result == CLI_CLEAN)
        result = reduce_file(r);
    const int error = cli_empty_folder(folder);
    if (error != 0 || rmdir(folder) != 0)
        result = cli_worse_exit_by_rank(result, cli_fail_errno(folder, error != 0 ? error : errno));
    free(folder);
    return result;
}

cli_exit cli_run_reduce(void *record, cli_operands words)
{
    cli_reduction *r = record;
    cli_exit result = check_and_store_operands(r, words);
    if (result == CLI_CLEAN)
        result = cli_check_loader_exists(&r->rating.loaders[0]);
    if (result == CLI_CLEAN)
        result = load_file_and_make_room(r);
    return result == CLI_CLEAN ? cli_run_in_worker("reduce", reduce_in_temp_folder, r) : result;
}
