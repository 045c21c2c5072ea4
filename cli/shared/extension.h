/* Compares file name extensions. */
#ifndef AP_EXTENSION_H
#define AP_EXTENSION_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

/* Returns true if the name has this extension in upper or lower case, with at least one character before
   it. Compares the last character first, because that decides most cases without a call. */
static inline bool cli_ends_in_any_case(const char *name, size_t length, const char *extension)
{
    const size_t wanted = strlen(extension);
    return length > wanted && ((name[length - 1] ^ extension[wanted - 1]) & ~0x20) == 0
           && strcasecmp(name + length - wanted, extension) == 0;
}

#endif
