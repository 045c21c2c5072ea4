#include "cli/files/file_run.h"

#include "cli/shared/checked_file.h"
#include "cli/shared/input_copy.h"
#include "core/files/guard.h"
#include "validators/lint_bytes.h"

const cli_option cli_file_run_rows[] = {
    { .name = "allow-empty", CLI_FLAG(cli_file_run, allow_empty), .help = "exit 0 if no file is processed" },
    { .name = NULL },
};

void cli_file_run_init(cli_file_run *run, cli_exit (*file)(void *record, const cli_entry *file))
{
    cli_layer_set_defaults(&run->asked);
    ap_input_init(&run->input, 0);
    ap_arena_init(&run->arena, 0);
    run->file = file;
}

cli_exit cli_file_run_open(cli_file_run *run, const char *command, cli_operands words)
{
    run->command = command;
    run->finder.paths = words.items;
    run->finder.path_count = words.count;
    cli_exit result = words.count == 0 && run->finder.list.name == NULL
                          ? cli_usage_error(command, "no files given")
                          : cli_check_stream_name(&run->finder, command, words);
    if (result == CLI_CLEAN)
        result = cli_check_path_list_and_read_shard(&run->finder, command, words);
    run->allow_empty = run->allow_empty || run->finder.shard.count > 0;
    if (result == CLI_CLEAN)
        result = cli_configs_open(&run->configs, command, &run->config, &run->asked);
    run->finder.configs = run->configs;
    return result;
}

void cli_file_run_enter_sandbox(const cli_file_run *run)
{
    cli_sandbox sandbox;
    cli_sandbox_begin(&sandbox);
    if (run->finder.list.name != NULL)
        cli_sandbox_allow_read_all(&sandbox);
    if (run->opens_archives)
        cli_sandbox_allow_libraries(&sandbox); /* libzip is loaded later, inside the sandbox */
    cli_allow_searched_paths(&sandbox, &run->finder);
    (void)cli_sandbox_enter_and_describe(&sandbox);
}

/* Prints why the entry cannot be read, and updates the exit code. */
static void report_unreadable_entry(cli_file_run *run, const cli_entry *entry)
{
    if (entry->kind == CLI_ENTRY_STOP)
        cli_error("%s", entry->reason);
    else
        cli_error_about(entry->path, "%s", entry->reason);
    run->result = cli_worse_exit_by_rank(run->result, entry->result);
    if (entry->kind == CLI_ENTRY_UNREADABLE && run->unread != NULL)
        run->unread(run, entry);
}

static bool work_on_or_report_entry(void *context, const cli_entry *entry)
{
    cli_file_run *run = context;
    if (entry->kind == CLI_ENTRY_SKIPPED) {
        run->skipped++;
        run->stream_skipped |= entry->path == run->finder.stream_name;
    } else if (entry->kind == CLI_ENTRY_UNREADABLE || entry->kind == CLI_ENTRY_STOP) {
        report_unreadable_entry(run, entry);
    } else {
        run->entry = entry;
        run->is_of_other_format = false;
        run->result = cli_worse_exit_by_rank(run->result, run->file(run, entry));
    }
    return entry->kind != CLI_ENTRY_STOP;
}

/* Lets the command release the archive. Returns true, so that the archive is closed at once: no thread uses its members
   after they were visited. */
static bool let_command_release_archive(void *context)
{
    cli_file_run *run = context;
    if (run->leave != NULL)
        run->leave(run);
    return true;
}

void cli_file_run_visit_files(cli_file_run *run)
{
    const cli_find_callbacks calls = { .context = run,
        .visit = work_on_or_report_entry,
        .leave = run->opens_archives ? let_command_release_archive : NULL,
        .tree = run->tree };
    cli_find_files(&run->finder, &calls);
}

bool cli_file_run_decide_to_skip_file(void *record, ap_view input)
{
    cli_file_run *run = record;
    const cli_entry *file = run->entry;
    if (cli_entry_is_repeated_or_of_unknown_format(file, input))
        return true;
    if (run->supports_format == NULL || !cli_entry_was_walked(file))
        return false;
    const ap_format *format = ap_choose_format(input, file->path, file->settings->reading.input_format);
    run->is_of_other_format = format != NULL && !run->supports_format(run, format);
    return run->is_of_other_format;
}

typedef struct work_on_file {
    cli_file_run *run;
    void (*work)(void *record);
} work_on_file;

static void work_unless_skipped(void *context)
{
    const work_on_file *at = context;
    at->run->is_skipped = cli_file_run_decide_to_skip_file(at->run, at->run->input.view);
    if (!at->run->is_skipped)
        at->work(at->run);
}

cli_exit cli_file_run_load_and_work(cli_file_run *run, const cli_entry *file, void (*work)(void *record))
{
    work_on_file at = { run, work };
    run->reading = &file->settings->reading;
    run->input.stream_limit_bytes = run->reading->max_input_bytes;
    run->arena.limit_bytes = run->reading->max_memory_bytes;
    run->is_skipped = false;
    run->error = NULL;
    ap_arena_reset(&run->arena);
    ap_status status = cli_entry_load(file, &run->input);
    if (status == AP_OK)
        status = ap_input_run_guarded(&run->input, work_unless_skipped, &at);
    cli_exit result = cli_report_status(file->path, status, &run->input);
    if (result == CLI_CLEAN && run->arena.failed)
        result = cli_report_no_memory(file->path);
    if (result == CLI_CLEAN)
        (void)cli_file_run_count_and_is_skipped(run, run->is_skipped);
    else
        run->error = status == AP_OK ? cli_memory_ran_out : run->input.error;
    return result;
}

bool cli_file_run_count_and_is_skipped(cli_file_run *run, bool skipped)
{
    run->files += !skipped;
    run->skipped += skipped && !run->is_of_other_format;
    run->other_format += skipped && run->is_of_other_format;
    return skipped;
}

cli_exit cli_file_run_finish(const cli_file_run *run)
{
    const size_t others = run->other_format;
    const char *verb = run->verb == NULL ? run->command : run->verb;
    if (run->files > 0 || run->allow_empty || run->result != CLI_CLEAN)
        return run->result;
    if (others > 0)
        cli_error("nothing to %s: %zu %s of other formats (--allow-empty accepts that)", verb, others,
            others == 1 ? "file is" : "files are");
    else if (run->skipped > 0)
        cli_error(
            "nothing to %s: no file of a known format was found, %zu skipped (--allow-empty accepts that)",
            verb, run->skipped);
    else
        cli_error("nothing to %s: no file was found (--allow-empty accepts that)", verb);
    return CLI_UNREADABLE;
}

void cli_file_run_release(void *record)
{
    cli_file_run *run = record;
    ap_input_free_memory(&run->input);
    ap_arena_free(&run->arena);
    cli_layer_free(&run->asked);
    cli_configs_free(run->configs);
    cli_archive_close(run->finder.archive);
}

void cli_copy_settings_but_rules(cli_reading_options *reading, const cli_settings *settings)
{
    const ap_rule_settings rule_settings = reading->rule_settings;
    *reading = settings->reading;
    reading->rule_settings = rule_settings;
    reading->lint.policy = NULL;
    reading->lint.own = NULL;
}
