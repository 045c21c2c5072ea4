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

/* State of a command that works on files one after the other. */
typedef struct cli_file_run {
    /* Options */
    cli_settings_layer asked;
    cli_config_choice config;
    cli_finder finder;
    bool allow_empty; /* exit with 0 if the command worked on no file */

    bool opens_archives; /* visit the files in archives too; set by the command */

    /* Members that the command sets */
    const char *command; /* name of the command: "fix" */
    /* what the command does, for the message that no file was found: "measure"; NULL: the name of the command */
    const char *verb;
    cli_exit (*file)(void *record, const cli_entry *file); /* works on one file or on standard input */
    /* called for a path that cannot be read, after the message about it; may be NULL */
    void (*unread)(void *record, const cli_entry *entry);
    /* releases what the command holds of an archive, before the archive is closed; may be NULL */
    void (*leave)(void *record);
    /* returns true if the command supports the format; NULL: the command supports all formats */
    bool (*supports_format)(const void *record, const ap_format *format);
    const cli_companion_listing_callbacks
        *tree; /* callbacks for cli_find_callbacks.tree; NULL if the command does not search for companions */

    cli_configs *configs;
    const cli_entry *entry;  /* the entry that is being visited */
    bool is_of_other_format; /* the current file has a format that the command does not support */
    size_t files;            /* number of files that the command has worked on */
    size_t skipped;          /* number of files that are excluded or have an unknown format */
    size_t other_format;     /* number of files in formats that the command does not support */
    bool stream_skipped;     /* standard input was skipped because of its --stdin-filename */
    cli_exit result;         /* the worst exit code so far */

    /* Results of cli_file_run_load_and_work for the current file; they stay until the next file */
    ap_input input;
    ap_arena arena;                     /* memory for the data of the file */
    const cli_reading_options *reading; /* settings of the file */
    bool is_skipped;                    /* the file is skipped or was named twice */
    const char *error;                  /* message of the error; NULL: none */
} cli_file_run;

/* Sets the defaults of the options. The run will call `file` for each file. */
void cli_file_run_init(cli_file_run *run, cli_exit (*file)(void *record, const cli_entry *file));

/* Checks that the user named a path or a list, and opens the configuration. Returns CLI_CLEAN, or CLI_USAGE or
   CLI_INTERNAL after a message. `words` must outlive the run. */
cli_exit cli_file_run_open(cli_file_run *run, const char *command, cli_operands words);

/* Restricts the process to reading the files of the run; open files stay open. */
void cli_file_run_enter_sandbox(const cli_file_run *run);

/* Calls run->file once for each file, in order. A file that fails does not end the run; an error in the
   configuration does. */
void cli_file_run_visit_files(cli_file_run *run);

/* Returns true if the command skips the file: a walk found it, and its format is unknown or not supported by the command;
   or a walk has visited it before the user's own path to it. The record begins with a cli_file_run. */
bool cli_file_run_decide_to_skip_file(void *record, ap_view input);

/* Loads the file, and calls work(run) inside the guard of run->input unless the command skips the file, and counts the file.
   Returns CLI_CLEAN, or another code after the message run->error, also if memory ran out in run->arena. */
cli_exit cli_file_run_load_and_work(cli_file_run *run, const cli_entry *file, void (*work)(void *record));

/* Counts the current file as worked on or skipped. Returns `skipped`. */
bool cli_file_run_count_and_is_skipped(cli_file_run *run, bool skipped);

/* Returns the exit code of the run. If no file was worked on and --allow-empty is not given, prints a
   message and returns CLI_UNREADABLE. */
cli_exit cli_file_run_finish(const cli_file_run *run);

/* Frees the cli_file_run that a command's record begins with. */
void cli_file_run_release(void *record);

/* Copies the settings of a file, but not its rules and policy, so that a configuration cannot hide errors. For commands
   that write files. */
void cli_copy_settings_but_rules(cli_reading_options *reading, const cli_settings *settings);

extern const cli_option cli_file_run_rows[];

/* Option groups for a command; `member` is the cli_file_run in its record. CLI_FILE_RUN_GROUPS also has the reading
   options; CLI_PATH_LIST_GROUP is for a command that takes lists of paths. */
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
