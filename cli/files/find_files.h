/* Finds all files of a run: named paths, paths in lists, and files from git or --watch. */
#ifndef AP_FIND_FILES_H
#define AP_FIND_FILES_H

#include "cli/config/configs.h"
#include "cli/files/listed_files.h"
#include "cli/files/path_list.h"
#include "cli/files/shard_list.h"
#include "cli/files/walk.h"
#include "cli/shared/sandbox.h"

/* Callbacks that list the files with the extension of a companion before the other files of a directory that the
   user named, or of an archive, are visited: `begin` (`path` NULL: the next files are in no named directory), `add`
   for each such file, `end`. The tree of an archive holds until cli_find_calls.leave, that of a directory until the
   next `begin` without an archive. `begin` and `add` return false when out of memory. */
typedef struct cli_tree_calls {
    void *context;
    bool (*begin)(void *context, const char *path, cli_archive *archive);
    bool (*add)(void *context, const cli_entry *entry);
    void (*end)(void *context);
    bool (*stop)(void *context); /* returns true to end the listing of a directory early; NULL: never */
} cli_tree_calls;

/* Callbacks of the search. */
typedef struct cli_find_calls {
    void *context;
    cli_visit *visit;
    /* Waits until no thread uses the members of the current archive, so that the archive can be closed.
       Returns false to end the search. NULL: archives are visited as files, not opened. */
    bool (*leave)(void *context);
    const cli_tree_calls *tree; /* NULL: companions in other folders are not wanted */
} cli_find_calls;

typedef struct cli_finder {
    cli_path_list list;
    char *const *paths; /* files, directories, "-" for standard input */
    size_t path_count;
    cli_listed_files named; /* more paths; "-" is a file here */
    /* name for standard input in messages and for its format and settings; NULL: "-" */
    const char *stream_name;
    cli_listed_files listed_files;
    cli_configs *configs;  /* source of each file's settings */
    ap_report_shard shard; /* the shard that `list` belongs to; count 0: `list` is a plain list or NULL */
    bool shard_complete;   /* result: each entry of the shard was visited */
    cli_shard_texts texts; /* reasons of skipped entries in the shard's list */

    const cli_find_calls *calls; /* set during the search */
    cli_archive *archive;        /* the archive that is open; NULL: none */
    bool entered;                /* a directory was walked */
    bool lists_tree;             /* companions are read from the list of a shard */
    bool walks;                  /* a directory walk is running; false for files from git or --watch */
    size_t number;               /* number of the current entry among the entries of all shards */
    cli_walk_state walk_state;
} cli_finder;

/* Returns the settings for the path, and whether the path is excluded. Also checks the folders of the path,
   unless a walk has checked them already. */
cli_config_result cli_choose_settings(
    const cli_finder *finder, const char *path, cli_config_query_origin kind);

/* Sets what happens to patterns of git that cannot be read: each is an unreadable entry. */
void cli_report_unread_patterns(cli_finder *finder);

/* The option that sets stream_name, for an option group with a cli_finder as its record. */
extern const cli_option cli_stream_rows[];

/* Checks that "-" is among the paths if stream_name is set. Returns CLI_CLEAN, or CLI_USAGE after a
   message. */
cli_exit cli_check_stream_name(const cli_finder *finder, const char *command, cli_operands words);

/* Checks the options of a list, and that standard input is read at most once. Reads the first line of a shard's list into
   finder->shard. Returns CLI_CLEAN; or another exit code after a message, as when `words` are given with a shard's list. */
cli_exit cli_check_path_list(cli_finder *finder, const char *command, cli_operands words);

/* Visits all entries of the run, each file once. */
void cli_find_files(cli_finder *finder, const cli_find_calls *calls);

/* Opens the archive, visits its members in the order of their names, and closes it when
   finder->calls->leave returns true; otherwise the archive stays open until the finder is freed. Returns
   false to end the search (find_members.c). */
bool cli_visit_archive_members(cli_finder *finder, const cli_entry *archive);

/* Lists the companions of a directory, or of the archive that is open (find_tree.c). Returns false when out of
   memory. Errors are left to the walk that follows. */
bool cli_list_tree_companions(cli_finder *finder, const char *path);
bool cli_list_archive_companions(cli_finder *finder, const cli_entry *archive);

/* List the companions of a directory from the list of a shard: one line, and the end. cli_add_listed_companion
   returns false to end the search. */
bool cli_add_listed_companion(cli_finder *finder, const cli_entry *line);
void cli_end_listed_companions(cli_finder *finder);

/* Allows the sandbox to read the searched paths, git's files outside a linked working tree, and the folder
   of the name given to standard input (find_sandbox.c). */
void cli_allow_found_files(cli_sandbox *sandbox, const cli_finder *finder);

/* Frees the finder. No entry may be in use. */
void cli_finder_free(cli_finder *finder);

#endif
