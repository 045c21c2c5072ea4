/* Reads a mesh from a file, block by block, as an ap_md5mesh_source. */
#ifndef AP_MD5MESH_SOURCE_H
#define AP_MD5MESH_SOURCE_H

#include "validators/md5mesh/md5mesh_stream.h"

typedef struct ap_md5mesh_file {
    ap_md5mesh_source source; /* must be the first member */
    ap_md5_mesh reader;
    ap_findings findings; /* counts only */
    ap_md5mesh mesh;
} ap_md5mesh_file;

/* Reads a file's header and joints into file->mesh; file->source provides the blocks. The result is owned by the arena and views
   the input. Returns NULL if the header or the joints have an error, or when out of memory (arena->failed); an error after the
   joints makes file->source.block return false. */
ap_md5mesh_file *ap_md5mesh_open_file(ap_view input, ap_arena *arena);

/* Implements ap_format.same: returns true if two files hold the same mesh: joints, blocks, strings, and
   every value bit for bit as float32. Otherwise sets both paths to the path of the first difference; they are empty if a file has
   an error before the difference, or when out of memory (arena->failed). */
bool ap_md5mesh_are_same(ap_view one, ap_view other, ap_arena *arena, char one_path[AP_SAME_PATH_BYTES],
    char other_path[AP_SAME_PATH_BYTES]);

#endif
