#include "cli/rewrite/diff.h"

#include <stdio.h>
#include <string.h>

#include "core/base/same_bytes.h"
#include "core/base/terminal_text.h"

enum {
    CONTEXT = 3,
    /* most edits for which one search looks: limits its time to 200 steps per line, and its memory to about 200 *
       400 numbers */
    MOST_EDITS = 200,
    DIAGONALS = 2 * MOST_EDITS + 3,
    DEAD = -1 /* the value for a diagonal that has left the texts */
};

typedef struct text_lines {
    ap_view *items; /* lines, each with its line end */
    /* kept[n]: line n is in both texts; the nth kept line of this text equals the nth kept line of the other text */
    bool *kept;
    size_t count;
} text_lines;

/* For each diagonal (lines of `before` minus lines of `after`), the last line of `before` reached with a
   number of edits. */
typedef int32_t frontier[DIAGONALS];

typedef struct line_comparison {
    text_lines before, after;
    frontier *reached; /* array of MOST_EDITS + 1 elements; reached[n] is the frontier after n edits */
    ap_batch *out;
} line_comparison;

static size_t line_bytes(ap_view text, size_t at)
{
    const uint8_t *end = memchr(text.bytes + at, '\n', text.size - at);
    return end == NULL ? text.size - at : (size_t)(end - text.bytes) + 1 - at;
}

static bool split_lines(ap_view text, ap_arena *arena, text_lines *lines)
{
    size_t count = 0;
    for (size_t at = 0; at < text.size; at += line_bytes(text, at))
        count++;
    lines->items = ap_alloc_array(arena, count, sizeof *lines->items);
    lines->kept = ap_alloc_array(arena, count, sizeof *lines->kept);
    if (lines->items == NULL || lines->kept == NULL)
        return false;
    for (size_t at = 0; at < text.size; at += lines->items[lines->count++].size)
        lines->items[lines->count] = (ap_view){ text.bytes + at, line_bytes(text, at) };
    return true;
}

static bool are_equal_lines(const line_comparison *c, size_t i, size_t j)
{
    return ap_same_bytes(c->before.items[i], c->after.items[j]);
}

static void mark_equal_line(line_comparison *c, size_t i, size_t j)
{
    c->before.kept[i] = true;
    c->after.kept[j] = true;
}

/* Eugene Myers' greedy search ("An O(ND) difference algorithm", 1986), limited to MOST_EDITS edits. When
   the limit is reached, the best path so far is taken, and a new search begins at its end. */

/* The lines of both texts that have not been compared. */
typedef struct uncompared_lines {
    size_t i, j;           /* index of the first line in `before` and in `after` */
    int32_t rows, columns; /* number of lines of `before` and of `after` to compare at once */
} uncompared_lines;

static int32_t *reached_line_at(line_comparison *c, int32_t edits, int32_t diagonal)
{
    return &c->reached[edits][diagonal + MOST_EDITS + 1];
}

/* Returns the line of `before` at which the diagonal begins after `edits` edits, or DEAD. Sets *insert if the last of
   these edits adds a line. */
static int32_t find_line_where_diagonal_begins(
    line_comparison *c, const uncompared_lines *w, int32_t edits, int32_t diagonal, bool *insert)
{
    if (edits == 0)
        return diagonal == 0 ? 0 : DEAD;
    const int32_t added = *reached_line_at(c, edits - 1, diagonal + 1),
                  removed = *reached_line_at(c, edits - 1, diagonal - 1);
    const bool may_add = added != DEAD && added - diagonal <= w->columns;
    const bool may_remove = removed != DEAD && removed < w->rows;
    *insert = may_add && (!may_remove || added > removed);
    if (*insert)
        return added;
    return may_remove ? removed + 1 : DEAD;
}

/* Follows all diagonals as far as `edits` edits reach. Returns the diagonal that got furthest. */
static int32_t follow_diagonals_and_find_furthest(
    line_comparison *c, const uncompared_lines *w, int32_t edits)
{
    int32_t best = 0, furthest = DEAD;
    bool insert;
    for (int32_t k = -MOST_EDITS - 1; k <= MOST_EDITS + 1; k++)
        *reached_line_at(c, edits, k) = DEAD;
    for (int32_t k = -edits; k <= edits; k += 2) {
        int32_t x = find_line_where_diagonal_begins(c, w, edits, k, &insert);
        if (x == DEAD)
            continue;
        while (
            x < w->rows && x - k < w->columns && are_equal_lines(c, w->i + (size_t)x, w->j + (size_t)(x - k)))
            x++;
        *reached_line_at(c, edits, k) = x;
        if (2 * x - k > furthest) {
            furthest = 2 * x - k;
            best = k;
        }
    }
    return best;
}

