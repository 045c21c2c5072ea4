/* Tests ap_lint_bytes: the example in its header, the results for files of several kinds, and a format that the caller gives. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/support/format_list.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/stream_text.h"
#include "validators/lint_bytes.h"

/* The example of validators/lint_bytes.h, with the same lines */

static size_t print_findings(FILE *stream, const char *name, ap_view input)
{
    ap_arena arena;
    ap_findings findings;
    ap_lint_result result;
    ap_arena_init(&arena, 0);
    ap_findings_init(&findings, &arena, NULL, 0, 0);
    const ap_format *format = ap_lint_bytes(input, name, NULL, NULL, &findings, &result);
    fprintf(stream, "%s: %s\n", name, format == NULL ? "unrecognized" : format->name);
    for (const ap_finding *one = findings.first; one != NULL; one = one->next)
        fprintf(stream, "%s at byte %zu: %s\n", one->rule->id, one->span.offset, one->message);
    ap_arena_free(&arena);
    return findings.counts[AP_ERROR];
}

/* Returns the lines of the example in a file, without the indentation of a comment. */
static const char *read_example(const char *path)
{
    char *line = NULL;
    size_t room = 0;
    bool inside = false;
    FILE *from = fopen(path, "r"), *to = open_text_stream();
    cr_assert_not_null(from, "%s cannot be opened", path);
    const char first[] = "static size_t print_findings(";
    size_t indent = 0;
    while (getline(&line, &room, from) > 0) {
        const char *found = strstr(line, first);
        if (!inside && found != NULL) {
            indent = (size_t)(found - line);
            inside = true;
        }
        if (!inside)
            continue;
        cr_assert(strlen(line) > indent);
        fputs(line + indent, to);
        if (line[indent] == '}')
            break;
    }
    fclose(from);
    free(line);
    return close_text_stream(NULL);
}

Test(lint_results, the_example_in_the_header_is_the_tested_one)
{
    const char *shown = read_example("validators/lint_bytes.h"),
               *run = read_example("tests/unit/formats/lint_results.c");
    cr_expect(strlen(run) > 500);
    cr_expect_str_eq(shown, run);
}

static void check_report(const char *name, const char *content, size_t errors, const char *report)
{
    const size_t found = print_findings(open_text_stream(), name, text_view(content));
    cr_expect_eq(found, errors, "%s: %zu errors", name, found);
    cr_expect_str_eq(close_text_stream(NULL), report);
}

Test(lint_results, the_example_reports_errors_and_unrecognized_files)
{
    check_report("notes.txt", "", 1,
        "notes.txt: unrecognized\n"
        "file/unrecognized at byte 0: the file is not one of " FORMAT_LIST ": it is empty\n");
    check_report("notes.txt", "hello", 1,
        "notes.txt: unrecognized\n"
        "file/unrecognized at byte 0: the file is not one of " FORMAT_LIST ": it begins as text\n");
    check_report("walk.md5anim", "MD5Version 10\ncommandline \"\"\n", 1,
        "walk.md5anim: md5anim\n"
        "md5anim/truncated at byte 29: the file needs numFrames, but the file ends\n");
}

Test(lint_results, a_given_format_is_used_whatever_the_name)
{
    const ap_view text = text_view("\n\nnumFrames 1 stray\n");
    AT_END(ap_arena_free) ap_arena arena;
    ap_findings findings;
    ap_lint_result result = { .version = "set before the call" };
    const ap_format *md5anim = ap_choose_format(text, "walk.md5anim", NULL);
    ap_arena_init(&arena, 0);
    ap_findings_init(&findings, &arena, NULL, 0, 0);
    cr_expect_eq(ap_choose_format(text, "walk.bin", md5anim), md5anim);
    cr_expect_eq(ap_lint_bytes(text, "walk.bin", md5anim, NULL, &findings, &result), md5anim);
    cr_expect_null(result.version);
    size_t last = 0;
    for (const ap_finding *one = findings.first; one != NULL; one = one->next) {
        cr_expect(
            one->line >= 3 && one->span.offset >= last, "the finding of %s is out of order", one->rule->id);
        last = one->span.offset;
    }
    cr_expect(findings.kept > 1);
}
