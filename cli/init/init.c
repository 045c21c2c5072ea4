/* Implements animproof init: writes a first configuration for the files of a folder. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/files/file_run.h"
#include "cli/init/first_config.h"
#include "cli/options/commands.h"
#include "cli/shared/checked_file.h"
#include "cli/shared/output_file.h"
#include "core/base/terminal_text.h"
#include "core/base/version.h"

typedef struct init_run {
    cli_file_run files;
    const char *folder;
    char *path;    /* path of the configuration to write; owned */
    char *current; /* path of the current file, relative to the folder; owned */
    tree_facts facts;
    cli_reading_options reading; /* settings for the current file */
    cli_linted_file subject;
} init_run;

static void ignore_loaded_file(void *context)
{
    (void)context;
}

/* Sets run->current to the path of the file relative to the folder, and looks in that path, and in that of the file's
   archive, for signs of the program that uses the files. A file in an archive has the archive as a folder, as in the
   patterns of a configuration: "base.pk4/models/hand.md5mesh". Returns the length of the archive's path in
   run->current, 0 if the file is in no archive, SIZE_MAX when out of memory. */
static size_t add_path_and_get_archive_length(init_run *run, const cli_entry *file)
{
    const size_t length = strlen(run->folder);
    const char *path = file->path + (strncmp(file->path, run->folder, length) == 0 ? length : 0);
    path += strspn(path, "/");
    free(run->current);
    run->current = strdup(path);
    if (run->current == NULL)
        return SIZE_MAX;
    size_t archive_bytes = 0;
    if (file->kind == CLI_ENTRY_MEMBER) {
        archive_bytes = file->member_name_offset - 1 - (size_t)(path - file->path);
        run->current[archive_bytes] = '\0';
        tree_facts_look_for_program_signs(&run->facts, run->current);
        run->current[archive_bytes] = '/';
    }
    tree_facts_look_for_program_signs(&run->facts, run->current);
    return archive_bytes;
}

/* Lints a file and adds it to the facts. Prints no findings: lint will print them with the new configuration. */
static cli_exit examine_file(void *context, const cli_entry *file)
{
    init_run *run = context;
    const size_t archive_bytes = add_path_and_get_archive_length(run, file);
    if (archive_bytes == SIZE_MAX)
        return cli_fail_no_memory();
    cli_copy_settings_but_rules(&run->reading, file->settings);
    cli_linted_file_set_options(&run->subject, &run->reading);
    const ap_status loaded = cli_entry_load(file, &run->subject.input);
    const cli_exit result =
        cli_linted_file_lint_and_run(&run->subject, file->path, loaded, ignore_loaded_file, run);
    if (result > CLI_FINDINGS || cli_file_run_count_and_is_skipped(&run->files, run->subject.skipped))
        return result;
    const char *layout = run->subject.about.variant;
    const tree_file about = { .format = run->subject.format,
        .archive_bytes = archive_bytes,
        .has_errors = result == CLI_FINDINGS,
        .published = layout != NULL && strcmp(layout, "published") == 0 };
    tree_facts_add_file(&run->facts, run->current, &about);
    return CLI_CLEAN;
}

/* Checks that the folder exists and has no configuration: not even a symbolic link to a missing file. */
static cli_exit check_folder_is_unconfigured(const init_run *run)
{
    struct stat about;
    if (stat(run->folder, &about) != 0)
        return cli_fail(CLI_UNREADABLE, run->folder, "%s", strerror(errno));
    const bool exists = lstat(run->path, &about) == 0;
    if (!exists && errno == ENOENT)
        return CLI_CLEAN;
    return cli_fail(CLI_UNREADABLE, run->path, "%s", exists ? "already exists" : strerror(errno));
}

static cli_exit write_config(init_run *run)
{
    cli_output_file target;
    cli_exit result = CLI_CLEAN;
    cli_output_file_init(&target, run->path);
    if (cli_output_file_open_or_keep_error(&target))
        result = first_config_write(target.output.stream, &run->facts);
    return cli_worse_exit_by_rank(result, cli_output_file_close(&target, result == CLI_CLEAN));
}

