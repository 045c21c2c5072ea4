#include "cli/reporting/merge.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { OTHER_FILES = 64 /* open files other than the reports of shards */ };

/* Functions that open and check the shards */

/* Raises the limit of open files to the most that the system allows, if the reports of the shards need more than the limit. */
static void raise_open_file_limit(size_t count)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= count + OTHER_FILES)
        return;
    limit.rlim_cur = limit.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
}

static bool are_shards_of_one_run(const cli_shard_report *a, const cli_shard_report *b)
{
    return a->shard.plan == b->shard.plan && a->shard.count == b->shard.count
           && a->shard.all_entries == b->shard.all_entries;
}

static bool have_same_rule_settings(const cli_shard_report *a, const cli_shard_report *b)
{
    return a->shard.unfolded == b->shard.unfolded
           && memcmp(a->rule_settings.levels, b->rule_settings.levels, sizeof a->rule_settings.levels) == 0;
}

static cli_exit report_mismatch_as_unreadable(
    const cli_shard_report *report, const cli_shard_report *first, const char *what)
{
    return cli_fail(CLI_UNREADABLE, report->path, "%s than %s", what, first->path);
}

/* Sets of[i] to the report of shard i; if the report is not given, of[i] stays NULL. Returns CLI_CLEAN, or CLI_UNREADABLE after a
   message for each report that is of another run, of a shard given before, or linted with other rules or engines. */
static cli_exit index_and_check_shard_reports(const cli_shard_merge *merge, const cli_shard_report **of)
{
    const cli_shard_report *first = &merge->shards[0].report;
    cli_exit result = CLI_CLEAN;
    for (size_t i = 0; i < merge->count; i++) {
        const cli_shard_report *report = &merge->shards[i].report;
        if (!are_shards_of_one_run(report, first)) {
            result = report_mismatch_as_unreadable(report, first, "is a shard of another run");
        } else if (of[report->shard.index] != NULL) {
            cli_error_about(report->path, "is the report of shard %zu, like %s; give each shard once",
                report->shard.index, of[report->shard.index]->path);
            result = CLI_UNREADABLE;
        } else {
            of[report->shard.index] = report;
            if (!have_same_rule_settings(report, first))
                result = report_mismatch_as_unreadable(report, first, "was linted with other rules");
            else if (report->shard.engines != first->shard.engines)
                result = report_mismatch_as_unreadable(
                    report, first, "was linted with another choice of --engines");
        }
    }
    return result;
}

/* Checks that each shard is given once, and that all shards belong to one run. */
static cli_exit check_shards(const cli_shard_merge *merge)
{
    const ap_report_shard *shard = &merge->shards[0].report.shard;
    size_t entries = 0, missing = 0;
    const cli_shard_report **of = calloc(shard->count, sizeof *of);
    if (of == NULL)
        return cli_fail_no_memory();
    cli_exit result = index_and_check_shard_reports(merge, of);
    for (size_t i = 0; i < shard->count; i++) {
        if (of[i] != NULL) {
            entries += of[i]->shard.entries;
            continue;
        }
        missing++;
        cli_error("shard %zu of %zu is missing (plan %016" PRIx64 ")", i, shard->count, shard->plan);
    }
    free(of);
    if (result == CLI_CLEAN && missing == 0 && entries != shard->all_entries) {
        cli_error("the shards have %zu entries together, but the run was split into %zu", entries,
            shard->all_entries);
        result = CLI_UNREADABLE;
    }
    return missing > 0 ? cli_worse_exit_by_rank(result, CLI_UNREADABLE) : result;
}

