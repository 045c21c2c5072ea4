/* Gives each file of a run the folder to search for its companion, and lists the tree of the directory or archive
   that the file is in. */
#ifndef AP_COMPANION_FOLDERS_H
#define AP_COMPANION_FOLDERS_H

#include "cli/check/folder.h"
#include "cli/files/find_files.h"

/* Most candidates of one kind of companion in a tree; a tree with more does not have all of them, and must not be searched.
   Bounds memory: a candidate takes about 60 bytes and its path. */
enum { CLI_TREE_CANDIDATES = 1 << 16 };

/* The recently used folders, and the trees: the candidates for companions below a named folder, or in an archive. */
typedef struct cli_companion_folder_listings {
    cli_folders recent;
    cli_folder *tree;         /* candidates below the named directory that the walk visits now; NULL: none */
    cli_folder *archive_tree; /* candidates in the archive that the walk visits now; NULL: none */
    cli_folder *listed_tree;  /* `tree` or `archive_tree` while it is being listed; otherwise NULL */
    cli_companion_listing_callbacks
        calls; /* callbacks for cli_find_callbacks.tree; their context is this record */
    /* most milliseconds for listing a named directory; a directory that takes longer has no tree; 0: no limit */
    int64_t most_ms;
    int64_t begin_ms;
    bool stopped; /* the limit most_ms was reached */
} cli_companion_folder_listings;

/* Initialises an empty record, which must not be moved in memory. */
void cli_companion_folders_init(cli_companion_folder_listings *folders);

/* Returns the folder to search for the companion of a file, a named stream or an archive member. The result is valid
   until CLI_FOLDERS other folders have been used. Returns NULL when out of memory. */
cli_folder *cli_companion_folders_get(cli_companion_folder_listings *folders, const cli_entry *entry);

/* Releases all folders and the tree of the archive. Must be called before the archive is closed. */
void cli_companion_folders_release_recent_and_archive(cli_companion_folder_listings *folders);

void cli_companion_folders_free(cli_companion_folder_listings *folders);

#endif
