/* Finding all files of a run: what was named, what lists name, what else has found. */
#ifndef AP_FIND_FILES_H
#define AP_FIND_FILES_H

#include "cli/config/configs.h"
#include "cli/files/listed_files.h"
#include "cli/files/path_list.h"
#include "cli/files/shard_list.h"
#include "cli/files/walk.h"
#include "cli/shared/sandbox.h"

/* Who is told of what is found. */
typedef struct cli_find_calls {
    void *context;
    cli_visit *visit;
    /* Returns once the members of the archive that were visited are not looked at any more, so that it can be closed. False to
       end the search. NULL: archives are files like others. */
    bool (*leave)(void *context);
} cli_find_calls;

typedef struct cli_finder {
    cli_path_list list;
    char *const *paths; /* files, directories, "-" for standard input */
    size_t path_count;
    cli_listed_files named;  /* more of these; "-" is a file */
    const char *stream_name; /* the name that standard input is read under; NULL: "-" */
    cli_listed_files listed_files;
    cli_configs *configs; /* what holds for each */
    ap_report_shard
        shard; /* of the list, where it is a shard's: then nothing else was named. count 0: it is not */
    bool shard_whole;      /* afterwards: each of its entries was found */
    cli_shard_texts texts; /* why files are skipped, as that list says */

    const cli_find_calls *calls; /* while files are being found */
    cli_archive *archive;        /* that was entered last, if it was not left */
    bool entered;                /* a folder was among the paths */
    bool walks;                  /* a folder; otherwise files are met that something else has found */
    size_t number;               /* of the current entry among those of all shards */
    cli_met met;
} cli_finder;

/* The option that sets stream_name, for a group whose record is a cli_finder. */
extern const cli_option cli_stream_rows[];

/* Checks that a stream_name has a "-" among the paths to name. CLI_CLEAN, or CLI_USAGE after a message. */
cli_exit cli_check_stream(const cli_finder *finder, const char *command, cli_words words);

/* Visits all that is found, each file once. */
void cli_find_files(cli_finder *finder, const cli_find_calls *calls);

/* Opens the archive, visits its members in the order of their names, and closes it once the finder's calls leave it; when they do
   not, it stays open until the finder is freed. Returns false to end the search (find_members.c). */
bool cli_find_members(cli_finder *finder, const cli_entry *archive);

/* Allows reading the paths that are searched, what git keeps elsewhere for their working trees, and the folder of the
   name that standard input has (find_sandbox.c). */
void cli_allow_found(cli_sandbox *sandbox, const cli_finder *finder);

/* Gives back what was found in, once no entry is looked at any more. */
void cli_finder_free(cli_finder *finder);

#endif
