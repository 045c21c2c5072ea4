#include "cli/rewrite/fix.h"

#include "cli/rewrite/diff.h"
#include "cli/shared/checked_file.h"
#include "cli/shared/input_copy.h"
#include "cli/shared/output_file.h"
#include "core/files/guard.h"
#include "validators/lint_bytes.h"
#include "validators/registry.h"

/* Returns CLI_CLEAN if the companion was read or none is given. Otherwise prints why not. */
static cli_exit report_companion_if_unreadable(const cli_companion *companion)
{
    return companion->path == NULL || companion->status == AP_OK
               ? CLI_CLEAN
               : cli_fail(cli_exit_of_status(companion->status), companion->path, "%s", companion->error);
}

cli_exit fix_begin_companions(fix_run *run)
{
    cli_exit result = CLI_CLEAN;
    const cli_reading_options *reading = &run->files.asked.reading;
    fix_pair *pair = &run->pair;
    for (size_t i = 0; i < CLI_COMPANIONS; i++)
        cli_companion_open(&pair->named[i], ap_companion_at(i), reading->companion_paths[i], reading);
    cli_companion_folders_init(&pair->folders);
    run->files.tree = &pair->folders.calls;
    if (!cli_text_pairing_begin(&pair->text, reading, pair->named))
        return cli_report_no_memory("companions");
    for (size_t i = 0; i < CLI_COMPANIONS; i++)
        result = cli_worse_exit_by_rank(result, report_companion_if_unreadable(&pair->named[i]));
    return result;
}

void fix_end_companions(fix_run *run)
{
    fix_pair *pair = &run->pair;
    cli_text_pairing_free_cache_and_checker(&pair->text);
    cli_companion_folders_free(&pair->folders);
    for (size_t i = 0; i < CLI_COMPANIONS; i++)
        cli_companion_close(&pair->named[i]);
}

/* Returns true if the format has fixes that need a companion. */
static bool has_fix_with_companion(const ap_format *format)
{
    for (size_t i = 0; format != NULL && format->fixers != NULL && i < format->fixers->count; i++) {
        if (format->fixers->rows[i].paired)
            return true;
    }
    return false;
}

/* Returns CLI_CLEAN if the companion was read or none was found. Otherwise returns another code, the first time with a
   message. */
static cli_exit report_found_once_if_unreadable(cli_found_companion *found)
{
    if (found == NULL || found->companion.status == AP_OK)
        return CLI_CLEAN;
    return atomic_exchange(&found->reported, true) ? cli_exit_of_status(found->companion.status)
                                                   : report_companion_if_unreadable(&found->companion);
}

/* Puts the companions of the current file into run->pair.text.at.lint, until these are released. Returns CLI_CLEAN, or another
   exit code if a companion cannot be read. The first file that uses that companion prints the message, later files print none. */
static cli_exit find_companions(fix_run *run, const cli_entry *file)
{
    fix_pair *pair = &run->pair;
    const bool paired = has_fix_with_companion(run->format);
    const bool named = file->kind != CLI_ENTRY_STREAM || run->files.finder.stream_name != NULL;
    cli_folder *folder = paired && named ? cli_companion_folders_get(&pair->folders, file) : NULL;
    cli_text_pairing_find_companion(&pair->text, file, paired ? run->format : NULL, run->original, folder);
    return report_found_once_if_unreadable(pair->text.at.pairs[CLI_FOUND_MAIN].found_companion);
}

static void copy_and_recognize_unless_skipped(void *context)
{
    fix_run *run = context;
    const ap_view input = run->input.view;
    run->skipped = cli_file_run_decide_to_skip_file(&run->files, input);
    if (run->skipped)
        return;
    const char *copy = ap_arena_copy_text(&run->arena, (const char *)input.bytes, input.size);
    run->original = (ap_view){ (const uint8_t *)copy, input.size };
    run->format = ap_choose_format(input, run->name, run->reading->input_format);
}

static cli_exit load_file_to_fix(fix_run *run)
{
    ap_arena_reset(&run->arena);
    ap_status status = cli_entry_load(run->files.entry, &run->input);
    if (status == AP_OK)
        status = ap_input_run_guarded(&run->input, copy_and_recognize_unless_skipped, run);
    const cli_exit result = cli_report_status(run->name, status, &run->input);
    ap_input_release(&run->input);
    if (status == AP_OK && run->in_place && !run->skipped && run->original.bytes != NULL)
        ap_stamp_from_bytes(&run->stamp, run->name, run->original);
    return result;
}

static bool does_file_have_errors(const fix_run *run)
{
    for (const ap_finding *f = ap_fixing_current_version(&run->fixing)->findings.first; f != NULL;
         f = f->next) {
        if (ap_rule_settings_level(&run->reading->rule_settings, f->rule) == AP_ERROR)
            return true;
    }
    return false;
}

