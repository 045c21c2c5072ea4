#include "core/finding/lines.h"

#include <stdlib.h>

#include "core/base/utf8.h"

/* Returns true if the byte at `at` ends a line: an LF, or a CR without an LF after it. */
static bool is_line_ending_at(ap_view input, size_t at)
{
    uint8_t byte = input.bytes[at];
    if (byte > '\r')
        return false;
    return byte == '\n' || (byte == '\r' && !(at + 1 < input.size && input.bytes[at + 1] == '\n'));
}

/* Returns the number of line ends from byte `at` to the byte before `end`. `end` is greater than `at`, at most the size of the
   input. Counts blocks of up to 255 bytes with an 8-bit counter, so that compilers vectorise the loop. */
static size_t count_line_ends(ap_view input, size_t at, size_t end)
{
    const uint8_t *bytes = input.bytes;
    const size_t last = end < input.size ? end : end - 1; /* the loop reads the byte after each byte */
    size_t count = 0;
    while (at < last) {
        const size_t stop = last - at > UINT8_MAX ? at + UINT8_MAX : last;
        uint8_t ends = 0;
        for (; at < stop; at++)
            ends = (uint8_t)(ends + ((bytes[at] == '\n') | ((bytes[at] == '\r') & (bytes[at + 1] != '\n'))));
        count += ends;
    }
    return count + (last < end && is_line_ending_at(input, last));
}

void ap_line_position_advance(ap_line_position *cursor, ap_view input, size_t offset)
{
    const size_t end = offset < input.size ? offset : input.size;
    if (end <= cursor->at)
        return;
    const size_t lines = count_line_ends(input, cursor->at, end);
    if (lines > 0) {
        cursor->line += lines;
        cursor->continued = 0;
        for (cursor->at = end; !is_line_ending_at(input, cursor->at - 1);)
            cursor->at--;
        cursor->line_start = cursor->at;
    }
    for (; cursor->at < end; cursor->at++)
        cursor->continued += ap_is_utf8_continuation(input.bytes[cursor->at]);
}

/* Returns the column in characters after the span; 0 if the span goes on in another line or is too long. */
static size_t end_character_of_span_or_0(ap_span span, size_t character, ap_view input)
{
    enum { REACH = 4096 };
    if (span.length > REACH)
        return 0;
    for (size_t i = span.offset; i < span.offset + span.length && i < input.size; i++) {
        if (is_line_ending_at(input, i))
            return 0;
        character += !ap_is_utf8_continuation(input.bytes[i]);
    }
    return character;
}

/* A position to locate, and pointers to the variables that get its line and columns; `column` may be NULL. */
typedef struct wanted_position {
    size_t offset;
    size_t *line, *column, *character;
} wanted_position;

static int compare_position_offsets(const void *a, const void *b)
{
    const wanted_position *x = a, *y = b;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Sorts the positions by offset, then locates them in one pass over the input. */
static void locate_positions(wanted_position *positions, size_t count, ap_view input)
{
    ap_line_position cursor = { .line = 1 };
    qsort(positions, count, sizeof *positions, compare_position_offsets);
    for (size_t i = 0; i < count; i++) {
        const wanted_position *position = &positions[i];
        ap_line_position_advance(&cursor, input, position->offset);
        const size_t column = position->offset - cursor.line_start + 1;
        *position->line = cursor.line;
        *position->character = column - cursor.continued;
        if (position->column != NULL)
            *position->column = column;
    }
}

static void locate_related(ap_finding *first, size_t count, ap_arena *arena, ap_view input)
{
    wanted_position *positions = ap_alloc_array(arena, count, sizeof *positions);
    size_t next = 0;
    if (positions == NULL)
        return;
    for (const ap_finding *finding = first; finding != NULL; finding = finding->next) {
        for (ap_related *r = finding->related; r != NULL; r = r->next)
            positions[next++] = (wanted_position){ r->span.offset, &r->line, &r->column, &r->character };
    }
    locate_positions(positions, count, input);
    for (const ap_finding *finding = first; finding != NULL; finding = finding->next) {
        for (ap_related *r = finding->related; r != NULL; r = r->next)
            r->end_character = end_character_of_span_or_0(r->span, r->character, input);
    }
}

void ap_locate_replacement_starts_and_ends(const ap_findings *findings, ap_view input)
{
    size_t count = 0, next = 0;
    for (const ap_finding *finding = findings->first; finding != NULL; finding = finding->next)
        count += finding->replacement != NULL ? 2 : 0;
    wanted_position *positions =
        count == 0 ? NULL : ap_alloc_array(findings->arena, count, sizeof *positions);
    if (positions == NULL)
        return;
    for (const ap_finding *finding = findings->first; finding != NULL; finding = finding->next) {
        ap_replacement *replacement = finding->replacement;
        if (replacement == NULL)
            continue;
        positions[next++] =
            (wanted_position){ replacement->span.offset, &replacement->line, NULL, &replacement->character };
        positions[next++] = (wanted_position){ ap_span_end(replacement->span), &replacement->end_line, NULL,
            &replacement->end_character };
    }
    locate_positions(positions, count, input);
}

static void locate_findings_of_list(ap_finding *first, ap_arena *arena, ap_view input)
{
    ap_line_position cursor = { .line = 1 };
    size_t related_count = 0;
    for (ap_finding *finding = first; finding != NULL; finding = finding->next) {
        ap_line_position_advance(&cursor, input, finding->span.offset);
        finding->line = cursor.line;
        finding->column = finding->span.offset - cursor.line_start + 1;
        finding->character = finding->column - cursor.continued;
        finding->end_character = end_character_of_span_or_0(finding->span, finding->character, input);
        for (const ap_related *related = finding->related; related != NULL; related = related->next)
            related_count++;
    }
    if (related_count > 0)
        locate_related(first, related_count, arena, input);
}

void ap_locate_findings(ap_findings *findings, ap_view input)
{
    locate_findings_of_list(findings->first, findings->arena, input);
    locate_findings_of_list(findings->first_suppressed, findings->arena, input);
}

bool ap_offset_of_line_and_column(ap_view input, size_t line, size_t column, size_t *offset)
{
    size_t at = 0;
    for (size_t passed = 1; passed < line; at++) {
        if (at == input.size)
            return false;
        passed += is_line_ending_at(input, at);
    }
    if (line == 0 || column == 0 || column - 1 > input.size - at)
        return false;
    *offset = at + column - 1;
    while (at < *offset && !is_line_ending_at(input, at))
        at++;
    return at == *offset;
}
