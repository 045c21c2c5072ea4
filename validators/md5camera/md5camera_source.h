/* Reads a camera path from a file, entry by entry, as an ap_md5camera_source. */
#ifndef AP_MD5CAMERA_SOURCE_H
#define AP_MD5CAMERA_SOURCE_H

#include "validators/md5camera/md5camera_stream.h"

typedef struct ap_md5camera_file {
    ap_md5camera_source source; /* must be the first member */
    ap_md5camera_stream stream;
    ap_findings findings; /* counts only */
    ap_md5camera camera;
} ap_md5camera_file;

/* Reads a file's header into file->camera; file->source provides the cuts and then the frames. The result is owned by the arena
   and views the input. Returns NULL if the header has an error or the cuts do not follow it, or when out of memory
   (arena->failed); an error after the header makes a function of file->source return false. */
ap_md5camera_file *ap_md5camera_open_file(ap_view input, ap_arena *arena);

/* Implements ap_format.same: returns true if two files hold the same camera path: counts, rate,
   commandline, cuts, and every number bit for bit as float32. Otherwise sets the paths of the first
   difference in each file; both are empty if a file has an error before the first difference, or when out of memory
   (arena->failed). Text after the last section is not compared. */
bool ap_md5camera_are_same(ap_view one, ap_view other, ap_arena *arena, char one_path[AP_SAME_PATH_BYTES],
    char other_path[AP_SAME_PATH_BYTES]);

#endif
