/* A file as the source of a camera path: read once, entry by entry, when the caller asks for the next one. */
#ifndef AP_MD5CAMERA_SOURCE_H
#define AP_MD5CAMERA_SOURCE_H

#include "validators/md5camera/md5camera_stream.h"

typedef struct ap_md5camera_file {
    ap_md5camera_source source; /* first */
    ap_md5camera_stream stream;
    ap_findings findings; /* counts alone */
    ap_md5camera camera;
} ap_md5camera_file;

/* Reads a file's header: file->camera has it, file->source gives the rest, the cuts and then the frames. In the
   arena, with views into the input. NULL when the file has an error, or when memory has run out
   (arena->failed). */
ap_md5camera_file *ap_md5camera_open_file(ap_view input, ap_arena *arena);

/* Whether two files hold the same camera path: counts, rate, commandline, cuts, and every number bit for bit as
   float32. Where not, the paths say of what, on either side. False, with both paths empty, when one of them has
   an error or memory has run out (arena->failed). ap_format.same. */
bool ap_md5camera_same(ap_view one, ap_view other, ap_arena *arena, char one_path[AP_SAME_PATH_BYTES],
    char other_path[AP_SAME_PATH_BYTES]);

#endif
