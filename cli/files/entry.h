/* What the search of a run finds: files, and what keeps other files from being read. All sources yield entries: paths, walks of
   directories, archives, lists, lists of shards, git and watching. */
#ifndef AP_ENTRY_H
#define AP_ENTRY_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/archive/archive.h"
#include "cli/config/settings.h"
#include "cli/options/cli.h"
#include "core/files/input.h"
#include "validators/recognize.h"

/* How a file came to be in the run. */
typedef enum cli_origin {
    CLI_MET,        /* found in a directory */
    CLI_INCLUDED,   /* the same, and checked whatever it holds; no walk says so */
    CLI_NAMED,      /* by the user */
    CLI_NAMED_LATER /* by the user, after a walk has found it in a directory */
} cli_origin;

typedef enum cli_entry_kind {
    CLI_ENTRY_FILE,
    CLI_ENTRY_STREAM, /* standard input */
    CLI_ENTRY_MEMBER, /* a file in an archive */
    CLI_ENTRY_SKIPPED,
    CLI_ENTRY_UNREADABLE,
    CLI_ENTRY_STOP /* the last entry: the run cannot go on */
} cli_entry_kind;

typedef struct cli_entry {
    cli_entry_kind kind;
    size_t number;                /* among the entries of all shards, from 0; of a run without shards 0 */
    const char *path;             /* in messages and reports; of the visitor's call */
    cli_origin origin;            /* of a file, a stream and a member */
    const cli_settings *settings; /* of the same; the configuration's */
    cli_archive *archive;         /* of a member; open until the source is told that the member was read */
    const cli_member *member;     /* of the archive */
    size_t member_at;             /* where the member's name begins in the path */
    cli_exit result;              /* of an unreadable entry and of a stop */
    const char
        *reason; /* of a skipped entry and a stop, a text that stays; of an unreadable one, of the call */
} cli_entry;

/* Returns true if the entry has bytes that can be loaded. */
static inline bool cli_entry_is_read(const cli_entry *entry)
{
    return entry->kind <= CLI_ENTRY_MEMBER;
}

/* Takes an entry. Returns false to end the search. */
typedef bool cli_visit(void *context, const cli_entry *entry);

/* Loads the bytes of a file, a stream or a member. Of a file that was found and that only a mark makes one of a format, loads
   the start alone if that shows that the file has none. */
ap_status cli_entry_load(const cli_entry *entry, ap_input *input);

/* Returns the format of a file that was found in a directory, or NULL. `asked`: the format that the user has asked for, or
   NULL. */
const ap_format *cli_recognize_met(const ap_format *asked, const char *name, ap_view input);

/* Returns true for a file that was found in a folder and is of no format, and for one that was named after the walk of its
   folder has yielded it. */
bool cli_entry_skips(const cli_entry *entry, ap_view input);

/* Returns true if the file was found in a folder, and not named. */
bool cli_entry_was_found(const cli_entry *entry);

#endif