cli_exit cli_shard_merge_open(cli_shard_merge *merge, char *const *paths, size_t count, ap_own_table *own)
{
    cli_exit result = CLI_CLEAN;
    cli_reading_options defaults;
    raise_open_file_limit(count);
    cli_reading_set_defaults(&defaults);
    merge->shards = calloc(count, sizeof *merge->shards);
    merge->heap = calloc(count, sizeof(cli_merged_shard *));
    if (merge->shards == NULL || merge->heap == NULL)
        return cli_fail_no_memory();
    for (merge->count = 0; merge->count < count; merge->count++) {
        cli_merged_shard *one = &merge->shards[merge->count];
        ap_arena_init(&one->arena, defaults.max_memory_bytes);
        result = cli_worse_exit_by_rank(
            result, cli_shard_report_open(&one->report, paths[merge->count], &one->arena, own));
    }
    return result == CLI_CLEAN ? check_shards(merge) : result;
}

void cli_shard_merge_free(cli_shard_merge *merge)
{
    for (size_t i = 0; i < merge->count; i++) {
        cli_shard_report_close(&merge->shards[i].report);
        ap_arena_free(&merge->shards[i].arena);
    }
    free(merge->shards);
    free(merge->heap);
}

/* Functions of the heap, which gives the order of entries */

static bool is_entry_before(const cli_merged_shard *a, const cli_merged_shard *b)
{
    return a->head.result.part.entry < b->head.result.part.entry;
}

/* Moves the root of the heap down to its position. */
static void sift_down_root(cli_shard_merge *merge)
{
    cli_merged_shard **heap = merge->heap;
    size_t at = 0;
    for (;;) {
        size_t least = at;
        for (size_t child = 2 * at + 1; child <= 2 * at + 2 && child < merge->heap_count; child++)
            least = is_entry_before(heap[child], heap[least]) ? child : least;
        if (least == at)
            return;
        cli_merged_shard *one = heap[at];
        heap[at] = heap[least];
        heap[least] = one;
        at = least;
    }
}

static void add_shard_to_heap(cli_shard_merge *merge, cli_merged_shard *one)
{
    cli_merged_shard **heap = merge->heap;
    size_t at = merge->heap_count++;
    heap[at] = one;
    while (at > 0 && is_entry_before(heap[at], heap[(at - 1) / 2])) {
        cli_merged_shard *above = heap[(at - 1) / 2];
        heap[(at - 1) / 2] = heap[at];
        heap[at] = above;
        at = (at - 1) / 2;
    }
}

/* Resets the shard's arena, and reads the next entry into `head`, or sets `over` after the last entry. */
static cli_exit read_next_entry(cli_merged_shard *one)
{
    const size_t at = one->head.result.part.entry;
    ap_arena_reset(&one->arena);
    one->over = one->report.ended;
    if (one->over)
        return CLI_CLEAN;
    const cli_exit result = cli_shard_report_read_entry(&one->report, &one->head);
    if (result != CLI_CLEAN || one->head.result.part.entry >= at)
        return result;
    return cli_fail(
        CLI_UNREADABLE, one->report.path, "the entries before line %zu are not in order", one->report.number);
}

/* Functions that report entries */

/* Returns the excerpts of the findings; NULL if the excerpt of a finding is missing. */
static ap_excerpt *list_excerpts_if_none_is_missing(const ap_findings *list, ap_arena *arena)
{
    ap_excerpt *excerpts = ap_alloc_array(arena, list->kept, sizeof *excerpts), *next = excerpts;
    for (const ap_finding *f = list->first; f != NULL && excerpts != NULL; f = f->next) {
        *next++ = ((const cli_shard_report_finding *)f)->excerpt;
        if (next[-1].bytes == NULL)
            return NULL;
    }
    return excerpts;
}

/* Reports an entry. The caller has read the entry's findings. */
static cli_exit report_completely_read_entry(
    cli_shard_merge *merge, const cli_merged_shard *one, cli_result *result)
{
    ap_arena *arena = one->report.arena;
    if (result->findings != NULL)
        cli_result_set_findings(
            result, result->findings, list_excerpts_if_none_is_missing(result->findings, arena));
    if (arena->failed)
        return cli_fail(
            CLI_INTERNAL, one->report.path, "no memory for the entry before line %zu", one->report.number);
    (void)cli_reporter_add_result_and_go_on(merge->reporter, result);
    return CLI_CLEAN;
}

