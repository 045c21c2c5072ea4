/* Tests that the report of each reporter about four files with findings of every kind is unchanged, by its sum. After a review of
   a changed report, copy the new sums from the failure message. tests/cli/reports checks the meaning of reports. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/version.h"
#include "core/report/output.h"
#include "core/report/statistics.h"
#include "tests/unit/support/generated_file.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/stream_text.h"
#include "tests/unit/support/test_arena.h"
#include "validators/lint_bytes.h"
#include "validators/registry.h"

static const ap_rule rules[] = {
    { "made/first-rule", AP_ERROR, AP_MALFORMED, AP_PUBLISHED, "the first rule", "the token",
        "because & <so>.", "\"the page\"", "all of them", "write it anew", NULL, false, false },
    { "made/second2", AP_WARNING, AP_INVALID, AP_WRITER, "the second rule", "the line", "who \"knows\"",
        "the writer", "none", "leave it", NULL, false, false },
    { "made/third", AP_NOTE, AP_INFO, AP_CHOICE, "the third rule", "a byte", "", "us", "", "", NULL, false,
        false },
    { "made/fourth", AP_ERROR, AP_SUSPICIOUS, AP_DERIVED, "the fourth rule", "nothing", "m", "s", "b", "n",
        NULL, false, false },
};
static const ap_rule_table tables[] = { { rules, sizeof rules / sizeof *rules } };

static ap_rule_settings rule_settings;
static ap_finding_statistics statistics;
static const char *docs; /* address of the documentation on the web; NULL: unknown */

ARENA_SUITE(report_sums);

static ap_finding *add_finding(ap_findings *list, size_t rule, ap_span span, const char *path,
    const char *message, const char *wanted, const char *found)
{
    ap_finding *finding = ap_findings_add(list, &rules[rule], span);
    if (finding == NULL)
        return NULL;
    finding->path = path;
    finding->message = message;
    finding->expected = wanted;
    finding->found = found;
    return finding;
}

static const char text[] =
    "one two\tthree\n\xe2\x80\x9cquoted\xe2\x80\x9d and \x01 \xff <b> & \"q\" 'a' %3A\n"
    "a line that is longer than what is shown of it, and which goes on for some words more than "
    "anybody reads of it in one go\nlast";

static void add_findings_in_text_file(ap_findings *list)
{
    static const uint8_t new_bytes[] = "two\ntoo";
    ap_finding *first = add_finding(
        list, 0, (ap_span){ 4, 3 }, "list[0].name", "a message: with a colon, and 100 %", "one", "two");
    ap_finding *second =
        add_finding(list, 1, (ap_span){ 17, 6 }, "list[12].name", "<second> & \"more\"", NULL, "\"quoted\"");
    first->replacement = ap_alloc(&arena, sizeof *first->replacement);
    *first->replacement =
        (ap_replacement){ .does = "writes it twice", .span = { 4, 3 }, .text = { new_bytes, 7 } };
    ap_findings_add_related(list, (ap_span){ 0, 3 }, "first defined here");
    ap_findings_add_related(list, (ap_span){ 27, 3 }, "and here");
    (void)second;
    add_finding(list, 2, (ap_span){ 60, 30 }, "", "a note", "x", NULL);
    add_finding(list, 0, (ap_span){ 160, 1 }, "list[0].name", "again", "one", "two");
    add_finding(list, 0, (ap_span){ sizeof text - 1, 0 }, "list[0].name", "at the end", NULL, NULL);
    add_finding(list, 3, (ap_span){ 14, 40 }, "over[1][2].lines", "goes on over lines", NULL, NULL);
    for (int i = 0; i < 4; i++)
        add_finding(list, 1, (ap_span){ 100 + (size_t)i, 1 }, "many", "of one rule", "a", "b");
}

