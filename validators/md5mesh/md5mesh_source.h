/* A file as the source of a mesh: read once, block by block, when the caller asks for the next one. */
#ifndef AP_MD5MESH_SOURCE_H
#define AP_MD5MESH_SOURCE_H

#include "validators/md5mesh/md5mesh_stream.h"

typedef struct ap_md5mesh_file {
    ap_md5mesh_source source; /* first */
    ap_md5_mesh reader;
    ap_findings findings; /* counts alone */
    ap_md5mesh mesh;
} ap_md5mesh_file;

/* Reads a file's header and joints: file->mesh has them, file->source gives the blocks. In the arena, with views
   into the input. NULL when the file has an error, or when memory has run out (arena->failed). */
ap_md5mesh_file *ap_md5mesh_open_file(ap_view input, ap_arena *arena);

/* Whether two files hold the same mesh: joints, blocks, strings, and every value bit for bit as float32.
   ap_format.same. */
bool ap_md5mesh_same(ap_view one, ap_view other, ap_arena *arena, char one_path[AP_SAME_PATH_BYTES],
    char other_path[AP_SAME_PATH_BYTES]);

#endif
