/* Implements animproof corpus, which lists its subcommands, and animproof corpus build, which writes the cases of a corpus one by
   one, without keeping them in memory. */
#include <errno.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/corpus/corpus_folder.h"
#include "cli/corpus/corpus_shard.h"
#include "cli/options/commands.h"
#include "cli/options/reading_options.h"
#include "cli/shared/output_file.h"

enum { STANDARD_FILES = 1000, HUGE_ROUNDS = 20 };

typedef enum corpus_size { SIZE_SMALL, SIZE_STANDARD, SIZE_HUGE, SIZE_COUNTED } corpus_size;

typedef struct build_run {
    bool counted; /* --count was given */
    const char *path, *tar, *originals, *lines_path;
    const ap_format *only_format;
    size_t seed, count;
    corpus_size size;
    size_t max_memory_bytes;
    cli_corpus_folder folder;
    cli_corpus_progress progress;
    cli_output_file lines_target;
    ap_case_generator generator;
    ap_case_plan plan;
    cli_corpus_shard shard;
    size_t planned; /* number of cases planned so far; in a shard, also those of the other shards */
    char size_name[CLI_CORPUS_SIZE_TEXT_BYTES];
    size_t last_round;
} build_run;

/* Returns true if the corpus has its wanted size before the planned case. */
static bool is_corpus_size_reached(const build_run *run, const ap_planned_case *planned)
{
    const size_t files = run->planned;
    switch (run->size) {
    case SIZE_SMALL:
        return planned->round >= 1;
    case SIZE_STANDARD: /* ends only after a complete round, so that each defect occurs equally often */
        return planned->round > run->last_round && files >= STANDARD_FILES;
    case SIZE_HUGE:
        return planned->round >= HUGE_ROUNDS;
    case SIZE_COUNTED:
        break;
    }
    return files >= run->count;
}

/* Generates the planned case and adds it to the folder. If a defect cannot be applied to any of many generated
   files, the program is wrong; tests check that this does not happen. */
static cli_exit generate_and_add_case(build_run *run, const ap_planned_case *planned)
{
    ap_generated_case made;
    switch (ap_generate_case(&run->generator, planned, &made)) {
    case AP_CASE_MADE:
        return cli_corpus_folder_add_case(&run->folder, &made);
    case AP_CASE_NO_CANDIDATE:
        cli_error("%s: internal error: the defect could not be applied to any generated file", planned->name);
        break;
    case AP_CASE_NO_MEMORY:
        cli_error("%s: memory ran out (--max-memory)", planned->name);
        break;
    }
    return CLI_INTERNAL;
}

static cli_exit generate_cases(build_run *run)
{
    ap_planned_case planned;
    ap_case_plan_init(&run->plan, run->only_format, run->size == SIZE_SMALL);
    for (ap_case_plan_next_or_begin_round(&run->plan, &planned); !is_corpus_size_reached(run, &planned);
         ap_case_plan_next_or_begin_round(&run->plan, &planned)) {
        run->last_round = run->progress.round = planned.round;
        const cli_exit one = cli_corpus_shard_has(&run->shard, run->planned)
                                 ? generate_and_add_case(run, &planned)
                                 : CLI_CLEAN;
        run->planned++;
        if (one != CLI_CLEAN) /* stops: the next case would fail too, and --count might never be reached */
            return one;
    }
    return CLI_CLEAN;
}

extern char **environ;

