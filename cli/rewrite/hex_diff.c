#include "cli/rewrite/hex_diff.h"
#include "core/base/same_bytes.h"

#include <string.h>

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

void cli_write_hex_diff(FILE *stream, ap_view before, ap_view after, const char *head)
{
    const size_t both = smaller_size(before.size, after.size);
    size_t start = 0, tail = 0;
    if (ap_same_bytes(before, after))
        return;
    fputs(head, stream);
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
