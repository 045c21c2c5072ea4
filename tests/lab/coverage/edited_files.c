/* Edits files at many places, one edit at a time, and lints and fixes each edited file: edited_files EVERY FILE...
   In a text, every EVERY-th word is changed, removed or duplicated, and each line is removed, duplicated or joined to the next.
   In a binary file, bytes are changed, removed or inserted at each of the first 64 offsets and at every EVERY-th offset after
   them. Then:
   - linting finds the same number of findings with and without AVX2;
   - fixing adds no error, changes the file only if it fixes something, and a second run fixes nothing more;
   - the counts of fixes agree with their notes.
   Prints "N passed, N failed". Exit status: 0, 1 if a check failed, 2 if a file cannot be read. */
#include <stdio.h>

#include "core/base/bytes.h"
#include "core/files/input.h"
#include "tests/lab/coverage/written_text.h"
#include "validators/lint_bytes.h"
#include "validators/services/fixing/fixing.h"

enum {
    LONGEST = 16 * 1024,   /* most bytes of a file; larger files are skipped */
    MOST_ADDED = 4 * 1024, /* most bytes that replace others; longer replacements are skipped */
    MOST_FAULTS = 20,      /* limit of printed failures */
    WORD_BYTES = 4,
};

typedef struct edited_file {
    const char *name;
    const ap_format *format;
    ap_view input;
    uint8_t bytes[LONGEST + MOST_ADDED];
    size_t at;   /* offset of the edit */
    bool unsafe; /* also fix what may change the meaning; differs from one edit to the next */
} edited_file;

static size_t passed, failed;

static void check_edited_file(bool holds, const edited_file *e, const char *what)
{
    passed += holds;
    if (!holds && failed++ < MOST_FAULTS)
        printf("FAILED: %s, edit at %zu: %s\n", e->name, e->at, what);
}

typedef struct lint_counts {
    size_t reported, faults, skipped;
} lint_counts;

static lint_counts count_findings(const edited_file *e, ap_view text, bool no_simd)
{
    const ap_lint_options options = { .no_simd = no_simd };
    ap_arena arena;
    ap_findings findings;
    ap_lint_result result;
    ap_arena_init(&arena, 0);
    ap_findings_init(&findings, &arena, NULL, 1, 1);
    ap_lint_as(e->format, text, &options, &findings, &result);
    const lint_counts found = { findings.reported, findings.faults, findings.skipped_checks };
    ap_arena_free(&arena);
    return found;
}

static void check_fix_notes(const edited_file *e, const ap_fixing *fixing)
{
    size_t refused = 0, notes = 0;
    for (const ap_fix_outcome *note = fixing->outcomes; note != NULL; note = note->next) {
        refused += note->refused != NULL;
        notes++;
    }
    check_edited_file(refused == fixing->refused && notes - refused <= fixing->fixed, e,
        "the notes of fixes must agree with the counts");
}

static size_t fix_edited_text(
    const edited_file *e, const ap_lint_options *options, ap_fixing *fixing, ap_view text)
{
    ap_fixing_init(fixing, 0);
    fixing->options = options;
    fixing->unsafe = e->unsafe;
    if (!ap_fixing_load(fixing, e->format, text) || !ap_fixing_run(fixing))
        abort();
    return fixing->fixed;
}

static void check_edited_text(edited_file *e, size_t size)
{
    const ap_view text = { e->bytes, size };
    const ap_lint_options options = { .policy = NULL };
    const lint_counts with = count_findings(e, text, false), without = count_findings(e, text, true);
    ap_fixing fixing, again;
    check_edited_file(
        with.reported == without.reported && with.faults == without.faults && with.skipped == without.skipped,
        e, "linting with AVX2 must find as much as without");
    e->unsafe = !e->unsafe;
    const size_t fixed = fix_edited_text(e, &options, &fixing, text);
    check_edited_file(ap_fixing_current_version(&fixing)->findings.faults <= with.faults, e,
        "fixing must not add an error");
    check_edited_file((fixed > 0) == !ap_same_bytes(ap_fixing_current_version(&fixing)->text, text), e,
        "a text must change exactly if something was fixed");
    check_fix_notes(e, &fixing);
    if (fixed > 0) {
        check_edited_file(fix_edited_text(e, &options, &again, ap_fixing_current_version(&fixing)->text) == 0,
            e, "a second run must fix nothing");
        ap_fixing_free(&again);
    }
    ap_fixing_free(&fixing);
}

