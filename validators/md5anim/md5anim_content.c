/* Checks what the numbers of an animation mean. All checks need a file without errors. */
#include "validators/md5anim/md5anim_content.h"

void ap_md5anim_check_content(ap_md5anim_stream *stream, const ap_md5_mesh *mesh)
{
    ap_md5anim_clip *clip = ap_md5anim_end_clip(stream);
    (void)mesh;
    if (clip != NULL && ap_md5anim_check_rotation_values(clip)) {
        stream->base.long_quaternions.count = 0; /* rotation-values is reported instead */
        return;
    }
    ap_md5anim_check_rate(stream);
    if (clip == NULL)
        return;
    ap_md5anim_check_joint_bounds(clip);
    if (stream->base.long_quaternions.count == 0)
        ap_md5anim_check_jumps(clip);
}
