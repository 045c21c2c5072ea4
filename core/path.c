#include "core/path.h"

#include <stdio.h>

static size_t left_of(size_t size, size_t used)
{
    return used < size ? size - used : 0;
}

static size_t add_part(ap_path_part part, char *text, size_t size, size_t used)
{
    const size_t start = used;
    if (part.name != NULL) {
        int length = snprintf(left_of(size, used) > 0 ? text + used : NULL, left_of(size, used), "%s%s",
            start > 0 ? "." : "", part.name);
        used += (size_t)length;
    }
    if (part.index != AP_NO_INDEX) {
        int length =
            snprintf(left_of(size, used) > 0 ? text + used : NULL, left_of(size, used), "[%zu]", part.index);
        used += (size_t)length;
    }
    return used;
}

size_t ap_path_text(const ap_path *path, const char *name, char *text, size_t size)
{
    size_t used = 0;
    if (size > 0)
        text[0] = '\0';
    for (size_t i = 0; i < path->depth; i++)
        used = add_part(path->parts[i], text, size, used);
    if (name != NULL)
        used = add_part((ap_path_part){ name, AP_NO_INDEX }, text, size, used);
    return used;
}