/* Reports a companion. If the next entry has the findings about both file and companion, reports these findings together with
   the companion. If the companion was reported before, reports only these findings. */
static cli_exit report_companion_if_new_and_pair(cli_shard_merge *merge, cli_merged_shard *one)
{
    cli_result companion = one->head.result;
    const bool is_new =
        cli_reporter_is_new_companion(merge->reporter, companion.part.device, companion.part.inode);
    if (one->report.ended || !cli_shard_report_is_at_pair_line(&one->report))
        return is_new ? report_completely_read_entry(merge, one, &companion) : CLI_CLEAN;
    cli_shard_report_entry together;
    cli_exit result = cli_shard_report_read_entry(&one->report, &together);
    if (result == CLI_CLEAN)
        result = cli_shard_report_read_findings(&one->report, &together, &merge->more, &merge->rule_settings);
    if (result != CLI_CLEAN)
        return result;
    if (!is_new)
        return report_completely_read_entry(merge, one, &together.result);
    if (companion.findings != NULL) {
        ap_findings_move_from(companion.findings, &merge->more);
        ap_findings_sort(companion.findings);
    }
    return report_completely_read_entry(merge, one, &companion);
}

static cli_exit report_current_entry(cli_shard_merge *merge, cli_merged_shard *one)
{
    cli_shard_report_entry *head = &one->head;
    const ap_report_shard_entry *part = &head->result.part;
    if (head->result.kind == CLI_RESULT_SKIPPED)
        return report_completely_read_entry(merge, one, &head->result);
    const cli_exit result =
        cli_shard_report_read_findings(&one->report, head, &merge->findings, &merge->rule_settings);
    if (result != CLI_CLEAN)
        return result;
    if (part->role == AP_REPORT_ROLE_COMPANION)
        return report_companion_if_new_and_pair(merge, one);
    const bool is_new = cli_reporter_is_new_companion(merge->reporter, part->device, part->inode);
    return is_new || part->role == AP_REPORT_ROLE_TOGETHER
               ? report_completely_read_entry(merge, one, &head->result)
               : CLI_CLEAN;
}

/* Reports all entries with the lowest number, which belong to one shard. */
static cli_exit report_entries_of_lowest_number(cli_shard_merge *merge)
{
    cli_merged_shard *one = merge->heap[0];
    const size_t at = one->head.result.part.entry;
    cli_exit result = CLI_CLEAN;
    while (result == CLI_CLEAN && merge->reporter->go_on && !one->over && one->head.result.part.entry == at) {
        result = report_current_entry(merge, one);
        if (result == CLI_CLEAN)
            result = read_next_entry(one);
    }
    if (one->over)
        merge->heap[0] = merge->heap[--merge->heap_count];
    sift_down_root(merge);
    if (result != CLI_CLEAN || merge->heap_count == 0 || merge->heap[0]->head.result.part.entry != at
        || !merge->reporter->go_on)
        return result;
    return cli_fail(CLI_UNREADABLE, merge->heap[0]->report.path, "reports entry %zu, which %s reports too",
        at, one->report.path);
}

cli_exit cli_shard_merge_report_all(cli_shard_merge *merge, cli_reporter *reporter)
{
    cli_exit result = CLI_CLEAN;
    merge->reporter = reporter;
    merge->rule_settings = merge->shards[0].report.rule_settings;
    ap_findings_init(&merge->findings, NULL, &merge->rule_settings, 0, 0);
    ap_findings_init(&merge->more, NULL, &merge->rule_settings, 0, 0);
    for (size_t i = 0; i < merge->count && result == CLI_CLEAN; i++) {
        cli_merged_shard *one = &merge->shards[i];
        one->head.result.part.entry = 0;
        result = read_next_entry(one);
        if (result == CLI_CLEAN && !one->over)
            add_shard_to_heap(merge, one);
    }
    while (result == CLI_CLEAN && merge->heap_count > 0 && reporter->go_on)
        result = report_entries_of_lowest_number(merge);
    return result;
}
