/* Writes unified diffs of two texts. */
#ifndef AP_TEXT_DIFF_H
#define AP_TEXT_DIFF_H

#include "core/base/arena.h"
#include "core/base/span.h"
#include "core/files/writer.h"

/* Writes `head` and the difference of two texts in the form of diff -u. Writes nothing if the texts are equal. The time
   is limited, so the diff of two very different texts may be longer than necessary. Returns false when out of memory
   (arena->failed) or if the writer failed. */
bool cli_write_diff(ap_view before, ap_view after, const char *head, ap_arena *arena, ap_writer *writer);

/* Returns the first two lines of a file's diff: "--- NAME" and "+++ NAME", a tab and `what` ("canonical").
   The caller frees the text. Returns NULL when out of memory. */
char *cli_diff_header(const char *name, const char *what);

#endif
