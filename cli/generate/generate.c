/* Implements animproof generate: writes valid files. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/options/commands.h"
#include "cli/options/option_table.h"
#include "cli/options/reading_options.h"
#include "cli/shared/output_file.h"
#include "corpus/corpus_formats.h"

/* The options of generate. */
typedef struct generate_options {
    bool list_knobs;
    const ap_format *format;
    const ap_generator *generator; /* generator of the format that the user named */
    size_t seed;
    bool seed_given;     /* --seed was given */
    size_t first, count; /* number of the first file to write; number of files to write */
    bool wild;
    const char *out; /* path of the output; NULL or "-": standard output */
    size_t max_memory_bytes;
    ap_knob_range ranges[AP_GENERATOR_KNOBS];
    cli_string_list knobs; /* each --knob as given: NAME=RANGE */
} generate_options;

static const cli_option rows[] = {
    { .name = "format", CLI_FORMAT(generate_options, format), .help = "{choices}" },
    { .name = "seed",
        .value = "N",
        CLI_COUNT(generate_options, seed),
        CLI_GIVEN(generate_options, seed_given),
        .help = "seed of the random choices; file I depends only on N, I and the knobs" },
    { .name = "count",
        .value = "N",
        CLI_COUNT(generate_options, count),
        .help = "number of files to write ({default})" },
    { .name = "first",
        .value = "I",
        CLI_COUNT(generate_options, first),
        .help = "number of the first file ({default})" },
    { .name = "knob",
        .value = "NAME=RANGE",
        CLI_ITEM(generate_options, knobs),
        .help = "set a knob (a parameter of the generator) to VALUE, or for each file to a random value of "
                "FIRST..LAST; repeatable" },
    { .name = "list-knobs",
        CLI_FLAG(generate_options, list_knobs),
        .help = "list the knobs of the format, their ranges and defaults" },
    { .name = "wild",
        CLI_FLAG(generate_options, wild),
        .help = "also write unusual files: legal, but nothing a tool would export" },
    { .name = "output",
        .letter = 'o',
        .value = "PATH",
        CLI_TEXT(generate_options, out),
        .completes = CLI_COMPLETES_FILES,
        .help = "file to write ('-', the default: standard output). If PATH is a directory, ends in '/', or "
                "--count is above 1: directory to write FORMAT-SEED-000001.EXT to, created if missing. A "
                "companion ({companions}) gets the name of its file; standard output and devices get none" },
    { .name = "max-memory",
        .value = "BYTES",
        CLI_BYTES(generate_options, max_memory_bytes),
        .help = "memory limit per file ({default}; suffixes K, M, G, T)" },
    { .name = NULL },
};

/* Returns the name of the knob's value; a value without a name is written as a number into `text`. */
static const char *knob_value_text(const ap_knob *knob, int64_t value, char *text, size_t size)
{
    for (const ap_enum_name *word = knob->words; word != NULL && word->word != NULL; word++) {
        if (word->value == value)
            return word->word;
    }
    snprintf(text, size, "%" PRId64, value);
    return text;
}

static void write_knob_range(const ap_knob *knob, int64_t least, int64_t greatest, char *text, size_t size)
{
    char first[24];
    char last[24];
    const char *from = knob_value_text(knob, least, first, sizeof first);
    if (least == greatest)
        snprintf(text, size, "%s", from);
    else
        snprintf(text, size, "%s..%s", from, knob_value_text(knob, greatest, last, sizeof last));
}

/* Prints the knobs of the generator, one per line. */
static void print_knobs(FILE *stream, const ap_generator *generator)
{
    char may[64];
    char usual[64];
    for (size_t i = 0; i < generator->knob_count; i++) {
        const ap_knob *knob = &generator->knobs[i];
        write_knob_range(knob, knob->least, knob->greatest, may, sizeof may);
        write_knob_range(knob, knob->usual_least, knob->usual_most, usual, sizeof usual);
        fprintf(stream, "%-14s %-20s usually %-16s %s\n", knob->name, may, usual, knob->summary);
    }
}

static cli_exit parse_knob_option(generate_options *wanted, const char *text)
{
    const char *format = wanted->generator->format->name;
    const char *equals = strchr(text, '=');
    switch (ap_set_knob(wanted->generator, text, wanted->ranges)) {
    case AP_KNOB_UNKNOWN:
        return cli_usage_error("generate", "--knob: %s has no knob '%.*s'; --list-knobs lists the knobs",
            format, (int)strcspn(text, "="), text);
    case AP_KNOB_MALFORMED:
        return equals == NULL
                   ? cli_usage_error("generate", "--knob: '%s' is not NAME=VALUE or NAME=FIRST..LAST",
                       cli_shorten(text).text)
                   : cli_usage_error("generate",
                       "--knob: '%s' is not a value or FIRST..LAST of %.*s; --list-knobs lists the ranges",
                       cli_shorten(equals + 1).text, (int)(equals - text), text);
    case AP_KNOB_RANGE:
        return cli_usage_error("generate", "--knob: '%s' is out of range; --list-knobs lists the ranges",
            cli_shorten(text).text);
    case AP_KNOB_SET:
        break;
    }
    return CLI_CLEAN;
}

/* Checks that the options and operands agree with each other, finds the generator and sets its ranges. Returns
   CLI_USAGE after printing a message. */
static cli_exit check_generate_options(generate_options *wanted, cli_operands words)
{
    if (words.count > 0)
        return cli_usage_error("generate", "'%s' is not an option; the command takes no files",
            cli_shorten(words.items[0]).text);
    if (wanted->format == NULL)
        return cli_usage_error("generate", "no --format given");
    wanted->generator = ap_find_generator(wanted->format->name);
    ap_default_knob_ranges(wanted->generator, wanted->ranges);
    for (size_t i = 0; i < wanted->knobs.count; i++) {
        const cli_exit result = parse_knob_option(wanted, wanted->knobs.items[i]);
        if (result != CLI_CLEAN)
            return result;
    }
    if (wanted->list_knobs)
        return CLI_CLEAN;
    if (!wanted->seed_given)
        return cli_usage_error("generate", "no --seed given");
    if (wanted->count == 0 || wanted->count - 1 > SIZE_MAX - wanted->first)
        return cli_usage_error(
            "generate", "--count must be at least 1, and --first + --count must not overflow");
    if (wanted->count > 1 && (wanted->out == NULL || strcmp(wanted->out, "-") == 0))
        return cli_usage_error("generate", "--count above 1 needs a directory: -o DIR");
    return CLI_CLEAN;
}

typedef struct generate_run {
    generate_options wanted;
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
    const generate_options *wanted = &run->wanted;
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
    run->wanted = (generate_options){ .first = 1, .count = 1, .max_memory_bytes = (size_t)2 << 30 };
}

static cli_exit run_generate(void *record, cli_operands words)
{
    generate_run *run = record;
    const cli_exit result = check_generate_options(&run->wanted, words);
    if (result != CLI_CLEAN || !run->wanted.list_knobs)
        return result == CLI_CLEAN ? generate_all(run) : result;
    print_knobs(stdout, run->wanted.generator);
    return CLI_CLEAN;
}

static void release_record(void *record)
{
    generate_run *run = record;
    cli_string_list_free(&run->wanted.knobs);
}

static const cli_option_group groups[] = {
    { .rows = rows, .at = offsetof(generate_run, wanted) },
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
