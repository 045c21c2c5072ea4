/* id Tech 4 camera path (`.md5camera`): the model of a camera path, its writers, and the format's
   functions. */
#ifndef AP_MD5CAMERA_H
#define AP_MD5CAMERA_H

#include "core/layout/io.h"
#include "core/text/text_style.h"
#include "validators/format.h"

/* The parts of a camera path that are kept in memory. */
typedef struct ap_md5camera {
    ap_view commandline; /* without quotes */
    int32_t frame_count;
    int32_t frame_rate;
    /* frames per second as a fraction; if this member is not 0, it replaces frame_rate */
    float fractional_rate;
    int32_t cut_count;
    const ap_text_style *style; /* the style to write in; NULL for canonical form */
} ap_md5camera;

/* Returns the frames per second. */
static inline double ap_md5camera_rate(const ap_md5camera *camera)
{
    return camera->fractional_rate != 0 ? (double)camera->fractional_rate : camera->frame_rate;
}

typedef struct ap_md5camera_frame {
    float position[3];
    float orientation[3]; /* x y z of a rotation of length 1 */
    float fov;            /* horizontal angle of view, in degrees */
} ap_md5camera_frame;

/* Provides the cuts and frames, which are not kept in memory, one by one in the order of the file. Each
   function returns false if it fails, which ends the writing. A cut is the index of the last frame of a
   shot. All numbers are finite. */
typedef struct ap_md5camera_source ap_md5camera_source;
struct ap_md5camera_source {
    bool (*cut)(ap_md5camera_source *source, size_t index, int32_t *cut);
    bool (*frame)(ap_md5camera_source *source, size_t index, ap_md5camera_frame *frame);
};

/* Writes a camera path, in canonical form if it has no style. Returns false if the source fails, when out
   of memory (arena->failed), or if the writer has failed. The caller finishes the writer. */
bool ap_md5camera_write(
    const ap_md5camera *camera, ap_md5camera_source *source, ap_arena *arena, ap_writer *writer);

/* Implements ap_format.write: reads the file while writing, and keeps none of its entries in memory. */
bool ap_md5camera_write_file(
    ap_view input, const ap_lint_options *options, ap_arena *arena, ap_writer *writer);

/* Implements ap_format.fill: writes the filler's values in canonical form. */
bool ap_md5camera_fill(const ap_filler *filler, const char *variant, ap_arena *arena, ap_writer *writer);

extern const ap_format ap_md5camera_format;
extern const struct ap_fixer_table ap_md5camera_fixers;
extern const struct ap_figure_table ap_md5camera_figures; /* in services/figures */

/* Implement ap_format.to_gltf and to_csv. Defined in services/export. */
bool ap_md5camera_to_gltf(const struct ap_export_source *source, struct ap_gltf *gltf);
bool ap_md5camera_to_csv(ap_view input, const ap_lint_options *options, struct ap_csv *csv);

/* Implements ap_format.compare. Defined in services/compare. */
bool ap_md5camera_compare(const struct ap_compare_source *source, struct ap_changes *changes);

#endif
