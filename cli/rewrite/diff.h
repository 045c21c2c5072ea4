/* Writes the differences of two files: a unified diff of texts, rows of bytes of binary files. Both begin with "--- NAME" and
   "+++ NAME", a tab and `what` ("canonical"), and nothing is written if the files are equal. */
#ifndef AP_DIFF_H
#define AP_DIFF_H

#include <stdbool.h>
#include <stdio.h>

#include "core/base/arena.h"
#include "core/base/span.h"
#include "core/files/writer.h"

/* The files that are compared. */
typedef struct cli_compared_texts {
    const char *name, *what;
    ap_view before, after;
} cli_compared_texts;

/* Writes the difference of two texts in the form of diff -u. The time is limited, so the diff of two very different texts may be
   longer than necessary. Returns false when out of memory (arena->failed) or if the writer failed. */
bool cli_write_diff(const cli_compared_texts *texts, ap_arena *arena, ap_writer *writer);

/* Prints the rows of 16 bytes that differ, with their offsets: "-" before rows of `before`, "+" before rows of `after`. If the
   sizes differ, prints instead the bytes between the common start and the common end. Of a large difference, prints only the
   first rows, and the number of rows left out. */
void cli_write_hex_diff(const cli_compared_texts *texts, FILE *stream);

#endif
