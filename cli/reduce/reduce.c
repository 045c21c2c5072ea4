/* Implements `animproof reduce`: makes the smallest file for which a command still gives its first answer. */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/conform/run/loader_sandbox.h"
#include "cli/conform/run/worker.h"
#include "cli/options/commands.h"
#include "cli/reduce/reduce.h"
#include "cli/shared/input_copy.h"
#include "cli/shared/output_file.h"
#include "cli/shared/same_file.h"
#include "cli/shared/threads.h"
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
    return cli_worse_exit_by_rank(result, cli_remove_temp_folder(folder));
}

static cli_exit run_reduce(void *record, cli_operands words)
{
    cli_reduction *r = record;
    cli_exit result = check_and_store_operands(r, words);
    if (result == CLI_CLEAN)
        result = cli_check_loader_exists(&r->rating.loaders[0]);
    if (result == CLI_CLEAN)
        result = load_file_and_make_room(r);
    return result == CLI_CLEAN ? cli_run_in_worker("reduce", reduce_in_temp_folder, r) : result;
}

enum { USUAL_TIMEOUT_MS = 5000, USUAL_MEMORY_MIB = 1024 };

static void set_defaults(void *record)
{
    cli_reduction *r = record;
    cli_reading_set_defaults(&r->reading);
    r->rating = (cli_rating){ .timeout_ms = USUAL_TIMEOUT_MS, .memory_mib = USUAL_MEMORY_MIB };
    r->running = (cli_run_options){ .progress = CLI_NEVER, .keeps_output = true };
    r->running.jobs =
        cli_processor_count() < CLI_MOST_LOADER_JOBS ? cli_processor_count() : CLI_MOST_LOADER_JOBS;
    ap_arena_init(&r->words_arena, 0);
    ap_arena_init(&r->arena, 0);
    ap_arena_init(&r->scratch, 0);
    ap_arena_init(&r->rating.arena, 0);
}

static void release_record(void *record)
{
    cli_reduction *r = record;
    for (size_t i = 0; r->wave != NULL && i < r->running.jobs; i++)
        free(r->wave[i].bytes);
    free(r->wave);
    free(r->rating.cases);
    free(r->rating.results);
    free(r->bytes);
    tdestroy(r->tried, free);
    free(r->out_path);
    cli_string_list_free(&r->running.sandbox_reads);
    ap_arena_free(&r->words_arena);
    ap_arena_free(&r->arena);
    ap_arena_free(&r->scratch);
    ap_arena_free(&r->rating.arena);
}

static cli_exit parse_timeout(const cli_option_value *given)
{
    cli_reduction *r = given->place;
    return cli_parse_seconds(given, &r->rating.timeout_ms);
}

static const cli_option command_rows[] = {
    { .name = "test",
        .value = "CMD",
        CLI_TEXT(cli_reduction, test),
        .help =
            "the command, which is run on each smaller file. CMD is not passed to a shell: blanks separate "
            "words, '...' and \"...\" quote them; {} is the file, which is standard input if there is no "
            "{}" },
    { .name = "text",
        .value = "TEXT",
        CLI_TEXT(cli_reduction, text),
        .help =
            "keep that TEXT is in the output of CMD, however CMD ends. Of long output, the first 4096 and "
            "the last 512 bytes are searched" },
    { .name = "timeout", .value = "SECONDS", CLI_TAKEN(parse_timeout), .help = "time limit of CMD (5)" },
    { .name = "memory",
        .value = "MIB",
        CLI_COUNT(cli_reduction, rating.memory_mib),
        .most = SIZE_MAX >> 20,
        .help = "limit of CMD's address space ({default}; 0 for no limit); limits resident memory instead if "
                "CMD was built with a sanitizer" },
    { .name = "sandbox",
        CLI_FLAG(cli_reduction, rating.sandbox),
        .help =
            "let CMD read only itself, libraries and the file, and write only to TMPDIR; no network; as far "
            "as the system allows (docs/use/loaders.md)" },
    { .name = "sandbox-read",
        .value = "PATH",
        CLI_ITEM(cli_reduction, running.sandbox_reads),
        .completes = CLI_COMPLETES_FILES,
        .help = "with --sandbox: let CMD also read and run this file or folder" },
    { .name = "jobs",
        .letter = 'j',
        .value = "N",
        CLI_COUNT(cli_reduction, running.jobs),
        .least = 1,
        .most = CLI_MOST_LOADER_JOBS,
        .help = "number of files to try at once (one per processor); the result is the same for any N" },
    { .name = NULL },
};

static const cli_option result_rows[] = {
    { .name = "output",
        .letter = 'o',
        .value = "OUT",
        CLI_TEXT(cli_reduction, out),
        .completes = CLI_COMPLETES_FILES,
        .help = "write the smallest file to OUT ('-' for standard output); default: NAME.reduced.EXT next to "
                "NAME.EXT" },
    { .name = "valid", CLI_FLAG(cli_reduction, valid), .help = "try only files without errors" },
    { .name = "tries",
        .value = "N",
        CLI_COUNT(cli_reduction, most_tries),
        .help = "end after N tries, with the smallest file so far ({default} for no limit)" },
    { .name = "seconds",
        .value = "N",
        CLI_COUNT(cli_reduction, most_seconds),
        .most = 1000000,
        .help = "end after N seconds, with the smallest file so far ({default} for no limit)" },
    { CLI_PROGRESS_LINE(cli_reduction, line),
        .help = "show the progress in a line on standard error: {choices}" },
    { .name = NULL },
};

static const cli_option_group groups[] = {
    { .title = "Command", .rows = command_rows },
    { .title = "Result", .rows = result_rows },
    CLI_READING_GROUPS(cli_reduction, reading),
    { .rows = NULL },
};

static const cli_example examples[] = {
    { "animproof reduce --test './my-loader {}' crash.md5anim",
        "Writes crash.reduced.md5anim, the smallest file on which the loader crashes in the same way." },
    { "animproof reduce --test './my-loader {}' --text 'bad joint' --valid walk.md5anim -o small.md5anim",
        "Keeps a message of the loader, and the file free of errors." },
    { NULL, NULL },
};

const cli_command cli_reduce = {
    .name = "reduce",
    .words = "FILE",
    .usage = "--test 'CMD {}' [OPTION]... FILE",
    .summary = "makes the smallest file for which a command answers as before",
    .about =
        "Runs CMD on smaller and smaller versions of FILE, and writes the smallest for which CMD still gives "
        "the answer that it gives for FILE: the exit code, the signal, the time limit or the kind of a "
        "sanitizer's report. First removes frames, joints, keys, meshes and other parts of the format, with "
        "counts and indices changed to fit, then blocks, lines, words and bytes, and makes numbers shorter.",
    .notes = "FILE stays as it is. After an interruption, the smallest file so far is written.",
    .examples = examples,
    .exits =
        "0 the smallest file is written, also if a limit ended the search, 1 CMD does not repeat its answer "
        "or "
        "does not print the text, or FILE has errors (with --valid), 2 usage, 3 a file could not be read or "
        "written, CMD could not be started, or the search was interrupted, 4 internal error or limit.",
    .options = groups,
    .record_bytes = sizeof(cli_reduction),
    .prepare = set_defaults,
    .run = run_reduce,
    .release = release_record,
    .completes = CLI_COMPLETES_FILES,
};
