/* Fuzz target for writing. A binary file without errors must be written back byte for byte. The canonical
   form of a text file without errors must have no findings about layout, the same values, and be its own
   canonical form. A file with errors is refused, or written as far as it was read. Two texts with FUZZ_SEAM
   between them must compare equal if and only if their canonical forms are equal. Slow checks run for a share
   of the inputs; two texts are always compared. A file without errors must have figures. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/oracle.h"
#include "validators/figure.h"
#include "validators/rewrite.h"

/* Returns true if the id is FORMAT/`name` for any format. */
static bool is_rule(const char *id, const char *name)
{
    return strcmp(strchr(id, '/') + 1, name) == 0;
}

/* Returns true if the rule is about the layout of a text. The canonical form never breaks such a rule. */
static bool is_rule_about_layout(const char *id)
{
    static const char *const rules[] = { "layout", "comment-block", "before-version", "trailing-content",
        "start-index-order" };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (is_rule(id, rules[i]))
            return true;
    }
    return false;
}

/* Returns true if the canonical form may have more or fewer findings of the rule than the file: of line-length in any case, of
   some other rules only if it has none (becomes_none). The canonical form writes a rate of 50.0 as 50, writes very large and
   very small numbers with an exponent, breaks long lines, and writes comments anew, which may make lines longer. */
static bool may_change_in_canonical(const char *id, bool becomes_none)
{
    return is_rule(id, "line-length")
           || (becomes_none
               && (is_rule(id, "frame-rate-fraction") || is_rule(id, "number-size")
                   || is_rule(id, "comment-parent") || is_rule(id, "comment-flags")));
}

/* Returns true if a number such as 1.25e-14, written without its exponent, has more than 15 decimals: Assimp ignores the others.
   */
static bool has_many_decimals(const char *text)
{
    const char *point = strchr(text, '.'), *exponent = strchr(text, 'e');
    const long fraction = point == NULL ? 0 : (long)(exponent - point) - 1;
    return fraction - strtol(exponent + 1, NULL, 10) > 15;
}

/* Checks that a number in the canonical form has an exponent only if it is at least 2^64 or has more than 15
   decimals. */
static void expect_exponents(const ap_findings *findings, ap_view canonical)
{
    for (const ap_finding *f = findings->first; f != NULL; f = f->next) {
        char text[32] = "";
        if (!is_rule(f->rule->id, "number-exponent"))
            continue;
        fuzz_require(
            f->span.length < sizeof text, "a number is longer than expected: %zu bytes", f->span.length);
        memcpy(text, canonical.bytes + f->span.offset, f->span.length);
        fuzz_require(
            strchr(text, 'e') != NULL, "rule number-exponent reports %s, which has no exponent", text);
        fuzz_require(fabsf(strtof(text, NULL)) >= 0x1p64F || has_many_decimals(text),
            "%s is written with an exponent", text);
    }
}

/* Returns true if the byte is in a string: an odd number of quotes comes before it on its line. */
static bool is_byte_in_string(ap_view text, size_t at)
{
    bool inside = false;
    for (; at > 0 && text.bytes[at - 1] != '\n'; at--)
        inside = inside != (text.bytes[at - 1] == '"');
    return inside;
}

/* Checks that the findings of rule `blank` are in strings: elsewhere, the canonical form has no form feeds or other control
   bytes. */
static void expect_blanks_in_strings(const ap_findings *findings, ap_view canonical)
{
    for (const ap_finding *f = findings->first; f != NULL; f = f->next) {
        fuzz_require(!is_rule(f->rule->id, "blank") || is_byte_in_string(canonical, f->span.offset),
            "the canonical form has a finding of rule blank outside of strings, at %zu", f->span.offset);
    }
}

static void check_canonical(const ap_format *format, ap_view canonical, const fuzz_check *original)
{
    const ap_lint_options options = fuzz_options_of_variant(0);
    ap_arena arena;
    fuzz_check check;
    fuzz_arena_init(&arena, canonical.size);
    fuzz_lint(&check, &arena, format, canonical, &options);
    fuzz_expect_consistent(&check, format, canonical, "canonical");
    fuzz_require(
        fuzz_is_valid(&check), "the canonical form has an error: %s", check.findings.first->rule->id);
    for (size_t r = 0; r < format->rules.count; r++) {
        const ap_rule *rule = &format->rules.rules[r];
        const size_t now = ap_findings_count_of_rule(&check.findings, rule);
        const size_t before = ap_findings_count_of_rule(&original->findings, rule);
        if (is_rule(rule->id, "number-exponent"))
            expect_exponents(&check.findings, canonical);
        else if (is_rule(rule->id, "blank"))
            expect_blanks_in_strings(&check.findings, canonical);
        else if (is_rule_about_layout(rule->id))
            fuzz_require(now == 0, "the canonical form breaks the rule %s", rule->id);
        else
            fuzz_require(now == before || may_change_in_canonical(rule->id, now == 0),
                "%s: %zu findings in the file, %zu in its canonical form", rule->id, before, now);
    }
    ap_arena_free(&arena);
}

static void check_canonical_form_of_text(const ap_format *format, ap_view input, const fuzz_check *original)
{
    ap_arena arena;
    ap_buffer made;
    ap_arena_init(&arena, 0);
    fuzz_require(fuzz_rewrite(format, input, NULL, &arena, &made), "a file without errors cannot be written");
    check_canonical(format, fuzz_stored_bytes(&made), original);
    ap_buffer_free(&made);
    ap_arena_free(&arena);
}

