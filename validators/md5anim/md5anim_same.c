/* Compares the animations of two files, independent of their spelling. */
#include "validators/md5/md5_same.h"
#include "validators/md5anim/md5anim_source.h"

typedef struct animation_pair {
    ap_md5anim_file *one, *other;
    char *one_path, *other_path;
} animation_pair;

static bool are_headers_equal(animation_pair *s)
{
    const ap_md5anim *one = &s->one->animation, *other = &s->other->animation;
    const char *field = !ap_md5_is_same_text_or_both_missing(one->commandline, other->commandline)
                            ? "commandline"
                        : one->frame_count != other->frame_count         ? "num_frames"
                        : one->joint_count != other->joint_count         ? "num_joints"
                        : ap_md5anim_rate(one) != ap_md5anim_rate(other) ? "frame_rate"
                        : s->one->stream.component_count.value != s->other->stream.component_count.value
                            ? "num_animated_components"
                            : NULL;
    if (field != NULL)
        return ap_md5_put_difference_path(s->one_path, "%s", field);
    return true;
}

static bool are_joints_equal(animation_pair *s)
{
    for (size_t i = 0; i < s->one->animation.joint_count; i++) {
        const ap_md5anim_joint *one = &s->one->animation.joints[i], *other = &s->other->animation.joints[i];
        if (!ap_md5_is_same_text_or_both_missing(one->name, other->name))
            return ap_md5_put_difference_path(s->one_path, "hierarchy[%zu].name", i);
        if (one->parent != other->parent)
            return ap_md5_put_difference_path(s->one_path, "hierarchy[%zu].parent", i);
        if (one->flags != other->flags)
            return ap_md5_put_difference_path(s->one_path, "hierarchy[%zu].flags", i);
    }
    return true;
}

/* A section with pairs of vectors (bounds or baseframe), and the field names of the two vectors. */
typedef struct pair_section {
    const char *name, *first, *second;
    bool (*next)(ap_md5anim_source *source, size_t index, ap_md5_vector_pair *pair);
} pair_section;

static bool are_vectors_equal(animation_pair *s, const char *list, size_t index, const char *name,
    const ap_text_number one[3], const ap_text_number other[3])
{
    for (size_t axis = 0; axis < 3; axis++) {
        if (!ap_md5_is_same_float(one[axis].value, other[axis].value))
            return ap_md5_put_difference_path(s->one_path, "%s[%zu].%s.%c", list, index, name, "xyz"[axis]);
    }
    return true;
}

static bool are_pairs_equal(animation_pair *s, const pair_section *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ap_md5_vector_pair one, other;
        if (!list->next(&s->one->source, i, &one) || !list->next(&s->other->source, i, &other)
            || !are_vectors_equal(s, list->name, i, list->first, one.first, other.first)
            || !are_vectors_equal(s, list->name, i, list->second, one.second, other.second))
            return false;
    }
    return true;
}

/* Returns the index in a stored frame of component number i in the order of the joints. */
static size_t stored_index(const ap_md5anim_file *file, size_t i)
{
    return file->stored_indices == NULL ? i : (size_t)file->stored_indices[i];
}

static bool are_frames_equal(animation_pair *s, float *one, float *other, size_t count)
{
    for (size_t frame = 0; frame < (size_t)s->one->animation.frame_count; frame++) {
        if (!s->one->source.frame(&s->one->source, frame, one)
            || !s->other->source.frame(&s->other->source, frame, other))
            return false;
        for (size_t i = 0; i < count; i++) {
            if (ap_md5_is_same_float(one[i], other[i]))
                continue;
            (void)ap_md5_put_difference_path(
                s->one_path, "frames[%zu].values[%zu]", frame, stored_index(s->one, i));
            return ap_md5_put_difference_path(
                s->other_path, "frames[%zu].values[%zu]", frame, stored_index(s->other, i));
        }
    }
    return true;
}

static bool are_values_equal(animation_pair *s, ap_arena *arena)
{
    const pair_section bounds = { "bounds", "min", "max", s->one->source.bounds };
    const pair_section baseframe = { "baseframe", "position", "orientation", s->one->source.baseframe };
    const size_t count = (size_t)s->one->stream.component_count.value;
    float *one = ap_alloc_array(arena, count, sizeof *one),
          *other = ap_alloc_array(arena, count, sizeof *one);
    return one != NULL && other != NULL && are_pairs_equal(s, &bounds, (size_t)s->one->animation.frame_count)
           && are_pairs_equal(s, &baseframe, s->one->animation.joint_count)
           && are_frames_equal(s, one, other, count);
}

bool ap_md5anim_are_same(ap_view one, ap_view other, ap_arena *arena, char one_path[AP_SAME_PATH_BYTES],
    char other_path[AP_SAME_PATH_BYTES])
{
    animation_pair s = { .one_path = one_path, .other_path = other_path };
    one_path[0] = other_path[0] = '\0';
    s.one = ap_md5anim_open_file(one, arena);
    s.other = ap_md5anim_open_file(other, arena);
    const bool are_same = s.one != NULL && s.other != NULL && are_headers_equal(&s) && are_joints_equal(&s)
                          && are_values_equal(&s, arena)
                          && ap_md5_read_to_end_without_error(&s.one->stream.base)
                          && ap_md5_read_to_end_without_error(&s.other->stream.base);
    if (other_path[0] == '\0')
        memcpy(other_path, one_path, AP_SAME_PATH_BYTES);
    return are_same;
}
