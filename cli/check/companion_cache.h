/* Caches companions found on disk, so that each is parsed once for all files that use it. Shared by all
   threads. */
#ifndef AP_COMPANION_CACHE_H
#define AP_COMPANION_CACHE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/stat.h>

#include "cli/check/folder.h"
#include "cli/config/companion_keys.h"
#include "cli/shared/companion.h"
#include "cli/shared/threads.h"

/* A companion in the cache: found by a search, or named by a configuration and perhaps unreadable. */
typedef struct cli_found_companion {
    atomic_size_t holders;
    char *path;
    /* settings with which the companion is parsed; a file with other settings needs another record */
    const cli_settings *settings;
    const cli_archive *archive; /* archive that contains the companion, or NULL */
    /* line of the configuration that names the companion, ".animproof.ini:4"; "" if none does */
    char origin[CLI_COMPANION_ORIGIN_BYTES];
    struct cli_found_companion *next; /* next in the cache's list */

    cli_mutex lock; /* held while the companion is loaded */
    bool loaded;
    atomic_size_t held_bytes; /* approximate memory use; 0 until loaded */
    struct stat about;        /* device and inode of the companion; st_ino 0: unknown */
    cli_companion companion;  /* the parsed companion; only the reporting thread uses its findings */
    bool
        is_clean; /* parsing added no finding and met no suppression comment; set when the companion is loaded */
    atomic_bool reported; /* the companion's own findings have been reported */
} cli_found_companion;

enum {
    /* Limits of the number and of the memory of cached companions; exceeded only by companions that a thread holds, and by a
       single large companion */
    CLI_COMPANIONS_KEPT = 64,
    CLI_COMPANIONS_KEPT_BYTES = 256 << 20,
};

/* Looks up the texts of files that are open in an editor. */
typedef struct cli_editor_text_lookup {
    void *context;
    /* Sets *text to the text of the file with its unsaved changes. Returns false if the file is not open. */
    bool (*find)(void *context, const char *path, ap_view *text);
} cli_editor_text_lookup;

typedef struct cli_companion_cache {
    /* texts that are read instead of the files on disk; NULL: all files are read from disk */
    const cli_editor_text_lookup *texts;
    cli_mutex lock;
    cli_found_companion *kept; /* list of cached companions, the most recently used first */
} cli_companion_cache;

void cli_companion_cache_init(cli_companion_cache *cache);
void cli_companion_cache_free(cli_companion_cache *cache);

/* Drops all cached companions; later calls read the files again. No other thread may use the cache. */
void cli_companion_cache_clear(cli_companion_cache *cache);

/* Returns the companion of this candidate, loaded and parsed as far as possible. Release it by
   cli_found_companion_release. Returns NULL when out of memory. */
cli_found_companion *cli_companion_cache_get(cli_companion_cache *cache, const cli_folder *folder,
    const cli_companion_candidate *candidate, const ap_companion *companion, const cli_settings *settings);

/* Returns the companion that the settings name. `kind` is the index of `companion` for ap_companion_at. Release the
   result by cli_found_companion_release. Returns NULL when out of memory. */
cli_found_companion *cli_companion_cache_get_configured(
    cli_companion_cache *cache, size_t kind, const ap_companion *companion, const cli_settings *settings);

void cli_found_companion_release(cli_found_companion *found_companion);

#endif
