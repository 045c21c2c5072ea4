/* id Tech 4 skeletal animation (`.md5anim`): the model, and the format as the program sees it. */
#ifndef AP_MD5ANIM_H
#define AP_MD5ANIM_H

#include "core/text/text_io.h"
#include "validators/format.h"
#include "validators/md5/md5_pair.h"

enum {
    AP_MD5_TRANSLATION_BITS = 7, /* Tx Ty Tz */
    AP_MD5_ROTATION_BITS = 56,   /* Qx Qy Qz */
    AP_MD5_FLAG_BITS = 63,
    AP_MD5_COMPONENTS = 6
};

/* An animation, as far as it is kept in memory. */
typedef struct ap_md5anim_joint {
    ap_view name;
    int32_t parent; /* -1: none; otherwise less than the joint's own index */
    int32_t flags;  /* of AP_MD5_FLAG_BITS */
} ap_md5anim_joint;

typedef struct ap_md5anim {
    ap_view commandline; /* without quotes */
    int32_t frame_count;
    int32_t frame_rate;
    float fractional_rate; /* instead of frame_rate, where it is not 0 */
    const ap_md5anim_joint *joints;
    size_t joint_count;
    const ap_text_style *style; /* to be written in; NULL: canonical form */
} ap_md5anim;

/* Gives what is not kept in memory, entry by entry in the order of the file. Each function returns false when
   it cannot: the writing ends then. Of a pair, only the values are looked at. A frame's values are as many as
   the joints' flags have bits, joint by joint; all are finite. */
typedef struct ap_md5anim_source ap_md5anim_source;
struct ap_md5anim_source {
    bool (*bounds)(ap_md5anim_source *source, size_t frame, ap_md5_pair *pair);
    bool (*baseframe)(ap_md5anim_source *source, size_t joint, ap_md5_pair *pair);
    bool (*frame)(ap_md5anim_source *source, size_t frame, float *values);
};

/* Writes an animation, in canonical form where it has no style. False when the source says so, memory has run
   out (arena->failed) or the writer has failed. The caller finishes the writer. */
bool ap_md5anim_write(
    const ap_md5anim *animation, ap_md5anim_source *source, ap_arena *arena, ap_writer *writer);

/* The same with the animation that a file holds, which is read again as it is written: of a file, only the
   joints and one frame are kept. False, too, when the file has an error. */
bool ap_md5anim_write_file(ap_view input, const ap_lint_options *options, ap_arena *arena, ap_writer *writer);

/* ap_format.fill: what the filler says, in canonical form; the components of a frame are as it has them. */
bool ap_md5anim_fill(const ap_filler *filler, const char *variant, ap_arena *arena, ap_writer *writer);

extern const ap_format ap_md5anim_format;
extern const struct ap_fixer_table ap_md5anim_fixers;

/* ap_format.to_gltf and to_csv; services/export has them. */
bool ap_md5anim_to_gltf(const struct ap_export_source *source, struct ap_gltf *gltf);
bool ap_md5anim_to_csv(ap_view input, const ap_lint_options *options, struct ap_csv *csv);

#endif
