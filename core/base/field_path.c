/* Converts field paths to text. Does not use the C library's printf, which is too slow for the listings of a file's fields. */
#include "core/base/field_path.h"

#include <string.h>

#include "core/base/digits.h"

/* A buffer for text; bytes that do not fit are dropped. */
typedef struct bounded_text {
    char *at;
    size_t size;
    size_t used;
} bounded_text;

static void append_bytes(bounded_text *text, const char *bytes, size_t length)
{
    const size_t left = text->used < text->size ? text->size - text->used : 0;
    if (left > 0)
        memcpy(text->at + text->used, bytes, length < left ? length : left);
    text->used += length;
}

/* Writes "[index]" straight into the buffer if it fits: a listing of fields adds many indices. */
static void append_index(bounded_text *text, size_t index)
{
    char room[AP_DIGITS_ROOM + 2];
    const bool fits = text->used + sizeof room <= text->size;
    char *at = fits ? text->at + text->used : room;
    const size_t count = ap_put_digits(at + 1, index);
    at[0] = '[';
    at[1 + count] = ']';
    if (fits)
        text->used += count + 2;
    else
        append_bytes(text, room, count + 2);
}

static void append_part(bounded_text *text, ap_field_path_part part)
{
    if (part.name != NULL) {
        if (text->used > 0)
            append_bytes(text, ".", 1);
        append_bytes(text, part.name, strlen(part.name));
    }
    if (part.index != AP_NO_INDEX)
        append_index(text, part.index);
}

size_t ap_snprint_path_parts(
    const ap_field_path_part *parts, size_t depth, const char *name, char *text, size_t size)
{
    bounded_text cut = { text, size, 0 };
    for (size_t i = 0; i < depth; i++)
        append_part(&cut, parts[i]);
    if (name != NULL)
        append_part(&cut, (ap_field_path_part){ name, AP_NO_INDEX });
    if (size > 0)
        text[cut.used < size ? cut.used : size - 1] = '\0';
    return cut.used;
}

size_t ap_snprint_field_path(const ap_field_path *path, const char *name, char *text, size_t size)
{
    return ap_snprint_path_parts(path->parts, path->depth, name, text, size);
}

/* Returns the number of leading parts in which the path equals the path that the writer converted last. */
static size_t count_shared_parts(const ap_field_path_writer *writer, const ap_field_path *path)
{
    const size_t depth = path->depth < writer->path.depth ? path->depth : writer->path.depth;
    size_t shared = 0;
    while (shared < depth && writer->path.parts[shared].name == path->parts[shared].name
           && writer->path.parts[shared].index == path->parts[shared].index)
        shared++;
    return shared;
}

size_t ap_field_path_write(ap_field_path_writer *writer, const ap_field_path *path, const char *name)
{
    bounded_text cut = { writer->text, sizeof writer->text - 1, 0 };
    size_t depth = count_shared_parts(writer, path);
    cut.used = writer->ends[depth];
    for (; depth < path->depth; depth++) {
        writer->path.parts[depth] = path->parts[depth];
        append_part(&cut, path->parts[depth]);
        writer->ends[depth + 1] = cut.used;
    }
    writer->path.depth = depth;
    if (name != NULL)
        append_part(&cut, (ap_field_path_part){ name, AP_NO_INDEX });
    const size_t length = cut.used < cut.size ? cut.used : cut.size;
    writer->text[length] = '\0';
    return length;
}
