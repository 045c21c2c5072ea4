/* Divides a file into units: parts of its format, or blocks, lines, words, numbers and bytes. */
#include <string.h>

#include "cli/reduce/reduce.h"

/* Parts */

static bool list_parts_of_file(cli_reduction *r)
{
    ap_arena_reset(&r->arena);
    r->parts = r->format == NULL ? NULL : ap_list_parts(r->format, (ap_view){ r->bytes, r->size }, &r->arena);
    return r->parts != NULL;
}

size_t cli_list_parts_and_count_arrays(cli_reduction *r)
{
    return list_parts_of_file(r) ? ap_count_part_arrays(r->parts) : 0;
}

static size_t count_elements_of_array(cli_reduction *r)
{
    return r->array < cli_list_parts_and_count_arrays(r) ? ap_count_part_elements(r->parts, r->array) : 0;
}

static bool remove_parts(cli_reduction *r, size_t first, size_t count, cli_candidate *candidate)
{
    const ap_removed_elements part = { r->array, first, count,
        .keeps_dependents = r->divider->keeps_dependents };
    if (!cli_grow_candidate(r, candidate, r->size))
        return false;
    ap_arena_reset(&r->scratch);
    candidate->size =
        ap_write_without_elements(r->parts, &part, &r->scratch, candidate->bytes, candidate->room);
    return candidate->size > 0;
}

/* Functions that divide text into units */

static void add_unit(cli_reduction *r, size_t *room, size_t start, size_t end)
{
    ap_span *units = ap_grow_array(&r->arena, r->units, r->unit_count, room, sizeof *units);
    if (units == NULL)
        return;
    r->units = units;
    units[r->unit_count++] = (ap_span){ start, end - start };
}

static void clear_units(cli_reduction *r)
{
    ap_arena_reset(&r->arena);
    r->units = NULL;
    r->unit_count = 0;
}

static size_t find_line_end(const cli_reduction *r, size_t at)
{
    const uint8_t *end = at < r->size ? memchr(r->bytes + at, '\n', r->size - at) : NULL;
    return end == NULL ? r->size : (size_t)(end - r->bytes) + 1;
}

static size_t divide_into_lines(cli_reduction *r)
{
    size_t room = 0;
    clear_units(r);
    for (size_t at = 0; at < r->size;) {
        const size_t end = find_line_end(r, at);
        add_unit(r, &room, at, end);
        at = end;
    }
    return r->unit_count;
}

/* Divides the file into blocks: each reaches from the line with an outer opening brace to the line with its closing
   brace. */
static size_t divide_into_blocks(cli_reduction *r)
{
    size_t room = 0, depth = 0, line = 0, start = 0;
    clear_units(r);
    for (size_t at = 0; at < r->size; at++) {
        if (r->bytes[at] == '\n')
            line = at + 1;
        if (r->bytes[at] == '{' && depth++ == 0)
            start = line;
        if (r->bytes[at] == '}' && depth > 0 && --depth == 0) {
            const size_t end = find_line_end(r, at);
            if (r->unit_count == 0 || start >= ap_span_end(r->units[r->unit_count - 1]))
                add_unit(r, &room, start, end);
        }
    }
    return r->unit_count;
}

/* Returns the end of the word at `at`; a quoted string is one word. */
static size_t find_word_end(const cli_reduction *r, size_t at)
{
    const bool quoted = r->bytes[at] == '"';
    at++;
    while (at < r->size && (quoted ? r->bytes[at] != '"' && r->bytes[at] != '\n' : r->bytes[at] > ' '))
        at++;
    return at + (quoted && at < r->size && r->bytes[at] == '"');
}

static bool is_number_longer_than_a_digit(const uint8_t *word, size_t size)
{
    bool number = size > 1;
    for (size_t i = 0; i < size && number; i++)
        number = memchr("0123456789+-.eE", word[i], 15) != NULL;
    return number;
}

/* Divides the file into words, or finds the words that are numbers if r->divider->numbers. */
static size_t divide_into_words(cli_reduction *r)
{
    size_t room = 0;
    clear_units(r);
    for (size_t at = 0, start = 0; at < r->size; start = at) {
        while (at < r->size && r->bytes[at] <= ' ')
            at++;
        if (at == r->size)
            break;
        const size_t word = at;
        at = find_word_end(r, at);
        if (!r->divider->numbers)
            add_unit(r, &room, start, at);
        else if (is_number_longer_than_a_digit(r->bytes + word, at - word))
            add_unit(r, &room, word, at);
    }
    return r->unit_count;
}

static bool remove_or_replace_units(cli_reduction *r, size_t first, size_t count, cli_candidate *candidate)
{
    const char *instead = r->divider->numbers ? "0" : "";
    if (!cli_grow_candidate(r, candidate, r->size))
        return false;
    size_t at = 0, size = 0;
    for (size_t i = first; i < first + count; i++) {
        const ap_span unit = r->units[i];
        memcpy(candidate->bytes + size, r->bytes + at, unit.offset - at);
        size += unit.offset - at;
        memcpy(candidate->bytes + size, instead, strlen(instead));
        size += strlen(instead);
        at = ap_span_end(unit);
    }
    memcpy(candidate->bytes + size, r->bytes + at, r->size - at);
    candidate->size = size + r->size - at;
    return true;
}

static size_t divide_into_bytes(cli_reduction *r)
{
    return r->size;
}

static bool remove_bytes(cli_reduction *r, size_t first, size_t count, cli_candidate *candidate)
{
    if (!cli_grow_candidate(r, candidate, r->size))
        return false;
    memcpy(candidate->bytes, r->bytes, first);
    memcpy(candidate->bytes + first, r->bytes + first + count, r->size - first - count);
    candidate->size = r->size - count;
    return true;
}

const cli_unit_divider cli_unit_dividers[] = {
    { "parts", .by_array = true, .divide = count_elements_of_array, .make_candidate = remove_parts },
    { "parts", .by_array = true, .keeps_dependents = true, .divide = count_elements_of_array,
        .make_candidate = remove_parts },
    { "blocks", .only_text = true, .divide = divide_into_blocks, .make_candidate = remove_or_replace_units },
    { "lines", .only_text = true, .divide = divide_into_lines, .make_candidate = remove_or_replace_units },
    { "words", .only_text = true, .divide = divide_into_words, .make_candidate = remove_or_replace_units },
    { "numbers", .only_text = true, .numbers = true, .divide = divide_into_words,
        .make_candidate = remove_or_replace_units },
    { "bytes", .divide = divide_into_bytes, .make_candidate = remove_bytes },
    { .name = NULL },
};
