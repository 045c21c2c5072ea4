/* Facts about the files of a folder, for `animproof init`: their formats and errors, the program that plays them,
   and the paths that are meant to be broken. */
#ifndef AP_TREE_FACTS_H
#define AP_TREE_FACTS_H

#include <stdbool.h>
#include <stddef.h>

#include "validators/format.h"

/* A path with a name that says that the files are meant to be broken. */
typedef struct tree_exclusion {
    char *path; /* relative to the folder, owned; the path of a folder ends in '/' */
    size_t files, broken;
} tree_exclusion;

enum { TREE_MOST_FORMATS = 16, TREE_PROFILES = 2 };

/* The files of an archive. */
typedef struct tree_archive {
    char *path;                      /* relative to the folder, owned */
    size_t files[TREE_MOST_FORMATS]; /* number of files of each format, in the order of ap_formats */
} tree_archive;

typedef struct tree_facts {
    size_t files[TREE_MOST_FORMATS]; /* files of each format, in the order of ap_formats, also in archives */
    size_t broken;                   /* files with errors, except for the excluded ones */
    size_t published;                /* MRTK recordings in the published layout */
    char *signs[TREE_PROFILES];      /* the first path that points to each program, owned; NULL: none */
    tree_exclusion *exclusions;      /* folders to exclude, in the order of the walk; owned */
    size_t exclusion_count, exclusion_room;
    tree_archive *archives; /* archives with a file of a known format, in the order of the walk; owned */
    size_t archive_count, archive_room;
    bool no_memory; /* a fact is missing */
} tree_facts;

/* The result of linting one file. */
typedef struct tree_file {
    const ap_format *format; /* NULL: not recognised */
    size_t archive_bytes; /* length of the beginning of the path that is an archive; 0: the file is in none */
    bool has_errors, published;
} tree_file;

/* Looks for a sign of the program that plays the files. `path` is relative to the folder, and may be the path of
   a file of any kind. A file in an archive has the archive as a folder: "base.pk4/models/hand.md5mesh". */
void tree_facts_add_path(tree_facts *facts, const char *path);

/* Counts a file that was linted. */
void tree_facts_add_file(tree_facts *facts, const char *path, const tree_file *file);

/* Drops an exclusion if fewer than half of its files have errors, and completes the counts. Call once, after
   the last file. */
void tree_facts_finish(tree_facts *facts);

/* The profile for the files of a folder. */
typedef struct tree_profile {
    const char *name; /* NULL: the files do not show which profile fits, or show several */
    const char *program,
        *sign; /* the program that plays the files, and a path that shows it; NULL for the profile
                                   `published`, which follows from the contents */
    const char *other_program,
        *other_sign; /* path that shows use of a second program; NULL if the paths show at most one program */
} tree_profile;

/* Returns the profile that fits: the one that the paths point to, if they do not point to several. */
tree_profile tree_facts_profile(const tree_facts *facts);

void tree_facts_free(tree_facts *facts);

#endif
