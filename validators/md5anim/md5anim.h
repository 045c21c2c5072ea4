/* id Tech 4 skeletal animation (`.md5anim`): the model of an animation, its writers, and the format's
   functions. */
#ifndef AP_MD5ANIM_H
#define AP_MD5ANIM_H

#include "core/text/text_io.h"
#include "validators/format.h"
#include "validators/md5/md5_pair.h"

enum {
    AP_MD5_TRANSLATION_BITS = 7, /* bits of the position: Tx Ty Tz */
    AP_MD5_ROTATION_BITS = 56,   /* bits of the rotation: Qx Qy Qz */
    AP_MD5_FLAG_BITS = 63,
    AP_MD5_COMPONENTS = 6
};

/* A joint of an animation. */
typedef struct ap_md5anim_joint {
    ap_view name;
    int32_t parent; /* -1 for no parent; otherwise less than the joint's own index */
    int32_t flags;  /* animated components, as bits of AP_MD5_FLAG_BITS */
} ap_md5anim_joint;

typedef struct ap_md5anim {
    ap_view commandline; /* without quotes */
    int32_t frame_count;
    int32_t frame_rate;
    /* frames per second as a fraction; if this member is not 0, it replaces frame_rate */
    float fractional_rate;
    const ap_md5anim_joint *joints;
    size_t joint_count;
    const ap_text_style *style; /* the style to write in; NULL for canonical form */
} ap_md5anim;

/* Returns the frames per second. */
static inline double ap_md5anim_rate(const ap_md5anim *animation)
{
    return animation->fractional_rate != 0 ? (double)animation->fractional_rate : animation->frame_rate;
}

/* Provides the parts of an animation that are not kept in memory, entry by entry in the order of the file. If
   a function returns false, writing ends. Of an ap_md5_vector_pair, only the values are used. A frame has one value
   for each bit set in the joints' flags, joint by joint; all values are finite. */
typedef struct ap_md5anim_source ap_md5anim_source;
struct ap_md5anim_source {
    bool (*bounds)(ap_md5anim_source *source, size_t frame, ap_md5_vector_pair *pair);
    bool (*baseframe)(ap_md5anim_source *source, size_t joint, ap_md5_vector_pair *pair);
    bool (*frame)(ap_md5anim_source *source, size_t frame, float *values);
};

/* Writes an animation, in canonical form if it has no style. Returns false if the source fails, when out
   of memory (arena->failed), or if the writer has failed. The caller finishes the writer. */
bool ap_md5anim_write(
    const ap_md5anim *animation, ap_md5anim_source *source, ap_arena *arena, ap_writer *writer);

/* Writes the animation of a file, which is read a second time while it is written: only the joints and one
   frame are kept in memory. Returns false also if the file has an error. */
bool ap_md5anim_write_file(ap_view input, const ap_lint_options *options, ap_arena *arena, ap_writer *writer);

/* Implements ap_format.fill: writes the filler's values in canonical form, but the values of a frame in the order of the filler
   instead of the joints. */
bool ap_md5anim_fill(const ap_filler *filler, const char *variant, ap_arena *arena, ap_writer *writer);

extern const ap_format ap_md5anim_format;
extern const struct ap_fixer_table ap_md5anim_fixers;
extern const struct ap_figure_table ap_md5anim_figures; /* in services/figures */

/* Implement ap_format.to_gltf and to_csv. Defined in services/export. */
bool ap_md5anim_to_gltf(const struct ap_export_source *source, struct ap_gltf *gltf);
bool ap_md5anim_to_csv(ap_view input, const ap_lint_options *options, struct ap_csv *csv);

/* Implements ap_format.compare. Defined in services/compare. */
bool ap_md5anim_compare(const struct ap_compare_source *source, struct ap_changes *changes);

#endif
