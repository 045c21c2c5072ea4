/* Compares the camera paths of two files, independent of their spelling. */
#include "validators/md5/md5_same.h"
#include "validators/md5camera/md5camera_source.h"

static bool are_headers_equal(const ap_md5camera *one, const ap_md5camera *other, char *path)
{
    if (!ap_md5_is_same_text_or_both_missing(one->commandline, other->commandline))
        return ap_md5_put_difference_path(path, "commandline");
    if (one->frame_count != other->frame_count)
        return ap_md5_put_difference_path(path, "num_frames");
    if (ap_md5camera_rate(one) != ap_md5camera_rate(other))
        return ap_md5_put_difference_path(path, "frame_rate");
    return one->cut_count == other->cut_count ? true : ap_md5_put_difference_path(path, "num_cuts");
}

static bool are_cuts_equal(ap_md5camera_file *one, ap_md5camera_file *other, char *path)
{
    for (size_t i = 0; i < (size_t)one->camera.cut_count; i++) {
        int32_t a, b;
        if (!one->source.cut(&one->source, i, &a) || !other->source.cut(&other->source, i, &b))
            return false;
        if (a != b)
            return ap_md5_put_difference_path(path, "cuts[%zu]", i);
    }
    return true;
}

static bool are_frames_equal(ap_md5camera_file *one, ap_md5camera_file *other, char *path)
{
    for (size_t i = 0; i < (size_t)one->camera.frame_count; i++) {
        ap_md5camera_frame a, b;
        if (!one->source.frame(&one->source, i, &a) || !other->source.frame(&other->source, i, &b)
            || !ap_md5_are_vectors_equal(path, "frames", i, "position", a.position, b.position)
            || !ap_md5_are_vectors_equal(path, "frames", i, "orientation", a.orientation, b.orientation))
            return false;
        if (!ap_md5_is_same_float(a.fov, b.fov))
            return ap_md5_put_difference_path(path, "frames[%zu].fov", i);
    }
    return true;
}

bool ap_md5camera_are_same(ap_view one, ap_view other, ap_arena *arena, char one_path[AP_SAME_PATH_BYTES],
    char other_path[AP_SAME_PATH_BYTES])
{
    ap_md5camera_file *a = ap_md5camera_open_file(one, arena), *b = ap_md5camera_open_file(other, arena);
    one_path[0] = '\0';
    const bool same = a != NULL && b != NULL && are_headers_equal(&a->camera, &b->camera, one_path)
                      && are_cuts_equal(a, b, one_path) && are_frames_equal(a, b, one_path);
    memcpy(other_path, one_path, AP_SAME_PATH_BYTES);
    return same; /* content after the last section is not compared and not an error */
}
