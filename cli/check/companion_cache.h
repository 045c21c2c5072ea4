/* Companions that files find by themselves: each is parsed once for all files that it serves, as long as it is among
   the last ones. Threads share them. */
#ifndef AP_COMPANION_CACHE_H
#define AP_COMPANION_CACHE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/stat.h>

#include "cli/check/folder.h"
#include "cli/config/settings.h"
#include "cli/shared/companion.h"
#include "cli/shared/threads.h"

/* A companion that was found. */
typedef struct cli_found_companion {
    atomic_size_t holders;
    char *path;
    const cli_settings *settings;     /* that it is parsed by: those of the file it was found for */
    const cli_archive *archive;       /* that it is in, or NULL */
    struct cli_found_companion *next; /* among those that are kept */

    cli_mutex lock; /* while it is loaded */
    bool loaded;
    atomic_size_t held_bytes; /* what it takes in memory, about; 0 until it is loaded */
    struct stat about;        /* what it is known by; st_ino 0: not known */
    cli_companion companion;  /* its findings are for the thread that tells of it */
    atomic_bool told;         /* what is wrong with it alone has been told */
} cli_found_companion;

enum {
    CLI_COMPANIONS_KEPT = 64,              /* companions, */
    CLI_COMPANIONS_KEPT_BYTES = 256 << 20, /* and their memory, as long as nobody holds them */
};

typedef struct cli_companion_cache {
    cli_mutex lock;
    cli_found_companion *kept; /* the one that was asked for last comes first */
} cli_companion_cache;

void cli_companion_cache_init(cli_companion_cache *cache);
void cli_companion_cache_free(cli_companion_cache *cache);

/* The companion at that place, loaded and parsed as far as that went, and held: cli_found_companion_release gives it back. NULL:
   no memory. */
cli_found_companion *cli_companion_cache_get(cli_companion_cache *cache, const cli_folder *folder,
    const cli_candidate *candidate, const ap_companion *companion, const cli_settings *settings);

void cli_found_companion_release(cli_found_companion *beside);

/* The companion in the folder that has the file's stem; NULL: none. Then `wants` of the file decides: *search says
   whether there is something to search among. *error: errno of listing the folder, which then has none; otherwise 0. */
const cli_candidate *cli_find_stem(
    cli_folder *folder, const ap_companion *companion, const char *path, bool *search, int *error);

typedef struct cli_search {
    const ap_companion *companion;
    const cli_settings *settings;
    ap_view wanted; /* what the file wants */

    /* Afterwards */
    size_t count; /* how many have it */
    cli_found_companion
        *unread;    /* the first candidate that could not be read, held: one that may have it; NULL: none */
    bool no_memory; /* to ask one for what it has */
} cli_search;

/* The only one which has what a file wants; NULL: none, several, or it is not known since one could not be asked. */
const cli_candidate *cli_find_wanted(cli_companion_cache *cache, cli_folder *folder, cli_search *search);

#endif
