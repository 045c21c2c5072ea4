/* Mesh-ensemble motion files for tests, written by hand. Fields carry the paths of the format's page; beside
   them there are "transforms[t][f]" (its 96 bytes), "groups[i].basis.values" and
   "groups[i].coefficients.values" (all of them), "groups[i]" (its first byte) and "end". */
#ifndef MEMG_BUILD_H
#define MEMG_BUILD_H

#include "tests/unit/support/file_build.h"

typedef struct memg_group_spec {
    const char *name;
    size_t name_bytes; /* 0: to the terminator */
    int vertices;      /* mapped to the .obj's vertices `first_vertex` and following, 0 standing for 1 */
    int first_vertex;
    int parent;
    int modes; /* columns of the basis, rows of the coefficients */
} memg_group_spec;

enum { MEMG_SPEC_GROUPS = 4 };

typedef struct memg_spec {
    bool big_endian;
    int frames, timesteps;
    memg_group_spec groups[MEMG_SPEC_GROUPS]; /* to the first without a name */
} memg_spec;

/* Begins the file and writes it; build_free gives its memory back. */
void memg_build(file_build *file, const memg_spec *spec);

/* Defines a function that builds the file with these members of a spec. */
#define MEMG_FILE(function, ...)                                                                             \
    static void function(file_build *file)                                                                   \
    {                                                                                                        \
        memg_build(file, &(memg_spec){ __VA_ARGS__ });                                                       \
    }

/* Files for many tests: 2 frames, 3 timesteps. Nothing in them breaks a rule, one with a note apart. */
void memg_plain(
    file_build *file); /* "body": 2 vertices, 2 modes, frame 0; "head": 1 vertex, 2 modes, frame 1 */
void memg_swapped(file_build *file);   /* the same, big-endian: memg/byte-order */
void memg_groupless(file_build *file); /* no group: memg/no-groups */

#endif
