#include "tests/unit/support/lint_case.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/support/stream_text.h"
#include "validators/lint_bytes.h"

void expect_text(ap_view view, const char *text, const char *what)
{
    cr_expect(view.size == strlen(text) && (view.size == 0 || memcmp(view.bytes, text, view.size) == 0),
        "%s: wrong text '%.*s'", what, (int)view.size, (const char *)view.bytes);
}

ap_view text_view(const char *text)
{
    return (ap_view){ (const uint8_t *)text, strlen(text) };
}

ap_view copy_view(ap_view view)
{
    uint8_t *bytes = malloc(view.size > 0 ? view.size : 1);
    cr_assert_not_null(bytes);
    if (view.size > 0)
        memcpy(bytes, view.bytes, view.size);
    return (ap_view){ bytes, view.size };
}

void lint_begin(lint_run *run, const ap_format *format, ap_view input, const ap_lint_options *options)
{
    run->input = copy_view(input);
    ap_arena_init(&run->arena, 0);
    ap_findings_init(&run->findings, &run->arena, NULL, 0, 0);
    ap_lint_as(format, run->input, options, &run->findings, &run->result);
    cr_assert(!run->arena.failed, "linting must not run out of memory");
}

void lint_end(lint_run *run)
{
    ap_arena_free(&run->arena);
    free((void *)run->input.bytes);
}

/* Lists */

