#include "core/finding/lines.h"

#include <stdlib.h>

/* Whether a line ends after the byte at `at`. */
static bool ends_line(ap_view input, size_t at)
{
    uint8_t byte = input.bytes[at];
    if (byte > '\r')
        return false;
    return byte == '\n' || (byte == '\r' && !(at + 1 < input.size && input.bytes[at + 1] == '\n'));
}

/* A byte that continues a character; in invalid UTF-8 it may be alone, and columns are a bit too small. */
static bool continues(uint8_t byte)
{
    return (byte & 0xc0) == 0x80;
}

/* How many lines end between two places. In blocks whose number of ends a byte holds, so that many bytes are
   compared at once; `end` is not after the input. */
static size_t count_line_ends(ap_view input, size_t at, size_t end)
{
    const uint8_t *bytes = input.bytes;
    const size_t last = end < input.size ? end : end - 1; /* the input's last byte has none after it */
    size_t count = 0;
    while (at < last) {
        const size_t stop = last - at > UINT8_MAX ? at + UINT8_MAX : last;
        uint8_t ends = 0;
        for (; at < stop; at++)
            ends = (uint8_t)(ends + ((bytes[at] == '\n') | ((bytes[at] == '\r') & (bytes[at + 1] != '\n'))));
        count += ends;
    }
    return count + (last < end && ends_line(input, last));
}

void ap_line_go_to(ap_line_cursor *cursor, ap_view input, size_t offset)
{
    const size_t end = offset < input.size ? offset : input.size;
    if (end <= cursor->at)
        return;
    const size_t lines = count_line_ends(input, cursor->at, end);
    if (lines > 0) {
        cursor->line += lines;
        cursor->continued = 0;
        for (cursor->at = end; !ends_line(input, cursor->at - 1);)
            cursor->at--;
        cursor->line_start = cursor->at;
    }
    for (; cursor->at < end; cursor->at++)
        cursor->continued += continues(input.bytes[cursor->at]);
}

/* The column in characters after the span; 0 where it does not end in its line, or not within reach. */
static size_t end_character(ap_span span, size_t character, ap_view input)
{
    enum { REACH = 4096 };
    if (span.length > REACH)
        return 0;
    for (size_t i = span.offset; i < span.offset + span.length && i < input.size; i++) {
        if (ends_line(input, i))
            return 0;
        character += !continues(input.bytes[i]);
    }
    return character;
}

/* A byte whose place in the lines is wanted, and where that goes; a NULL column is not wanted. */
typedef struct wanted_place {
    size_t offset;
    size_t *line, *column, *character;
} wanted_place;

static int by_offset(const void *a, const void *b)
{
    const wanted_place *x = a, *y = b;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* They are in any order: a further reading of the lines, up to the last of them. */
static void locate_places(wanted_place *places, size_t count, ap_view input)
{
    ap_line_cursor cursor = { .line = 1 };
    qsort(places, count, sizeof *places, by_offset);
    for (size_t i = 0; i < count; i++) {
        const wanted_place *place = &places[i];
        ap_line_go_to(&cursor, input, place->offset);
        const size_t column = place->offset - cursor.line_start + 1;
        *place->line = cursor.line;
        *place->character = column - cursor.continued;
        if (place->column != NULL)
            *place->column = column;
    }
}

static void locate_related(ap_finding *first, size_t count, ap_arena *arena, ap_view input)
{
    wanted_place *places = ap_alloc_array(arena, count, sizeof *places);
    size_t next = 0;
    if (places == NULL)
        return;
    for (const ap_finding *finding = first; finding != NULL; finding = finding->next) {
        for (ap_related *r = finding->related; r != NULL; r = r->next)
            places[next++] = (wanted_place){ r->span.offset, &r->line, &r->column, &r->character };
    }
    locate_places(places, count, input);
    for (const ap_finding *finding = first; finding != NULL; finding = finding->next) {
        for (ap_related *r = finding->related; r != NULL; r = r->next)
            r->end_character = end_character(r->span, r->character, input);
    }
}

void ap_locate_replacements(const ap_findings *findings, ap_view input)
{
    size_t count = 0, next = 0;
    for (const ap_finding *finding = findings->first; finding != NULL; finding = finding->next)
        count += finding->replacement != NULL ? 2 : 0;
    wanted_place *places = count == 0 ? NULL : ap_alloc_array(findings->arena, count, sizeof *places);
    if (places == NULL)
        return;
    for (const ap_finding *finding = findings->first; finding != NULL; finding = finding->next) {
        ap_replacement *replacement = finding->replacement;
        if (replacement == NULL)
            continue;
        places[next++] =
            (wanted_place){ replacement->span.offset, &replacement->line, NULL, &replacement->character };
        places[next++] = (wanted_place){ ap_span_end(replacement->span), &replacement->end_line, NULL,
            &replacement->end_character };
    }
    locate_places(places, count, input);
}

static void locate_list(ap_finding *first, ap_arena *arena, ap_view input)
{
    ap_line_cursor cursor = { .line = 1 };
    size_t related_count = 0;
    for (ap_finding *finding = first; finding != NULL; finding = finding->next) {
        ap_line_go_to(&cursor, input, finding->span.offset);
        finding->line = cursor.line;
        finding->column = finding->span.offset - cursor.line_start + 1;
        finding->character = finding->column - cursor.continued;
        finding->end_character = end_character(finding->span, finding->character, input);
        for (const ap_related *related = finding->related; related != NULL; related = related->next)
            related_count++;
    }
    if (related_count > 0)
        locate_related(first, related_count, arena, input);
}

void ap_locate(ap_findings *findings, ap_view input)
{
    locate_list(findings->first, findings->arena, input);
    locate_list(findings->first_suppressed, findings->arena, input);
}

bool ap_offset_of_line(ap_view input, size_t line, size_t column, size_t *offset)
{
    size_t at = 0;
    for (size_t passed = 1; passed < line; at++) {
        if (at == input.size)
            return false;
        passed += ends_line(input, at);
    }
    if (line == 0 || column == 0 || column - 1 > input.size - at)
        return false;
    *offset = at + column - 1;
    while (at < *offset && !ends_line(input, at))
        at++;
    return at == *offset;
}
