/* Parts of a whole: every n-th thing, for a run that several processes share. */
#ifndef AP_CLI_PART_H
#define AP_CLI_PART_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/shared/option_table.h"

enum { CLI_MOST_PARTS = 4096 };

typedef struct cli_part {
    size_t index, count; /* things index, index + count, ...; count 0: all of them */
} cli_part;

/* Whether the thing of that number is the part's. */
static inline bool cli_part_has(const cli_part *part, size_t number)
{
    return part->count == 0 || number % part->count == part->index;
}

/* Reads "3/8"; false where it is not such a text. */
bool cli_read_part(const char *text, cli_part *part);

/* For the row of an option whose value is I/N and goes into a cli_part. */
cli_exit cli_take_part(const cli_given *given);

#endif