/* Prints which files were found, which settings were chosen, and the next command. */
static void print_init_report(const init_run *run)
{
    const tree_profile profile = tree_facts_choose_profile(&run->facts);
    ap_put_file_name(stdout, run->path);
    fputs(" was written\nfound: ", stdout);
    first_config_put_file_counts(stdout, &run->facts);
    for (size_t i = 0; i < run->facts.archive_count; i++) {
        fputs("\nin ", stdout);
        first_config_put_archive(stdout, &run->facts.archives[i]);
    }
    if (profile.name != NULL || profile.sign != NULL) {
        printf("\n%s%s: ", profile.name != NULL ? "profile " : "no profile",
            profile.name != NULL ? profile.name : "");
        first_config_put_profile_reason(stdout, &profile);
    }
    for (size_t i = 0; i < run->facts.exclusion_count; i++) {
        fputs("\nexcluded ", stdout);
        first_config_put_exclusion(stdout, &run->facts.exclusions[i]);
    }
    fputs("\nnext: " AP_PROGRAM " lint ", stdout);
    ap_put_file_name(stdout, run->folder);
    if (run->facts.broken > 0) {
        fputs(", or to accept today's findings: " AP_PROGRAM " lint --write-baseline known.txt ", stdout);
        ap_put_file_name(stdout, run->folder);
    }
    putchar('\n');
}

/* Restricts the process to reading the folder and writing the configuration. */
static void enter_sandbox(const init_run *run)
{
    cli_sandbox sandbox;
    cli_sandbox_begin(&sandbox);
    cli_sandbox_allow_libraries(&sandbox); /* libzip is loaded later, inside the sandbox */
    cli_allow_searched_paths(&sandbox, &run->files.finder);
    cli_sandbox_allow_write_in_folder_of(&sandbox, run->path);
    (void)cli_sandbox_enter_and_describe(&sandbox);
}

static cli_exit enter_sandbox_and_examine_files(init_run *run)
{
    enter_sandbox(run);
    cli_linted_file_init(&run->subject, &run->reading, NULL);
    run->subject.skips = cli_file_run_decide_to_skip_file;
    cli_file_run_visit_files(&run->files);
    cli_linted_file_free(&run->subject);
    tree_facts_drop_mostly_valid_exclusions(&run->facts);
    return run->facts.no_memory ? cli_fail_no_memory() : run->files.result;
}

static cli_exit run_init(void *record, cli_operands words)
{
    static char here[] = ".";
    static char *only_here[] = { here };
    init_run *run = record;
    if (words.count > 1)
        return cli_usage_error("init", "only one folder can be given");
    const cli_operands folder = words.count == 1 ? words : (cli_operands){ .items = only_here, .count = 1 };
    run->folder = folder.items[0];
    run->files.config.none = true;
    const size_t length = strlen(run->folder);
    const bool here_only = strcmp(run->folder, ".") == 0;
    const bool has_slash = here_only || (length > 0 && run->folder[length - 1] == '/');
    if (asprintf(&run->path, "%s%s" CLI_CONFIG_NAME, here_only ? "" : run->folder, has_slash ? "" : "/")
        < 0) {
        run->path = NULL;
        return cli_fail_no_memory();
    }
    cli_exit result = check_folder_is_unconfigured(run);
    if (result == CLI_CLEAN)
        result = cli_file_run_open(&run->files, "init", folder);
    if (result == CLI_CLEAN)
        result = enter_sandbox_and_examine_files(run);
    if (result == CLI_CLEAN)
        result = write_config(run);
    if (result == CLI_CLEAN)
        print_init_report(run);
    return result;
}

static void set_defaults(void *record)
{
    init_run *run = record;
    cli_file_run_init(&run->files, examine_file);
    run->files.opens_archives = true;
    cli_reading_set_defaults(&run->reading);
}

static void release_record(void *record)
{
    init_run *run = record;
    free(run->path);
    free(run->current);
    tree_facts_free(&run->facts);
    cli_file_run_release(run);
}

static const cli_example examples[] = {
    { "animproof init", "Writes .animproof.ini into the working folder." },
    { "animproof init assets", "Writes assets/.animproof.ini for the files in assets/." },
    { NULL, NULL },
};

const cli_command cli_init = {
    .name = "init",
    .words = "[FOLDER]",
    .summary = "writes a first configuration for a folder",
    .about = "Checks the files in FOLDER (default: the working folder), in its subfolders and archives, and "
             "writes "
             "FOLDER/" CLI_CONFIG_NAME ". The configuration has all keys with their descriptions. Set are "
             "the profile, if the files show which program plays them, and the folders and files to exclude "
             "because their names and their errors say that they are meant to be broken; the other keys are "
             "comments, as is a rule of one's own. Nothing is written if a file cannot be read. An existing "
             "configuration is never replaced.",
    .examples = examples,
    .exits = "0 success, 2 usage, 3 the configuration exists or could not be written, or a file could not be "
             "read, 4 internal error or limit.",
    .record_bytes = sizeof(init_run),
    .prepare = set_defaults,
    .run = run_init,
    .release = release_record,
    .completes = CLI_COMPLETES_FOLDERS,
};
