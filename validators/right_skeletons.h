/* Decides which files of a folder should have another skeleton. */
#ifndef AP_RIGHT_SKELETONS_H
#define AP_RIGHT_SKELETONS_H

#include <stdbool.h>
#include <stddef.h>

#define AP_SET_NONE ((size_t)-1)

/* A skeleton of the folder. The members after `akin` must be 0; ap_choose_right_skeletons sets them. */
typedef struct ap_set_skeleton {
    const bool *akin;  /* per skeleton of the folder: true if it is akin to this skeleton
                           (ap_skeleton_comparer.are_akin) */
    size_t files;      /* number of files with this skeleton */
    size_t users;      /* number of these files that are not companions, such as animations */
    size_t companions; /* number of these files that are companions, such as meshes */
    bool is_served; /* a file that fits its companion, or both a user and a companion, have this skeleton */
    /* index of the skeleton that files with this skeleton should have; AP_SET_NONE if this skeleton is
       right */
    size_t right;
} ap_set_skeleton;

/* A file of the folder without errors. */
typedef struct ap_set_file {
    size_t skeleton;     /* index of the file's skeleton */
    bool is_companion;   /* the file is a mesh, which other files use as their companion */
    bool fits_companion; /* the file's companion was found, in any folder, and has the same skeleton */
    /* the folder has a companion with the file's own name; the file gets no finding about its skeleton */
    bool is_paired;
} ap_set_file;

/* Sets the members of the skeletons after `akin`. ap_find_right_skeleton then returns the index of the skeleton that a file
   should have. It returns AP_SET_NONE if the file's own skeleton is right, if the file is paired, or if the file is a companion
   and other files that are not companions have its skeleton. */
void ap_choose_right_skeletons(
    const ap_set_file *files, size_t count, ap_set_skeleton *skeletons, size_t skeleton_count);
size_t ap_find_right_skeleton(const ap_set_file *file, const ap_set_skeleton *skeletons);

#endif
