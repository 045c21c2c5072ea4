/* Changes each letter, digit and sign of valid text files, one at a time: changed_bytes FILE...
   If the changed file is valid too, ap_format.same must report equal files exactly if their canonical forms are equal, and
   otherwise the fields that differ. Prints "N passed, N failed". Exit status: 0, 1 if a check failed, 2 if a file cannot be
   read. */
#include <ctype.h>
#include <stdio.h>

#include "core/files/input.h"
#include "tests/lab/coverage/written_text.h"
#include "validators/lint_bytes.h"

enum {
    LONGEST = 8 * 1024 /* most bytes of a file; larger files are skipped */,
    MOST_FAULTS = 20 /* limit of printed failures */
};

static size_t passed, failed;

static bool is_file_without_errors(const ap_format *format, ap_view input)
{
    const ap_lint_options options = { .policy = NULL };
    ap_arena arena;
    ap_findings findings;
    ap_lint_result result;
    ap_arena_init(&arena, 0);
    ap_findings_init(&findings, &arena, NULL, 1, 1);
    ap_lint_as(format, input, &options, &findings, &result);
    const bool valid = findings.counts[AP_ERROR] == 0;
    ap_arena_free(&arena);
    return valid;
}

static ap_view canonical_bytes_or_abort(const ap_format *format, ap_view input)
{
    static ap_writer writer;
    const ap_lint_options options = { .policy = NULL };
    ap_arena arena;
    written_text written = { NULL, 0 };
    ap_arena_init(&arena, 0);
    ap_writer_init(&writer, append_text_or_abort, &written);
    if (!format->write(input, &options, &arena, &writer) || !ap_writer_flush(&writer))
        abort();
    ap_arena_free(&arena);
    return (ap_view){ written.bytes, written.size };
}

static void compare_changed_file(
    const char *name, const ap_format *format, ap_view was, ap_view is, ap_view was_canonical, size_t at)
{
    char one[AP_SAME_PATH_BYTES] = "", other[AP_SAME_PATH_BYTES] = "";
    ap_arena arena;
    ap_arena_init(&arena, 0);
    const bool same = format->same(was, is, &arena, one, other);
    const bool same_reversed = format->same(is, was, &arena, one, other);
    ap_arena_free(&arena);
    const ap_view is_canonical = canonical_bytes_or_abort(format, is);
    const bool forms_equal = ap_same_bytes(was_canonical, is_canonical);
    const bool holds = same == forms_equal && same_reversed == forms_equal
                       && (forms_equal || (one[0] != '\0' && other[0] != '\0'));
    free((void *)is_canonical.bytes);
    passed += holds;
    if (!holds && failed++ < MOST_FAULTS)
        printf("FAILED: %s, byte %zu: the canonical forms %s; ap_format.same reports %s, and in the other "
               "order %s, at \"%s\" and \"%s\"\n",
            name, at, forms_equal ? "are equal" : "differ", same ? "equal files" : "different files",
            same_reversed ? "equal files" : "different files", one, other);
}

static void change_each_byte(const char *name, const ap_format *format, ap_view input)
{
    static uint8_t bytes[LONGEST];
    static const char others[] = "01358 ab\n-";
    const ap_view changed = { bytes, input.size }, original_form = canonical_bytes_or_abort(format, input);
    memcpy(bytes, input.bytes, input.size);
    for (size_t at = 0; at < input.size; at++) {
        for (const char *other = others; isgraph(input.bytes[at]) && *other != '\0'; other++) {
            bytes[at] = (uint8_t)*other;
            if (bytes[at] != input.bytes[at] && is_file_without_errors(format, changed))
                compare_changed_file(name, format, input, changed, original_form, at);
        }
        bytes[at] = input.bytes[at];
    }
    free((void *)original_form.bytes);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        ap_input input = { .error = "" };
        if (ap_input_load(&input, argv[i]) != AP_OK) {
            printf("%s: %s\n", argv[i], input.error);
            return 2;
        }
        const ap_format *format = ap_choose_format(input.view, argv[i], NULL);
        if (format != NULL && format->same != NULL && input.view.size <= LONGEST
            && is_file_without_errors(format, input.view))
            change_each_byte(argv[i], format, input.view);
        ap_input_release(&input);
    }
    printf("changes: %zu passed, %zu failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
