/* Tests validators/rewrite.h: the reported difference if a writer does not reproduce the file. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/test_arena.h"
#include "validators/mrtk/mrtk.h"
#include "validators/rewrite.h"

ARENA_SUITE(rewrite_differs);

/* write_with_one_byte_or_size_changed writes the first `size_written` bytes of the file with the byte at
   `changed_at` changed, and further bytes if the file is shorter. */
static size_t size_written, changed_at;

static bool write_with_one_byte_or_size_changed(
    ap_view input, const ap_lint_options *options, ap_arena *memory, ap_writer *writer)
{
    static const uint8_t more[4] = { 1, 2, 3, 4 };
    (void)options;
    (void)memory;
    for (size_t at = 0; at < size_written && at < input.size; at++) {
        const uint8_t byte = (uint8_t)(input.bytes[at] ^ (at == changed_at));
        if (!ap_write(writer, &byte, 1))
            return false;
    }
    return size_written <= input.size || ap_write(writer, more, size_written - input.size);
}

typedef struct expected_side {
    const char *path; /* NULL: no known field has the difference */
    size_t offset, length, shown;
} expected_side;

static void expect_side_of_difference(
    const ap_rewrite_side *got, const expected_side *wanted, const uint8_t *bytes, const char *what)
{
    cr_expect_eq(got->field.known, wanted->path != NULL,
        "%s: a field must be known exactly if the case has a path", what);
    cr_expect_eq(got->shown_bytes, wanted->shown, "%s: %zu bytes shown", what, got->shown_bytes);
    if (wanted->path == NULL || !got->field.known)
        return;
    cr_expect_str_eq(got->field.path, wanted->path, "%s: the field is %s", what, got->field.path);
    cr_expect(
        got->field.span.offset == wanted->offset && got->field.span.length == wanted->length, "%s", what);
    cr_expect_eq(memcmp(got->shown, bytes + wanted->offset, wanted->shown), 0,
        "%s: the shown bytes differ from the bytes of the file", what);
}

Test(rewrite_differs, the_field_that_differs_is_reported_on_both_sides)
{
    AT_END(file_build_free) file_build file;
    ap_rewrite result;
    const ap_lint_options default_options = { .listener = NULL };
    ap_format other = ap_mrtk_format;
    other.write = write_with_one_byte_or_size_changed;
    build_mrtk_11(&file);
    set_u32(&file, "camera.position_x.keys[0].value", 0x40490fdb);
    const ap_view input = file_build_view(&file);
    const size_t value = offset_of_field(&file, "camera.position_x.keys[0].value");
    const size_t name = offset_of_field(&file, "markers[0].name");
    const struct {
        size_t size, changed, at;
        expected_side read, written;
    } cases[] = {
        { input.size, 0, 0, { "magic", 0, 8, 8 }, { "magic", 0, 8, 8 } },
        { input.size, value + 3, value + 3, { "camera.position_x.keys[0].value", value, 4, 4 },
            { "camera.position_x.keys[0].value", value, 4, 4 } },
        { input.size, name + 1, name + 1, { "markers[0].name", name, 5, 5 },
            { "markers[0].name", name, 5, 5 } },
        { value + 2, SIZE_MAX, value + 2, { "camera.position_x.keys[0].value", value, 4, 4 },
            { NULL, 0, 0, 0 } },
        { input.size + 2, SIZE_MAX, input.size, { NULL, 0, 0, 0 }, { NULL, 0, 0, 0 } },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char what[32];
        uint8_t *changed = memcpy(calloc(1, input.size + 1), input.bytes, input.size);
        if (cases[i].changed < input.size)
            changed[cases[i].changed] ^= 1;
        snprintf(what, sizeof what, "case %zu", i);
        size_written = cases[i].size;
        changed_at = cases[i].changed;
        arena_replace();
        cr_expect_eq(ap_rewrite_and_compare(&other, input, &default_options, &arena, &result),
            AP_REWRITE_DIFFERS, "%s: the difference is not found", what);
        cr_expect_eq(result.at, cases[i].at, "%s: difference at %zu", what, result.at);
        cr_expect_eq(result.written, 0, "%s: bytes that were not written count as written", what);
        expect_side_of_difference(&result.read, &cases[i].read, input.bytes, what);
        expect_side_of_difference(&result.wrote, &cases[i].written, changed, what);
        free(changed);
    }
}

