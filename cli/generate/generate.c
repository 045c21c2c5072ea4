/* Implements animproof generate: writes valid files. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/generate/generate.h"
#include "cli/options/commands.h"
#include "cli/shared/output_file.h"

typedef struct generate_run {
    cli_generate_options wanted;
    bool into_directory;
    /* paths of the current file and of its companion, owned; NULL: the file goes to standard output, or has no
       companion */
    char *path, *companion_path;
    ap_arena arena;
    ap_choices choices;
    cli_output_file target, companion_target;
} generate_run;

/* Returns the length of the path up to its file name extension. */
static size_t length_without_extension(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    const char *point = strrchr(name, '.');
    return point == NULL || point == name ? strlen(path) : (size_t)(point - path);
}

/* Returns true if the path is a device or a pipe. Like standard output, it gets only the file, not the companion. */
static bool is_device_or_pipe(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 && !S_ISREG(file.st_mode) && !S_ISDIR(file.st_mode);
}

/* Sets the paths of the file with this number and of its companion. Returns false when out of memory. */
static bool set_file_paths(generate_run *run, size_t number)
{
    const ap_generator *generator = run->wanted.generator;
    const char *out = run->wanted.out, *extension = generator->companion_extension;
    run->path = run->companion_path = NULL;
    if (out == NULL || strcmp(out, "-") == 0)
        return true;
    run->path = run->into_directory ? cli_generated_path(out, generator->format, run->wanted.seed, number)
                                    : strdup(out);
    if (run->path == NULL || extension == NULL || is_device_or_pipe(run->path))
        return run->path != NULL;
    if (asprintf(
            &run->companion_path, "%.*s%s", (int)length_without_extension(run->path), run->path, extension)
        < 0)
        run->companion_path = NULL;
    return run->companion_path != NULL;
}

/* Returns true if the companion is written to a file of its own. */
static bool writes_companion_file(const generate_run *run)
{
    return run->companion_path != NULL && strcmp(run->path, run->companion_path) != 0;
}

static bool open_output_files(generate_run *run)
{
    cli_output_file_init(&run->target, run->path == NULL ? "-" : run->path);
    cli_output_file_init(&run->companion_target, run->companion_path == NULL ? "-" : run->companion_path);
    run->target.remakeable = run->companion_target.remakeable = run->into_directory;
    return cli_output_file_open_or_keep_error(&run->target)
           && (!writes_companion_file(run) || cli_output_file_open_or_keep_error(&run->companion_target));
}

static bool generate_file_and_companion(generate_run *run, size_t number, bool *companion_fits)
{
    ap_generation_request make = { .choices = &run->choices,
        .ranges = run->wanted.ranges,
        .wild = run->wanted.wild,
        .arena = &run->arena,
        .writer = &run->target.writer,
        .companion = writes_companion_file(run) ? &run->companion_target.writer : NULL };
    ap_choices_from_seed(&run->choices, ap_make_item_seed(run->wanted.seed, number));
    const bool made = run->wanted.generator->make(&make);
    *companion_fits = make.companion_fits;
    return made;
}

/* Closes the companion first, so that the file never exists without its companion. An output file with a write error is closed
   with `keep` too: cli_output_file_close then prints the error, and keeps nothing. */
static cli_exit close_output_files(generate_run *run, bool made, bool companion_fits)
{
    const bool companion_failed = cli_output_file_has_error(&run->companion_target);
    const bool target_failed = cli_output_file_has_error(&run->target);
    cli_exit result =
        cli_output_file_close(&run->companion_target, (made && companion_fits) || companion_failed);
    const cli_exit closed =
        cli_output_file_close(&run->target, (made && result == CLI_CLEAN) || target_failed);
    result = cli_worse_exit_by_rank(result, closed);
    if (made || result != CLI_CLEAN)
        return result;
    return cli_fail(CLI_INTERNAL, run->path == NULL ? "standard output" : run->path, "%s",
        run->arena.failed ? "memory ran out (--max-memory)"
                          : "internal error: the file could not be generated");
}

static cli_exit generate_file(generate_run *run, size_t number)
{
    bool companion_fits = false;
    ap_arena_reset(&run->arena);
    if (!set_file_paths(run, number)) {
        free(run->path);
        return cli_fail_no_memory();
    }
    const bool made = open_output_files(run) && generate_file_and_companion(run, number, &companion_fits);
    const cli_exit result = close_output_files(run, made, companion_fits);
    free(run->path);
    free(run->companion_path);
    return result;
}

static cli_exit generate_all(generate_run *run)
{
    const cli_generate_options *wanted = &run->wanted;
    cli_exit result = CLI_CLEAN;
    run->into_directory = wanted->out != NULL && (wanted->count > 1 || cli_names_directory(wanted->out));
    if (run->into_directory)
        result = cli_make_directory(wanted->out);
    ap_arena_init(&run->arena, wanted->max_memory_bytes);
    for (size_t i = 0; i < wanted->count && result == CLI_CLEAN; i++)
        result = generate_file(run, wanted->first + i);
    ap_arena_free(&run->arena);
    return result;
}

static void set_defaults(void *record)
{
    generate_run *run = record;
    run->wanted = (cli_generate_options){ .first = 1, .count = 1, .max_memory_bytes = (size_t)2 << 30 };
}

static cli_exit run_generate(void *record, cli_operands words)
{
    generate_run *run = record;
    const cli_exit result = cli_check_generate_options(&run->wanted, words);
    if (result != CLI_CLEAN || !run->wanted.list_knobs)
        return result == CLI_CLEAN ? generate_all(run) : result;
    cli_print_knobs(stdout, run->wanted.generator);
    return CLI_CLEAN;
}

static void release_record(void *record)
{
    generate_run *run = record;
    cli_string_list_free(&run->wanted.knobs);
}

static const cli_option_group groups[] = {
    { .rows = cli_generation_rows, .at = offsetof(generate_run, wanted) },
    { .rows = NULL },
};

static const cli_example examples[] = {
    { "animproof generate --format md5anim --seed 7 -o small.md5anim", "Writes a valid file and its mesh." },
    { "animproof generate --format mrtk --seed 1 --count 100 -o files/", "Writes 100 files." },
    { NULL, NULL },
};

const cli_command cli_generate = {
    .name = "generate",
    .words = "OPTION...",
    .usage = "--format NAME --seed N [OPTION]...",
    .summary = "writes valid files, reproducible from a seed",
    .about = "Writes valid files. The same seed gives the same files on every machine.",
    .notes = "Without --wild, lint reports no error or warning in the files, except for knobs with a "
             "description that says so. Files are generated one at a time; memory holds of a file: {memory}.",
    .examples = examples,
    .exits = "0 done, 2 usage, 3 a file could not be written, 4 internal error or limit.",
    .options = groups,
    .record_bytes = sizeof(generate_run),
    .prepare = set_defaults,
    .run = run_generate,
    .release = release_record,
};
