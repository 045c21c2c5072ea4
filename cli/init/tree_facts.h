/* Facts about the files of a folder, for `animproof init`: their formats and errors, the program that uses them, and
   the paths with files that are meant to be broken. */
#ifndef AP_TREE_FACTS_H
#define AP_TREE_FACTS_H

#include <stdbool.h>
#include <stddef.h>

#include "validators/figure.h"

/* A path to exclude, because its name says that the files are meant to be broken. */
typedef struct tree_exclusion {
    char *path; /* path relative to the folder of the configuration, owned; ends in '/' if it is a folder */
    size_t files, broken;
} tree_exclusion;

enum { TREE_PROFILES = 2 };

/* The numbers of files in an archive. */
typedef struct tree_archive {
    /* path of the archive, relative to the folder of the configuration; owned */
    char *path;
    size_t files[AP_MOST_FORMATS]; /* number of files of each format, in the order of ap_formats */
} tree_archive;

typedef struct tree_facts {
    /* number of files of each format, in the order of ap_formats; files in archives are included */
    size_t files[AP_MOST_FORMATS];
    /* number of files with errors; after tree_facts_drop_mostly_valid_exclusions, without those of the exclusions */
    size_t broken;
    size_t published; /* number of MRTK recordings in the published layout */
    /* for each program, the first path that shows its use, owned; NULL: no path does */
    char *signs[TREE_PROFILES];
    tree_exclusion *exclusions; /* paths to exclude, in the order of the walk; owned */
    size_t exclusion_count, exclusion_room;
    tree_archive *archives; /* archives with a file of a known format, in the order of the walk; owned */
    size_t archive_count, archive_room;
    bool no_memory; /* memory ran out, so a fact is missing */
} tree_facts;

/* The result of linting one file of the folder. */
typedef struct tree_file {
    const ap_format *format; /* format of the file; NULL: not recognised */
    /* length of the archive's path at the start of the file's path; 0: the file is in no archive */
    size_t archive_bytes;
    bool has_errors, published;
} tree_file;

/* Looks in the path for signs of the program that uses the files. `path` is relative to the folder, and may be that of
   a file of any kind. A file in an archive has the archive as a folder: "base.pk4/models/hand.md5mesh". */
void tree_facts_look_for_program_signs(tree_facts *facts, const char *path);

/* Counts a file that was linted. */
void tree_facts_add_file(tree_facts *facts, const char *path, const tree_file *file);

/* Drops each exclusion if fewer than half of its files have errors, and subtracts the files with errors of the other
   exclusions from facts->broken. Call once, after the last file. */
void tree_facts_drop_mostly_valid_exclusions(tree_facts *facts);

/* The profile that fits the files of a folder. */
typedef struct tree_profile {
    const char *name; /* name of the profile; NULL: the files show no profile, or several */
    /* the program that uses the files, and a path that shows that; NULL for the profile `published`, which the contents
       of the files show */
    const char *program, *sign;
    /* a second program that the files may be for, and a path that shows that; NULL if the paths show at most one
       program */
    const char *other_program, *other_sign;
} tree_profile;

/* Returns the profile `published` if all files are written as MRTK's published page says; otherwise the profile of the program
   that the paths show, with the name NULL if the paths show none or several. */
tree_profile tree_facts_choose_profile(const tree_facts *facts);

void tree_facts_free(tree_facts *facts);

#endif