/* Marks the lines as kept that are equal on the path to the end of a diagonal. */
static void mark_equal_lines(line_comparison *c, const uncompared_lines *w, int32_t edits, int32_t diagonal)
{
    for (int32_t k = diagonal;; edits--) {
        bool insert = false;
        const int32_t start = find_line_where_diagonal_begins(c, w, edits, k, &insert);
        for (int32_t x = *reached_line_at(c, edits, k); x > start; x--)
            mark_equal_line(c, w->i + (size_t)x - 1, w->j + (size_t)(x - k) - 1);
        if (edits == 0)
            return;
        k += insert ? 1 : -1;
    }
}

static void compare_up_to_edit_limit(line_comparison *c, uncompared_lines *w)
{
    int32_t best = 0, edits = 0;
    for (;; edits++) {
        best = follow_diagonals_and_find_furthest(c, w, edits);
        const int32_t x = *reached_line_at(c, edits, best);
        if (edits == MOST_EDITS || (x == w->rows && x - best == w->columns))
            break;
    }
    mark_equal_lines(c, w, edits, best);
    w->i += (size_t)*reached_line_at(c, edits, best);
    w->j += (size_t)(*reached_line_at(c, edits, best) - best);
}

static int32_t limit_line_count(size_t left)
{
    /* limit of the lines compared at once, so that sums fit in 32 bits; longer texts are compared in several windows
       */
    const size_t most = 1 << 29;
    return (int32_t)(left < most ? left : most);
}

static void compare_lines(line_comparison *c)
{
    size_t end_i = c->before.count, end_j = c->after.count;
    uncompared_lines w = { .i = 0 };
    for (; w.i < end_i && w.j < end_j && are_equal_lines(c, w.i, w.j); w.i++, w.j++)
        mark_equal_line(c, w.i, w.j);
    for (; w.i < end_i && w.j < end_j && are_equal_lines(c, end_i - 1, end_j - 1); end_i--, end_j--)
        mark_equal_line(c, end_i - 1, end_j - 1);
    while (w.i < end_i && w.j < end_j) {
        w.rows = limit_line_count(end_i - w.i);
        w.columns = limit_line_count(end_j - w.j);
        compare_up_to_edit_limit(c, &w);
    }
}

static void put_diff_line(line_comparison *c, const char *mark, ap_view line)
{
    ap_batch_text(c->out, mark);
    ap_batch_bytes(c->out, (const char *)line.bytes, line.size);
    if (line.bytes[line.size - 1] != '\n')
        ap_batch_text(c->out, "\n\\ No newline at end of file\n");
}

/* Writes the range of a hunk: the mark, the number of its first line and its number of lines, as "-4,7". */
static void put_hunk_range(line_comparison *c, const char *mark, size_t first, size_t count)
{
    ap_batch_text_and_number(c->out, mark, count == 0 ? first : first + 1);
    if (count != 1)
        ap_batch_text_and_number(c->out, ",", count);
}

typedef struct line_positions {
    size_t i, j;
} line_positions;

static line_positions skip_changed_lines(const line_comparison *c, line_positions at)
{
    while (at.i < c->before.count && !c->before.kept[at.i])
        at.i++;
    while (at.j < c->after.count && !c->after.kept[at.j])
        at.j++;
    return at;
}

/* Returns the position after the kept lines that begin at `at`, at most `most` lines. */
static line_positions skip_kept_lines(const line_comparison *c, line_positions at, size_t most)
{
    size_t i = 0;
    for (; i < most && at.i + i < c->before.count && c->before.kept[at.i + i]; i++) {
        if (at.j + i == c->after.count || !c->after.kept[at.j + i])
            break;
    }
    return (line_positions){ at.i + i, at.j + i };
}

static bool are_both_texts_at_end(const line_comparison *c, line_positions at)
{
    return at.i == c->before.count && at.j == c->after.count;
}

/* Returns the end of the hunk that contains the change at `at`. Two changes are in one hunk if at most 2 * CONTEXT
   lines are between them. */
static line_positions find_hunk_end(const line_comparison *c, line_positions at)
{
    for (;;) {
        at = skip_changed_lines(c, at);
        const line_positions next = skip_kept_lines(c, at, 2 * CONTEXT + 1);
        if (are_both_texts_at_end(c, next) || next.i - at.i > 2 * CONTEXT)
            return skip_kept_lines(c, at, CONTEXT);
        at = next;
    }
}

static void put_hunk(line_comparison *c, line_positions from, line_positions end)
{
    put_hunk_range(c, "@@ -", from.i, end.i - from.i);
    put_hunk_range(c, " +", from.j, end.j - from.j);
    ap_batch_text(c->out, " @@\n");
    while (from.i < end.i || from.j < end.j) {
        const line_positions changed = skip_changed_lines(c, from);
        for (; from.i < changed.i; from.i++)
            put_diff_line(c, "-", c->before.items[from.i]);
        for (; from.j < changed.j; from.j++)
            put_diff_line(c, "+", c->after.items[from.j]);
        for (; from.i < end.i && c->before.kept[from.i]; from.i++, from.j++) {
            if (!c->after.kept[from.j])
                break;
            put_diff_line(c, " ", c->before.items[from.i]);
        }
    }
}

