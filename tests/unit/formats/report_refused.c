/* Tests core/report/report_lines.h: an invalid line of a report is refused, and the wrong member is named. */
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
    "{\"rule\": \"mrtk/flag\", \"severity\": \"error\", \"class\": \"malformed\", \"offset\": 0, \"length\": "
    "1, "
    "\"line\": null, \"column\": null, \"path\": \"p\", \"message\": \"m\", \"expected\": \"e\", \"found\": "
    "\"f\", "
    "\"related\": [], \"part\": {\"excerpt\": {\"offset\": 0, \"bytes\": \"0aff\"}}}";
static const char shard_line[] =
    "{\"shard\": 1, \"shards\": 2, \"plan\": \"00000000000000ff\", \"entries\": 3, "
    "\"all_entries\": 4, \"levels\": [{\"rule\": \"mrtk/flag\", \"level\": \"note\"}]}";

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
};

static const ap_rule *find_rule(void *context, const char *id)
{
    (void)context;
    return ap_find_rule(id);
}

static void init_rule_settings(ap_rule_settings *rule_settings)
{
    size_t count;
    const ap_rule_table *tables = ap_rule_tables(&count);
    ap_rule_settings_init(rule_settings, tables, count);
}

/* Reads the line and checks the values. Returns the name of the wrong member; NULL if the line is valid. */
static const char *wrong_member_of_report_line(const char *text, bool is_shard)
{
    char fault[AP_JSON_FAULT_BYTES];
    ap_json_document json;
    ap_rule_settings rule_settings;
    ap_excerpt excerpt = { .bytes = NULL };
    ap_finding finding = { .rule = NULL };
    ap_report_shard shard = { .index = 0 };
    ap_report_line line = { .for_shard = true, .find = find_rule };
    cr_assert(ap_json_read(&json, text_view(text), &arena, fault), "the line is not JSON: %s", fault);
    line.members = ap_begin_reading_members(&json, 0, &arena);
    init_rule_settings(&rule_settings);
    if (is_shard)
        ap_write_or_read_shard_members(&line, &shard, &rule_settings);
    else
        ap_write_or_read_finding_members(&line, &finding, &excerpt);
    const bool fine = ap_members_end(&line.members);
    cr_expect_eq(fine, line.members.wrong == NULL);
    if (fine && is_shard)
        cr_expect(shard.plan == 0xff
                  && ap_rule_settings_level(&rule_settings, ap_find_rule("mrtk/flag")) == AP_NOTE);
    if (fine && !is_shard)
        cr_expect(excerpt.count == 2 && excerpt.bytes[0] == 0x0a && excerpt.bytes[1] == 0xff);
    return line.members.wrong;
}

Test(report_refused, a_wrong_member_is_named)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = text_with_replaced_part(cases[i].line, cases[i].from, cases[i].to);
        const char *wrong = wrong_member_of_report_line(text, cases[i].line == shard_line);
        cr_expect(
            cases[i].wrong == NULL ? wrong == NULL : wrong != NULL && strcmp(wrong, cases[i].wrong) == 0,
            "case %zu, %s: %s", i, cases[i].to, wrong);
        cr_expect(!arena.failed);
    }
}

/* The only finding of mrtk/flag is subtracted from the counts, so that the joined list does not count the rule. */
Test(report_refused, a_rule_without_a_counted_finding_is_not_listed)
{
    static ap_findings more;
    static ap_rule_settings rule_settings;
    init_rule_settings(&rule_settings);
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

static const char answers_line[] =
    "{\"readers\": {\"id\": {\"answer\": \"refuses\", \"because\": [\"mrtk/flag\"]}}}";

static const struct {
    const char *from, *to, *wrong;
} answer_cases[] = {
    { "id", "id", NULL },
    { "refuses", "sings", "answer" },
    { "mrtk/flag", "mrtk/flog", "because" },
    { "[\"mrtk/flag\"]", "4", "because" },
    { "[\"mrtk/flag\"]", "[4]", "because" },
    { "\"mrtk/flag\"", "\"mrtk/flag\", \"mrtk/flag\"", "an unknown member" },
    { ", \"because\": [\"mrtk/flag\"]", "", "because" },
    { "{\"answer\": \"refuses\", \"because\": [\"mrtk/flag\"]}", "4", "id" },
    { "}}}", "}}, \"more\": 1}", "an unknown member" },
};

/* Reads the answers of a line. Returns the name of the wrong member; NULL if the line is valid. `failing`: the allocation that
   fails, counted after the line is parsed; 0: none. */
static const char *wrong_member_of_answers_line(const char *text, size_t failing)
{
    char fault[AP_JSON_FAULT_BYTES];
    ap_json_document json;
    ap_report_answers answers = { .items = NULL };
    ap_report_line line = { .find = find_rule };
    arena_replace();
    cr_assert(ap_json_read(&json, text_view(text), &arena, fault), "the line is not JSON: %s", fault);
    line.members = ap_begin_reading_members(&json, 0, &arena);
    arena.fail_at = failing == 0 ? 0 : arena.allocations + failing;
    ap_write_or_read_answers(&line, &answers);
    if (ap_members_end(&line.members) && failing == 0)
        cr_expect(answers.count == 1 && strcmp(answers.items[0].reader, "id") == 0
                  && answers.items[0].because == ap_find_rule("mrtk/flag"));
    return line.members.wrong;
}

Test(report_refused, a_wrong_member_of_an_answer_is_named)
{
    for (size_t i = 0; i < sizeof answer_cases / sizeof *answer_cases; i++) {
        const char *text = text_with_replaced_part(answers_line, answer_cases[i].from, answer_cases[i].to);
        const char *wrong = wrong_member_of_answers_line(text, 0);
        cr_expect_str_eq(wrong == NULL ? "" : wrong,
            answer_cases[i].wrong == NULL ? "" : answer_cases[i].wrong, "case %zu", i);
    }
}

Test(report_refused, answers_without_memory_are_refused)
{
    cr_expect_null(wrong_member_of_answers_line(answers_line, 0));
    const size_t all = arena.allocations;
    size_t failures = 0;
    for (size_t i = 1; i <= all; i++) {
        const char *wrong = wrong_member_of_answers_line(answers_line, i);
        cr_expect_eq(wrong != NULL, arena.failed, "allocation %zu", i);
        failures += arena.failed;
    }
    cr_expect_gt(failures, 0);
}
