/* Implements the command engines: its options and its run. */
#include "cli/engines/engines.h"

#include <string.h>

#include "cli/options/commands.h"
#include "cli/shared/input_copy.h"

static bool reader_option_choice(size_t index, cli_option_choice *choice)
{
    if (index >= AP_READERS)
        return false;
    *choice = (cli_option_choice){ ap_readers[index].name, (int)index, NULL };
    return true;
}

/* Marks the readers that --require names in run->must_load. */
static cli_exit mark_required_readers(engines_run *run)
{
    for (size_t i = 0; i < run->required.count; i++) {
        size_t reader = 0;
        while (reader < AP_READERS && strcmp(ap_readers[reader].name, run->required.items[i]) != 0)
            reader++;
        if (reader == AP_READERS)
            return cli_usage_error(
                "engines", "--require: no reader is named '%s'", cli_shorten(run->required.items[i]).text);
        run->must_load[reader] = true;
    }
    return CLI_CLEAN;
}

const engines_output_form *engines_form_of(const engines_run *run)
{
    if (run->form == ENGINES_HTML)
        return &engines_html_form;
    return run->form == ENGINES_JSON ? &engines_json_form : &engines_text_form;
}

/* Releases the tree of an archive, all folders and all cached companions, before the archive is closed. */
static void release_archive_companions(void *record)
{
    engines_run *run = record;
    cli_companion_folders_release_recent_and_archive(&run->folders);
    cli_companion_cache_clear(&run->text.cache);
}

static cli_exit print_answers_for_files(engines_run *run)
{
    cli_companion_folders_init(&run->folders);
    run->files.tree = &run->folders.calls;
    const bool began = cli_text_pairing_begin(&run->text, &run->files.asked.reading, NULL);
    if (began) {
        engines_form_of(run)->begin(run);
        cli_file_run_visit_files(&run->files);
        engines_form_of(run)->end(run);
    }
    cli_text_pairing_free_cache_and_checker(&run->text);
    cli_companion_folders_free(&run->folders);
    return began ? cli_file_run_finish(&run->files) : cli_fail_no_memory();
}

static cli_exit run_engines(void *record, cli_operands words)
{
    engines_run *run = record;
    cli_exit result = mark_required_readers(run);
    if (result == CLI_CLEAN)
        result = cli_file_run_open(&run->files, "engines", words);
    if (result != CLI_CLEAN)
        return result;
    cli_file_run_enter_sandbox(&run->files);
    return print_answers_for_files(run);
}

static void set_defaults(void *record)
{
    engines_run *run = record;
    cli_file_run_init(&run->files, engines_visit_file);
    run->files.verb = "answer for";
    run->files.unread = engines_print_unreadable_path;
    run->files.leave = release_archive_companions;
    run->files.opens_archives = true;
}

static void free_engines_run(void *record)
{
    engines_run *run = record;
    cli_string_list_free(&run->required);
    cli_file_run_release(run);
}

static const cli_option_choice forms[] = { { "human", ENGINES_HUMAN, NULL }, { "json", ENGINES_JSON, NULL },
    { "markdown", ENGINES_MARKDOWN, NULL }, { "html", ENGINES_HTML, "a page on which answers lead to rules" },
    { NULL, 0, NULL } };

static const cli_option rows[] = {
    { .name = "format", .value = "F", CLI_CHOICE(engines_run, form), .choices = forms, .help = "{choices}" },
    { .name = "require",
        .value = "READER,...",
        CLI_LIST(engines_run, required),
        .choice = reader_option_choice,
        .help = "exit 1 if one of these readers refuses a file, loads other values, crashes or hangs; an "
                "unknown answer fails no run: {choices}" },
    { .name = NULL },
};

static const cli_option_group groups[] = {
    { .rows = rows },
    CLI_FILE_RUN_GROUPS(engines_run, files),
    CLI_PATH_LIST_GROUP(engines_run, files),
    { .rows = NULL },
};

static const cli_example examples[] = {
    { "animproof engines walk.md5anim", "Prints which readers load the animation, and why others do not." },
    { "animproof engines --require id,vkquake assets/",
        "Fails if a file does not load in Doom 3 or vkQuake." },
    { "animproof engines --format markdown assets/ > engines.md", "Writes a table for a page." },
    { NULL, NULL },
};

const cli_command cli_engines = {
    .name = "engines",
    .words = "PATH...",
    .summary = "prints which engines and importers load a file, and which finding decides",
    .about =
        "Prints for each file how known readers of its format load it: rightly, with other values, not at "
        "all, or with a crash, and the rule of the finding that decides. The answers follow from lint and "
        "from runs of the readers on files with known faults; they are unknown if these runs do not tell. "
        "PATH is a file, a directory or an archive, which are searched with all subdirectories, or '-' for "
        "standard input. All rules count, whatever the configuration says.",
    .examples = examples,
    .exits = "0 all answers were printed, 1 a reader of --require does not load a file, or a named file has "
             "no known format, 2 usage, 3 a file "
             "could not be read, or no file was found, 4 internal error or limit.",
    .options = groups,
    .record_bytes = sizeof(engines_run),
    .prepare = set_defaults,
    .run = run_engines,
    .release = free_engines_run,
    .completes = CLI_COMPLETES_FILES,
};
