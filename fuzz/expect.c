/* Implements the checks that fuzz targets share (fuzz_expect_…): they abort if findings, texts, bytes or the state of an arena
   are not as expected. */
#include <string.h>

#include "core/base/terminal_text.h"
#include "fuzz/oracle.h"
#include "validators/lint_bytes.h"

void fuzz_expect_printable_text(const char *text, size_t room, const char *where)
{
    fuzz_require(text != NULL, "%s: a string is NULL", where);
    const size_t length = strnlen(text, room);
    fuzz_require(length < room, "%s: a string has no NUL at its end", where);
    for (size_t i = 0; i < length;) {
        const size_t character = ap_printable_character_length((const uint8_t *)text + i, length - i);
        fuzz_require(character > 0,
            "%s: byte 0x%02x of a string is not UTF-8, or begins a control or hidden character: %s", where,
            (unsigned)(uint8_t)text[i], text);
        i += character;
    }
}

static bool is_line_ending(uint8_t byte)
{
    return byte == '\n' || byte == '\r';
}

/* Checks the finding's line and column: a line must begin column - 1 bytes before the finding, and no line
   may end in between. */
static void expect_consistent_position(const ap_finding *finding, ap_view input, const char *where)
{
    const size_t offset = finding->span.offset, back = finding->column - 1;
    fuzz_require(finding->line > 0 && finding->column > 0 && back <= offset,
        "%s: %s at offset %zu has the impossible position %zu:%zu", where, finding->rule->id, offset,
        finding->line, finding->column);
    const size_t start = offset - back;
    fuzz_require(start == 0 ? finding->line == 1 : is_line_ending(input.bytes[start - 1]),
        "%s: %s at %zu, column %zu is not in the line", where, finding->rule->id, offset, finding->column);
    for (size_t i = start; i < offset; i++)
        fuzz_require(
            !is_line_ending(input.bytes[i]) || (input.bytes[i] == '\r' && input.bytes[i + 1] == '\n'),
            "%s: %s at %zu, a line ends before column %zu", where, finding->rule->id, offset,
            finding->column);
}

static void expect_consistent_finding(const ap_finding *finding, bool text, ap_view input, const char *where)
{
    const ap_span span = finding->span;
    const size_t text_room = 4096;
    fuzz_require(finding->rule != NULL && finding->severity == finding->rule->severity,
        "%s: a finding has no rule, or another severity than its rule", where);
    fuzz_require(span.offset <= input.size && span.length <= input.size - span.offset,
        "%s: %s at %zu+%zu is outside the input of %zu bytes", where, finding->rule->id, span.offset,
        span.length, input.size);
    fuzz_expect_printable_text(finding->path, text_room, where);
    fuzz_expect_printable_text(finding->message, text_room, where);
    fuzz_require(finding->message[0] != '\0', "%s: %s has an empty message", where, finding->rule->id);
    if (finding->expected != NULL)
        fuzz_expect_printable_text(finding->expected, text_room, where);
    if (finding->found != NULL)
        fuzz_expect_printable_text(finding->found, text_room, where);
    if (text)
        expect_consistent_position(finding, input, where);
    else
        fuzz_require(finding->line == 0 && finding->column == 0,
            "%s: a finding in a binary file has a line number", where);
}

static void expect_consistent_counts(
    const ap_findings *findings, const size_t kept[AP_ERROR + 1], const char *where)
{
    size_t found = 0, of_rules = 0;
    for (size_t severity = AP_NOTE; severity <= AP_ERROR; severity++) {
        found += findings->counts[severity];
        fuzz_require((findings->counts[severity] > 0) == (kept[severity] > 0),
            "%s: the counter has %zu findings of severity %zu, the list has %zu", where,
            findings->counts[severity], severity, kept[severity]);
    }
    for (size_t slot = 0; slot < AP_RULE_SLOTS; slot++)
        of_rules += findings->tallies[slot].count;
    fuzz_require(found == findings->kept + findings->truncated && found == of_rules,
        "%s: counters disagree: %zu by severity, %zu by rule, %zu kept and %zu truncated", where, found,
        of_rules, findings->kept, findings->truncated);
}

void fuzz_expect_consistent_findings(const ap_findings *findings, bool text, ap_view input, const char *where)
{
    size_t kept[AP_ERROR + 1] = { 0 };
    size_t count = 0, offset = 0, line = 0;
    for (const ap_finding *finding = findings->first; finding != NULL; finding = finding->next) {
        expect_consistent_finding(finding, text, input, where);
        fuzz_require(
            finding->span.offset >= offset && finding->line >= line, "%s: findings are not sorted", where);
        fuzz_require(finding->next != NULL || finding == findings->last,
            "%s: the last finding of the list is not findings->last", where);
        offset = finding->span.offset;
        line = finding->line;
        kept[finding->severity]++;
        count++;
    }
    fuzz_require(count == findings->kept, "%s: the list has %zu findings, the counter %zu", where, count,
        findings->kept);
    expect_consistent_counts(findings, kept, where);
}

