/* Finds the companion of each text, one text at a time, for commands that lint and fix texts in memory. */
#ifndef AP_PAIRED_TEXT_H
#define AP_PAIRED_TEXT_H

#include "cli/check/check_pair.h"

typedef struct cli_text_pairing {
    cli_companion
        *named; /* array of CLI_COMPANIONS companions that options name; NULL: no option names one */
    cli_companion_cache cache;
    cli_check_options options;
    cli_checker checker;
    cli_file_check at; /* the current text; at.lint has its companions */
    cli_result result; /* tells how the companion of the current text was found, or why the text has none */
} cli_text_pairing;

/* Initialises the record, which must not be moved in memory. `reading` gives the settings of files without settings of their
   own; `reading` and `named` must outlive the record. Returns false when out of memory; call
   cli_text_pairing_free_cache_and_checker in any case. */
bool cli_text_pairing_begin(
    cli_text_pairing *paired, const cli_reading_options *reading, cli_companion *named);
void cli_text_pairing_free_cache_and_checker(cli_text_pairing *paired);

/* Finds the main companion of a text in the folder (NULL: no folder is searched), as lint does for a file, and puts it and the
   companions that options name into paired->at.lint until cli_text_pairing_release_companion. `file` has the path and the
   settings. A companion that cannot be read is left out. */
void cli_text_pairing_find_companion(cli_text_pairing *paired, const cli_entry *file, const ap_format *format,
    ap_view text, cli_folder *folder);
void cli_text_pairing_release_companion(cli_text_pairing *paired);

/* Calls work(context), which may read the companions, under their guard. Returns AP_OK, or the error if a companion
   became unreadable meanwhile. */
ap_status cli_text_pairing_run_guarded_or_fail(
    cli_text_pairing *paired, void (*work)(void *context), void *context);

#endif
