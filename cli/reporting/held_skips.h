/* Skipped files that may be companions, such as an .md5scale. They are reported at the end of the run, unless a file was
   checked together with them. */
#ifndef AP_HELD_SKIPS_H
#define AP_HELD_SKIPS_H

#include "cli/files/seen_files.h"
#include "cli/reporting/outputs.h"

typedef struct cli_held_skips {
    ap_arena arena;           /* owns the items and their texts */
    ap_report_skipped *items; /* in the order of the run */
    size_t count, room;
    cli_seen_files
        companions; /* companions that were checked, by the hash of their path in place of an inode */
} cli_held_skips;

/* Initialises empty lists without allocating memory. */
void cli_held_skips_init(cli_held_skips *held);

/* Returns true if the path has the extension of a companion, such as .md5scale, and not that of a format. */
bool cli_has_only_companion_extension(const char *path);

/* Holds a skipped file until the end of the run. Copies the texts. Returns false when out of memory. */
bool cli_held_skips_add(cli_held_skips *held, const ap_report_skipped *skipped);

/* Adds a companion that was checked together with a file; NULL is allowed. Returns false when out of memory. */
bool cli_add_checked_companion(cli_held_skips *held, const char *path);

/* Returns the next held file that was not checked as a companion; NULL after the last one. *at is 0 at the first call. */
const ap_report_skipped *cli_next_held_skip(const cli_held_skips *held, size_t *at);

void cli_held_skips_free(cli_held_skips *held);

#endif
