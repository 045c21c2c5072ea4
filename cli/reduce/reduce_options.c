/* Declares the options of `animproof reduce`. */
#include <stdlib.h>

#include "cli/options/commands.h"
#include "cli/reduce/reduce.h"
#include "cli/shared/threads.h"

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
    free(r->tried.items);
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
    .run = cli_run_reduce,
    .release = release_record,
    .completes = CLI_COMPLETES_FILES,
};
