/* Searches for the smallest file: removes many units at once, then fewer, down to one, as long as units can be
   removed. Of several candidates with the wanted answer, the first in order is taken, so the result does not depend
   on how many are tried at once. */
#include <stdlib.h>
#include <string.h>

#include "cli/reduce/reduce.h"
#include "validators/lint_bytes.h"

bool cli_grow_candidate(cli_reduction *r, cli_candidate *candidate, size_t size)
{
    if (candidate->room >= size && candidate->bytes != NULL)
        return true;
    uint8_t *bytes = realloc(candidate->bytes, size + 1);
    if (bytes == NULL) {
        r->trouble = cli_fail_no_memory();
        r->over = true;
        return false;
    }
    candidate->bytes = bytes;
    candidate->room = size + 1;
    return true;
}

bool cli_file_has_no_errors(cli_reduction *r, const uint8_t *bytes, size_t size)
{
    ap_findings findings;
    ap_lint_result about;
    ap_lint_options lint = r->reading.lint;
    lint.no_suppression = true;
    ap_arena_reset(&r->scratch);
    ap_findings_init(
        &findings, &r->scratch, &r->reading.rule_settings, r->reading.max_findings, r->reading.max_per_rule);
    ap_lint_as(r->format, (ap_view){ bytes, size }, &lint, &findings, &about);
    if (r->scratch.failed) {
        r->trouble = cli_fail_no_memory();
        r->over = true;
    }
    return findings.counts[AP_ERROR] == 0 && !r->scratch.failed;
}

/* Returns true if the candidate is smaller than the file, was not tried, and with --valid has no error. Adds a
   candidate with an error to the tried files. */
static bool is_worth_trying_else_mark_tried(cli_reduction *r, const cli_candidate *candidate)
{
    if (candidate->size >= r->size || cli_was_candidate_tried(r, candidate))
        return false;
    if (!r->valid || cli_file_has_no_errors(r, candidate->bytes, candidate->size))
        return true;
    (void)cli_add_if_untried(r, candidate);
    return false;
}

static void show_progress(cli_reduction *r)
{
    if (cli_progress_line_take_turn_if_due(&r->line))
        cli_progress_line_draw(&r->line, "%zu of %zu bytes left, %zu tries, removing %-8s", r->size,
            r->original_size, r->tries, r->divider->name);
}

/* Fills the wave with candidates that are worth trying: one lacks the `count` units before unit `end`, another the `count`
   units before those, and so on. Returns the index of the first of all units that were considered. */
static size_t make_candidates(cli_reduction *r, size_t count, size_t end)
{
    r->wave_size = 0;
    while (end > 0 && r->wave_size < r->running.jobs && !r->over) {
        cli_candidate *candidate = &r->wave[r->wave_size];
        const size_t first = end > count ? end - count : 0;
        candidate->first = first;
        if (r->divider->make_candidate(r, first, end - first, candidate)
            && is_worth_trying_else_mark_tried(r, candidate))
            r->wave_size++;
        end = first;
        show_progress(r);
    }
    return end;
}

static void accept_candidate(cli_reduction *r, cli_candidate *candidate)
{
    uint8_t *bytes = r->bytes;
    r->bytes = candidate->bytes;
    r->size = candidate->size;
    candidate->bytes = bytes;
    candidate->room = 0;
}

/* Tries to remove `count` units at a time, from the last units to the first. Returns the number of units that
   remain. */
static size_t remove_units_while_answer_stays(cli_reduction *r, size_t count, size_t units)
{
    for (size_t end = units; end > 0 && !r->over;) {
        const size_t next = make_candidates(r, count, end);
        const size_t found = r->wave_size == 0 ? 0 : cli_try_candidates(r);
        show_progress(r);
        if (found == r->wave_size) {
            end = next;
            continue;
        }
        end = r->wave[found].first;
        accept_candidate(r, &r->wave[found]);
        units = r->divider->divide(r);
        end = end < units ? end : units;
    }
    return units;
}

static void reduce_by_units(cli_reduction *r)
{
    size_t units = r->divider->divide(r);
    for (size_t count = units; count > 0 && !r->over; count /= 2)
        units = remove_units_while_answer_stays(r, count, units);
}

static void reduce_with_divider(cli_reduction *r, const cli_unit_divider *divider)
{
    r->divider = divider;
    if (!divider->by_array) {
        reduce_by_units(r);
        return;
    }
    for (r->array = 0; r->array < cli_list_parts_and_count_arrays(r) && !r->over; r->array++)
        reduce_by_units(r);
}

static bool is_text_file(const cli_reduction *r)
{
    return r->format != NULL ? r->format->text : r->size > 0 && memchr(r->bytes, '\0', r->size) == NULL;
}

void cli_reduce_file(cli_reduction *r)
{
    const bool text = is_text_file(r);
    for (size_t before = SIZE_MAX; r->size < before && !r->over;) {
        before = r->size;
        for (const cli_unit_divider *d = cli_unit_dividers; d->name != NULL && !r->over; d++) {
            if (text || !d->only_text)
                reduce_with_divider(r, d);
        }
    }
}
