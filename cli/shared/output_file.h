/* Writes the output file of a command: the complete file is moved to its path, or nothing is. */
#ifndef AP_OUTPUT_FILE_H
#define AP_OUTPUT_FILE_H

#include "cli/options/cli.h"
#include "core/files/sink.h"
#include "core/report/output.h"
#include "validators/format.h"

/* The output file of a command. Must not be moved in memory while open. */
typedef struct cli_target {
    const char *path; /* as given by the user; "-" for standard output */
    char *resolved;   /* end of the links at `path`, NULL without links: the file is replaced, not the link */
    bool opened, unopened; /* opened: opening was tried; unopened: opening failed */
    /* set between init and open for one of many files that can be generated again: closing does not wait
       for the disk */
    bool remakeable;
    bool guarded; /* the target replaces an input, and `stamp` is the input's state */
    ap_file_stamp stamp;
    ap_output output;
    ap_descriptor descriptor;
    ap_writer writer; /* writer of the file's bytes */
} cli_target;

/* Initialises a target that is not open. The caller owns `path`. */
void cli_target_init(cli_target *target, const char *path);

/* Call before reading the file `input` ("-" or NULL: no file). If the target replaces that file,
   cli_target_close refuses to do so if the file has changed since this call. */
void cli_target_guard_input(cli_target *target, const char *input);

/* Like cli_target_guard_input, for an input with a format that is recognised before all of it is read: the stamp
   is taken from the bytes passed to cli_target_stamp_input, which the caller calls before using the bytes. */
void cli_target_guard_later_input(cli_target *target, const char *input);
void cli_target_stamp_input(cli_target *target, ap_view bytes);

/* Opens a temporary file in the target's folder for writing. Returns false on an error, which
   cli_target_close prints. */
bool cli_target_open(cli_target *target);

/* Returns true if opening or writing has failed. */
bool cli_target_failed(const cli_target *target);

/* Moves the written file to its path, synced to the disk, if `keep` and no write failed; otherwise the old
   file stays. Returns CLI_CLEAN; or after a message CLI_UNREADABLE (CLI_INTERNAL when out of memory), also
   without `keep` if opening failed. */
cli_exit cli_target_close(cli_target *target, bool keep);

/* Checks that a file may be replaced: it must be regular and writable. Returns CLI_CLEAN with the number
   of other names (hard links), or CLI_UNREADABLE after a message. */
cli_exit cli_check_replaceable(const char *path, size_t *other_names);

/* Prints that other names, if any, keep the old content of a replaced file. */
void cli_report_hard_links(const char *path, size_t other_names);

/* Returns the path of a generated file, "DIRECTORY/mrtk-7-000001.bin"; the caller frees it. Returns NULL
   when out of memory. */
char *cli_generated_path(const char *directory, const ap_format *format, size_t seed, size_t number);

/* Returns true if the path is a directory or ends in '/', so that files are written into it. */
bool cli_is_directory(const char *path);

/* Creates a directory unless it exists. Returns CLI_CLEAN, or another code after a message. */
cli_exit cli_make_directory(const char *path);

#endif
