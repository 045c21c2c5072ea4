/* Tests core/report/report.h: each reporter reports files of every kind, also unread ones, and fails if it cannot store the
   part of the report that is written at the end. */
#include <criterion/criterion.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/report/output.h"
#include "core/report/report.h"
#include "tests/unit/support/less_memory.h"
#include "tests/unit/support/stream_text.h"
#include "tests/unit/support/test_arena.h"
#include "tests/unit/support/test_sample.h"
#include "validators/registry.h"

static ap_rule_settings rule_settings;
static ap_findings none, some;
static ap_output output;

static void init_findings(void)
{
    ap_rule_settings_init_all(&rule_settings);
    arena_begin();
    ap_findings_init(&none, &arena, &rule_settings, 0, 0);
    ap_findings_init(&some, &arena, &rule_settings, 0, 0);
    ap_finding *note = ap_findings_add(&some, ap_rule_at(0), (ap_span){ 0, 1 });
    cr_assert_not_null(note);
    note->severity = AP_NOTE; /* a finding that is not an error */
    some.counts[AP_NOTE] = 1;
    some.counts[AP_ERROR] = some.counts[AP_WARNING] = 0;
    note->message = "a message";
}

TestSuite(report_kinds, .init = init_findings, .fini = arena_end);

/* The failures that a test provokes: NO_FAILURE; NO_DESCRIPTOR: no file descriptor is left; NO_ROOM: files cannot grow. */
typedef enum provoked_failure { NO_FAILURE, NO_DESCRIPTOR, NO_ROOM } provoked_failure;

/* Returns the report of two skipped files and four others: an unreadable one, one that was not linted, one without findings, and
   one with a note and without format. Provokes the failure meanwhile, and sets *error to the error number of the report. */
static const char *report_four_files(const ap_reporter *reporter, provoked_failure failure, int *error)
{
    struct rlimit before, room;
    const ap_report_file files[] = {
        { .name = "unread.bin", .error = "Permission denied" },
        { .name = "unlinted.bin", .format = "mrtk" },
        { .name = "fine.bin", .format = "mrtk", .findings = &none, .size_bytes = 7 },
        { .name = "noted.bin", .findings = &some, .size_bytes = 7 },
    };
    const ap_summary summary = { .files = 4, .notes = 1, .unreadable = 1, .skipped = 1 };
    output = (ap_output){
        .reporter = reporter, .rule_settings = &rule_settings, .verbose = true, .unread_files = true
    };
    output.stream = open_text_stream();
    cr_assert_eq(getrlimit(RLIMIT_NOFILE, &before), 0);
    cr_assert_eq(getrlimit(RLIMIT_FSIZE, &room), 0);
    const struct rlimit nothing = { 0, before.rlim_max }, no_room = { 0, room.rlim_max };
    signal(SIGXFSZ, SIG_IGN);
    if (failure == NO_DESCRIPTOR)
        setrlimit(RLIMIT_NOFILE, &nothing);
    if (failure == NO_ROOM)
        setrlimit(RLIMIT_FSIZE, &no_room);
    ap_report_begin(&output);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        reporter->file(&output, &files[i]);
        output.files_count++;
    }
    ap_report_put_skipped_file(
        &output, &(ap_report_skipped){ .name = "skipped.bin", .reason = "the file is empty" });
    ap_report_put_skipped_file(
        &output, &(ap_report_skipped){ .name = "again.bin", .reason = "the file is empty" });
    ap_report_end(&output, &summary);
    setrlimit(RLIMIT_NOFILE, &before);
    setrlimit(RLIMIT_FSIZE, &room);
    cr_expect_null(output.spool, "%s keeps a temporary file open", reporter->name);
    *error = output.error;
    return close_text_stream(NULL);
}

Test(report_kinds, each_reporter_reports_files_of_every_kind)
{
    size_t count, failures = 0;
    const ap_reporter *const *reporters = ap_reporters(&count);
    cr_assert_geq(count, 10);
    for (size_t i = 0; i < count; i++) {
        int error;
        const char *text = report_four_files(reporters[i], NO_FAILURE, &error);
        cr_expect_eq(error, 0, "%s reports an error", reporters[i]->name);
        cr_expect(
            strstr(text, "noted.bin") != NULL, "%s does not report noted.bin: %s", reporters[i]->name, text);
        cr_expect(strcmp(reporters[i]->name, "gcc") == 0 || strlen(text) > 20,
            "the report of %s is too short", reporters[i]->name);
        for (provoked_failure how = NO_DESCRIPTOR; how <= NO_ROOM; how++) {
            text = report_four_files(reporters[i], how, &error);
            cr_expect(error == 0 || error == (how == NO_ROOM ? EFBIG : EMFILE), "%s: error %d",
                reporters[i]->name, error);
            failures += error != 0;
        }
    }
    cr_expect(failures >= 6, "%zu failures",
        failures); /* reporters that store a part of the report in a temporary file fail */
}

