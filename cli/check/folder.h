/* The folder of a file, and what of its files may be a companion. Threads may share one. */
#ifndef AP_FOLDER_H
#define AP_FOLDER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/archive/archive.h"
#include "cli/options/reading_options.h"
#include "cli/shared/threads.h"

typedef enum cli_identity_state { CLI_NOT_READ, CLI_HAS_IDENTITY, CLI_WITHOUT_IDENTITY } cli_identity_state;

/* A file of the folder with the extension of a companion. */
typedef struct cli_candidate {
    char *path;               /* with that of the folder, as reports name it */
    const cli_member *member; /* of the folder's archive; NULL: a file */
    cli_identity_state known; /* whether it was read for its identity; of the folder's lock */
    uint64_t identity;        /* a hash of it */
} cli_candidate;

typedef struct cli_candidates {
    cli_candidate *items;
    size_t count, room;
    bool mixed; /* one has the extension neither in small letters nor in capitals */
} cli_candidates;

typedef struct cli_folder {
    atomic_size_t holders;
    cli_archive *archive; /* that it is in; NULL: none. The caller's, and longer there than the folder */
    char *path;           /* "assets/", "pak.pk4!models/", "" for the working folder */
    size_t inside;        /* of an archive: where the part of the path in it begins */

    cli_mutex lock; /* for all that follows */
    bool listed;
    int error;                                 /* errno of listing it; 0: its candidates are all there are */
    cli_candidates candidates[CLI_COMPANIONS]; /* in the order of the formats */
} cli_folder;

/* The folder of the file with this path, held once, and not listed yet. `member_at`: where the name in the archive
   begins. NULL: no memory. */
cli_folder *cli_folder_make(const char *path, cli_archive *archive, size_t member_at);

/* Whether it is the folder of the file. */
bool cli_folder_has(const cli_folder *folder, const char *path, const cli_archive *archive);

void cli_folder_hold(cli_folder *folder);
void cli_folder_let_go(cli_folder *folder); /* frees it after the last; NULL is nothing */

/* The candidates for a companion; lists the folder where that was not done. The lock is held. A folder that
   cannot be listed has an error, and candidates that need not be all. */
cli_candidates *cli_folder_candidates(cli_folder *folder, const ap_companion *companion);

enum { CLI_FOLDERS = 32 };

/* The folders of the files that were found last; all zero at first. */
typedef struct cli_folders {
    cli_folder *items[CLI_FOLDERS]; /* the one that was asked for last comes first */
    size_t count;
} cli_folders;

/* The folder of the file; it lives until other folders have taken its place. NULL: no memory. */
cli_folder *cli_folders_of(cli_folders *folders, const char *path, cli_archive *archive, size_t member_at);

/* Lets all go. */
void cli_folders_free(cli_folders *folders);

#endif
