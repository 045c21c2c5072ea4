/* Tests core/report/report_lines.h: an invalid line of a report is refused, and the wrong member is named; a valid line is read,
   or arena.failed is set, whichever allocation fails. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/report/report_answers.h"
#include "core/report/report_lines.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/stream_text.h"
#include "tests/unit/support/test_arena.h"
#include "validators/registry.h"

ARENA_SUITE(report_refused);

static const char finding_line[] =
    "{\"rule\": \"mrtk/flag\", \"severity\": \"error\", \"class\": \"malformed\", \"offset\": 0, "
    "\"length\": 1, \"line\": null, \"column\": null, \"path\": \"p\", \"message\": \"m\", "
    "\"expected\": \"e\", \"found\": \"f\", \"related\": [{\"label\": \"r\", \"offset\": 2, "
    "\"length\": 1, \"line\": null, \"column\": null, \"part\": {\"excerpt\": {\"offset\": 0, "
    "\"bytes\": \"0001\"}}}], \"part\": {\"excerpt\": {\"offset\": 0, \"bytes\": \"0aff\"}, "
    "\"fix\": {\"does\": \"d\", \"offset\": 0, \"length\": 1, \"bytes\": \"41\"}}}";
static const char file_line[] =
    "{\"file\": \"a\", \"format\": \"mrtk\", \"layout\": null, \"size\": 9, \"valid\": false, "
    "\"skipped_checks\": 0, \"part\": {\"at\": 1, \"checked\": true, \"errors\": 2, \"truncated\": 1, "
    "\"max_findings\": 1, \"rules\": [{\"rule\": \"mrtk/flag\", \"severity\": \"error\", \"count\": "
    "2}]}}";
static const char shard_line[] =
    "{\"shard\": 1, \"shards\": 2, \"plan\": \"00000000000000ff\", \"entries\": 3, "
    "\"all_entries\": 4, \"levels\": [{\"rule\": \"mrtk/flag\", \"level\": \"note\"}]}";
static const char answers_line[] =
    "{\"readers\": {\"id\": {\"answer\": \"refuses\", \"because\": [\"mrtk/flag\"]}}}";

static const struct {
    const char *line, *from, *to;
    const char *wrong; /* the wrong member; NULL: the line is valid */
} cases[] = {
    { finding_line, "0aff", "0aff", NULL },
    { finding_line, "0aff", "0AFF", "bytes" },
    { finding_line, "0aff", "0agf", "bytes" },
    { finding_line, "0aff", "0a:f", "bytes" },
    { finding_line, "0aff", "0af", "bytes" },
    { finding_line, "\"m\"", "\"m\\u0000\"", "message" },
    { finding_line, "\"m\"", "4", "message" },
    { finding_line, "\"length\": 1", "\"length\": -1", "length" },
    { finding_line, "\"length\": 1", "\"length\": 1.5", "length" },
    { finding_line, "\"error\"", "\"loud\"", "severity" },
    { finding_line, "\"error\"", "null", "severity" },
    { finding_line, "mrtk/flag", "mrtk/flog", "rule" },
    { finding_line, "\"rule\": \"mrtk/flag\", ", "", "rule" },
    { finding_line, "{\"rule\"", "{\"more\": 1, \"rule\"", "rule" },
    { shard_line, "ff", "ff", NULL },
    { shard_line, "00000000000000ff", "", "plan" },
    { shard_line, "00000000000000ff", "ffx", "plan" },
    { shard_line, "\"00000000000000ff\"", "255", "plan" },
    { shard_line, "mrtk/flag", "mrtk/flog", "rule" },
    { shard_line, "\"note\"", "\"loud\"", "level" },
    { file_line, "9", "9", NULL },
    { answers_line, "id", "id", NULL },
    { answers_line, "refuses", "sings", "answer" },
    { answers_line, "mrtk/flag", "mrtk/flog", "because" },
    { answers_line, "[\"mrtk/flag\"]", "4", "because" },
    { answers_line, "[\"mrtk/flag\"]", "[4]", "because" },
    { answers_line, "\"mrtk/flag\"", "\"mrtk/flag\", \"mrtk/flag\"", "an unknown member" },
    { answers_line, ", \"because\": [\"mrtk/flag\"]", "", "because" },
    { answers_line, "{\"answer\": \"refuses\", \"because\": [\"mrtk/flag\"]}", "4", "id" },
    { answers_line, "}}}", "}}, \"more\": 1}", "an unknown member" },
};

static const ap_rule *find_rule(void *context, const char *id)
{
    (void)context;
    return ap_find_rule(id);
}