static int compare_sizes(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

static int compare_expected(const void *left, const void *right)
{
    const expected *a = left;
    const expected *b = right;
    int order = compare_sizes(a->offset, b->offset);
    if (order == 0)
        order = strcmp(a->rule, b->rule);
    if (order == 0)
        order = compare_sizes(a->length, b->length);
    return order != 0 ? order : strcmp(a->path, b->path);
}

static bool are_findings_equal(const expected *a, const expected *b)
{
    return compare_expected(a, b) == 0 && (a->line == 0 || b->line == 0 || a->line == b->line)
           && (a->column == 0 || b->column == 0 || a->column == b->column);
}

typedef struct finding_list {
    expected *items;
    size_t count;
} finding_list;

static expected as_expected_finding(const ap_finding *finding)
{
    return (expected){ finding->rule->id, finding->span.offset, finding->span.length, finding->path,
        finding->line, finding->column };
}

static finding_list sort_list(finding_list list)
{
    if (list.count > 0)
        qsort(list.items, list.count, sizeof *list.items, compare_expected);
    return list;
}

static finding_list sorted_copy_of_found(const ap_findings *findings)
{
    finding_list list = { calloc(findings->kept + 1, sizeof *list.items), 0 };
    cr_assert_not_null(list.items);
    for (const ap_finding *finding = findings->first; finding != NULL; finding = finding->next)
        list.items[list.count++] = as_expected_finding(finding);
    return sort_list(list);
}

static finding_list sorted_copy_of_expected(const expected *items)
{
    finding_list list = { NULL, 0 };
    while (items != NULL && items[list.count].rule != NULL)
        list.count++;
    list.items = calloc(list.count + 1, sizeof *list.items);
    cr_assert_not_null(list.items);
    if (list.count > 0)
        memcpy(list.items, items, list.count * sizeof *list.items);
    return sort_list(list);
}

static bool are_lists_equal(const finding_list *a, const finding_list *b)
{
    bool equal = a->count == b->count;
    for (size_t i = 0; equal && i < a->count; i++)
        equal = are_findings_equal(&a->items[i], &b->items[i]);
    return equal;
}

/* Failures */

static void print_list(FILE *out, const char *title, const finding_list *list)
{
    fprintf(out, "\n  %s (%zu):", title, list->count);
    for (size_t i = 0; i < list->count; i++) {
        const expected *item = &list->items[i];
        fprintf(out, "\n    %s at %zu+%zu (0x%zx) '%s'", item->rule, item->offset, item->length, item->offset,
            item->path);
        if (item->line > 0)
            fprintf(out, " %zu:%zu", item->line, item->column);
    }
}

static void fail_with_findings(
    const char *what, const char *why, const finding_list *wanted, const ap_findings *findings)
{
    FILE *out = open_text_stream();
    finding_list found = sorted_copy_of_found(findings);
    fprintf(out, "%s: %s", what, why);
    print_list(out, "expected", wanted);
    print_list(out, "found", &found);
    for (const ap_finding *finding = findings->first; finding != NULL; finding = finding->next)
        fprintf(out, "\n    says: %s", finding->message);
    free(found.items);
    cr_expect_fail("%s", close_text_stream(NULL));
}

/* Checks what must be true of every finding: its span, severity and message. */
static void check_findings_are_well_formed(const ap_findings *findings, size_t input_bytes, const char *what)
{
    for (const ap_finding *finding = findings->first; finding != NULL; finding = finding->next) {
        const ap_span span = finding->span;
        cr_expect(span.offset <= input_bytes && span.length <= input_bytes - span.offset,
            "%s: %s at %zu+%zu must be inside the %zu bytes of input", what, finding->rule->id, span.offset,
            span.length, input_bytes);
        cr_expect(finding->severity == finding->rule->severity, "%s: %s must have the severity of its rule",
            what, finding->rule->id);
        cr_expect(finding->message[0] != '\0', "%s: %s must have a message", what, finding->rule->id);
    }
}

void check_findings(const ap_findings *findings, size_t input_bytes, const expected *list, const char *what)
{
    finding_list wanted = sorted_copy_of_expected(list);
    finding_list found = sorted_copy_of_found(findings);
    check_findings_are_well_formed(findings, input_bytes, what);
    if (!are_lists_equal(&wanted, &found))
        fail_with_findings(what, "found other findings than expected", &wanted, findings);
    free(wanted.items);
    free(found.items);
}

/* Returns the only finding of the rule. Returns NULL if the rule has no finding or several. */
static const ap_finding *only_finding_of_rule_or_null(const ap_findings *findings, const char *rule)
{
    const ap_finding *only = NULL;
    for (const ap_finding *finding = findings->first; finding != NULL; finding = finding->next) {
        if (strcmp(finding->rule->id, rule) != 0)
            continue;
        if (only != NULL)
            return NULL;
        only = finding;
    }
    return only;
}

void check_rule(const ap_findings *findings, expected one, const char *what)
{
    const ap_finding *finding = only_finding_of_rule_or_null(findings, one.rule);
    expected found = finding != NULL ? as_expected_finding(finding) : one;
    if (finding == NULL || !are_findings_equal(&one, &found))
        fail_with_findings(
            what, "the rule must fire once, at the expected span", &(finding_list){ &one, 1 }, findings);
}

const ap_finding *find_finding_of_rule(const ap_findings *findings, const char *rule)
{
    const ap_finding *finding = findings->first;
    while (finding != NULL && strcmp(finding->rule->id, rule) != 0)
        finding = finding->next;
    return finding;
}

void check_rule_absent(const ap_findings *findings, const char *rule, const char *what)
{
    if (find_finding_of_rule(findings, rule) != NULL)
        fail_with_findings(what, "the rule must not fire", &(finding_list){ NULL, 0 }, findings);
}

/* Returns the finding equal to `one`, or NULL. */
static const ap_finding *find_equal_finding(const ap_findings *findings, const expected *one)
{
    for (const ap_finding *finding = findings->first; finding != NULL; finding = finding->next) {
        expected found = as_expected_finding(finding);
        if (are_findings_equal(one, &found))
            return finding;
    }
    return NULL;
}

/* Returns "MESSAGE [EXPECTED, FOUND]", valid until the next call. */
static const char *text_of_finding(const ap_finding *finding)
{
    static char text[2000];
    snprintf(text, sizeof text, "%s [%s, %s]", finding->message,
        finding->expected != NULL ? finding->expected : "", finding->found != NULL ? finding->found : "");
    return text;
}

void check_message(const ap_findings *findings, expected one, const char *part, const char *what)
{
    const ap_finding *finding = find_equal_finding(findings, &one);
    if (finding == NULL) {
        fail_with_findings(what, "the expected finding is missing", &(finding_list){ &one, 1 }, findings);
        return;
    }
    bool wanted = part[0] != '!';
    const char *said = text_of_finding(finding);
    bool contains = strstr(said, wanted ? part : part + 1) != NULL;
    cr_expect(contains == wanted, "%s: '%s' %s the message '%s'", what, wanted ? part : part + 1,
        wanted ? "must be in" : "must not be in", said);
}

/* The functions below lint bytes and then check the findings. */

void expect_findings(const ap_format *format, ap_view input, const ap_lint_options *options,
    const expected *list, const char *what)
{
    AT_END(lint_end) lint_run run;
    lint_begin(&run, format, input, options);
    check_findings(&run.findings, input.size, list, what);
}

void expect_rule(
    const ap_format *format, ap_view input, const ap_lint_options *options, expected one, const char *what)
{
    AT_END(lint_end) lint_run run;
    lint_begin(&run, format, input, options);
    check_findings_are_well_formed(&run.findings, input.size, what);
    check_rule(&run.findings, one, what);
}

void expect_rule_absent(const ap_format *format, ap_view input, const ap_lint_options *options,
    const char *rule, const char *what)
{
    AT_END(lint_end) lint_run run;
    lint_begin(&run, format, input, options);
    check_findings_are_well_formed(&run.findings, input.size, what);
    check_rule_absent(&run.findings, rule, what);
}

void expect_message(const ap_format *format, ap_view input, const ap_lint_options *options, expected one,
    const char *part, const char *what)
{
    AT_END(lint_end) lint_run run;
    lint_begin(&run, format, input, options);
    check_message(&run.findings, one, part, what);
}

const char *text_of_finding_of_rule(
    const ap_format *format, ap_view input, const ap_lint_options *options, const char *rule)
{
    AT_END(lint_end) lint_run run;
    lint_begin(&run, format, input, options);
    const ap_finding *finding = find_finding_of_rule(&run.findings, rule);
    return finding == NULL ? "" : text_of_finding(finding);
}