/* Without memory for the copy, the difference and its offset are reported without the written side. */
Test(rewrite_differs, a_difference_is_reported_without_memory_for_the_copy)
{
    AT_END(file_build_free) file_build file;
    ap_rewrite result;
    const ap_lint_options default_options = { .listener = NULL };
    ap_format other = ap_mrtk_format;
    other.write = write_with_one_byte_or_size_changed;
    build_mrtk_11(&file);
    const ap_view input = file_build_view(&file);
    size_written = input.size;
    changed_at = 12;
    bool failed = true;
    for (size_t at = 1; failed; at++) {
        arena_replace();
        arena.fail_at = at;
        const ap_rewrite_result status =
            ap_rewrite_and_compare(&other, input, &default_options, &arena, &result);
        failed = arena.failed;
        cr_expect_eq(status, at == 1 ? AP_REWRITE_FAILED : AP_REWRITE_DIFFERS, "allocation %zu", at);
        if (at > 1)
            cr_expect_eq(result.at, 12);
        if (at == 2)
            cr_expect(!result.wrote.field.known && result.wrote.shown_bytes == 0 && result.read.field.known
                      && result.read.shown_bytes == 4);
    }
}

/* write_in_lower_case writes a text in lower case up to a full stop; B becomes MANY bytes. The call number `failing_writing`
   fails. With `unsteady`, later calls append a byte, so that the canonical form is not its own canonical form. */
static int writings, failing_writing;
static bool unsteady;

enum { MANY = 3000 };

static bool write_in_lower_case(
    ap_view input, const ap_lint_options *options, ap_arena *memory, ap_writer *writer)
{
    (void)options;
    (void)memory;
    bool complete = ++writings != failing_writing;
    for (size_t i = 0; complete && i < input.size && input.bytes[i] != '.'; i++) {
        const uint8_t byte = input.bytes[i] | 0x20;
        for (size_t times = input.bytes[i] == 'B' ? MANY : 1; times > 0; times--)
            complete &= ap_write(writer, &byte, 1);
    }
    return complete && (!unsteady || writings == 1 || ap_write(writer, "a", 1));
}

static void lint_without_findings(
    ap_view input, const ap_lint_options *options, ap_findings *found, ap_lint_result *result)
{
    (void)input;
    (void)options;
    (void)found;
    (void)result;
}

typedef struct written_size_and_calls_case {
    const char *text;
    size_t written;
    int writings; /* expected number of calls of the writer */
} written_size_and_calls_case;

static const written_size_and_calls_case lower_cases[] = {
    { "abc", 3, 1 },        /* the text is its own canonical form */
    { "abc.rest", 3, 2 },   /* the text begins with its canonical form */
    { "abC", 3, 2 },        /* the canonical form has another byte */
    { "aBc", 2 + MANY, 3 }, /* the canonical form is longer than the first buffer */
};

static ap_rewrite_result check_lower_case_rewrite(const char *text, ap_rewrite *result)
{
    const ap_lint_options default_options = { .listener = NULL };
    const ap_format format = {
        .name = "lower", .text = true, .lint = lint_without_findings, .write = write_in_lower_case
    };
    arena_replace();
    writings = 0;
    return ap_rewrite_and_compare(&format, text_view(text), &default_options, &arena, result);
}

/* The writer is called as often as needed. A failing call ends the check, although the next call would succeed. */
Test(rewrite_differs, a_failing_call_of_the_writer_ends_the_check)
{
    for (size_t i = 0; i < sizeof lower_cases / sizeof *lower_cases; i++) {
        const written_size_and_calls_case *c = &lower_cases[i];
        ap_rewrite result;
        for (failing_writing = 0; failing_writing <= c->writings; failing_writing++) {
            const ap_rewrite_result status = check_lower_case_rewrite(c->text, &result);
            const bool fails = failing_writing > 0;
            cr_expect_eq(status, fails ? AP_REWRITE_FAILED : AP_REWRITE_SAME, "%s: call %d fails", c->text,
                failing_writing);
            cr_expect_eq(
                result.written, fails ? 0 : c->written, "%s: %zu bytes written", c->text, result.written);
            cr_expect_eq(writings, fails ? failing_writing : c->writings, "%s: %d calls", c->text, writings);
        }
    }
}

Test(rewrite_differs, a_canonical_form_must_be_its_own_canonical_form)
{
    ap_rewrite result;
    unsteady = true;
    failing_writing = 0;
    cr_expect_eq(check_lower_case_rewrite("abC", &result), AP_REWRITE_DIFFERS);
    cr_expect_eq(result.at, 3, "difference at %zu", result.at);
    unsteady = false;
}
