/* A run of a command over files, one after the other: finds them as lint does, hands each to the command, and counts
   what was skipped.

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

typedef struct cli_file_run {
    /* Options */
    cli_layer asked;
    cli_config_choice config;
    cli_finder finder;
    bool allow_empty; /* nothing to work on is no failure */

    /* Set by the command */
    const char *command;                                         /* "fix" */
    cli_exit (*file)(void *record, const cli_entry *file);       /* or standard input */
    bool (*is_for)(const void *record, const ap_format *format); /* for cli_file_run_skips */

    cli_configs *configs;
    const cli_entry *entry; /* the current one */
    bool for_others;        /* the current file is of a format that the command is not for */
    size_t files;           /* that were worked on */
    size_t skipped;         /* of no format, or excluded */
    size_t other_format;    /* of a format that the command is not for */
    bool stream_skipped;    /* standard input was, by the name that it has */
    cli_exit result;        /* the worst so far */
} cli_file_run;

/* Fills in what holds where a command line says nothing; `file` is called for each file. */
void cli_file_run_prepare(cli_file_run *run, cli_exit (*file)(void *record, const cli_entry *file));

/* Checks the words, which must name something, and opens the configuration. CLI_CLEAN, or after a message CLI_USAGE or
   CLI_INTERNAL. The words must outlive the run. */
cli_exit cli_file_run_open(cli_file_run *run, const char *command, cli_words words);

/* Keeps the process to reading the files of the run; what is open stays open. */
void cli_file_run_sandbox(const cli_file_run *run);

/* Calls run->file for each file in its order, each once. One that fails does not end the run; a configuration that is
   wrong does. */
void cli_file_run_each(cli_file_run *run);

/* Returns true for a file of a folder that there is nothing to do with: it is of no format, or, with an is_for, of one that the
   command is not for. The record begins with a cli_file_run. */
bool cli_file_run_skips(void *record, ap_view input);

/* Counts the current file as worked on or skipped. Returns true if it was skipped. */
bool cli_file_run_count(cli_file_run *run, bool skipped);

/* The exit code of the run. Says so, and returns CLI_UNREADABLE, if no file was worked on and that is not allowed. */
cli_exit cli_file_run_close(const cli_file_run *run);

/* The release of a command whose record begins with a cli_file_run. */
void cli_file_run_release(void *record);

/* Takes the settings but for the rules: a file with errors stays one whatever a configuration says of rules. For a command
   that writes files anew. */
void cli_take_limits(cli_reading *reading, const cli_settings *settings);

extern const cli_option cli_file_run_rows[];

/* The groups of a command whose record has a cli_file_run as a member; the second also has the options of reading. */
// clang-format off
#define CLI_FOLDER_GROUPS(record, member)                                                             \
    { .title = "Files in folders", .rows = cli_choosing_rows, .at = offsetof(record, member.asked) }, \
    { .rows = cli_file_run_rows, .at = offsetof(record, member) },                                    \
    { .rows = cli_config_rows, .at = offsetof(record, member.config) }
#define CLI_FILE_RUN_GROUPS(record, member)                     \
    CLI_FOLDER_GROUPS(record, member),                          \
    CLI_READING_GROUPS(record, member.asked.reading),           \
    { .rows = cli_stream_rows, .at = offsetof(record, member.finder) }
// clang-format on

#endif