static void put_hunks(line_comparison *c)
{
    line_positions at = skip_kept_lines(c, (line_positions){ 0, 0 }, SIZE_MAX);
    while (!are_both_texts_at_end(c, at)) {
        const size_t context = at.i < CONTEXT ? at.i : CONTEXT;
        const line_positions from = { at.i - context, at.j - context };
        const line_positions end = find_hunk_end(c, at);
        put_hunk(c, from, end);
        at = skip_kept_lines(c, end, SIZE_MAX);
    }
}

static void put_file_names(ap_batch *out, const cli_compared_texts *texts)
{
    ap_batch_text(out, "--- ");
    ap_batch_file_name(out, texts->name);
    ap_batch_text(out, "\n+++ ");
    ap_batch_file_name(out, texts->name);
    ap_batch_byte(out, '\t');
    ap_batch_text(out, texts->what);
    ap_batch_byte(out, '\n');
}

static void pass_text_to_writer(void *context, const char *text, size_t size)
{
    ap_write(context, text, size);
}

bool cli_write_diff(const cli_compared_texts *texts, ap_arena *arena, ap_writer *writer)
{
    ap_batch batch;
    line_comparison c = { .out = &batch };
    ap_batch_init_for_function(&batch, pass_text_to_writer, writer);
    c.reached = ap_alloc_array(arena, MOST_EDITS + 1, sizeof *c.reached);
    if (c.reached == NULL || !split_lines(texts->before, arena, &c.before)
        || !split_lines(texts->after, arena, &c.after))
        return false;
    compare_lines(&c);
    if (!are_both_texts_at_end(&c, skip_kept_lines(&c, (line_positions){ 0, 0 }, SIZE_MAX))) {
        put_file_names(&batch, texts);
        put_hunks(&c);
        ap_batch_flush(&batch);
    }
    return !writer->failed;
}

/* Differences of binary files */

enum { ROW_BYTES = 16, MOST_ROWS = 64 };

static size_t smaller_size(size_t a, size_t b)
{
    return a < b ? a : b;
}

static void put_row_of_bytes(FILE *stream, char sign, ap_view text, size_t at, size_t end)
{
    fprintf(stream, "%c%08zx ", sign, at);
    for (size_t i = at; i < end; i++)
        fprintf(stream, " %02x", text.bytes[i]);
    fputc('\n', stream);
}

/* Prints the rows of 16 bytes that differ between two inputs of equal size. */
static void put_changed_rows(FILE *stream, ap_view before, ap_view after)
{
    size_t more = 0, rows = 0;
    for (size_t at = 0; at < before.size; at += ROW_BYTES) {
        const size_t end = smaller_size(at + ROW_BYTES, before.size);
        if (memcmp(before.bytes + at, after.bytes + at, end - at) == 0)
            continue;
        if (++rows > MOST_ROWS) {
            more++;
            continue;
        }
        put_row_of_bytes(stream, '-', before, at, end);
        put_row_of_bytes(stream, '+', after, at, end);
    }
    if (more > 0)
        fprintf(stream, "@@ and %zu rows more @@\n", more);
}

static void put_first_rows_of_range(FILE *stream, char sign, ap_view text, size_t from, size_t to)
{
    size_t rows = 0;
    for (size_t at = from; at < to; rows++) {
        const size_t end = smaller_size(at - at % ROW_BYTES + ROW_BYTES, to);
        if (rows == MOST_ROWS) {
            fprintf(stream, "@@ %c and %zu bytes more @@\n", sign, to - at);
            return;
        }
        put_row_of_bytes(stream, sign, text, at, end);
        at = end;
    }
}

void cli_write_hex_diff(const cli_compared_texts *texts, FILE *stream)
{
    const ap_view before = texts->before, after = texts->after;
    ap_batch batch;
    const size_t both = smaller_size(before.size, after.size);
    size_t start = 0, tail = 0;
    if (ap_same_bytes(before, after))
        return;
    ap_batch_init(&batch, stream);
    put_file_names(&batch, texts);
    ap_batch_flush(&batch);
    if (before.size == after.size) {
        put_changed_rows(stream, before, after);
        return;
    }
    while (start < both && before.bytes[start] == after.bytes[start])
        start++;
    while (tail < both - start && before.bytes[before.size - 1 - tail] == after.bytes[after.size - 1 - tail])
        tail++;
    put_first_rows_of_range(stream, '-', before, start, before.size - tail);
    put_first_rows_of_range(stream, '+', after, start, after.size - tail);
}
