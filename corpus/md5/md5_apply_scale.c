/* Defects of a skeleton's size: the baseframe compared with the joints of the mesh. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/md5/md5_apply.h"

/* bones that are not longer than shortest_bone are not measured by the rule; bones longer than longest_bone are not written */
static const double shortest_bone = 0.001, longest_bone = 100000;

static const double tolerance = 0.02; /* tolerance of the rule */

enum { FEWEST_BONES = 3, POSITION_BYTES = 48 };

typedef struct skeleton_scale_change {
    const ap_md5_tokens *animation;
    ap_md5_tokens mesh;
    size_t bones;  /* number of bones with a length that the rule measures */
    size_t scaled; /* number of measured bones that get another length: the last ones of the skeleton */
    double factor;
    /* token of a position that is taken to have `value` instead of its own; SIZE_MAX for none */
    size_t changed;
    double value;
    /* offset and size, in the text of the new baseframe, of the position of the first scaled bone */
    size_t first_at, first_size;
} skeleton_scale_change;

/* Returns the length in the mesh of the bone that ends in the joint; 0 if the rule does not measure the
   bone, negative if the bone is too long to be written. */
static double bone_length_in_mesh_or_minus_1(const ap_md5_tokens *mesh, size_t joint)
{
    double squares = 0;
    const int32_t parent = ap_md5_token_integer(mesh, ap_md5_joint_token(mesh, joint, MD5_PARENT));
    if (parent < 0)
        return 0;
    for (size_t axis = 0; axis < 3; axis++) {
        const size_t field = MD5_FLAGS + 1 + axis;
        const double end = (double)ap_md5_token_float(mesh, ap_md5_joint_token(mesh, joint, field));
        const double away =
            end - (double)ap_md5_token_float(mesh, ap_md5_joint_token(mesh, (size_t)parent, field));
        squares += away * away;
    }
    const double bone = sqrt(squares);
    return bone > longest_bone ? -1 : bone > shortest_bone ? bone : 0;
}

/* Returns the length of the joint's bone in the baseframe divided by its length in the mesh; a negative number if the rule does
   not measure the bone, or if it is too long to be written. */
static double bone_length_ratio_or_minus_1(const skeleton_scale_change *s, size_t joint)
{
    const size_t position = ap_md5_entry_token(s->animation, MD5_BASEFRAME, joint) + 1;
    const double bone = bone_length_in_mesh_or_minus_1(&s->mesh, joint);
    double squares = 0;
    for (size_t token = position; token < position + 3; token++) {
        const double along = token == s->changed ? s->value : (double)ap_md5_token_float(s->animation, token);
        squares += along * along;
    }
    return bone > 0 ? sqrt(squares) / bone : -1;
}

/* Counts the measured bones with a bone_length_ratio_or_minus_1 from `least` to `most`. */
static size_t count_bones_with_ratio(const skeleton_scale_change *s, double least, double most)
{
    size_t count = 0;
    for (size_t i = 0; i < s->mesh.joints; i++) {
        const double ratio = bone_length_ratio_or_minus_1(s, i);
        count += ratio >= 0 && ratio >= least && ratio <= most;
    }
    return count;
}

/* Reads the joints of both files; NULL if their numbers differ or when out of memory. */
static skeleton_scale_change *read_both_skeletons(const ap_md5_tokens *animation)
{
    skeleton_scale_change *s = ap_alloc(animation->damage->arena, sizeof *s);
    if (s == NULL || !ap_md5_read_mesh(animation->damage, &s->mesh) || s->mesh.joints != animation->joints)
        return NULL;
    s->animation = animation;
    s->changed = SIZE_MAX;
    return s;
}

/* Returns true if enough bones have a ratio, the median of the ratios is not 1, and at least three quarters of the bones have
   about the median ratio. */
static bool differs_in_scale(const skeleton_scale_change *s)
{
    const size_t bones = count_bones_with_ratio(s, 0, INFINITY), middle = (bones + 1) / 2;
    double median = INFINITY;
    for (size_t i = 0; i < s->mesh.joints; i++) {
        const double ratio = bone_length_ratio_or_minus_1(s, i);
        if (ratio >= 0 && ratio < median && count_bones_with_ratio(s, 0, ratio) >= middle)
            median = ratio;
    }
    return bones >= FEWEST_BONES && fabs(median - 1) > tolerance
           && 4 * count_bones_with_ratio(s, median * (1 - tolerance), median * (1 + tolerance)) >= 3 * bones;
}

bool ap_md5_does_value_keep_scale_finding(const ap_md5_tokens *tokens, size_t token, double value)
{
    skeleton_scale_change *s = read_both_skeletons(tokens);
    if (s == NULL)
        return false;
    const bool before = differs_in_scale(s);
    s->changed = token;
    s->value = value;
    return differs_in_scale(s) == before;
}

