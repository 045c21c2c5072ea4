/* animproof sets: each companion, such as a mesh, with the files that lint checks against it, and the files without one. The
   files are kept until all are visited, because a mesh may come after its animations. */
#ifndef AP_SETS_H
#define AP_SETS_H

#include "cli/check/companion_folders.h"
#include "cli/check/paired_text.h"
#include "cli/files/file_run.h"
#include "cli/shared/figure_row.h"
#include "core/files/input.h"

enum { SETS_MOST_CANDIDATES = 16 /* most candidates that are named for a file */ };

/* A file of the run, or a companion. */
typedef struct sets_file {
    cli_figure_row row;     /* figures; row.path is the file */
    bool measured;          /* `row` is complete */
    bool visited;           /* a file of the run; false: a companion that the run does not visit */
    bool reported;          /* a message has said why it cannot be read */
    cli_exit lost;          /* exit code of a companion that could not be read */
    const char *lost_text;  /* why */
    const ap_companion *as; /* kind of a companion; NULL: no file has it so far */

    /* Of a companion that is found by its identity, such as the names of its joints */
    uint64_t identity; /* hash of the identity; 0: unknown */
    const struct sets_file
        *variant_of; /* the mesh that this gib model or level of detail belongs to; NULL: none */

    /* Of a format with skeletons */
    ap_view skeleton; /* as ap_set.skeleton returns it; empty: unknown, or too large to keep */
    const struct sets_file
        *differs_from;      /* a file that should have this skeleton, but has another; NULL: none */
    const char *difference; /* the first difference, such as `joint 2 is "spine1", not "spine"` */

    /* The companion of the file */
    struct sets_file *companion; /* NULL: none */
    int by;                      /* cli_pairing */
    bool by_stem; /* true if several files in other folders could be the companion and the stem decided */
    const char *reason;  /* how it was found, or why it was not; NULL: its format has no companion */
    const char *sidecar; /* path of the sidecar; NULL: none */
    const char *candidates[SETS_MOST_CANDIDATES];
    size_t
        candidate_count; /* number of companions that fit, if several do; may exceed SETS_MOST_CANDIDATES */

    size_t hash;
    struct sets_file *next; /* next file in the same slot of the hash table */
} sets_file;

enum { SETS_HUMAN, SETS_JSON };

typedef struct sets_run {
    cli_file_run files; /* must be the first member */
    int form;

    cli_companion_folders folders;
    cli_paired_text text; /* the current file */
    ap_input input;
    ap_arena arena;             /* owns the data of the current file */
    const cli_reading *reading; /* settings of the current file */
    sets_file *current;
    ap_view
        copy; /* copy of the current file's bytes, if the choice of its companion depends on the content */
    bool skipped; /* the current file needs no work */

    ap_view last_skeleton; /* the one kept last, which most files of a folder share */
    ap_arena kept;         /* owns all files and their texts */
    sets_file **list;
    size_t count, room;
    sets_file **buckets;
    size_t bucket_count;
} sets_run;

/* Finds the companion of a file, and measures both. */
cli_exit sets_visit_file(void *record, const cli_entry *entry);

/* Adds a path that could not be read. */
void sets_add_unread(void *record, const cli_entry *entry);

/* Returns true if files of the format belong to sets. */
bool sets_is_for(const void *record, const ap_format *format);

/* Returns the file with the path, which is added if it is new. Returns NULL when out of memory. */
sets_file *sets_get_file(sets_run *run, const char *path);

/* Returns the file with the path, or NULL. */
sets_file *sets_find_file(const sets_run *run, const char *path);

/* Sets sets_file.variant_of of all files (sets_variant.c). */
void sets_find_variants(sets_run *run);

/* Sets sets_file.differs_from of the files of sets and of files that are alone (sets_difference.c). */
void sets_find_differences(sets_run *run);

/* Sorts the files: those of sets first, by the path of the companion, how it was found and their own path; then those without
   a companion; then companions. */
void sets_sort(sets_run *run);

/* Returns true if the file is in no set: it has no companion, and is none. */
bool sets_is_alone(const sets_file *file);

/* Returns the reason why a file is in no set. */
const char *sets_reason(const sets_run *run, const sets_file *file);

/* Returns a figure of the file by its name; NaN if it has none or is unknown. */
double sets_figure(const sets_file *file, const char *name);

/* Print all sets, after they are sorted. */
void sets_print_text(const sets_run *run);
void sets_print_json(const sets_run *run);

#endif
