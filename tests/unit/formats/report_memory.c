/* Tests core/report/report_lines.h: a line of a report is read, or arena.failed is set, whichever allocation fails. */
#include <criterion/criterion.h>

#include "core/report/report_lines.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/test_arena.h"
#include "validators/registry.h"

enum { ALLOCATIONS = 60 /* a number of allocations that is more than reading a line needs */ };

ARENA_SUITE(report_memory);

static const char finding_line[] =
    "{\"rule\": \"mrtk/flag\", \"severity\": \"error\", \"class\": \"malformed\", "
    "\"offset\": 0, "
    "\"length\": 1, \"line\": null, \"column\": null, \"path\": \"p\", \"message\": \"m\", \"expected\": "
    "\"e\", "
    "\"found\": \"f\", \"related\": [{\"label\": \"r\", \"offset\": 2, \"length\": 1, \"line\": null, "
    "\"column\": null, \"part\": {\"excerpt\": {\"offset\": 0, \"bytes\": \"0001\"}}}], \"part\": "
    "{\"excerpt\": "
    "{\"offset\": 0, \"bytes\": \"0001\"}, \"fix\": {\"does\": \"d\", \"offset\": 0, \"length\": 1, "
    "\"bytes\": \"41\"}}}";
static const char file_line[] =
    "{\"file\": \"a\", \"format\": \"mrtk\", \"layout\": null, \"size\": 9, \"valid\": false, "
    "\"skipped_checks\": 0, "
    "\"part\": {\"at\": 1, \"checked\": true, \"errors\": 2, \"truncated\": 1, \"max_findings\": 1, "
    "\"rules\": "
    "[{\"rule\": \"mrtk/flag\", \"severity\": \"error\", \"count\": 2}]}}";

static const ap_rule *find_rule(void *context, const char *id)
{
    (void)context;
    return ap_find_rule(id);
}

/* Reads the line with allocation number `fail_at` failing. Returns the name of the wrong member; NULL if no member is wrong or
   memory ran out. */
static const char *wrong_member_of_report_line(const char *text, size_t fail_at)
{
    char fault[AP_JSON_FAULT_BYTES];
    ap_json_document json;
    ap_report_line line = { .for_shard = true, .find = find_rule };
    arena_replace();
    cr_assert(ap_json_read(&json, text_view(text), &arena, fault), "the line is not JSON: %s", fault);
    arena.fail_at = fail_at == 0 ? 0 : arena.allocations + fail_at;
    line.members = ap_begin_reading_members(&json, 0, &arena);
    if (text == finding_line) {
        ap_finding finding = { .rule = NULL };
        ap_excerpt excerpt = { .bytes = NULL };
        ap_write_or_read_finding_members(&line, &finding, &excerpt);
        cr_expect(arena.failed || line.members.wrong != NULL
                  || (finding.replacement != NULL && finding.related != NULL));
    } else {
        ap_report_file file = { .name = NULL };
        ap_file_counts counts = { .rules = NULL };
        ap_write_or_read_file_members(&line, &file, &counts);
        cr_expect(arena.failed || line.members.wrong != NULL
                  || (file.shard_entry != NULL && counts.rule_count == 1));
    }
    return line.members.wrong;
}

Test(report_memory, each_failing_allocation_is_reported)
{
    const char *const lines[] = { finding_line, file_line };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        size_t failures = 0;
        for (size_t fail_at = 0; fail_at < ALLOCATIONS; fail_at++) {
            const char *wrong = wrong_member_of_report_line(lines[i], fail_at);
            cr_expect(arena.failed || wrong == NULL, "line %zu, allocation %zu: %s", i, fail_at, wrong);
            failures += arena.failed;
        }
        cr_expect(failures > 5 && failures < ALLOCATIONS - 1,
            "line %zu: wrong number of failing allocations %zu", i, failures);
    }
}
