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
    /* settings of the candidate itself in a tree; NULL in a folder, where the settings of the checked file apply */
    const cli_settings *settings;
    cli_identity_state known; /* whether `identity` is set; guarded by the folder's lock */
    /* hash of the candidate's identity, such as its joint names, which must equal the identity that a file needs */
    uint64_t identity;
} cli_companion_candidate;

/* The files of a folder that may be companions of one kind. */
typedef struct cli_candidate_list {
    cli_companion_candidate *items;
    size_t count, room;
    bool mixed; /* true if a candidate has its extension in mixed case, such as "Obj" */
} cli_candidate_list;

/* A folder with the files that may be companions; counted by references. */
typedef struct cli_folder {
    atomic_size_t holders;
    /* archive that contains the folder, or NULL; owned by the caller, must outlive the folder */
    cli_archive *archive;
    char *path;    /* path of the folder: "assets/", "pak.pk4!models/", "" for the working folder */
    size_t inside; /* offset in `path` of the folder's name inside the archive; 0 for a folder on disk */
    /* tree of the folder that the user named (companion_folders.h), which contains this folder; held by a reference; NULL:
       no folder was named, or this record is such a tree itself */
    struct cli_folder *tree;

    cli_mutex lock; /* guards all members after `lock` */
    bool listed;
    int error; /* errno of listing the folder; 0: the candidates are complete */
    cli_candidate_list
        candidates[CLI_COMPANIONS]; /* candidates for each companion, by its index for ap_companion_at */
    cli_candidate_list set_files;   /* files of formats that compare skeletons (ap_format.set) */
    /* the comparison of the skeletons of set_files (folder_set.h); NULL: not begun */
    struct cli_folder_comparison *set;
} cli_folder;

/* Sorts the candidates by path. */
void cli_sort_candidates(const cli_candidate_list *candidates);

/* Returns the candidate with this path in a list that is sorted by path; NULL if the list has no such candidate. */
const cli_companion_candidate *cli_find_candidate_by_path(
    const cli_candidate_list *candidates, const char *path);

/* Returns the candidate with this path if the folder also has files of another format, which may need it; NULL otherwise.
   Lists the folder if `may_list` is true, and otherwise returns NULL if the folder was not listed. The result is valid as long as
   the folder. */
const cli_companion_candidate *cli_folder_find_candidate_others_may_need(
    cli_folder *folder, const ap_companion *companion, const char *path, bool may_list);

/* Creates the record of the folder that contains the file `file_path`, with one reference; does not list the folder.
   `member_name_offset`: offset in `file_path` of the name inside the archive. Returns NULL when out of memory. */
cli_folder *cli_folder_create_unlisted(
    const char *file_path, cli_archive *archive, size_t member_name_offset);

/* Adds a candidate for the companion ap_companion_at(kind). Returns false when out of memory. */
bool cli_folder_add_candidate(cli_folder *folder, size_t kind, const char *path, const cli_member *member);

void cli_folder_retain(cli_folder *folder);
void cli_folder_release(cli_folder *folder); /* frees the folder after the last reference; NULL is allowed */

/* Returns the format to which the file name's extension belongs if the skeletons of its files are compared with those of
   other files in their folder; otherwise NULL. */
const ap_format *cli_format_of_set_file(const char *name);

/* Returns the candidates for a companion, or set_files if `companion` is NULL. Lists the folder at the first call. The
   caller holds the folder's lock. If listing failed, folder->error is set and the candidates may be incomplete. */
cli_candidate_list *cli_folder_candidates(cli_folder *folder, const ap_companion *companion);

enum { CLI_FOLDERS = 32 };

/* The most recently used folders; initialise with zeros. */
typedef struct cli_folders {
    cli_folder *items[CLI_FOLDERS]; /* folders, the most recently used first */
    size_t count;
} cli_folders;

/* Returns the folder of the file. `tree` is the tree that contains the folder; NULL: none. The result is valid until
   CLI_FOLDERS other folders have been used. Returns NULL when out of memory. */
cli_folder *cli_folders_get_folder_of_file(cli_folders *folders, const char *file_path, cli_archive *archive,
    size_t member_name_offset, cli_folder *tree);

/* Releases all folders of the list. */
void cli_folders_free(cli_folders *folders);

#endif