/* Replaces the bytes from `at` to `end` of the input by `size` bytes, and checks the edited file. */
static void check_with_replacement(edited_file *e, size_t at, size_t end, const void *bytes, size_t size)
{
    const ap_view input = e->input;
    if (size > MOST_ADDED)
        return;
    memcpy(e->bytes, input.bytes, at);
    memcpy(e->bytes + at, bytes, size);
    memcpy(e->bytes + at + size, input.bytes + end, input.size - end);
    e->at = at;
    check_edited_text(e, input.size - (end - at) + size);
}

static size_t find_first_of(ap_view input, size_t at, const char *ends)
{
    while (at < input.size && (input.bytes[at] == '\0' || strchr(ends, input.bytes[at]) == NULL))
        at++;
    return at;
}

static void edit_text(edited_file *e, size_t every)
{
    static const char *const words[] = { "0", "-1", "1", "2", "0.5", "1e3", "\"x\"", "{", "}", "(", "nan",
        "frame", "+7", "1,5", "0x10", "99999999999", "/*", "//", "\"", "1.f", "1x", "-0", "MD5Version",
        "commandline", "numFrames", "mesh", "vert", "cuts", "\r", "\v", "\xef\xbb\xbf", "\xff\xfe",
        "/* a */ b", "2.0", "'a'", "}\n{" };
    const size_t count = sizeof words / sizeof *words;
    const ap_view input = e->input;
    size_t number = 0;
    for (size_t at = 0; at < input.size; at = find_first_of(input, at, " \t\r\n") + 1) {
        const size_t end = find_first_of(input, at, " \t\r\n");
        if (end == at || number++ % every != 0)
            continue;
        for (size_t i = number % 3; i < count; i += 3)
            check_with_replacement(e, at, end, words[i], strlen(words[i]));
        check_with_replacement(e, at, end, "", 0);
        check_with_replacement(e, at, at, input.bytes + at, end - at);
        check_with_replacement(e, at, at, words[number % count], strlen(words[number % count]));
    }
    for (size_t at = 0; at < input.size; at = find_first_of(input, at, "\n") + 1) {
        const size_t end = find_first_of(input, at, "\n");
        const size_t line_end = end < input.size ? end + 1 : end;
        check_with_replacement(e, at, line_end, "", 0);
        check_with_replacement(e, at, at, input.bytes + at, line_end - at);
        check_with_replacement(e, end, line_end, "", 0);
    }
}

static void edit_binary(edited_file *e, size_t every)
{
    static const uint32_t values[] = { 0, 1, 2, 0x7f, 0x80, 0xffffffff, 0x80000000, 0x7fffffff, 0x7fc00000,
        0x3f800000, 0x41f00000, 0x01000000, 0x7ff80000, 0x3ff00000, 0x000a0d00, 0x00bdbfef };
    const size_t count = sizeof values / sizeof *values;
    uint8_t bytes[WORD_BYTES];
    size_t number = 0;
    for (size_t at = 0; at + WORD_BYTES <= e->input.size; at += at < 64 ? 1 : every, number++) {
        for (size_t i = number % 4; i < count; i += 4) {
            ap_store_u32(bytes, values[i], false);
            check_with_replacement(e, at, at + WORD_BYTES, bytes, WORD_BYTES);
        }
        check_with_replacement(e, at, at + 1 + number % WORD_BYTES, "", 0);
        check_with_replacement(e, at, at, bytes, 1 + number % WORD_BYTES);
    }
}

int main(int argc, char **argv)
{
    static edited_file e;
    const size_t every = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    for (int i = 2; i < argc; i++) {
        ap_input input = { .error = "" };
        if (ap_input_load(&input, argv[i]) != AP_OK) {
            printf("%s: %s\n", argv[i], input.error);
            return 2;
        }
        e.name = argv[i];
        e.format = ap_choose_format(input.view, argv[i], NULL);
        e.input = input.view;
        if (e.format != NULL && input.view.size <= LONGEST)
            (e.format->text ? edit_text : edit_binary)(&e, every > 0 ? every : 1);
        ap_input_release(&input);
    }
    printf("edits: %zu passed, %zu failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
