/* Without the C library's printf: a list of a file's fields makes a path of each of them. */
#include "core/base/path.h"

#include <string.h>

enum { DIGITS = 20 /* of the largest index */ };

/* Text that is cut where its room ends, and the length that the whole has. */
typedef struct cut_text {
    char *at;
    size_t size;
    size_t used;
} cut_text;

static void add(cut_text *text, const char *bytes, size_t length)
{
    const size_t left = text->used < text->size ? text->size - text->used : 0;
    if (left > 0)
        memcpy(text->at + text->used, bytes, length < left ? length : left);
    text->used += length;
}

static void add_index(cut_text *text, size_t index)
{
    char digits[DIGITS + 2];
    size_t at = sizeof digits;
    digits[--at] = ']';
    do
        digits[--at] = (char)('0' + index % 10);
    while ((index /= 10) > 0);
    digits[--at] = '[';
    add(text, digits + at, sizeof digits - at);
}

static void add_part(cut_text *text, ap_path_part part)
{
    if (part.name != NULL) {
        if (text->used > 0)
            add(text, ".", 1);
        add(text, part.name, strlen(part.name));
    }
    if (part.index != AP_NO_INDEX)
        add_index(text, part.index);
}

size_t ap_path_text(const ap_path *path, const char *name, char *text, size_t size)
{
    cut_text cut = { text, size, 0 };
    for (size_t i = 0; i < path->depth; i++)
        add_part(&cut, path->parts[i]);
    if (name != NULL)
        add_part(&cut, (ap_path_part){ name, AP_NO_INDEX });
    if (size > 0)
        text[cut.used < size ? cut.used : size - 1] = '\0';
    return cut.used;
}
