/* Lists the files of a folder that may be companions. Threads may share a folder. */
#ifndef AP_FOLDER_H
#define AP_FOLDER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/archive/archive.h"
#include "cli/config/settings.h"
#include "cli/shared/threads.h"

typedef enum cli_identity_state { CLI_NOT_READ, CLI_HAS_IDENTITY, CLI_WITHOUT_IDENTITY } cli_identity_state;

/* A file with the extension of a companion. */
typedef struct cli_companion_candidate {
    char *path;               /* path with the folder, as in reports */
    const cli_member *member; /* member of the folder's archive; NULL: a file on disk */
    const cli_settings
        *settings;            /* settings of the candidate; NULL in a folder, where those of the file hold */
    cli_identity_state known; /* says if the identity has been read; guarded by the folder's lock */
    uint64_t identity;        /* hash of the identity */
} cli_companion_candidate;

/* The files of a folder that may be companions of one kind. */
typedef struct cli_candidate_list {
    cli_companion_candidate *items;
    size_t count, room;
    bool mixed; /* a candidate has its extension in mixed case, such as "Obj" */
} cli_candidate_list;

/* A folder with the files that may be companions; counted by references. */
typedef struct cli_folder {
    atomic_size_t holders;
    /* archive that contains the folder, or NULL; owned by the caller, must outlive the folder */
    cli_archive *archive;
    char *path;    /* "assets/", "pak.pk4!models/", "" for the working folder */
    size_t inside; /* in an archive: offset in `path` of the name inside the archive */
    /* candidates of all folders below the folder that the user named (companion_tree.h), held by a
       reference; NULL: no folder was named, or this is such a tree itself */
    struct cli_folder *tree;

    cli_mutex lock; /* guards all members after `lock` */
    bool listed;
    int error; /* errno of listing the folder; 0: the candidates are complete */
    cli_candidate_list
        candidates[CLI_COMPANIONS]; /* candidates of each companion kind, in the order of the formats */
    cli_candidate_list set_files;   /* files of formats with ap_format.set */
    struct cli_folder_set *set;     /* their comparison (folder_set.h); NULL before it begins */
} cli_folder;

/* Creates the unlisted folder of the file `path`, with one reference. `member_at`: offset in `path` of the
   name inside the archive. Returns NULL when out of memory. */
cli_folder *cli_folder_make(const char *path, cli_archive *archive, size_t member_at);

/* Returns true if the file is directly in the folder. */
bool cli_folder_has_file(const cli_folder *folder, const char *path, const cli_archive *archive);

/* Adds a candidate for a kind of companion, by its index in the order of the formats. Returns false when out
   of memory. */
bool cli_folder_add(cli_folder *folder, size_t kind, const char *path, const cli_member *member);

void cli_folder_hold(cli_folder *folder);
void cli_folder_release(cli_folder *folder); /* frees the folder after the last reference; NULL is allowed */

/* Returns the format with this extension if its files are compared with others of their folder; otherwise NULL. */
const ap_format *cli_set_format(const char *name);

/* Returns the candidates for a companion, or the files of sets if `companion` is NULL, and lists the folder at the
   first call. The caller holds the folder's lock. If listing failed, folder->error is set and the candidates may be
   incomplete. */
cli_candidate_list *cli_folder_candidates(cli_folder *folder, const ap_companion *companion);

enum { CLI_FOLDERS = 32 };

/* The most recently used folders; initialise with zeros. */
typedef struct cli_folders {
    cli_folder *items[CLI_FOLDERS]; /* folders, the most recently used first */
    size_t count;
} cli_folders;

/* Returns the folder of the file in this tree (NULL: in no tree), valid until CLI_FOLDERS other folders have
   been used. Returns NULL when out of memory. */
cli_folder *cli_folders_get_folder(
    cli_folders *folders, const char *path, cli_archive *archive, size_t member_at, cli_folder *tree);

/* Releases all folders. */
void cli_folders_free(cli_folders *folders);

#endif
