/* Declares animproof sets, which prints each companion, such as a mesh, with the files that lint checks against it, and
   the files without a companion. Files are kept in memory until all are visited, because a mesh may come after its
   animations. */
#ifndef AP_SETS_H
#define AP_SETS_H

#include "cli/check/companion_folders.h"
#include "cli/check/paired_text.h"
#include "cli/files/file_run.h"
#include "cli/shared/file_figures.h"
#include "cli/shared/input_copy.h"
#include "core/files/input.h"

enum { SETS_MOST_CANDIDATES = 16 /* most candidates that are listed for a file if several fit */ };

/* A file of the run, or a companion of one. */
typedef struct sets_file {
    cli_file_figures row;          /* figures of the file; row.path is its path */
    bool measured;                 /* `row` is complete */
    bool visited;                  /* a file of the run; false: a companion that the run does not visit */
    bool reported;                 /* a message has said why the file cannot be read */
    cli_exit unreadable_exit;      /* exit code of a companion that could not be read */
    const char *unreadable_reason; /* why */
    const ap_companion
        *companion_kind; /* kind of companion that the file is; NULL: no file has it as companion so far */

    /* Members of a companion that is found by its identity, such as the names of its joints */
    uint64_t identity; /* hash of the identity; 0: unknown */
    /* if this mesh is a gib model or a level of detail: the mesh of the same model; NULL: none */
    const struct sets_file *variant_of;

    /* Members of a file in a format with skeletons */
    /* skeleton of the file, as ap_skeleton_comparer.skeleton returns it; empty: unknown, or too large to keep */
    ap_view skeleton;
    const struct sets_file
        *differs_from; /* a file with another skeleton, which this file should be like; NULL: none */
    /* the first difference from the skeleton of `differs_from`, such as `joint 2 is "spine1", not "spine"` */
    const char *difference;

    /* Members about the companion of the file */
    struct sets_file *companion; /* NULL: none */
    int found_by;                /* ap_pairing */
    /* several files in other folders could be the companion, and the stems of their names decided */
    bool found_by_stem;
    /* how the companion was found, or why the file has none; NULL: files of its format have no companion */
    const char *reason;
    const char *sidecar; /* path of the sidecar; NULL: none */
    const char *candidates[SETS_MOST_CANDIDATES];
    size_t candidate_count; /* number of candidates if several fit; may exceed SETS_MOST_CANDIDATES */
} sets_file;

enum { SETS_HUMAN, SETS_JSON };

typedef struct sets_run {
    cli_file_run files; /* options, configuration and exit code; must be the first member */
    int form;

    cli_companion_folder_listings folders;
    cli_text_pairing text; /* search for the companion of the current file */
    sets_file *current;
    ap_view
        copy; /* copy of the current file's bytes, if the choice of its companion depends on the content */
    ap_view last_skeleton; /* the skeleton that was kept last: most files of a folder have one skeleton */
    ap_arena kept;         /* owns all files and their texts */
    sets_file **list;
    size_t count, room;
    void *by_path; /* the same files, as a tree made by tsearch */
} sets_run;

/* Measures a file and its companion, which it searches for. Implements cli_file_run.file. */
cli_exit sets_visit_file(void *record, const cli_entry *entry);

/* Adds a path that could not be read. */
void sets_add_unreadable_path(void *record, const cli_entry *entry);

/* Returns true if files of the format have companions or are companions. */
bool sets_supports_format(const void *record, const ap_format *format);

/* Returns the file with the path, which is added if it is new. Returns NULL when out of memory. */
sets_file *sets_find_or_add_file(sets_run *run, const char *path);

/* Returns the file with the path, or NULL if no file was added with it. */
sets_file *sets_find_file(const sets_run *run, const char *path);

/* Sets sets_file.variant_of of all files. Implemented in sets_variant.c. */
void sets_find_variants(sets_run *run);

/* Sets sets_file.differs_from of files that have a companion or neither have nor are one. Implemented in
   sets_difference.c. */
void sets_find_differences(sets_run *run);

/* Sorts the files. First come files with a companion: by the path of the companion, then how it was found, then by
   their own path. Then come files without a companion, then companions. */
void sets_sort_files(sets_run *run);

/* Returns true if the file is in no set: it has no companion, and no file has it as companion. */
bool sets_is_file_without_set(const sets_file *file);

/* Returns why a file that is in no set has no companion, or why no file has it as companion. */
const char *sets_reason_for_no_set(const sets_run *run, const sets_file *file);

/* Print all sets; the files must be sorted. */
void sets_print_text(const sets_run *run);
void sets_print_json(const sets_run *run);

#endif
