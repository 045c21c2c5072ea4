#include "cli/rewrite/fix.h"

#include <stdlib.h>
#include <string.h>

#include "cli/rewrite/hex_diff.h"
#include "cli/rewrite/text_diff.h"
#include "cli/shared/checked_file.h"
#include "cli/shared/input_copy.h"
#include "cli/shared/output_file.h"
#include "core/files/guard.h"
#include "validators/lint_bytes.h"

static void copy_and_recognize_unless_skipped(void *context)
{
    fix_run *run = context;
    const ap_view input = run->input.view;
    run->skipped = cli_file_run_decide_to_skip_file(&run->files, input);
    if (run->skipped)
        return;
    uint8_t *copy = ap_alloc(&run->arena, input.size);
    run->original = (ap_view){ copy, input.size };
    if (copy != NULL && input.size > 0)
        memcpy(copy, input.bytes, input.size);
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

static cli_exit write_text_diff(fix_run *run, const char *head)
{
    cli_output_file target;
    cli_exit result = cli_flush_output();
    if (result != CLI_CLEAN)
        return result;
    cli_output_file_init(&target, "-");
    const bool opened = cli_output_file_open_or_keep_error(&target);
    const bool complete = opened
                          && cli_write_diff(run->original, ap_fixing_current_version(&run->fixing)->text,
                              head, &run->arena, &target.writer);
    result = cli_output_file_close(&target, complete || !run->arena.failed);
    return run->arena.failed ? cli_worse_exit_by_rank(result, cli_report_no_memory(run->name)) : result;
}

static cli_exit write_diff(fix_run *run)
{
    cli_exit result = CLI_CLEAN;
    char *head = cli_diff_header(run->name, "fixed");
    if (head == NULL)
        return cli_report_no_memory(run->name);
    if (run->format->text)
        result = write_text_diff(run, head);
    else
        cli_write_hex_diff(stdout, run->original, ap_fixing_current_version(&run->fixing)->text, head);
    free(head);
    return result;
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
    const cli_exit paired = fix_find_companions(run, file);
    const cli_exit result = fix_loaded_file(run);
    fix_release_companions(run);
    return cli_worse_exit_by_rank(paired, result);
}
