/* Computes the poses of an animation for animproof_poses. */
#include <assert.h>

#include "validators/library/handle.h"
#include "validators/md5anim/md5anim_poses.h"

static_assert(sizeof(ap_md5_transform) == 7 * sizeof(double), "a transform must be its seven numbers");

static animproof_status compute_poses(
    animproof *handle, const double *seconds, size_t count, ap_md5anim_poses *poses)
{
    ap_lint_result about = { .version = NULL };
    animproof_status status = ap_handle_require_format(handle);
    if (status == ANIMPROOF_OK && handle->format != &ap_md5anim_format)
        status = ap_handle_fail(handle, ANIMPROOF_UNSUPPORTED, "only an md5anim file has poses");
    if (status == ANIMPROOF_OK)
        status = ap_handle_check_for_errors(handle, handle->format, handle->file.view, "open file", &about);
    if (status != ANIMPROOF_OK
        || ap_md5anim_compute_poses(handle->file.view, seconds, count, &handle->work, poses))
        return status;
    return handle->work.failed ? ap_handle_fail_for_memory(handle)
                               : ap_handle_fail(handle, ANIMPROOF_HAS_ERRORS, "the open file has errors");
}

/* Computes the poses, and stores them in *numbers, *poses and *joints. `seconds` may be NULL, for the poses of all frames. */
static animproof_status store_poses(animproof *handle, const double *seconds, size_t count,
    const double **numbers, size_t *poses, size_t *joints)
{
    ap_md5anim_poses computed = { .joints = NULL };
    const animproof_status status = compute_poses(handle, seconds, count, &computed);
    if (status != ANIMPROOF_OK)
        return status;
    *numbers = computed.transforms->position;
    *poses = computed.count;
    *joints = computed.joint_count;
    return ANIMPROOF_OK;
}

animproof_status animproof_poses(animproof *handle, const double *seconds, size_t count,
    const double **numbers, size_t *poses, size_t *joints)
{
    animproof_status status;
    const bool complete = numbers != NULL && poses != NULL && joints != NULL;
    if (complete) {
        *numbers = NULL;
        *poses = *joints = 0;
    }
    if (!ap_handle_begin_call_in_c_locale(handle))
        return ANIMPROOF_MISUSE;
    if (!complete)
        status = ap_handle_fail(handle, ANIMPROOF_MISUSE, "numbers, poses and joints must not be NULL");
    else if ((seconds == NULL) != (count == 0))
        status =
            ap_handle_fail(handle, ANIMPROOF_MISUSE, "count must be 0 if seconds is NULL, and only then");
    else
        status = store_poses(handle, seconds, count, numbers, poses, joints);
    return ap_handle_end_call_and_restore_locale(handle, status);
}