static cli_exit write_text_diff(fix_run *run, const cli_compared_texts *texts)
{
    cli_output_file target;
    cli_exit result = cli_flush_output();
    if (result != CLI_CLEAN)
        return result;
    cli_output_file_init(&target, "-");
    const bool complete =
        cli_output_file_open_or_keep_error(&target) && cli_write_diff(texts, &run->arena, &target.writer);
    result = cli_output_file_close(&target, complete || !run->arena.failed);
    return run->arena.failed ? cli_worse_exit_by_rank(result, cli_report_no_memory(run->name)) : result;
}

static cli_exit write_diff(fix_run *run)
{
    const cli_compared_texts texts = { run->name, "fixed", run->original,
        ap_fixing_current_version(&run->fixing)->text };
    if (run->format->text)
        return write_text_diff(run, &texts);
    cli_write_hex_diff(&texts, stdout);
    return CLI_CLEAN;
}

static cli_exit write_in_place(fix_run *run)
{
    cli_output_file target;
    size_t other_names;
    const ap_view text = ap_fixing_current_version(&run->fixing)->text;
    const cli_exit result = cli_check_replaceable(run->name, &other_names);
    if (result != CLI_CLEAN)
        return result;
    cli_output_file_init(&target, run->name);
    target.guarded = true;
    target.stamp = run->stamp;
    if (cli_output_file_open_or_keep_error(&target))
        (void)ap_write(&target.writer, text.bytes, text.size);
    const cli_exit closed = cli_output_file_close(&target, true);
    if (closed == CLI_CLEAN)
        cli_report_hard_links(run->name, other_names);
    return closed;
}

static cli_exit report_unrecognized(fix_run *run)
{
    cli_report_findings(stderr, run->name, &ap_fixing_current_version(&run->fixing)->findings, false);
    return CLI_FINDINGS;
}

/* Subtracts the bytes that fixes have read from the run's budget. The first AP_FIXING_TIMES readings of a
   file cost nothing. */
static void subtract_bytes_that_fixes_read_from_budget(fix_run *run)
{
    const uint64_t free_bytes = ap_saturating_product(run->original.size, AP_FIXING_TIMES),
                   used = run->fixing.used;
    const uint64_t price = used > free_bytes ? used - free_bytes : 0;
    run->budget -= price < run->budget ? price : run->budget;
}

static void apply_fixes_in_memory(void *context)
{
    fix_run *run = context;
    if (ap_fixing_load(&run->fixing, run->format, run->original) && run->format != NULL)
        (void)ap_fixing_run(&run->fixing);
}

static cli_exit fix_loaded_file(fix_run *run)
{
    run->fixing.budget = AP_FIXING_BUDGET;
    if (run->budget < run->fixing.budget.bytes)
        run->fixing.budget.bytes = run->budget;
    if (cli_text_pairing_run_guarded_or_fail(&run->pair.text, apply_fixes_in_memory, run) != AP_OK) {
        run->fixing.options = &run->reading->lint; /* without the companion that became unreadable */
        apply_fixes_in_memory(run);
    }
    if (run->fixing.failed)
        return cli_report_no_memory(run->name);
    if (run->format == NULL)
        return report_unrecognized(run);
    subtract_bytes_that_fixes_read_from_budget(run);
    const bool changed = run->fixing.fixed > 0;
    cli_exit result = CLI_CLEAN;
    if (changed && run->in_place)
        result = write_in_place(run);
    else if (changed && run->diff)
        result = write_diff(run);
    if (result != CLI_CLEAN)
        return result;
    run->sum.changed += changed;
    fix_report_file(run);
    return does_file_have_errors(run) || (changed && !run->in_place) ? CLI_FINDINGS : CLI_CLEAN;
}

/* Applies the file's settings to the input, the arena and the fixing. */
static void apply_settings(fix_run *run, const cli_settings *settings)
{
    const cli_reading_options *reading = run->reading = &settings->reading;
    run->input.stream_limit_bytes = reading->max_input_bytes;
    run->arena.limit_bytes = reading->max_memory_bytes;
    ap_fixing_set_memory_limit(&run->fixing, reading->max_memory_bytes);
    run->fixing.options = &run->pair.text.at.lint;
    run->fixing.rule_settings = &reading->rule_settings;
    run->fixing.unsafe = run->unsafe;
}

cli_exit cli_fix_file(void *record, const cli_entry *file)
{
    fix_run *run = record;
    run->name = file->path;
    apply_settings(run, file->settings);
    const cli_exit loaded = load_file_to_fix(run);
    if (loaded != CLI_CLEAN || cli_file_run_count_and_is_skipped(&run->files, run->skipped))
        return loaded;
    if (run->original.bytes == NULL)
        return cli_report_no_memory(run->name);
    const cli_exit paired = find_companions(run, file);
    const cli_exit result = fix_loaded_file(run);
    cli_text_pairing_release_companion(&run->pair.text);
    return cli_worse_exit_by_rank(paired, result);
}