/* Checks that a text with errors is not written, and that a broken binary file does not grow. */
static void check_broken_file_is_refused_or_no_longer(
    const ap_format *format, ap_view input, ap_arena *arena, const ap_lint_options *options)
{
    ap_buffer made;
    const bool complete = fuzz_rewrite(format, input, options, arena, &made);
    fuzz_require(!complete || !format->text, "a text with errors is written");
    fuzz_require(format->text || made.size <= input.size,
        "%zu bytes are written for a file with errors of %zu bytes", made.size, input.size);
    ap_buffer_free(&made);
}

/* Compares two texts. They must compare as equal only if both have canonical forms and these are equal. The paths of a difference
   must be printable even if a text has an error, because the difference may come before the error. */
static void check_comparison_against_canonical_forms(
    const ap_format *format, ap_view one, ap_view other, ap_arena *arena)
{
    char of_one[AP_SAME_PATH_BYTES], of_other[AP_SAME_PATH_BYTES];
    ap_buffer first, second;
    const bool same = format->same(one, other, arena, of_one, of_other);
    const bool one_written = fuzz_rewrite(format, one, NULL, arena, &first);
    const bool written = fuzz_rewrite(format, other, NULL, arena, &second) && one_written;
    fuzz_expect_printable_text(of_one, sizeof of_one, "path of the difference in the first text");
    fuzz_expect_printable_text(of_other, sizeof of_other, "path of the difference in the second text");
    fuzz_require(!same || (written && of_one[0] == '\0'),
        "two texts compare as equal, but one cannot be written or a difference is named");
    fuzz_require(
        !written || same || of_one[0] != '\0', "two texts compare as different, but no difference is named");
    fuzz_require(
        !written || same == (first.size == second.size && memcmp(first.bytes, second.bytes, first.size) == 0),
        "the difference at %s and %s contradicts the canonical forms", of_one, of_other);
    ap_buffer_free(&first);
    ap_buffer_free(&second);
}

typedef enum slow_check { WRITTEN_BACK, CANONICAL, MEASURED, TURNS } slow_check;
enum {
    BROKEN_TURNS = 2
    /* one file in two: writing a binary file with errors is slow, because the writer searches for the right value of a count */
};

/* Returns true if the check runs for the input. Inputs in a binary format run all checks except CANONICAL. */
static bool is_selected_input(const ap_format *format, ap_view input, slow_check which)
{
    return format->text ? fuzz_is_check_selected(input, which, TURNS) : which != CANONICAL;
}

static void check_written_back(
    const ap_format *format, ap_view input, ap_arena *arena, const ap_lint_options *options)
{
    ap_rewrite about;
    const ap_rewrite_result result = ap_rewrite_and_compare(format, input, options, arena, &about);
    fuzz_require(result != AP_REWRITE_FAILED, "a file without errors cannot be written");
    fuzz_require(result == AP_REWRITE_SAME, "byte %zu changed: field %s was read, %s written", about.at,
        about.read.field.path, about.wrote.field.path);
    fuzz_require(
        format->text || about.written == input.size, "%zu bytes written of %zu", about.written, input.size);
}

/* Returns true if a quaternion's x, y and z are too long for a rotation. A text with this error can still be written. */
static bool has_long_rotations(const ap_format *format, const fuzz_check *check)
{
    for (size_t r = 0; r < format->rules.count; r++) {
        const ap_rule *rule = &format->rules.rules[r];
        if (strcmp(rule->id, "md5anim/rotation-values") == 0)
            return ap_findings_count_of_rule(&check->findings, rule) > 0;
    }
    return false;
}

/* Computes the figures of a file. A file without errors must have figures; a file with errors may have some. */
static void check_figures(
    const ap_format *format, ap_view input, const ap_lint_options *options, bool is_valid)
{
    ap_arena arena;
    fuzz_arena_init(&arena, input.size);
    const double *figures = format->figures->measure(input, options, &arena);
    fuzz_require(!arena.failed, "measuring takes too much memory");
    fuzz_require(figures != NULL || !is_valid, "a file without errors has no figures");
    ap_arena_free(&arena);
}

static void check_file(
    const ap_format *format, ap_view input, ap_arena *arena, const ap_lint_options *options)
{
    fuzz_check check;
    fuzz_lint(&check, arena, format, input, options);
    if (is_selected_input(format, input, MEASURED))
        check_figures(format, input, options, fuzz_is_valid(&check));
    if (!fuzz_is_valid(&check)) {
        if (has_long_rotations(format, &check))
            return;
        if (format->text || fuzz_is_check_selected(input, 0, BROKEN_TURNS))
            check_broken_file_is_refused_or_no_longer(format, input, arena, options);
        return;
    }
    if (is_selected_input(format, input, WRITTEN_BACK))
        check_written_back(format, input, arena, options);
    if (format->text && is_selected_input(format, input, CANONICAL))
        check_canonical_form_of_text(format, input, &check);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const ap_format *format = fuzz_find_format(FUZZ_FORMAT);
    ap_arena arena;
    ap_view one, other;
    fuzz_arena_init(&arena, size);
    fuzz_split_at_seam((ap_view){ data, size }, &one, &other);
    if (format->same != NULL && other.size < size)
        check_comparison_against_canonical_forms(format, one, other, &arena);
    const size_t variants = fuzz_count_option_variants(format);
    for (size_t variant = 0; variant < variants; variant++) {
        const ap_lint_options options = fuzz_options_of_variant(variant);
        if (!fuzz_is_check_selected((ap_view){ data, size }, variant, variants))
            continue;
        check_file(format, (ap_view){ data, size }, &arena, &options);
    }
    ap_arena_free(&arena);
    return 0;
}
