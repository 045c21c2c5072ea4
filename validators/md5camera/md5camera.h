/* id Tech 4 camera path (`.md5camera`): the model, and the format as the program sees it. */
#ifndef AP_MD5CAMERA_H
#define AP_MD5CAMERA_H

#include "core/layout/io.h"
#include "core/text/text_style.h"
#include "validators/format.h"

/* A camera path, as far as it is kept in memory. */
typedef struct ap_md5camera {
    ap_view commandline; /* without quotes */
    int32_t frame_count;
    int32_t frame_rate;
    float fractional_rate; /* instead of frame_rate, where it is not 0 */
    int32_t cut_count;
    const ap_text_style *style; /* to be written in; NULL: canonical form */
} ap_md5camera;

typedef struct ap_md5camera_frame {
    float position[3];
    float orientation[3]; /* x y z of a rotation of length 1 */
    float fov;            /* the horizontal angle of view, in degrees */
} ap_md5camera_frame;

/* Gives what is not kept in memory, entry by entry in the order of the file. Each function returns false when
   it cannot: the writing ends then. A cut is the last frame of a shot; all numbers are finite. */
typedef struct ap_md5camera_source ap_md5camera_source;
struct ap_md5camera_source {
    bool (*cut)(ap_md5camera_source *source, size_t index, int32_t *cut);
    bool (*frame)(ap_md5camera_source *source, size_t index, ap_md5camera_frame *frame);
};

/* Writes a camera path, in canonical form where it has no style. False when the source says so, memory has run
   out (arena->failed) or the writer has failed. The caller finishes the writer. */
bool ap_md5camera_write(
    const ap_md5camera *camera, ap_md5camera_source *source, ap_arena *arena, ap_writer *writer);

/* ap_format.write: the file is read again as it is written, and nothing of it is kept. */
bool ap_md5camera_write_file(
    ap_view input, const ap_lint_options *options, ap_arena *arena, ap_writer *writer);

/* ap_format.fill: what the filler says, in canonical form. */
bool ap_md5camera_fill(const ap_filler *filler, const char *variant, ap_arena *arena, ap_writer *writer);

extern const ap_format ap_md5camera_format;
extern const struct ap_fixer_table ap_md5camera_fixers;

/* ap_format.to_gltf and to_csv; services/export has them. */
bool ap_md5camera_to_gltf(const struct ap_export_source *source, struct ap_gltf *gltf);
bool ap_md5camera_to_csv(ap_view input, const ap_lint_options *options, struct ap_csv *csv);

#endif
