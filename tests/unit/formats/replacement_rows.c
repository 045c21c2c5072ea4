/* validators/services/fixing/replacements.h: a finding has its replacement, or is counted among those that have none. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/md5/md5_case.h"
#include "tests/unit/support/test_arena.h"
#include "validators/lint_bytes.h"
#include "validators/registry.h"
#include "validators/services/fixing/replacements.h"

enum { TEXT_BYTES = 2048 };

ARENA_SUITE(replacements);

static const struct {
    const char *before, *first,
        *count; /* what precedes the file, its first line, and the number of its frames */
    size_t replaced, left_out;
    const char *text; /* of the last replacement */
} cases[] = {
    { "", "MD5Version 10", "2", 0, 0, NULL },
    { "", "MD5Version 10", "2.0", 1, 0, "" },
    { "", "MD5Version 010", "2.0", 2, 0, "" },
    { "", "MD5Version 10", "+2", 1, 0, "" },
    { "", "MD5Version 10", "x", 1, 0, "2" },
    { "", "MD5Version 11", "2.0", 1, 0, "" },
    { "// \xc3\xa9\n", "MD5Version 10", "x", 1, 0, "2" },
    { "// \xff\n", "MD5Version 10", "x", 0, 2, NULL },
    { "\xef\xbb\xbf", "MD5Version 10", "x", 1, 1, "2" },
    { "\xef\xbb\xbf", "MD5Version 010", "2", 0, 2, NULL },
};

static ap_view file_of(size_t i, char *text)
{
    const char *rest = strstr(md5_animation, "\ncommandline"), *frames = strstr(rest, "numFrames 2");
    snprintf(text, TEXT_BYTES, "%s%s%.*snumFrames %s%s", cases[i].before, cases[i].first,
        (int)(frames - rest), rest, cases[i].count, frames + strlen("numFrames 2"));
    return text_view(text);
}

/* The number of findings that have one; `text` is that of the last. */
static size_t replace(ap_view input, size_t fail_at, size_t fixing_limit, ap_view *text)
{
    ap_lint_result result;
    ap_fixing fixing;
    const ap_lint_options options = { .policy = NULL };
    size_t count = 0;
    arena_renew();
    ap_lint_as(ap_find_format("md5anim"), input, NULL, &findings, &result);
    arena.fail_at = fail_at == 0 ? 0 : arena.allocations + fail_at;
    ap_fixing_init(&fixing, fixing_limit);
    fixing.options = &options;
    ap_find_replacements(&fixing, ap_find_format("md5anim"), input, &findings);
    for (const ap_finding *f = findings.first; f != NULL; f = f->next) {
        if (f->replacement == NULL)
            continue;
        count++;
        *text = f->replacement->text;
    }
    return count;
}

Test(replacements, of_texts)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[TEXT_BYTES];
        ap_view made = { NULL, 0 };
        const size_t count = replace(file_of(i, text), 0, 0, &made),
                     left_out = findings.replacements_left_out;
        cr_expect_eq(count, cases[i].replaced, "%zu: %zu", i, count);
        cr_expect_eq(left_out, cases[i].left_out, "%zu: %zu", i, left_out);
        cr_expect((cases[i].text == NULL) == (made.bytes == NULL), "%zu", i);
        if (cases[i].text != NULL)
            cr_expect(made.size == strlen(cases[i].text) && memcmp(made.bytes, cases[i].text, made.size) == 0,
                "%zu: %.*s", i, (int)made.size, (const char *)made.bytes);
    }
}

/* Without memory for one, it is among those that have none. */
Test(replacements, without_memory)
{
    char text[TEXT_BYTES];
    const ap_view input = file_of(2, text);
    for (size_t fail_at = 1; fail_at <= 4; fail_at++) {
        ap_view made;
        const size_t count = replace(input, fail_at, 0, &made);
        cr_expect_eq(count, 1, "%zu: %zu", fail_at, count);
        cr_expect_eq(findings.replacements_left_out, 1, "%zu", fail_at);
    }
    for (size_t limit = 1; limit < 4096; limit += 1024) {
        ap_view made;
        cr_expect_eq(replace(input, 0, limit, &made), 0, "%zu bytes", limit);
        cr_expect_eq(findings.replacements_left_out, 2, "%zu bytes", limit);
    }
}
