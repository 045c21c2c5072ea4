/* The file that a command writes: whole in its place, or not at all. */
#ifndef AP_OUTPUT_FILE_H
#define AP_OUTPUT_FILE_H

#include "cli/options/cli.h"
#include "core/files/sink.h"
#include "core/report/output.h"
#include "validators/format.h"

/* Stays where it is in memory while open. */
typedef struct cli_target {
    const char *path;      /* as it was given; "-" for standard output */
    char *resolved;        /* where a link leads: what is replaced is the file, not the link */
    bool opened, unopened; /* opening it was tried, and has failed */
    bool remakeable; /* set between init and open: one of many files that can be made again, so that closing
                        need not wait for the disk */
    bool guarded;    /* the target is a file that is read, and `stamp` is what it was */
    ap_file_stamp stamp;
    ap_output output;
    ap_descriptor descriptor;
    ap_writer writer; /* for the bytes */
} cli_target;

/* A target that is not open. path stays the caller's. */
void cli_target_init(cli_target *target, const char *path);

/* To be called before the file `input` is read ("-" or NULL: no file; likewise the target's path). If it is the file
   that the target replaces, the target only replaces it if it is still as it is now. */
void cli_target_reads(cli_target *target, const char *input);

/* The same for a file whose format is recognised before all of it is read: the caller passes the bytes to
   cli_target_has_read before it uses them. Until then the target does not look at the file. */
void cli_target_may_read(cli_target *target, const char *input);
void cli_target_has_read(cli_target *target, ap_view bytes);

/* Opens it for writing, beside its place. False when that cannot be: cli_target_close tells why. */
bool cli_target_open(cli_target *target);

/* Whether opening or writing it has failed. */
bool cli_target_failed(const cli_target *target);

/* Puts what was written in its place, safe on the disk, when `keep` and all of it was written; otherwise what
   stood there stays. CLI_CLEAN, or after a message CLI_UNREADABLE (CLI_INTERNAL for want of memory): also without
   `keep` where it could not be opened. */
cli_exit cli_target_close(cli_target *target, bool keep);

/* Whether a file may be replaced by what is written: what cannot be, or may not be, is left alone. CLI_CLEAN, with
   how many other names (hard links) it has, or CLI_UNREADABLE after a message. */
cli_exit cli_may_replace(const char *path, size_t *other_names);

/* Says that other names, where there are any, keep the old content of a file that was replaced. */
void cli_report_other_names(const char *path, size_t other_names);

/* "DIRECTORY/mrtk-7-000001.bin", the name of a file that is made, to be freed; NULL when memory has run out. */
char *cli_name_made(const char *directory, const ap_format *format, size_t seed, size_t number);

/* Whether files go into the path: it is a directory, or ends in '/'. */
bool cli_is_directory(const char *path);

/* Makes a directory where there is none. CLI_CLEAN, or CLI_UNREADABLE after a message. */
cli_exit cli_make_directory(const char *path);

#endif
