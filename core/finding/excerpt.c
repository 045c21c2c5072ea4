#include "core/finding/excerpt.h"

#include <assert.h>
#include <string.h>

enum {
    MOST_CONTINUED = 3, /* bytes of a character after its first */
    BEFORE_BYTES = 240,
    AFTER_BYTES = 240 /* of a line, around the place: more than any terminal shows */
};

/* A finding may point at the end of the input, never after it. */
static size_t place(ap_span span, ap_view input)
{
    return span.offset < input.size ? span.offset : input.size;
}

static ap_excerpt of_rows(ap_span span, ap_view input)
{
    ap_excerpt excerpt = { NULL, 0, 0, false, false };
    size_t at = place(span, input);
    if (at == input.size && at > 0)
        at--; /* show the last bytes that are there */
    excerpt.offset = at - at % AP_EXCERPT_ROW;
    size_t last = at + (span.length > 0 ? span.length - 1 : 0);
    size_t wanted = last / AP_EXCERPT_ROW * AP_EXCERPT_ROW + AP_EXCERPT_ROW - excerpt.offset;
    if (wanted > AP_EXCERPT_ROW * AP_EXCERPT_ROWS)
        wanted = AP_EXCERPT_ROW * AP_EXCERPT_ROWS;
    excerpt.count = wanted < input.size - excerpt.offset ? wanted : input.size - excerpt.offset;
    return excerpt;
}

static bool line_ending(uint8_t byte)
{
    return byte == '\n' || byte == '\r';
}

/* A byte that goes on with a character of UTF-8. */
static bool continues(uint8_t byte)
{
    return (byte & 0xc0) == 0x80;
}

/* A window that was cut inside a character begins after it, or ends before it. */
static void keep_characters_whole(ap_excerpt *excerpt, ap_view input, size_t at)
{
    size_t end = excerpt->offset + excerpt->count;
    size_t first = excerpt->offset;
    assert(!excerpt->cut_before || at - first > MOST_CONTINUED);
    assert(!excerpt->cut_after || end - at > MOST_CONTINUED);
    for (int i = 0; i < MOST_CONTINUED && excerpt->cut_before && continues(input.bytes[first]); i++)
        first++;
    for (int i = 0; i < MOST_CONTINUED && excerpt->cut_after && continues(input.bytes[end]); i++)
        end--;
    excerpt->offset = first;
    excerpt->count = end - first;
}

static ap_excerpt of_line(ap_span span, ap_view input)
{
    ap_excerpt excerpt = { NULL, 0, 0, false, false };
    size_t at = place(span, input);
    size_t first = at;
    size_t end = at;
    /* The place may be the LF of a CR LF, which belongs to the line that it ends. */
    if (first > 0 && first < input.size && input.bytes[first] == '\n' && input.bytes[first - 1] == '\r')
        first--;
    while (first > 0 && at - first < BEFORE_BYTES && !line_ending(input.bytes[first - 1]))
        first--;
    while (end < input.size && end - at < AFTER_BYTES && !line_ending(input.bytes[end]))
        end++;
    if (end == at && first < at && input.bytes[at - 1] == '\r')
        end--;
    excerpt.offset = first;
    excerpt.count = end - first;
    excerpt.cut_before = first > 0 && !line_ending(input.bytes[first - 1]);
    excerpt.cut_after = end < input.size && !line_ending(input.bytes[end]);
    keep_characters_whole(&excerpt, input, at);
    return excerpt;
}

/* Fills an excerpt, with its bytes in the arena; false when memory has run out. */
static bool copy_excerpt(ap_excerpt *excerpt, ap_span span, ap_view input, bool text, ap_arena *arena)
{
    *excerpt = text ? of_line(span, input) : of_rows(span, input);
    uint8_t *copy = ap_alloc(arena, excerpt->count);
    if (copy == NULL)
        return false;
    if (excerpt->count > 0)
        memcpy(copy, input.bytes + excerpt->offset, excerpt->count);
    excerpt->bytes = copy;
    return true;
}

static bool copy_related(ap_related *first, ap_view input, bool text, ap_arena *arena)
{
    for (ap_related *related = first; related != NULL; related = related->next) {
        ap_excerpt *excerpt = ap_alloc(arena, sizeof *excerpt);
        if (excerpt == NULL || !copy_excerpt(excerpt, related->span, input, text, arena))
            return false;
        related->excerpt = excerpt;
    }
    return true;
}

/* The arena of those that were made may end before the findings do. */
static void forget_related(const ap_findings *findings)
{
    for (const ap_finding *f = findings->first; f != NULL; f = f->next) {
        for (ap_related *related = f->related; related != NULL; related = related->next)
            related->excerpt = NULL;
    }
}

ap_excerpt *ap_excerpts(const ap_findings *findings, ap_view input, bool text, ap_arena *arena)
{
    ap_excerpt *excerpts = ap_alloc_array(arena, findings->kept, sizeof *excerpts);
    ap_excerpt *next = excerpts;
    if (excerpts == NULL)
        return NULL;
    for (const ap_finding *f = findings->first; f != NULL; f = f->next, next++) {
        if (!copy_excerpt(next, f->span, input, text, arena)
            || !copy_related(f->related, input, text, arena)) {
            forget_related(findings);
            return NULL;
        }
    }
    return excerpts;
}