/* Counts the measured bones, and decides how many to scale, and by which factor. Returns false if a bone is too long to be
   written, or if the skeleton has too few measured bones for the rule. If the defect's number is 3, the skeleton must have at
   least one measured bone, but too few for the rule. */
static bool choose_bones_to_scale(skeleton_scale_change *s)
{
    const ap_defect *defect = s->animation->damage->defect;
    for (size_t i = 0; i < s->mesh.joints; i++) {
        const double bone = bone_length_in_mesh_or_minus_1(&s->mesh, i);
        if (bone < 0)
            return false;
        s->bones += bone > 0;
    }
    const size_t enough = (3 * s->bones + 3) / 4;
    s->scaled = defect->number == 1 ? enough : defect->number == 2 ? enough - 1 : s->bones;
    s->factor = strtod(defect->text, NULL);
    return defect->number == 3 ? s->bones > 0 && s->bones < FEWEST_BONES : s->bones >= FEWEST_BONES;
}

/* Returns true if the joint has no parent. The position of such a joint is not changed, so that the joint stays in its box. */
static bool is_root_joint(const skeleton_scale_change *s, size_t joint)
{
    return ap_md5_token_integer(&s->mesh, ap_md5_joint_token(&s->mesh, joint, MD5_PARENT)) < 0;
}

/* Returns true if the frames replace the positions of all joints except roots. Changing the baseframe then does not change the
   poses of the frames, nor their boxes. */
static bool do_frames_replace_positions(const skeleton_scale_change *s)
{
    size_t joint = 0;
    for (; joint < s->animation->joints; joint++) {
        const int32_t flags =
            ap_md5_token_integer(s->animation, ap_md5_joint_token(s->animation, joint, MD5_FLAGS));
        if (!is_root_joint(s, joint) && (flags & MD5_TRANSLATION) != MD5_TRANSLATION)
            break;
    }
    return joint == s->animation->joints;
}

/* Writes the entries of the baseframe: each bone lies along x and has the wanted length; roots keep their
   positions. Returns the number of bytes. */
static size_t write_baseframe_entries(skeleton_scale_change *s, char *text)
{
    const ap_md5_tokens *tokens = s->animation;
    char *at = text;
    for (size_t i = 0, seen = 0; i < tokens->joints; i++) {
        const size_t entry = ap_md5_entry_token(tokens, MD5_BASEFRAME, i);
        const double bone = bone_length_in_mesh_or_minus_1(&s->mesh, i);
        const bool scaled = bone > 0 && seen++ >= s->bones - s->scaled;
        at = stpcpy(stpcpy(at, tokens->line_end), "\t");
        if (scaled && s->first_size == 0)
            s->first_at = (size_t)(at - text);
        const int written = is_root_joint(s, i) ? 0
                                                : snprintf(at, POSITION_BYTES, "( %.6f 0 0 ) ",
                                                    scaled ? bone * s->factor : bone);
        if (scaled && s->first_size == 0)
            s->first_size = (size_t)written - 1; /* without the blank */
        at += written;
        const size_t from =
            ap_md5_token_span(tokens, is_root_joint(s, i) ? entry : entry + MD5_VECTOR).offset;
        const size_t end = ap_span_end(ap_md5_token_span(tokens, entry + MD5_PAIR - 1));
        at = (char *)ap_md5_append_bytes((uint8_t *)at, tokens->file.bytes + from, end - from);
    }
    return (size_t)(stpcpy(at, tokens->line_end) - text);
}

bool ap_md5_apply_bone_scale(const ap_md5_tokens *tokens)
{
    ap_damage *damage = tokens->damage;
    char path[AP_MD5_PATH_BYTES];
    skeleton_scale_change *s = read_both_skeletons(tokens);
    if (s == NULL || !choose_bones_to_scale(s) || !do_frames_replace_positions(s))
        return false;
    const ap_md5_section_layout *part = &tokens->parts[MD5_BASEFRAME];
    const size_t from = ap_span_end(ap_md5_token_span(tokens, part->at + 1));
    const size_t end = ap_md5_token_span(tokens, part->close).offset;
    char *text = ap_alloc(damage->arena, end - from + tokens->joints * POSITION_BYTES + POSITION_BYTES);
    if (text == NULL
        || !ap_edit_span(
            damage, (ap_span){ from, end - from }, (const uint8_t *)text, write_baseframe_entries(s, text)))
        return false;
    for (size_t i = 0, seen = 0; !tokens->defect->near_miss && i < s->mesh.joints; i++) {
        if (bone_length_in_mesh_or_minus_1(&s->mesh, i) > 0 && seen++ == s->bones - s->scaled)
            (void)snprintf(path, sizeof path, "baseframe[%zu].position", i);
    }
    return tokens->defect->near_miss
           || ap_md5_expect_finding(tokens, NULL, (ap_span){ from + s->first_at, s->first_size }, path);
}
