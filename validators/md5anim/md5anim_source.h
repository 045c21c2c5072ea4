/* A file as the source of an animation: read once, entry by entry, when the caller asks for the next one. */
#ifndef AP_MD5ANIM_SOURCE_H
#define AP_MD5ANIM_SOURCE_H

#include "validators/md5anim/md5anim_stream.h"

typedef struct ap_md5anim_file {
    ap_md5anim_source source; /* first */
    ap_md5anim_stream stream;
    ap_findings findings; /* counts alone */
    ap_md5anim animation;
    ap_md5_list list; /* of pairs, being read */
    int32_t *places;  /* of the components in a stored frame; NULL: in order */
} ap_md5anim_file;

/* Reads a file's header and hierarchy: file->animation has them, file->source gives the rest. In the arena,
   with views into the input. NULL when the file has an error, or when memory has run out (arena->failed). */
ap_md5anim_file *ap_md5anim_open_file(ap_view input, ap_arena *arena);

/* Whether two files hold the same animation: joints, counts, commandline, and every value bit for bit as
   float32. Where not, the paths say of what, on either side. False, with both paths empty, when one of them
   has an error or memory has run out (arena->failed). ap_format.same. */
bool ap_md5anim_same(ap_view one, ap_view other, ap_arena *arena, char one_path[AP_SAME_PATH_BYTES],
    char other_path[AP_SAME_PATH_BYTES]);

#endif