static bool read_finding(ap_report_line *line)
{
    ap_excerpt excerpt = { .bytes = NULL };
    ap_finding finding = { .rule = NULL };
    ap_write_or_read_finding_members(line, &finding, &excerpt);
    return excerpt.count == 2 && excerpt.bytes[0] == 0x0a && excerpt.bytes[1] == 0xff
           && finding.replacement != NULL && finding.related != NULL;
}

static bool read_file(ap_report_line *line)
{
    ap_report_file file = { .name = NULL };
    ap_file_counts counts = { .rules = NULL };
    ap_write_or_read_file_members(line, &file, &counts);
    return file.shard_entry != NULL && counts.rule_count == 1;
}

static bool read_shard(ap_report_line *line)
{
    ap_rule_settings rule_settings;
    ap_report_shard shard = { .index = 0 };
    ap_rule_settings_init_all(&rule_settings);
    ap_write_or_read_shard_members(line, &shard, &rule_settings);
    return shard.plan == 0xff && ap_rule_settings_level(&rule_settings, ap_find_rule("mrtk/flag")) == AP_NOTE;
}

static bool read_answers(ap_report_line *line)
{
    ap_report_answers answers = { .items = NULL };
    ap_write_or_read_answers(line, &answers);
    return answers.count == 1 && strcmp(answers.items[0].reader, "id") == 0
           && answers.items[0].because == ap_find_rule("mrtk/flag");
}

/* Reads a text made from one of the lines above, and checks the values if the text is valid. Returns the name of the wrong
   member; NULL if no member is wrong. `failing`: the allocation that fails, counted after the text is parsed; 0: none. */
static const char *wrong_member_of_line(const char *made_from, const char *text, size_t failing)
{
    char fault[AP_JSON_FAULT_BYTES];
    ap_json_document json;
    ap_report_line line = { .for_shard = made_from != answers_line, .find = find_rule };
    arena_replace();
    cr_assert(ap_json_read(&json, text_view(text), &arena, fault), "the line is not JSON: %s", fault);
    arena.fail_at = failing == 0 ? 0 : arena.allocations + failing;
    line.members = ap_begin_reading_members(&json, 0, &arena);
    const bool has_values = made_from == finding_line ? read_finding(&line)
                            : made_from == file_line  ? read_file(&line)
                            : made_from == shard_line ? read_shard(&line)
                                                      : read_answers(&line);
    const bool fine = ap_members_end(&line.members);
    cr_expect_eq(fine, line.members.wrong == NULL);
    cr_expect(!fine || arena.failed || has_values, "wrong values of %s", text);
    return line.members.wrong;
}

Test(report_refused, a_wrong_member_is_named)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = text_with_replaced_part(cases[i].line, cases[i].from, cases[i].to);
        const char *wrong = wrong_member_of_line(cases[i].line, text, 0);
        cr_expect_str_eq(wrong == NULL ? "" : wrong, cases[i].wrong == NULL ? "" : cases[i].wrong,
            "case %zu, %s: %s", i, cases[i].to, wrong);
        cr_expect(!arena.failed);
    }
}

Test(report_refused, each_failing_allocation_is_reported)
{
    static const char *const lines[] = { finding_line, file_line, answers_line };
    static const size_t least[] = { 6, 6, 1 };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        size_t failures = 0;
        cr_expect_null(wrong_member_of_line(lines[i], lines[i], 0));
        for (size_t failing = arena.allocations; failing > 0; failing--) {
            const char *wrong = wrong_member_of_line(lines[i], lines[i], failing);
            cr_expect(arena.failed || wrong == NULL, "line %zu, allocation %zu: %s", i, failing, wrong);
            failures += arena.failed;
        }
        cr_expect_geq(failures, least[i], "line %zu: only %zu failing allocations", i, failures);
    }
}

/* The only finding of mrtk/flag is subtracted from the counts, so that the joined list does not count the rule. */
Test(report_refused, a_rule_without_a_counted_finding_is_not_listed)
{
    static ap_findings more;
    static ap_rule_settings rule_settings;
    ap_rule_settings_init_all(&rule_settings);
    ap_findings_init(&findings, &arena, &rule_settings, 0, 0);
    ap_findings_init(&more, &arena, &rule_settings, 0, 0);
    const ap_finding *flag = ap_findings_add(&more, ap_find_rule("mrtk/flag"), (ap_span){ 0, 1 });
    (void)ap_findings_add(&more, ap_find_rule("mrtk/magic"), (ap_span){ 0, 1 });
    cr_assert_not_null(flag);
    ap_findings_subtract_count(&more, flag);
    ap_findings_move_from(&findings, &more);
    size_t named = 0;
    for (size_t i = 0; i < AP_RULE_SLOTS; i++)
        named += findings.tallies[i].rule != NULL;
    cr_expect_eq(named, 1);
    cr_expect_eq(ap_findings_count_of_rule(&findings, ap_find_rule("mrtk/magic")), 1);
}