void fuzz_expect_consistent(
    const fuzz_check *check, const ap_format *format, ap_view input, const char *where)
{
    const ap_arena *arena = check->findings.arena;
    fuzz_require(!arena->failed, "%s: %zu bytes of input take more than %zu bytes of memory", where,
        input.size, arena->limit_bytes);
    fuzz_expect_consistent_findings(&check->findings, format->text, input, where);
}

static bool are_texts_equal(const char *one, const char *other)
{
    return one == other || (one != NULL && other != NULL && strcmp(one, other) == 0);
}

static bool are_findings_equal(const ap_finding *one, const ap_finding *other)
{
    return one->rule == other->rule && one->severity == other->severity
           && one->span.offset == other->span.offset && one->span.length == other->span.length
           && one->line == other->line && one->column == other->column
           && are_texts_equal(one->path, other->path) && are_texts_equal(one->message, other->message)
           && are_texts_equal(one->expected, other->expected) && are_texts_equal(one->found, other->found);
}

void fuzz_expect_same_findings(const ap_findings *one, const ap_findings *other, const char *where)
{
    const ap_finding *a = one->first, *b = other->first;
    for (; a != NULL && b != NULL; a = a->next, b = b->next)
        fuzz_require(are_findings_equal(a, b), "%s: %s at %zu+%zu %s: %s; and %s at %zu+%zu %s: %s", where,
            a->rule->id, a->span.offset, a->span.length, a->path, a->message, b->rule->id, b->span.offset,
            b->span.length, b->path, b->message);
    fuzz_require(a == NULL && b == NULL, "%s: only one of two runs has %s at %zu", where,
        (a != NULL ? a : b)->rule->id, (a != NULL ? a : b)->span.offset);
    fuzz_require(
        memcmp(one->counts, other->counts, sizeof one->counts) == 0, "%s: counts by severity differ", where);
    fuzz_require(
        memcmp(one->tallies, other->tallies, sizeof one->tallies) == 0, "%s: counts by rule differ", where);
    fuzz_require(one->skipped_checks == other->skipped_checks, "%s: skipped checks differ: %zu and %zu",
        where, one->skipped_checks, other->skipped_checks);
}

void fuzz_expect_same_check(const fuzz_check *one, const fuzz_check *other, const char *where)
{
    fuzz_expect_same_findings(&one->findings, &other->findings, where);
    fuzz_require(are_texts_equal(one->about.version, other->about.version)
                     && are_texts_equal(one->about.variant, other->about.variant),
        "%s: versions or layouts differ", where);
}

void fuzz_expect_equal_bytes(ap_view made, ap_view wanted, const char *what)
{
    size_t at = 0;
    while (at < made.size && at < wanted.size && made.bytes[at] == wanted.bytes[at])
        at++;
    fuzz_require(made.size == wanted.size && at == wanted.size,
        "%s: %zu bytes instead of %zu, first difference at byte %zu", what, made.size, wanted.size, at);
}

void fuzz_expect_arena_failed_as_set(const ap_arena *arena)
{
    fuzz_require(arena->failed == (arena->allocations >= arena->fail_at),
        "allocation %zu of %zu was to fail, but arena.failed is %d", arena->fail_at, arena->allocations,
        arena->failed);
}

void fuzz_expect_lint_counts(ap_view input, const char *format_name, const size_t counts[AP_ERROR + 1])
{
    ap_arena arena;
    fuzz_check check;
    const ap_format *format = ap_choose_format(input, "", NULL);
    const ap_lint_options options = { .no_simd = false };
    const char *name = format == NULL ? "none" : format->name;
    fuzz_require(strcmp(format_name == NULL ? "none" : format_name, name) == 0,
        "the file is recognised as %s, not as %s", format_name == NULL ? "none" : format_name, name);
    if (format == NULL)
        return;
    fuzz_arena_init(&arena, input.size);
    fuzz_lint(&check, &arena, format, input, &options);
    for (int level = AP_NOTE; level <= AP_ERROR; level++)
        fuzz_require(counts[level] == check.findings.counts[level],
            "%zu findings of severity %d are counted, the linter finds %zu", counts[level], level,
            check.findings.counts[level]);
    ap_arena_free(&arena);
}
