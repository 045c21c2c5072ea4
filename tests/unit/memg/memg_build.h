/* Writes mesh-ensemble motion files for tests, without the library's layouts. Each field has the path that reports use. Further
   paths: "transforms[t][f]" (the 96 bytes of a transform), "groups[i].basis.values", "groups[i].coefficients.values" (the bytes
   of a matrix), "groups[i]" (offset of a group) and "end". */
#ifndef MEMG_BUILD_H
#define MEMG_BUILD_H

#include "tests/unit/support/file_build.h"

typedef struct memg_group_spec {
    const char *name;
    size_t name_bytes; /* length of `name`; 0: up to the NUL */
    int vertices;      /* number of vertices, mapped to consecutive vertices of the .obj */
    int first_vertex;  /* vertex of the .obj that the first vertex is mapped to; 0: vertex 1 */
    int parent;
    int modes; /* number of columns of the basis, and of rows of the coefficients */
} memg_group_spec;

enum { MEMG_SPEC_GROUPS = 4 };

typedef struct memg_spec {
    bool big_endian;
    int frames, timesteps;
    memg_group_spec groups[MEMG_SPEC_GROUPS]; /* a NULL name ends the list */
} memg_spec;

/* Writes the file that the spec describes. The caller calls file_build_free(). */
void memg_build(file_build *file, const memg_spec *spec);

/* Defines a function that builds the file with these members of a spec. */
#define MEMG_FILE(function, ...)                                                                             \
    static void function(file_build *file)                                                                   \
    {                                                                                                        \
        memg_build(file, &(memg_spec){ __VA_ARGS__ });                                                       \
    }

/* Writes a file without findings: 2 frames, 3 timesteps, the groups "body" (2 vertices, 2 modes, frame 0) and "head" (1 vertex,
   2 modes, frame 1). */
void build_plain_memg(file_build *file);

/* Writes the file of build_plain_memg in big-endian, with a finding of memg/byte-order. */
void build_big_endian_memg(file_build *file);

/* Writes the file of build_plain_memg without its groups, with a finding of memg/no-groups. */
void build_memg_without_groups(file_build *file);

#endif
