/* Fixes the bounding boxes of frames: writes the boxes around the vertices of the mesh. */
#include "validators/md5anim/md5anim_content.h"

#include <math.h>

#include "core/number/float_text.h"
#include "validators/companion_use.h"
#include "validators/md5/fixes/md5_fix_tools.h"
#include "validators/md5anim/md5anim.h"
#include "validators/md5anim/md5anim_stream.h"
#include "validators/md5mesh/md5mesh_reach.h"

/* The poses of the animation, which is read again, and the mesh. */
typedef struct posed_model {
    ap_md5anim_clip *clip;
    const ap_md5mesh_model *mesh;
    ap_md5mesh_weight_reach reach;
} posed_model;

/* Reads the animation. Returns NULL and sets fix->refused if the animation has an error, more poses than a clip may have, or
   other joints than the mesh. Returns NULL when out of memory. */
static ap_md5anim_clip *read_clip(const ap_fix_job *job, const ap_md5_mesh *mesh, ap_fix *fix)
{
    ap_count_bytes_read_by_fixer(job, job->input.size);
    ap_md5anim_stream *stream = ap_md5anim_read_discarding_findings(job->input, job->arena, true);
    if (stream == NULL)
        return NULL;
    ap_md5anim_clip *clip = ap_md5anim_end_clip(stream);
    if (clip == NULL) {
        /* a file without an error has no clip only if ap_md5anim_begin_clip refused its number of frames times joints */
        fix->refused = stream->base.text.io.findings->faults > 0
                           ? "the animation has an error"
                           : "the animation has too many frames and joints";
        return NULL;
    }
    ap_md5anim_compare_every_joint_with_mesh(stream, mesh);
    if (!stream->mesh_fits)
        fix->refused = "the .md5mesh has other joints";
    return stream->mesh_fits ? clip : NULL;
}

/* Reads the animation and the mesh. Returns false and sets fix->refused if the positions of the vertices cannot be computed
   from them. Returns false when out of memory. */
static bool read_model(const ap_fix_job *job, posed_model *model, ap_fix *fix)
{
    const ap_companion_use *use =
        job->options == NULL ? NULL : ap_find_companion_use(job->options, ap_md5anim_format.companion);
    if (use == NULL) {
        fix->refused = "boxes follow from the vertices of the .md5mesh, and none was found for the animation "
                       "(--verbose says why)";
        return false;
    }
    model->mesh = ap_md5_mesh_model(use->model);
    if (model->mesh == NULL)
        fix->refused = "the .md5mesh has an error";
    else if (model->mesh->vert_count == 0)
        fix->refused = "the .md5mesh has no vertices";
    else
        model->clip = read_clip(job, use->model, fix);
    if (model->clip != NULL && model->mesh->work > AP_MD5MESH_MOST_WORK / model->clip->frame_count) {
        fix->refused = "the .md5mesh has too many weights";
        return false;
    }
    if (model->clip == NULL)
        return false;
    model->reach = *model->mesh->reach; /* a model within the limit of work has its reach */
    return true;
}

/* Sets `numbers` to the box of a frame. Returns false if float32 cannot hold the box, or when out of
   memory. */
static bool compute_box_of_frame(posed_model *model, size_t frame, float numbers[AP_CLIP_NUMBERS])
{
    ap_md5mesh_box box = AP_MD5MESH_EMPTY_BOX;
    const ap_md5_placement *joints = ap_md5anim_compute_pose(model->clip, frame);
    if (joints == NULL)
        return false;
    ap_md5mesh_extend_box_by_all_vertices(&model->reach, &box, joints);
    ap_md5mesh_round_box_to_float(&box, numbers, numbers + 3);
    bool finite = true;
    for (int i = 0; i < AP_CLIP_NUMBERS; i++)
        finite &= isfinite(numbers[i]) != 0;
    return finite;
}

/* Makes the fix replace the numbers of the file's boxes. Numbers with the right value keep their spelling. Returns false if
   float32 cannot hold a box, or when out of memory. */
static bool write_boxes(const ap_fix_job *job, posed_model *model, ap_fix *fix)
{
    const ap_md5anim_clip *clip = model->clip;
    const ap_view rest = ap_fix_input_from(job, clip->bounds_at);
    ap_token_reader walk;
    ap_begin_reading_tokens(&walk, job, rest);
    const size_t count = AP_CLIP_NUMBERS * clip->frame_count;
    uint8_t *text = ap_alloc(job->arena, rest.size + count * AP_FLOAT_TEXT_BYTES), *end = text;
    float numbers[AP_CLIP_NUMBERS];
    size_t at = 0;
    for (size_t i = 0; text != NULL && i < count; i++) {
        if (i % AP_CLIP_NUMBERS == 0 && !compute_box_of_frame(model, i / AP_CLIP_NUMBERS, numbers))
            return false;
        do
            (void)ap_read_next_token(&walk); /* the file was read without an error, so it has all numbers */
        while (walk.token.kind != AP_TOKEN_WORD);
        const float number = numbers[i % AP_CLIP_NUMBERS];
        if (number == clip->boxes[i])
            continue;
        memcpy(end, rest.bytes + at, walk.token.span.offset - at);
        end += walk.token.span.offset - at;
        end += ap_float_text(number, (char *)end);
        at = ap_span_end(walk.token.span);
    }
    *fix = (ap_fix){ .span = { clip->bounds_at, at }, .text = { text, (size_t)(end - text) } };
    return text != NULL;
}

void ap_md5anim_fix_boxes(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    posed_model model = { .clip = NULL };
    (void)finding;
    if (read_model(job, &model, fix) && !write_boxes(job, &model, fix) && !job->arena->failed)
        fix->refused = "a vertex is farther away than float32 can store";
}
