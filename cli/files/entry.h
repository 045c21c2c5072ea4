/* An entry of a run: a file to read, or the reason why a path is not read. All searches yield entries:
   paths, directory walks, archives, lists, lists of shards, git and --watch. */
#ifndef AP_ENTRY_H
#define AP_ENTRY_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/archive/archive.h"
#include "cli/config/settings.h"
#include "cli/options/cli.h"
#include "core/files/input.h"
#include "validators/recognize.h"

/* How a file entered the run. */
typedef enum cli_path_origin {
    CLI_WALKED, /* found by a directory walk, by git or by --watch, or in an archive */
    /* found by a directory walk, and checked whatever its content, because a pattern of `include` matches */
    CLI_INCLUDED,
    CLI_NAMED,      /* named by the user */
    CLI_NAMED_LATER /* named by the user, after a walk has found the file */
} cli_path_origin;

typedef enum cli_entry_kind {
    CLI_ENTRY_FILE,
    CLI_ENTRY_STREAM, /* standard input */
    CLI_ENTRY_MEMBER, /* a file in an archive */
    CLI_ENTRY_SKIPPED,
    CLI_ENTRY_UNREADABLE,
    CLI_ENTRY_STOP, /* the last entry: an error means that the run cannot continue */

    /* Entries only in the list of a shard, for the callbacks of cli_companion_listing_callbacks */
    CLI_ENTRY_TREE, /* the files that follow are in this named directory; path "": in no named directory */
    CLI_ENTRY_COMPANION
} cli_entry_kind;

typedef struct cli_entry {
    cli_entry_kind kind;
    size_t number;    /* number of the entry among the entries of all shards, from 0; 0 without shards */
    const char *path; /* path as messages and reports show it; valid during the call of the visitor */
    cli_path_origin origin; /* how the entry entered the run; set for a file, a stream or a member */
    /* settings of a file, a stream or a member; owned by the configuration */
    const cli_settings *settings;
    /* archive that holds the file; set for a member, even a skipped or unreadable one, otherwise NULL; stays open until
       cli_find_callbacks.leave returns */
    cli_archive *archive;
    const cli_member *member;  /* the file in `archive`, owned by the archive */
    size_t member_name_offset; /* offset in `path` of the member's name */
    cli_exit result;           /* exit code of an unreadable entry or a stop */
    /* why the entry is skipped or unreadable, or why the run stops; valid during the visitor's call, and the reason of a stop
       until the configuration is freed */
    const char *reason;
} cli_entry;

/* Returns true for a file, a stream or a member, which have bytes to load. */
static inline bool cli_entry_has_bytes(const cli_entry *entry)
{
    return entry->kind <= CLI_ENTRY_MEMBER;
}

/* Receives an entry. Returns false to end the search. */
typedef bool cli_visit(void *context, const cli_entry *entry);

/* Loads the bytes of a file, a stream or a member. If a walk found the file, its name has no extension of a format and the
   user has selected no format, loads only the start of the file if the start shows that its format is unknown. Returns AP_OK,
   or why loading failed, with the message in input->error. */
ap_status cli_entry_load(const cli_entry *entry, ap_input *input);

/* Returns the format of a file that a directory walk found, or NULL if the format is unknown. If `preferred`, the format that
   the user has selected, is not NULL, returns `preferred`, or NULL if the file is not of that format. */
const ap_format *cli_recognize_walked_file(const ap_format *preferred, const char *name, ap_view input);

/* Returns true if the file must not be checked: a walk found it and its format is unknown, or the user named it after a
   walk had checked it. */
bool cli_entry_is_repeated_or_of_unknown_format(const cli_entry *entry, ap_view input);

/* Returns true if a walk found the file, as for CLI_WALKED and CLI_INCLUDED. */
bool cli_entry_was_walked(const cli_entry *entry);

#endif
