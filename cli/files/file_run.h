/* Runs a command over files, one after the other: finds the files as lint does, passes each to the command,
   and counts skipped files.

   typedef struct fix_run {
       cli_file_run files; // first
       bool diff;
   } fix_run;

   static const cli_option_group groups[] = {
       { .rows = rows },
       CLI_FILE_RUN_GROUPS(fix_run, files),
       { .rows = NULL },
   };
*/
#ifndef AP_FILE_RUN_H
#define AP_FILE_RUN_H

#include "cli/files/find_files.h"
#include "core/files/input.h"

/* State of a command that works on its files one by one. */
typedef struct cli_file_run {
    /* Options */
    cli_layer asked;
    cli_config_choice config;
    cli_finder finder;
    bool allow_empty; /* exit 0 if no file was worked on */

    bool opens_archives; /* set by the command: the files in archives are visited too */

    /* Set by the command */
    const char *command; /* name of the command: "fix" */
    const char *verb;    /* "measure", for the message that there is no file; NULL: the name of the command */
    cli_exit (*file)(void *record, const cli_entry *file); /* works on one file or on standard input */
    /* called for a path that cannot be read, after the message about it; may be NULL */
    void (*unread)(void *record, const cli_entry *entry);
    void (*leave)(void *record); /* called before an archive is closed; may be NULL */
    /* returns true if the command supports the format; NULL: supports all */
    bool (*is_for)(const void *record, const ap_format *format);
    const cli_tree_calls
        *tree; /* callbacks for cli_find_calls.tree; NULL if the command does not search for companions */

    cli_configs *configs;
    const cli_entry *entry; /* the current entry */
    bool for_others;        /* the command does not support the format of the current file */
    size_t files;           /* number of files worked on */
    size_t skipped;         /* number of files that are excluded or have an unknown format */
    size_t other_format;    /* number of files in formats that the command does not support */
    bool stream_skipped;    /* standard input was skipped because of its --stdin-filename */
    cli_exit result;        /* the worst exit code so far */
} cli_file_run;

/* Sets the defaults of the options. `file` is called for each file. */
void cli_file_run_init(cli_file_run *run, cli_exit (*file)(void *record, const cli_entry *file));

/* Checks that a path or a list is given, and opens the configuration. Returns CLI_CLEAN, or CLI_USAGE or
   CLI_INTERNAL after a message. `words` must outlive the run. */
cli_exit cli_file_run_open(cli_file_run *run, const char *command, cli_operands words);

/* Restricts the process to reading the files of the run; open files stay open. */
void cli_file_run_sandbox(const cli_file_run *run);

/* Calls run->file once for each file, in order. A file that fails does not end the run; an error in the
   configuration does. */
void cli_file_run_visit_files(cli_file_run *run);

/* Returns true if the command skips the file: a walk found it, and its format is unknown or not supported
   by the command. The record begins with a cli_file_run. */
bool cli_file_run_skips(void *record, ap_view input);

/* Counts the current file as worked on or skipped. Returns `skipped`. */
bool cli_file_run_count_file(cli_file_run *run, bool skipped);

/* Returns the exit code of the run. If no file was worked on and --allow-empty is not given, prints a
   message and returns CLI_UNREADABLE. */
cli_exit cli_file_run_close(const cli_file_run *run);

/* Releases a command with a record that begins with a cli_file_run. */
void cli_file_run_release(void *record);

/* Copies the settings except for the rules and the policy, so that a configuration cannot hide errors. For
   commands that write files anew. */
void cli_copy_settings_but_rules(cli_reading *reading, const cli_settings *settings);

extern const cli_option cli_file_run_rows[];

/* Option groups for a command with a cli_file_run as a member of its record. The last macro also has the
   reading options; CLI_PATH_LIST_GROUP is for a command that takes lists of paths. */
// clang-format off
#define CLI_FOLDER_GROUPS(record, member)                                                             \
    { .title = "Files in folders", .rows = cli_choosing_rows, .at = offsetof(record, member.asked) }, \
    { .rows = cli_file_run_rows, .at = offsetof(record, member) },                                    \
    { .rows = cli_config_rows, .at = offsetof(record, member.config) }
#define CLI_PATH_LIST_GROUP(record, member) \
    { .rows = cli_path_list_rows, .at = offsetof(record, member.finder.list) }
#define CLI_FILE_RUN_GROUPS(record, member)                     \
    CLI_FOLDER_GROUPS(record, member),                          \
    CLI_READING_GROUPS(record, member.asked.reading),           \
    { .rows = cli_stream_rows, .at = offsetof(record, member.finder) }
// clang-format on

#endif