static void add_findings_in_binary_file(ap_findings *list)
{
    add_finding(list, 0, (ap_span){ 0, 8 }, "magic", "is not the magic", "0x12", "0x34");
    add_finding(list, 0, (ap_span){ 14, 20 }, "values[3]", "is two rows long", NULL, NULL);
    add_finding(list, 1, (ap_span){ 40, 0 }, "end", "is between two bytes", NULL, NULL);
    add_finding(list, 1, (ap_span){ sizeof text - 1, 0 }, "end", "is at the end", NULL, NULL);
    add_finding(list, 2, (ap_span){ 50, 1 }, "byte", "is one byte", NULL, NULL);
    list->skipped_checks = 3;
}

/* Returns the report; `folded`: for a terminal of 60 columns with repeated findings folded, otherwise complete and in colour. */
static char *report_test_files(const ap_reporter *reporter, bool folded)
{
    static ap_output output;
    ap_findings lists[3];
    const ap_view input = { (const uint8_t *)text, sizeof text - 1 };
    ap_rule_settings_init(&rule_settings, tables, 1);
    ap_rule_settings_set_level(&rule_settings, "made/third", AP_NOTE);
    for (size_t i = 0; i < 3; i++)
        ap_findings_init(&lists[i], &arena, &rule_settings, 8, 6);
    add_findings_in_text_file(&lists[0]);
    add_findings_in_binary_file(&lists[1]);
    for (size_t i = 0; i < 3; i++)
        ap_sort_and_locate_findings(&lists[i], input, i != 1);
    memset(&statistics, 0, sizeof statistics);
    for (size_t i = 0; i < 3; i++)
        ap_statistics_add_findings(&statistics, &lists[i]);
    const ap_report_file files[] = {
        { .name = "folder/a text \xff%\".md5anim",
            .format = "md5anim",
            .version = "10",
            .text = true,
            .size_bytes = sizeof text - 1,
            .findings = &lists[0],
            .excerpts = ap_make_excerpts(&lists[0], input, true, &arena),
            .companion = "folder/a.md5mesh" },
        { .name = "b.bin",
            .format = "mrtk",
            .version = "1.1",
            .variant = "writer",
            .size_bytes = sizeof text - 1,
            .findings = &lists[1],
            .excerpts = ap_make_excerpts(&lists[1], input, false, &arena),
            .no_companion = "there is no b.obj" },
        { .name = "fine.bin", .format = "memg", .findings = &lists[2], .size_bytes = 1 },
        { .name = "unread", .error = "Permission denied" },
    };
    const ap_summary summary = { .files = 4,
        .errors = 7,
        .warnings = 6,
        .notes = 2,
        .truncated = 2,
        .skipped_checks = 3,
        .skipped = 1,
        .unreadable = 1,
        .incomplete = 1,
        .known = 1,
        .suppressed = 2,
        .fixed = 1,
        .statistics = &statistics };
    output = (ap_output){ .reporter = reporter,
        .rule_settings = &rule_settings,
        .docs = docs,
        .colour = !folded,
        .verbose = !folded,
        .unread_files = true,
        .width = folded ? 60 : 0,
        .shown_per_rule = folded ? 2 : 0,
        .baseline = !folded };
    output.stream = open_text_stream();
    ap_report_begin(&output);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        reporter->file(&output, &files[i]);
        output.files_count++;
    }
    ap_report_put_skipped_file(
        &output, &(ap_report_skipped){ .name = "empty.bin", .reason = "the file is empty" });
    if (reporter->absent != NULL)
        reporter->absent(
            &output, &(ap_report_absent_finding){ "b.bin", "made/second2", "values[7]", "\"x\"" });
    ap_report_end(&output, &summary);
    cr_expect_eq(output.error, 0, "%s reports an error", reporter->name);
    return close_text_stream(NULL);
}

