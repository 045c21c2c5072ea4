#include "core/finding/excerpt.h"

#include <assert.h>
#include <string.h>

#include "core/base/utf8.h"

enum {
    MOST_CONTINUED = 3, /* most continuation bytes of a UTF-8 character */
    BEFORE_BYTES = 240,
    AFTER_BYTES =
        240 /* bytes of a line shown before the finding's first byte, and from it on: more than any terminal shows */
};

/* Returns the offset of a span, at most the size of the input: a finding may be at the end of the input. */
static size_t offset_in_input(ap_span span, ap_view input)
{
    return span.offset < input.size ? span.offset : input.size;
}

static ap_excerpt excerpt_of_rows_from_span_start(ap_span span, ap_view input)
{
    ap_excerpt excerpt = { NULL, 0, 0, false, false };
    size_t at = offset_in_input(span, input);
    if (at == input.size && at > 0)
        at--; /* a position at the end of the input is shown in the last row */
    excerpt.offset = at - at % AP_EXCERPT_ROW;
    size_t last = at + (span.length > 0 ? span.length - 1 : 0);
    size_t wanted = last / AP_EXCERPT_ROW * AP_EXCERPT_ROW + AP_EXCERPT_ROW - excerpt.offset;
    if (wanted > AP_EXCERPT_ROW * AP_EXCERPT_ROWS)
        wanted = AP_EXCERPT_ROW * AP_EXCERPT_ROWS;
    excerpt.count = wanted < input.size - excerpt.offset ? wanted : input.size - excerpt.offset;
    return excerpt;
}

static bool is_line_ending(uint8_t byte)
{
    return byte == '\n' || byte == '\r';
}

/* Shortens an excerpt that was cut inside a UTF-8 character to whole characters. */
static void trim_to_whole_characters(ap_excerpt *excerpt, ap_view input, size_t at)
{
    size_t end = excerpt->offset + excerpt->count;
    size_t first = excerpt->offset;
    assert(!excerpt->cut_before || at - first > MOST_CONTINUED);
    assert(!excerpt->cut_after || end - at > MOST_CONTINUED);
    for (int i = 0; i < MOST_CONTINUED && excerpt->cut_before && ap_is_utf8_continuation(input.bytes[first]);
         i++)
        first++;
    for (int i = 0; i < MOST_CONTINUED && excerpt->cut_after && ap_is_utf8_continuation(input.bytes[end]);
         i++)
        end--;
    excerpt->offset = first;
    excerpt->count = end - first;
}

static ap_excerpt excerpt_of_line(ap_span span, ap_view input)
{
    ap_excerpt excerpt = { NULL, 0, 0, false, false };
    size_t at = offset_in_input(span, input);
    size_t first = at;
    size_t end = at;
    /* An offset at the LF of a CR LF belongs to the line that this CR LF ends. */
    if (first > 0 && first < input.size && input.bytes[first] == '\n' && input.bytes[first - 1] == '\r')
        first--;
    while (first > 0 && at - first < BEFORE_BYTES && !is_line_ending(input.bytes[first - 1]))
        first--;
    while (end < input.size && end - at < AFTER_BYTES && !is_line_ending(input.bytes[end]))
        end++;
    if (end == at && first < at && input.bytes[at - 1] == '\r')
        end--;
    excerpt.offset = first;
    excerpt.count = end - first;
    excerpt.cut_before = first > 0 && !is_line_ending(input.bytes[first - 1]);
    excerpt.cut_after = end < input.size && !is_line_ending(input.bytes[end]);
    trim_to_whole_characters(&excerpt, input, at);
    return excerpt;
}

/* Fills an excerpt of the span, and copies its bytes to the arena. Returns false when out of memory. */
static bool fill_excerpt(ap_excerpt *excerpt, ap_span span, ap_view input, bool text, ap_arena *arena)
{
    *excerpt = text ? excerpt_of_line(span, input) : excerpt_of_rows_from_span_start(span, input);
    uint8_t *copy = ap_alloc(arena, excerpt->count);
    if (copy == NULL)
        return false;
    if (excerpt->count > 0)
        memcpy(copy, input.bytes + excerpt->offset, excerpt->count);
    excerpt->bytes = copy;
    return true;
}

static bool fill_related_excerpts(ap_related *first, ap_view input, bool text, ap_arena *arena)
{
    for (ap_related *related = first; related != NULL; related = related->next) {
        ap_excerpt *excerpt = ap_alloc(arena, sizeof *excerpt);
        if (excerpt == NULL || !fill_excerpt(excerpt, related->span, input, text, arena))
            return false;
        related->excerpt = excerpt;
    }
    return true;
}

/* Clears the excerpts of all related positions: their arena may be freed before the findings. */
static void clear_related_excerpts(const ap_findings *findings)
{
    for (const ap_finding *f = findings->first; f != NULL; f = f->next) {
        for (ap_related *related = f->related; related != NULL; related = related->next)
            related->excerpt = NULL;
    }
}

ap_excerpt *ap_make_excerpts(const ap_findings *findings, ap_view input, bool text, ap_arena *arena)
{
    ap_excerpt *excerpts = ap_alloc_array(arena, findings->kept, sizeof *excerpts);
    ap_excerpt *next = excerpts;
    if (excerpts == NULL)
        return NULL;
    for (const ap_finding *f = findings->first; f != NULL; f = f->next, next++) {
        if (!fill_excerpt(next, f->span, input, text, arena)
            || !fill_related_excerpts(f->related, input, text, arena)) {
            clear_related_excerpts(findings);
            return NULL;
        }
    }
    return excerpts;
}
