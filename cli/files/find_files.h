/* Finds all files of a run: paths that the user named, paths in lists, and files that git or --watch report. */
#ifndef AP_FIND_FILES_H
#define AP_FIND_FILES_H

#include "cli/config/configs.h"
#include "cli/files/listed_files.h"
#include "cli/files/path_list.h"
#include "cli/files/shard_list.h"
#include "cli/files/walk.h"
#include "cli/shared/sandbox.h"

/* Callbacks that list companions before other files. Before the files of a named directory or of an archive are
   visited, the search calls `begin`, then `add` for each file with the extension of a companion, then `end`. `begin`
   with `path` NULL: the next files are in no named directory; neither `add` nor `end` follows. The companions of an
   archive are valid until cli_find_callbacks.leave, those of a directory until the next `begin` without an archive.
   `begin` and `add` return false when out of memory. */
typedef struct cli_companion_listing_callbacks {
    void *context;
    bool (*begin)(void *context, const char *path, cli_archive *archive);
    bool (*add)(void *context, const cli_entry *entry);
    void (*end)(void *context);
    /* returns true to stop listing a directory; NULL: a listing is never stopped */
    bool (*stop)(void *context);
} cli_companion_listing_callbacks;

/* Callbacks of the search. */
typedef struct cli_find_callbacks {
    void *context;
    cli_visit *visit;
    /* Waits until no thread uses the members of the current archive, so that the archive can be closed.
       Returns false to end the search. NULL: archives are visited as files, not opened. */
    bool (*leave)(void *context);
    /* callbacks that list companions; NULL: companions in other folders are not wanted */
    const cli_companion_listing_callbacks *tree;
} cli_find_callbacks;

typedef struct cli_finder {
    cli_path_list list;
    char *const *paths; /* paths that the user named: files, directories, "-" for standard input */
    size_t path_count;
    cli_listed_files named; /* more paths that the user named; "-" is a file name here */
    /* name for standard input in messages and for its format and settings; NULL: "-" */
    const char *stream_name;
    cli_listed_files listed_files;
    cli_configs *configs;  /* source of each file's settings */
    ap_report_shard shard; /* shard that `list` belongs to; count 0: `list` is a plain list, or not given */
    bool shard_complete;   /* result: all entries of the shard were visited */

    const cli_find_callbacks *calls; /* callbacks of the current search; set by cli_find_files */
    /* the archive that is open; NULL: none; closed by the owner of the finder if the search has ended within an archive */
    cli_archive *archive;
    bool has_walked; /* a directory was entered, or a file visited as if a walk had found it */
    bool lists_tree; /* a directory's companions are being read from a shard's list; `end` must follow */
    bool walks;      /* a directory walk is running; false for files from git or --watch */
    size_t number;   /* number of the current entry among the entries of all shards */
    cli_walked_paths walk_state;
} cli_finder;

/* Returns the settings for the path, and sets `skip_reason` if the path is excluded. Also checks the folders of the path,
   unless a walk has checked them already. `kind`: how the path entered the run. */
cli_settings_result cli_find_settings_of_path(
    const cli_finder *finder, const char *path, cli_settings_query_origin kind);

/* Makes the search visit an unreadable entry for each file of git ignore patterns that it cannot read. */
void cli_enable_ignore_file_reports(cli_finder *finder);

/* The option that sets stream_name, for an option group with a cli_finder as its record. */
extern const cli_option cli_stream_rows[];

/* If stream_name is set, checks that "-" is among the paths, and that stream_name is not empty and does not end in '/'.
   Returns CLI_CLEAN, or CLI_USAGE after a message. */
cli_exit cli_check_stream_name(const cli_finder *finder, const char *command, cli_operands words);

/* Checks the options about lists, and that standard input is read at most once. If the list is that of a shard, reads
   its first line into finder->shard. Returns CLI_CLEAN, or another exit code after a message, for example if `words`
   are given with a shard's list. */
cli_exit cli_check_path_list_and_read_shard(cli_finder *finder, const char *command, cli_operands words);

/* Visits all entries of the run. Visits each file once, except that a file named after a walk has visited it is visited
   again, with the origin CLI_NAMED_LATER. */
void cli_find_files(cli_finder *finder, const cli_find_callbacks *calls);

/* Opens the archive, and visits its members in the order of their names. Then calls finder->calls->leave, and closes the
   archive if that returns true; otherwise the archive stays open in finder->archive. If `bytes` is not NULL, the archive is in
   memory, and archive->path is used in messages and paths only; the bytes must stay valid until the archive is closed. Returns
   false to end the search. Implemented in find_members.c. */
bool cli_visit_archive_members(cli_finder *finder, const cli_entry *archive, const ap_view *bytes);

/* Lists the companions in a directory, or in the archive that is open. Returns false when out of memory. Reports no
   other errors, because the walk that follows reports them. Implemented in find_tree.c. */
bool cli_list_tree_companions(cli_finder *finder, const char *path);
bool cli_list_archive_companions(cli_finder *finder, const cli_entry *archive);

/* Read the companions of a directory from the list of a shard. cli_handle_listed_companion_line handles one line: it begins
   the list of the directory, or adds a companion. Returns false to end the search. cli_end_listed_companions ends the
   directory's companions. */
bool cli_handle_listed_companion_line(cli_finder *finder, const cli_entry *line);
void cli_end_listed_companions(cli_finder *finder);

/* Allows the sandbox to read finder->paths, git's files outside a linked working tree, the companions that configurations
   name, and the folder of the name given to standard input. Implemented in find_sandbox.c. */
void cli_allow_searched_paths(cli_sandbox *sandbox, const cli_finder *finder);

#endif