/* Returns the sum of a report without the program's version, which changes with each release. */
static uint64_t checksum_without_version(char *report_text)
{
    for (char *at = strstr(report_text, AP_VERSION); at != NULL; at = strstr(at, AP_VERSION))
        memmove(at, at + strlen(AP_VERSION), strlen(at + strlen(AP_VERSION)) + 1);
    const byte_buffer buffer = { (uint8_t *)report_text, strlen(report_text), strlen(report_text) };
    return buffer_hash(&buffer, FNV_BASIS);
}

static const struct {
    const char *name;
    uint64_t complete, folded;
} sums[] = {
    { "human", UINT64_C(0xe4a62f1a1e5e3575), UINT64_C(0x08213620a87f58ba) },
    { "concise", UINT64_C(0x97425ecef5f32917), UINT64_C(0x9060d3e60f2b4ff3) },
    { "json", UINT64_C(0xb967ebba8cc90305), UINT64_C(0x06fbb67cbbe10e52) },
    { "jsonl", UINT64_C(0xcbeebb0e32ac4070), UINT64_C(0x024a89a086185257) },
    { "gcc", UINT64_C(0x9fcb40e6f6af8009), UINT64_C(0x9fcb40e6f6af8009) },
    { "github", UINT64_C(0x4e7523412f713cff), UINT64_C(0xcc52c79a70bd4ea6) },
    { "gitlab", UINT64_C(0x445e922fc39fb9b4), UINT64_C(0x445e922fc39fb9b4) },
    { "checkstyle", UINT64_C(0x30e485285bb459ba), UINT64_C(0x30e485285bb459ba) },
    { "junit", UINT64_C(0x7bade1cdbe0ecd9b), UINT64_C(0xf702c5e9135c143d) },
    { "markdown", UINT64_C(0x4c17122aba46ccbd), UINT64_C(0x4c17122aba46ccbd) },
    { "sarif", UINT64_C(0x43a258a6f4320a3a), UINT64_C(0x949bcb0f8899f2fb) },
    { "sarif-github", UINT64_C(0x7e1b92ad1d534cdb), UINT64_C(0x07ca1d5c8e8a6e84) },
    { "html", UINT64_C(0x4298cb62f97ea4cf), UINT64_C(0x02aa3979f5f1a4c2) },
};

Test(report_sums, the_report_of_each_reporter_is_unchanged)
{
    size_t count;
    const ap_reporter *const *reporters = ap_reporters(&count);
    cr_expect_eq(count, sizeof sums / sizeof *sums);
    for (size_t i = 0; i < count; i++) {
        uint64_t found[2];
        for (int folded = 0; folded < 2; folded++) {
            arena_replace();
            found[folded] = checksum_without_version(report_test_files(reporters[i], folded != 0));
        }
        size_t row = 0;
        while (row < sizeof sums / sizeof *sums && strcmp(sums[row].name, reporters[i]->name) != 0)
            row++;
        cr_expect(row < sizeof sums / sizeof *sums && sums[row].complete == found[0]
                      && sums[row].folded == found[1],
            "{ \"%s\", UINT64_C(0x%016" PRIx64 "), UINT64_C(0x%016" PRIx64 ") },", reporters[i]->name,
            found[0], found[1]);
    }
}

/* A build may define AP_DOCS, the address of docs/ on the web. */
Test(report_sums, links_lead_to_the_web_if_the_build_names_an_address)
{
    ap_arena_init(&arena, 0);
    docs = "https://example.org/docs/";
    char *sarif = report_test_files(ap_find_reporter("sarif"), false);
    cr_expect_not_null(strstr(sarif, "\"informationUri\": \"https://example.org/docs/\""));
    cr_expect_not_null(
        strstr(sarif, "\"helpUri\": \"https://example.org/docs/formats/rules.md#madefirst-rule\""));
    docs = NULL;
    sarif = report_test_files(ap_find_reporter("sarif"), false);
    cr_expect_null(strstr(sarif, "informationUri"));
    cr_expect_null(strstr(sarif, "helpUri"));
    ap_arena_free(&arena);
}
