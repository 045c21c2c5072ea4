/* Implements the command sets: its options and its run. */
#include "cli/sets/sets.h"

#include <search.h>

#include "cli/options/commands.h"
#include "cli/shared/checked_file.h"
#include "cli/shared/input_copy.h"

/* Releases all companions and folders of an archive before the archive is closed. */
static void release_archive_companions(void *record)
{
    sets_run *run = record;
    cli_companion_folders_release_recent_and_archive(&run->folders);
    cli_companion_cache_clear(&run->text.cache);
}

/* Reports companions that could not be read, unless the run has reported them when it visited them as files. Adds the failures of
   all files to the exit code of the run. */
static void report_unreadable_companions_and_set_result(sets_run *run)
{
    for (size_t i = 0; i < run->count; i++) {
        const sets_file *file = run->list[i];
        const cli_exit content = file->row.failure.message != NULL ? CLI_FINDINGS : CLI_CLEAN;
        if (file->unreadable_exit != CLI_CLEAN && !file->reported)
            cli_error_about(file->row.path, "%s", file->unreadable_reason);
        run->files.result = cli_worse_exit_by_rank(
            run->files.result, file->unreadable_exit != CLI_CLEAN ? file->unreadable_exit : content);
    }
}

static void sort_compare_and_print_sets(sets_run *run)
{
    sets_sort_files(run);
    sets_find_variants(run);
    sets_find_differences(run);
    report_unreadable_companions_and_set_result(run);
    if (run->kept.failed)
        run->files.result = cli_worse_exit_by_rank(run->files.result, cli_fail_no_memory());
    else if (run->form == SETS_JSON)
        sets_print_json(run);
    else
        sets_print_text(run);
}

/* Called for each file of run->by_path. */
static void leave_file_to_arena(void *file)
{
    (void)file;
}

static cli_exit find_and_print_sets(sets_run *run)
{
    ap_arena_init(&run->kept, 0);
    cli_companion_folders_init(&run->folders);
    run->files.tree = &run->folders.calls;
    const bool began = cli_text_pairing_begin(&run->text, &run->files.asked.reading, NULL);
    if (began) {
        cli_file_run_visit_files(&run->files);
        sort_compare_and_print_sets(run);
    }
    cli_text_pairing_free_cache_and_checker(&run->text);
    cli_companion_folders_free(&run->folders);
    tdestroy(run->by_path, leave_file_to_arena);
    ap_arena_free(&run->kept);
    return began ? cli_file_run_finish(&run->files) : cli_fail_no_memory();
}

static cli_exit run_sets(void *record, cli_operands words)
{
    sets_run *run = record;
    const cli_exit result = cli_file_run_open(&run->files, "sets", words);
    if (result != CLI_CLEAN)
        return result;
    cli_file_run_enter_sandbox(&run->files);
    return find_and_print_sets(run);
}

static void set_defaults(void *record)
{
    sets_run *run = record;
    cli_file_run_init(&run->files, sets_visit_file);
    run->files.verb = "put into sets";
    run->files.unread = sets_add_unreadable_path;
    run->files.supports_format = sets_supports_format;
    run->files.leave = release_archive_companions;
    run->files.opens_archives = true;
}

static const cli_option_choice forms[] = { { "human", SETS_HUMAN, NULL }, { "json", SETS_JSON, NULL },
    { NULL, 0, NULL } };

static const cli_option rows[] = {
    { .name = "format", .value = "F", CLI_CHOICE(sets_run, form), .choices = forms, .help = "{choices}" },
    { .name = NULL },
};

static const cli_option_group groups[] = {
    { .rows = rows },
    CLI_FILE_RUN_GROUPS(sets_run, files),
    CLI_PATH_LIST_GROUP(sets_run, files),
    { .rows = NULL },
};

static const cli_example examples[] = {
    { "animproof sets assets/",
        "Prints each mesh in a folder, its subfolders and archives with its animations, and what is alone." },
    { "animproof sets --format json base.pk4", "Prints the sets of an archive for programs." },
    { NULL, NULL },
};

const cli_command cli_sets = {
    .name = "sets",
    .words = "PATH...",
    .summary = "prints which animations belong to which mesh, and which files are alone",
    .about =
        "Prints sets: each mesh with the animations that lint checks against it, and each .obj scene with "
        "its motion, with how they were found, joints, frames, seconds and extents. Then it prints the files "
        "that are alone, and why. PATH is a file, a directory or an archive, which are searched with all "
        "subdirectories, or '-' for standard input. A file with an error that makes its figures unknown is "
        "printed with its first error.",
    .examples = examples,
    .exits = "0 all sets were printed, 1 a file has an error and no figures, 2 usage, 3 a file could not be "
             "read, or no file was found, 4 internal error or limit.",
    .options = groups,
    .record_bytes = sizeof(sets_run),
    .prepare = set_defaults,
    .run = run_sets,
    .release = cli_file_run_release,
    .completes = CLI_COMPLETES_FILES,
};
