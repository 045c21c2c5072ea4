#include "core/report/report_source.h"

#include "core/base/terminal_text.h"
#include "core/base/utf8.h"

enum { TAB_COLUMNS = 4, DOTS_COLUMNS = 3 };

/* One character of an excerpt, or a byte that is not UTF-8. `escape` is empty if the character is shown unchanged, and for a tab,
   which is shown as blanks. */
typedef struct character_cell {
    size_t bytes;
    size_t columns;
    char escape[AP_ESCAPE_BYTES];
} character_cell;

static character_cell cell_at(const ap_excerpt *excerpt, size_t at)
{
    const uint8_t *bytes = excerpt->bytes + at;
    const size_t left = excerpt->count - at, shown = ap_printable_character_length(bytes, left);
    character_cell c = { .bytes = 1, .columns = TAB_COLUMNS };
    if (*bytes == '\t')
        return c;
    const size_t length = ap_utf8_character_length(bytes, left);
    c.bytes = length == 0 ? 1 : length;
    c.columns =
        shown > 0 ? ap_character_columns(bytes, shown) : ap_escape_character(bytes, c.bytes, c.escape);
    return c;
}

static size_t columns_between(const ap_excerpt *excerpt, size_t first, size_t end)
{
    size_t columns = 0;
    for (size_t at = first; at < end;) {
        const character_cell c = cell_at(excerpt, at);
        columns += c.columns;
        at += c.bytes;
    }
    return columns;
}

/* Returns the first offset, at least `at`, from which the text up to `end` takes at most `columns` columns. */
static size_t first_shown_offset(const ap_excerpt *excerpt, size_t at, size_t end, size_t columns)
{
    size_t left = columns_between(excerpt, at, end);
    while (at < end && left > columns) {
        const character_cell c = cell_at(excerpt, at);
        left -= c.columns;
        at += c.bytes;
    }
    return at;
}

/* Returns the end of the longest text that begins at `at` and takes at most `columns` columns. */
static size_t end_of_shown_text(const ap_excerpt *excerpt, size_t at, size_t columns)
{
    while (at < excerpt->count) {
        const character_cell c = cell_at(excerpt, at);
        if (c.columns > columns)
            break;
        columns -= c.columns;
        at += c.bytes;
    }
    return at;
}

static size_t smaller_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

ap_source_line ap_fit_source_line(const ap_excerpt *excerpt, ap_span span, size_t columns)
{
    const size_t place = smaller_of(span.offset - excerpt->offset, excerpt->count);
    const size_t place_end = span.length > excerpt->count - place ? excerpt->count : place + span.length;
    const size_t before = columns_between(excerpt, 0, place);
    const size_t marked = columns_between(excerpt, place, place_end);
    const size_t after = columns_between(excerpt, place_end, excerpt->count);
    const size_t dots = DOTS_COLUMNS * ((size_t)excerpt->cut_before + excerpt->cut_after);
    ap_source_line line = { .excerpt = excerpt, .end = excerpt->count };
    if (before + marked + after + dots > columns) {
        const size_t room = columns - 2 * (size_t)DOTS_COLUMNS;
        const size_t around = room - smaller_of(marked, room);
        const size_t left = after < around / 2 ? around - after : around - around / 2;
        line.first = first_shown_offset(excerpt, 0, place, left);
        line.end = end_of_shown_text(excerpt, line.first, room);
    }
    line.cut_before = excerpt->cut_before || line.first > 0;
    line.cut_after = excerpt->cut_after || line.end < excerpt->count;
    line.before_columns = columns_between(excerpt, line.first, place) + (line.cut_before ? DOTS_COLUMNS : 0);
    line.mark_columns = columns_between(excerpt, place, smaller_of(place_end, line.end));
    if (line.mark_columns == 0)
        line.mark_columns = 1;
    return line;
}

void ap_put_source_line(ap_batch *batch, const ap_source_line *line)
{
    const ap_excerpt *excerpt = line->excerpt;
    ap_batch_text(batch, line->cut_before ? "..." : "");
    for (size_t at = line->first; at < line->end;) {
        const character_cell c = cell_at(excerpt, at);
        if (excerpt->bytes[at] == '\t') {
            ap_batch_blanks(batch, TAB_COLUMNS);
        } else if (c.escape[0] != '\0') {
            ap_batch_text(batch, c.escape);
        } else {
            ap_batch_short_text(batch, (const char *)excerpt->bytes + at, c.bytes);
        }
        at += c.bytes;
    }
    ap_batch_text(batch, line->cut_after ? "..." : "");
}

void ap_put_source_line_mark(ap_batch *batch, const ap_source_line *line)
{
    ap_batch_byte(batch, '^');
    for (size_t i = 1; i < line->mark_columns; i++)
        ap_batch_byte(batch, '~');
}
