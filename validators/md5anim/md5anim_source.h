/* Reads an animation from a file, entry by entry, as an ap_md5anim_source; or its frames, each as positions and rotations. */
#ifndef AP_MD5ANIM_SOURCE_H
#define AP_MD5ANIM_SOURCE_H

#include "validators/md5anim/md5anim_stream.h"

typedef struct ap_md5anim_file {
    ap_md5anim_source source; /* must be the first member */
    ap_md5anim_stream stream;
    ap_findings findings; /* counts only */
    ap_md5anim animation;
    ap_md5_list list; /* the list of pairs that is being read */
    int32_t
        *stored_indices; /* index of each component in a stored frame; NULL if the components are stored in
                         the order of the joints */
} ap_md5anim_file;

/* Reads a file's header and hierarchy into file->animation; file->source provides the rest. The result is owned by the arena and
   views the input. Returns NULL if the header or the hierarchy has an error, or when out of memory (arena->failed); an error
   after the hierarchy makes a function of file->source return false. */
ap_md5anim_file *ap_md5anim_open_file(ap_view input, ap_arena *arena);

/* The numbers of a joint: position, then x y z of the orientation. */
typedef float ap_md5anim_joint_numbers[AP_MD5_COMPONENTS];

/* Reads the frames of an animation one after the other. All data is in the arena. */
typedef struct ap_md5anim_frame_reader {
    ap_md5anim_file *file;
    const ap_md5anim *animation;
    double rate;                    /* frames per second */
    ap_md5anim_joint_numbers *base; /* position and orientation of each joint in the baseframe */
    ap_md5anim_joint_numbers *now;  /* position and orientation of each joint in the last frame read */
    float *values;                  /* the stored numbers of the last frame read */
    size_t frames_read;             /* so far */
} ap_md5anim_frame_reader;

/* Opens the file, and reads everything before its frames. All data lives in the arena. Returns false if the file has an error, or
   when out of memory. */
bool ap_md5anim_open_frame_reader(ap_md5anim_frame_reader *frames, ap_view input, ap_arena *arena);

/* Reads the next frame. Returns false if the file has an error, or when out of memory. */
bool ap_md5anim_read_next_frame_unless_error(ap_md5anim_frame_reader *frames);

/* Implements ap_format.same: returns true if two files hold the same animation: joints, counts,
   commandline, and every value bit for bit as float32. Otherwise sets the paths of the first difference in
   each file; both are empty if a file has an error before the first difference, or when out of memory (arena->failed). */
bool ap_md5anim_are_same(ap_view one, ap_view other, ap_arena *arena, char one_path[AP_SAME_PATH_BYTES],
    char other_path[AP_SAME_PATH_BYTES]);

#endif