/* Lines are broken between words; a word longer than a line is not broken. */
Test(report_kinds, messages_are_folded_to_the_width_of_a_terminal)
{
    some.first->message = "one or two words a_word_that_is_longer_than_a_line and more";
    const ap_report_file file = { .name = "noted.bin", .findings = &some };
    output =
        (ap_output){ .reporter = ap_find_reporter("human"), .rule_settings = &rule_settings, .width = 14 };
    output.stream = open_text_stream();
    ap_report_begin(&output);
    output.reporter->file(&output, &file);
    const char *text = close_text_stream(NULL);
    cr_expect_not_null(strstr(text, "noted.bin:0x0:\n  note: one or\n  two words\n  "
                                    "a_word_that_is_longer_than_a_line\n  and more\n  [file/unrecognized]\n"),
        "the message is folded as:\n%s", text);
}

/* Absent findings are listed in the baseline, but no file has them. The test reports two of them, one with an unknown rule, and
   no files. */
Test(report_kinds, absent_findings_are_reported_without_files)
{
    const ap_summary summary = { .files = 1 };
    output = (ap_output){
        .reporter = ap_find_reporter("sarif"), .rule_settings = &rule_settings, .baseline = true
    };
    output.stream = open_text_stream();
    ap_report_begin(&output);
    output.reporter->absent(&output, &(ap_report_absent_finding){ "a.bin", "made/never", "", "" });
    output.reporter->absent(&output, &(ap_report_absent_finding){ "b.bin", "mrtk/flag", "values[7]", "x" });
    ap_report_end(&output, &summary);
    const char *text = close_text_stream(NULL);
    const char *first = strstr(text, "\"results\": [\n{\"ruleId\": \"made/never\", \"message\"");
    const char *second = strstr(text, "},\n{\"ruleId\": \"mrtk/flag\", \"ruleIndex\": 0, \"message\"");
    const char *place = strstr(text, "\"logicalLocations\"");
    cr_expect(first != NULL && second > first && place > second, "the report is:\n%s", text);
}

Test(report_kinds, a_file_with_an_error_or_unfinished_checks_is_not_valid)
{
    cr_expect(ap_report_file_is_valid_to_end(&(ap_report_file){ .name = "a" }));
    cr_expect_gt(some.unfinished, 0);
    cr_expect_not(ap_report_file_is_valid_to_end(&(ap_report_file){ .name = "a", .findings = &some }));
    cr_expect(ap_report_file_ended_early_without_error(&(ap_report_file){ .name = "a", .findings = &some }));
    cr_expect_not(ap_report_file_ended_early_without_error(
        &(ap_report_file){ .name = "a", .error = "b", .findings = &some }));
    some.counts[AP_ERROR] = 1;
    cr_expect_not(
        ap_report_file_ended_early_without_error(&(ap_report_file){ .name = "a", .findings = &some }));
    some.counts[AP_ERROR] = some.unfinished = 0;
    cr_expect_not(
        ap_report_file_ended_early_without_error(&(ap_report_file){ .name = "a", .findings = &some }));
    cr_expect(ap_report_file_is_valid_to_end(&(ap_report_file){ .name = "a", .findings = &some }));
    cr_expect_not(ap_report_file_is_valid_to_end(&(ap_report_file){ .name = "a", .error = "b" }));
    some.counts[AP_ERROR] = 1;
    cr_expect_not(ap_report_file_is_valid_to_end(&(ap_report_file){ .name = "a", .findings = &some }));
}

Test(report_kinds, rules_are_numbered_from_1_in_the_order_of_their_first_use)
{
    output.rule_settings = &rule_settings;
    for (size_t again = 0; again < 2; again++) {
        for (size_t i = 0; i < 5; i++)
            cr_expect_eq(ap_report_assign_rule_number(&output, ap_rule_at(4 - i)), i + 1);
    }
    for (size_t i = 0; i < 5; i++)
        cr_expect_eq(ap_report_rule_by_number(&output, i + 1), ap_rule_at(4 - i));
    cr_expect_null(ap_report_rule_by_number(&output, 6));
}

/* The reports of GitLab and SARIF have a fingerprint for each finding, which needs memory. */
Test(report_kinds, running_out_of_memory_for_fingerprints_is_reported)
{
#ifdef TEST_IS_SANITIZED
    return; /* the test limits the address space, and the shadow memory of a sanitizer exceeds the limit */
#endif
    enum { MANY = 400000 };
    static const char *const names[] = { "gitlab", "sarif" };
    const ap_rule *rule = some.first->rule;
    ap_finding *many = calloc(MANY, sizeof *many);
    cr_assert_not_null(many);
    for (size_t i = 0; i < MANY; i++)
        many[i] = (ap_finding){ .rule = rule,
            .severity = AP_NOTE,
            .path = "",
            .message = "",
            .next = i + 1 < MANY ? &many[i + 1] : NULL };
    some.first = many;
    const ap_report_file file = { .name = "a", .findings = &some };
    for (size_t i = 0; i < 2; i++) {
        output = (ap_output){
            .reporter = ap_find_reporter(names[i]), .rule_settings = &rule_settings, .stream = tmpfile()
        };
        cr_assert_not_null(output.stream);
        ap_report_begin(&output);
        const struct rlimit before = limit_address_space(1 << 20);
        output.reporter->file(&output, &file);
        setrlimit(RLIMIT_AS, &before);
        cr_expect_eq(output.error, ENOMEM, "%s: error %d", names[i], output.error);
        fclose(output.stream);
    }
    free(many);
}
