/* The ends of names. */
#ifndef AP_EXTENSION_H
#define AP_EXTENSION_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

/* Whether a name of that length has this ending, in any case of letters, and something before it. Most differ in the
   last character, and that is cheaper than a call. */
static inline bool cli_ends_in(const char *name, size_t length, const char *ending)
{
    const size_t wanted = strlen(ending);
    return length > wanted && ((name[length - 1] ^ ending[wanted - 1]) & ~0x20) == 0
           && strcasecmp(name + length - wanted, ending) == 0;
}

#endif
