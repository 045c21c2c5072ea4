/* Decides which files of a folder should have another skeleton. */
#ifndef AP_SET_JUDGE_H
#define AP_SET_JUDGE_H

#include <stdbool.h>
#include <stddef.h>

#define AP_SET_NONE ((size_t)-1)

/* A skeleton of the folder. The members after `akin` are set by ap_set_judge. */
typedef struct ap_set_skeleton {
    const bool *akin; /* for each skeleton of the folder: it shares most names with this one */
    size_t
        files; /* number of files with this skeleton; of them, files that have companions, and companions */
    size_t users, companions;
    bool is_served; /* a file has it and its companion too */
    size_t right;   /* the skeleton that files with this one should have; AP_SET_NONE: this one */
} ap_set_skeleton;

/* A file of the folder without errors. */
typedef struct ap_set_file {
    size_t skeleton;     /* index of its skeleton */
    bool is_companion;   /* it is a mesh, which other files have as their companion */
    bool fits_companion; /* its companion, in any folder, was found and has the same skeleton */
    bool is_paired;      /* its companion is next to it under its name, or named for it: it is not compared */
} ap_set_file;

/* Sets the members of the skeletons. Afterwards ap_set_right returns the skeleton that a file should have, or AP_SET_NONE. */
void ap_set_judge(const ap_set_file *files, size_t count, ap_set_skeleton *skeletons, size_t skeleton_count);
size_t ap_set_right(const ap_set_file *file, const ap_set_skeleton *skeletons);

#endif
