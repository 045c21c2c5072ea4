/* Copies the longest prefix of a text that is printable ASCII and needs no escaping. */
#ifndef AP_PLAIN_TEXT_H
#define AP_PLAIN_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Copies bytes to `to` up to the first one that is not printable ASCII or that is in `special`, at most
   `size` bytes. Returns the number of copied bytes. Pass a literal as `special`: the compiler then unrolls
   the loop over it. */
static inline size_t ap_copy_plain_prefix(char *to, const uint8_t *at, size_t size, const char *special)
{
    const size_t count = strlen(special);
    for (size_t done = 0; done < size; done++) {
        const uint8_t byte = at[done];
        bool marked = (uint8_t)(byte - ' ') > '~' - ' ';
        for (size_t i = 0; i < count; i++)
            marked |= byte == (uint8_t)special[i];
        if (marked)
            return done;
        to[done] = (char)byte;
    }
    return size;
}

#endif
