/* Unified diffs of two texts. */
#ifndef AP_TEXT_DIFF_H
#define AP_TEXT_DIFF_H

#include "core/base/arena.h"
#include "core/base/span.h"
#include "core/files/writer.h"

/* Writes what makes `after` of `before`, as diff -u does, with `head` in front of it; nothing when they are
   equal. Where the texts have much that differs, it may say more than the least that would do: its time is
   bounded by their lines. False when memory has run out (arena->failed) or the writer has failed. */
bool cli_write_diff(ap_view before, ap_view after, const char *head, ap_arena *arena, ap_writer *writer);

/* The two lines above a diff of a file: "--- NAME" and "+++ NAME", a tab and what it becomes ("canonical").
   To be freed; NULL when memory has run out. */
char *cli_diff_head(const char *name, const char *what);

#endif
