/* Finding all files of a run: what was named, what lists name, what else has found. */
#ifndef AP_FIND_FILES_H
#define AP_FIND_FILES_H

#include "cli/config/configs.h"
#include "cli/files/met_files.h"
#include "cli/files/path_list.h"
#include "cli/files/shard_list.h"
#include "cli/files/walk.h"

/* A file that is wanted. */
typedef struct cli_wanted_file {
    const char *path; /* gone after the call */
    cli_origin origin;
    const cli_settings *settings; /* that it is judged by */
} cli_wanted_file;

/* Who is told of what is found. Each returns false to end the search. Texts are gone after the call, but for `why` of what
   is skipped, which stays as long as the finder. */
typedef struct cli_find_calls {
    bool (*file)(void *context, const cli_wanted_file *file);
    bool (*stream)(void *context, const cli_wanted_file *file); /* standard input; its path: its name */
    bool (*skipped)(void *context, const char *path, const char *why);
    bool (*unread)(void *context, const char *path, cli_exit result, const char *why); /* not even found */
    bool (*stop)(void *context, cli_exit result, const char *why); /* nothing is found after it */
} cli_find_calls;

typedef struct cli_finder {
    cli_path_list list;
    char *const *paths; /* files, directories, "-" for standard input */
    size_t path_count;
    cli_met_files named;     /* more of these; "-" is a file */
    const char *stream_name; /* the name that standard input is read under; NULL: "-" */
    cli_met_files met_files;
    cli_configs *configs; /* what holds for each */
    cli_shard_head
        shard; /* of the list, where it is a shard's: then nothing else was named. count 0: it is not */
    bool shard_whole;      /* afterwards: each of its entries was found */
    cli_shard_texts texts; /* why files are skipped, as that list says */

    const cli_find_calls *calls; /* while files are being found */
    void *context;
    bool entered; /* a folder was among the paths */
    bool walks;   /* a folder; otherwise files are met that something else has found */
    size_t at;    /* number of the current entry among those of all shards */
    cli_met met;
} cli_finder;

/* The option that sets stream_name, for a group whose record is a cli_finder. */
extern const cli_option cli_stream_rows[];

/* Checks that a stream_name has a "-" among the paths to name. CLI_CLEAN, or CLI_USAGE after a message. */
cli_exit cli_check_stream(const cli_finder *finder, const char *command, cli_words words);

/* Says each file to the calls, each once. */
void cli_find_files(cli_finder *finder, const cli_find_calls *calls, void *context);

/* Gives back what was found in. */
void cli_finder_free(cli_finder *finder);

#endif