/* Starts a program with `file` as its standard output and with child_mask as its signal mask. Returns 0 or an errno. */
static int start_program(const char *const *arguments, int file, const sigset_t *child_mask, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0)
        return error;
    error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        error = posix_spawn_file_actions_adddup2(&actions, file, STDOUT_FILENO);
        if (error == 0)
            error = posix_spawnattr_setsigmask(&attributes, child_mask);
        if (error == 0)
            error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
        if (error == 0)
            error = posix_spawnp(
                child, arguments[0], &actions, &attributes, (char *const *)(uintptr_t)arguments, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Runs tar on the folder, with `file` as tar's standard output. Order, owner and time of the entries are fixed, so
   the archive depends only on the files. */
static cli_exit run_tar(const char *folder, int file, const sigset_t *child_mask)
{
    const char *const arguments[] = { "tar", "--create", "--format=ustar", "--sort=name", "--owner=0",
        "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX", "--mtime=@0", "--file=-", "--directory", folder,
        ".", NULL };
    pid_t child;
    int status = 0;
    const int error = start_program(arguments, file, child_mask, &child);
    if (error != 0)
        return cli_fail_errno("tar", error);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? CLI_CLEAN : CLI_UNREADABLE;
}

static cli_exit write_tar(const build_run *run)
{
    cli_output_file target;
    cli_output_file_init(&target, run->tar);
    const bool open = cli_output_file_open_or_keep_error(&target);
    const cli_exit result =
        open ? run_tar(run->path, target.output.file.descriptor, &run->progress.mask_before) : CLI_CLEAN;
    if (result != CLI_CLEAN)
        cli_error_about(run->tar, "the archive could not be written");
    return cli_worse_exit_by_rank(cli_output_file_close(&target, open && result == CLI_CLEAN), result);
}

/* Opens the file that gets the cases as lines of JSON. Fails if a regular file has that name, because an existing file is never
   replaced. */
static cli_exit open_json_lines_file(build_run *run)
{
    struct stat about;
    if (lstat(run->lines_path, &about) == 0 && S_ISREG(about.st_mode))
        return cli_fail_errno(run->lines_path, EEXIST);
    if (cli_output_file_open_or_keep_error(&run->lines_target))
        run->folder.lines = run->lines_target.output.stream;
    return run->folder.lines == NULL ? cli_output_file_close(&run->lines_target, false) : CLI_CLEAN;
}

static cli_exit fill_folder_and_write_tar(build_run *run)
{
    cli_exit result = generate_cases(run);
    if (result == CLI_CLEAN)
        result = cli_corpus_folder_finish(&run->folder);
    if (result == CLI_CLEAN && run->tar != NULL)
        result = write_tar(run);
    return result;
}

static cli_exit build_corpus(build_run *run)
{
    static const char *const size_names[] = { "small", "standard", "huge", "counted" };
    ap_case_generator_init(&run->generator, run->seed, run->max_memory_bytes);
    cli_output_file_init(&run->lines_target, run->lines_path);
    run->progress.rounds = run->size == SIZE_HUGE ? HUGE_ROUNDS : 0;
    run->progress.all_files = run->size == SIZE_COUNTED && run->shard.count <= 1 ? run->count : 0;
    cli_exit result = cli_corpus_folder_open(
        &run->folder, run->path, run->originals, run->max_memory_bytes, &run->progress);
    run->folder.about.seed = run->seed;
    cli_corpus_shard_put_size(run->size_name, size_names[run->size], &run->shard);
    run->folder.about.size = run->size_name;
    if (result == CLI_CLEAN && run->lines_path != NULL)
        result = open_json_lines_file(run);
    if (result == CLI_CLEAN)
        result = fill_folder_and_write_tar(run);
    result = cli_worse_exit_by_rank(result, cli_output_file_close(&run->lines_target, result == CLI_CLEAN));
    if (result == CLI_CLEAN)
        cli_corpus_folder_print_count(&run->folder, run->path);
    cli_corpus_folder_close_and_remove_if_interrupted(&run->folder);
    ap_case_generator_free(&run->generator);
    cli_corpus_progress_end_and_raise_if_interrupted(&run->progress);
    return result;
}

static const cli_option_choice sizes[] = {
    { "small", SIZE_SMALL, "each shape of valid file, one defect and one near miss per rule" },
    { "standard", SIZE_STANDARD, "every defect, in rounds until there are 1000 files" },
    { "huge", SIZE_HUGE, "20 rounds" },
    { NULL, 0, NULL },
};

static const cli_option rows[] = {
    { .name = "format",
        CLI_FORMAT(build_run, only_format),
        .help = "write only files of one format: {choices}" },
    { .name = "seed",
        .value = "N",
        CLI_COUNT(build_run, seed),
        .most = SIZE_MAX / 2,
        .help = "seed of the random choices ({default})" },
    { .name = "size", .value = "NAME", CLI_CHOICE(build_run, size), .choices = sizes, .help = "{choices}" },
    { .name = "count",
        .value = "N",
        CLI_COUNT(build_run, count),
        CLI_GIVEN(build_run, counted),
        .help = "write exactly N files, in as many rounds as needed" },
    { .name = "shard",
        .value = "I/N",
        .kind = CLI_KIND_TAKEN,
        .take = cli_parse_corpus_shard,
        .at = CLI_AT(build_run, shard, cli_corpus_shard),
        .help = "write only shard I of N: cases I, I + N, I + 2 N..., counted from 0; `corpus merge` "
                "combines the shards" },
    { .name = "tar",
        .value = "FILE",
        CLI_TEXT(build_run, tar),
        .completes = CLI_COMPLETES_FILES,
        .help = "also write DIR as a tar archive to FILE; reproducible" },
    { .name = "jsonl",
        .value = "FILE",
        CLI_TEXT(build_run, lines_path),
        .completes = CLI_COMPLETES_FILES,
        .help =
            "also write the manifest to FILE, with the bytes of each case in base64 (null above 64 KiB)" },
    { .name = "originals",
        .value = "FOLDER",
        CLI_TEXT(build_run, originals),
        .completes = CLI_COMPLETES_FOLDERS,
        .help = "also write the valid original of each damaged file to FOLDER, with the same name" },
    { .name = "max-memory",
        .value = "BYTES",
        CLI_BYTES(build_run, max_memory_bytes),
        .help = "memory limit per file ({default}; suffixes K, M, G, T)" },
    { .name = NULL },
};

static const cli_option_group groups[] = {
    { .rows = rows },
    { .rows = cli_corpus_progress_rows, .at = offsetof(build_run, progress) },
    { .rows = NULL },
};

static void set_defaults(void *record)
{
    build_run *run = record;
    run->seed = 1;
    run->size = SIZE_STANDARD;
    run->max_memory_bytes = (size_t)2 << 30;
}

static cli_exit run_build_command(void *record, cli_operands words)
{
    build_run *run = record;
    if (words.count != 1)
        return cli_usage_error("corpus build", words.count == 0 ? "no folder given" : "one folder at a time");
    run->path = words.items[0];
    if (run->counted)
        run->size = SIZE_COUNTED;
    return build_corpus(run);
}

static const cli_example examples[] = {
    { "animproof corpus build corpus", "Writes the standard corpus of all formats to the folder `corpus`." },
    { NULL, NULL },
};

const cli_command cli_corpus_build = {
    .name = "corpus build",
    .words = "DIR",
    .usage = "DIR [OPTION]...",
    .summary = "writes a conformance corpus",
    .about = "Writes a conformance corpus to DIR, which must be new or empty: valid files, files with one "
             "fault each, and unusual files. A manifest lists the findings expected in each file, with "
             "reasons. Ctrl-C stops and removes the files written so far.",
    .examples = examples,
    .exits = "0 done, 2 usage, 3 a file could not be written, 4 internal error or limit.",
    .options = groups,
    .record_bytes = sizeof(build_run),
    .prepare = set_defaults,
    .run = run_build_command,
    .completes = CLI_COMPLETES_FOLDERS,
};

static const cli_command *const parts[] = { &cli_corpus_build, &cli_corpus_merge, &cli_corpus_verify, NULL };

const cli_command cli_corpus = {
    .name = "corpus",
    .words = "build|merge|verify DIR",
    .summary = "builds, merges and verifies conformance corpora",
    .about =
        "Builds and verifies conformance corpora: files with a manifest of the findings expected in each.",
    .subcommands = parts,
    .notes = "See `animproof corpus COMMAND --help` for each command.",
};
