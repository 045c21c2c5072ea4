/* Writes the output file of a command so that its path never has an incomplete file: the complete file is moved to its
   path, or the path is left as it was. */
#ifndef AP_OUTPUT_FILE_H
#define AP_OUTPUT_FILE_H

#include "cli/options/cli.h"
#include "core/files/new_file.h"
#include "core/report/output.h"
#include "validators/format.h"

/* The output file of a command. Must not be moved in memory while open. */
typedef struct cli_output_file {
    const char *path; /* path as the user gave it; "-" for standard output */
    /* end of the chain of symbolic links at `path`, which is replaced instead of a link; NULL: no link */
    char *resolved;
    /* opened: cli_output_file_open_or_keep_error was called; unopened: opening failed */
    bool opened, unopened;
    /* set by the caller between init and open, if the file is one of many that can be generated again: closing then
       does not wait for the disk */
    bool remakeable;
    bool guarded; /* the target replaces an input, and `stamp` is the state in which the input was read */
    ap_file_stamp stamp;
    ap_output output;
    ap_descriptor_writer descriptor;
    ap_writer writer; /* writer of the file's bytes */
} cli_output_file;

/* Initialises a target that is not open, "-" for standard output. The caller owns `path_or_dash`. */
void cli_output_file_init(cli_output_file *target, const char *path_or_dash);

/* Call before reading the file `input` ("-" or NULL: no file). If the target replaces that file,
   cli_output_file_close refuses to do so if the file has changed since this call. */
void cli_output_file_guard_input_until_close(cli_output_file *target, const char *input);

/* Does what cli_output_file_guard_input_until_close does, but takes the state of the input from the bytes that the caller passes
   to cli_output_file_stamp_input before using them: for an input with a format that is recognised before all of it is read. */
void cli_output_file_guard_input_stamped_later(cli_output_file *target, const char *input);
void cli_output_file_stamp_input(cli_output_file *target, ap_view bytes);

/* Opens the target for writing; for a regular file, opens a temporary file in the target's folder. Returns false on an error,
   which cli_output_file_close then prints. */
bool cli_output_file_open_or_keep_error(cli_output_file *target);

/* Returns true if opening or writing has failed. */
bool cli_output_file_has_error(const cli_output_file *target);

/* If `keep` is true and no write has failed, syncs the written file to the disk and moves it to its path; otherwise
   leaves the old file there. Returns CLI_CLEAN, or after a message CLI_UNREADABLE, or CLI_INTERNAL when out of memory.
   If `keep` is false, reports no error but that of opening. */
cli_exit cli_output_file_close(cli_output_file *target, bool keep);

/* Checks that the file may be replaced: it must be regular and writable. Allows a directory, because reading it then
   fails with a message. Returns CLI_CLEAN and sets *other_names to the number of hard links other than `path`, or
   returns CLI_UNREADABLE after a message. */
cli_exit cli_check_replaceable(const char *path, size_t *other_names);

/* If other_names is not 0, prints how many hard links keep the old content of the replaced file. */
void cli_report_hard_links(const char *path, size_t other_names);

/* Returns the path of a generated file, "DIRECTORY/mrtk-7-000001.bin"; the caller frees it. Returns NULL
   when out of memory. */
char *cli_generated_path(const char *directory, const ap_format *format, size_t seed, size_t number);

/* Returns true if the path is that of a directory or ends in '/': output files are then written into the directory. */
bool cli_names_directory(const char *path);

/* Creates a directory unless it exists. Returns CLI_CLEAN, or another code after a message. */
cli_exit cli_make_directory(const char *path);

#endif
