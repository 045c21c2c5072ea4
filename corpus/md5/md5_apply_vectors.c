/* Defects of bounds and of rotations. */
#include <stdio.h>
#include <string.h>

#include "corpus/md5/md5_apply.h"

static const float large = 99999; /* a minimum that defects set: greater than any generated maximum */

/* Rotations */

/* Returns true if frames replace all components of the joint's rotation, or no component. */
static bool is_rotation_all_or_not_animated(const ap_md5_tokens *tokens, size_t token)
{
    const int32_t rotation =
        tokens->components == 0
            ? 0
            : ap_md5_joint_flags(tokens, ap_md5_token_site_of(tokens, token).index) & MD5_ROTATION;
    return rotation == 0 || rotation == MD5_ROTATION;
}

bool ap_md5_apply_orientation_xyz(const ap_md5_tokens *tokens)
{
    const size_t x = ap_md5_pick_token_of_defect(tokens, is_rotation_all_or_not_animated);
    if (x == SIZE_MAX)
        return false;
    const ap_span first = ap_md5_token_span(tokens, x), last = ap_md5_token_span(tokens, x + 2);
    const ap_span numbers = { first.offset, ap_span_end(last) - first.offset };
    const char *path = ap_md5_open_record_path_at_token(tokens, x);
    if (!ap_md5_replace_span(tokens, numbers, tokens->defect->text))
        return false;
    return tokens->defect->near_miss
           || ap_md5_expect_finding(tokens, NULL, ap_md5_span_after_edits(tokens, x - 1, x + 3), path);
}

/* Picks a joint with animated components of its rotation; if `all` is true, a joint with all three animated. */
static size_t pick_joint_with_rotation(const ap_md5_tokens *tokens, bool all)
{
    size_t picked = SIZE_MAX, seen = 0;
    for (size_t i = 0; i < tokens->joints; i++) {
        const int32_t rotation = ap_md5_joint_flags(tokens, i) & MD5_ROTATION;
        if (rotation != 0 && (!all || rotation == MD5_ROTATION)
            && ap_pick_this_item(tokens->damage->choices, &seen))
            picked = i;
    }
    return picked;
}

bool ap_md5_apply_frame_rotation(const ap_md5_tokens *tokens)
{
    ap_damage *damage = tokens->damage;
    const bool one = tokens->defect->number > 0;
    /* with several frames, the findings depend on how far the joint turns */
    if (tokens->frames > 1 && !ap_md5_is_defect_of_rule(tokens, "quaternion-length")
        && !ap_md5_is_defect_of_rule(tokens, "rotation-values"))
        return false;
    const size_t joint = pick_joint_with_rotation(tokens, !one);
    if (joint == SIZE_MAX)
        return false;
    const size_t frame = ap_choose_below(damage->choices, tokens->frames);
    const unsigned rotation = (unsigned)ap_md5_joint_flags(tokens, joint) & MD5_ROTATION;
    const size_t bits = (size_t)__builtin_popcount(rotation),
                 value = ap_md5_first_rotation_value(tokens, joint);
    const size_t first = ap_md5_value_token(tokens, frame, value), last = first + bits - 1;
    const size_t set = first + (one ? ap_choose_below(damage->choices, bits) : 0);
    ap_span span = ap_md5_token_span(tokens, set);
    if (!one)
        span.length = ap_span_end(ap_md5_token_span(tokens, last)) - span.offset;
    const size_t at = ap_md5_token_span(tokens, first).offset,
                 end = ap_span_end(ap_md5_token_span(tokens, last));
    const char *path = ap_format_damage_text(damage, "frames[%zu].values[%zu]", frame, value);
    if (!ap_md5_replace_span(tokens, span, tokens->defect->text))
        return false;
    const size_t length = end - at - span.length + ap_md5_inserted_size(tokens);
    return tokens->defect->near_miss || ap_md5_expect_finding(tokens, NULL, (ap_span){ at, length }, path);
}

/* Bounds */

/* Sets a minimum of the bounds to the defect's text, a number greater than the maximum. For a near miss, sets it to the maximum.
   */
bool ap_md5_apply_bounds_minimum(const ap_md5_tokens *tokens)
{
    const char *text = tokens->defect->text;
    const size_t minimum = ap_md5_pick_token_of_defect(tokens, NULL);
    if (minimum == SIZE_MAX)
        return false;
    const size_t maximum = minimum + MD5_VECTOR;
    if (tokens->defect->near_miss) {
        if (tokens->joints > 1) /* several joints may spread over this axis */
            return false;
        const ap_view same = ap_md5_token_text(tokens, maximum);
        return ap_edit_span(tokens->damage, ap_md5_token_span(tokens, minimum), same.bytes, same.size);
    }
    const char *path = ap_md5_path_of_token(tokens, maximum);
    /* in a file with one frame, md5anim/bounds-joints would be reported too, since no frame has a joint in its box */
    return tokens->frames > 1 && ap_md5_token_float(tokens, maximum) < large
           && ap_md5_replace_token(tokens, minimum, text)
           && ap_md5_expect_finding_at_token(tokens, NULL, maximum, path);
}

/* Expects the findings of swapped corners. The new maximum is `shift` bytes after the old minimum. */
static bool expect_inverted_corners(const ap_md5_tokens *tokens, size_t entry, size_t shift)
{
    char path[AP_MD5_PATH_BYTES];
    for (size_t axis = 1; axis <= 3; axis++) {
        const ap_span minimum = ap_md5_token_span(tokens, entry + axis);
        ap_md5_write_token_path(tokens, entry + axis + MD5_VECTOR, path);
        if (!(ap_md5_token_float(tokens, entry + axis)
                < ap_md5_token_float(tokens, entry + axis + MD5_VECTOR)))
            continue;
        if (!ap_md5_expect_finding(tokens, NULL, (ap_span){ minimum.offset + shift, minimum.length }, path))
            return false;
    }
    return true;
}

bool ap_md5_apply_bounds_swapped(const ap_md5_tokens *tokens)
{
    ap_damage *damage = tokens->damage;
    ap_span corners[2];
    if (tokens->frames < 2) /* md5anim/bounds-joints is reported too if no frame has a joint in its box */
        return false;
    const size_t entry =
        ap_md5_entry_token(tokens, MD5_BOUNDS, ap_choose_below(damage->choices, tokens->frames));
    for (size_t i = 0; i < 2; i++) {
        const ap_span x = ap_md5_token_span(tokens, entry + 1 + i * MD5_VECTOR);
        corners[i] = (ap_span){ x.offset,
            ap_span_end(ap_md5_token_span(tokens, entry + 3 + i * MD5_VECTOR)) - x.offset };
    }
    const uint8_t *bytes = tokens->file.bytes;
    if (!ap_edit_span(damage, corners[0], bytes + corners[1].offset, corners[1].length))
        return false;
    const size_t shift = ap_md5_offset_after_edits(tokens, corners[1].offset) - corners[0].offset;
    return ap_edit_span(damage, corners[1], bytes + corners[0].offset, corners[0].length)
           && expect_inverted_corners(tokens, entry, shift) && ap_do_expectations_suit_defect(damage);
}

bool ap_md5_set_bounds_to_zero(const ap_md5_tokens *tokens, const char *last)
{
    static const char entry[] = "\t( 0 0 0 ) ( -0 0.000 0 )\n";
    const ap_md5_section_layout *part = &tokens->parts[MD5_BOUNDS];
    const size_t from = ap_span_end(ap_md5_token_span(tokens, part->at + 1));
    const size_t end = ap_md5_token_span(tokens, part->close).offset;
    const size_t last_size = last == NULL ? 0 : strlen(last);
    char *text = ap_alloc(tokens->damage->arena, 1 + part->entries * strlen(entry) + last_size + 1);
    if (text == NULL)
        return false;
    char *at = text;
    *at++ = '\n';
    for (size_t i = 0; i < part->entries; i++)
        at = stpcpy(at, last == NULL || i + 1 < part->entries ? entry : last);
    return ap_md5_replace_span(tokens, (ap_span){ from, end - from }, text)
           && (last != NULL
               || ap_md5_expect_finding(tokens, "bounds-zero",
                   ap_md5_span_after_edits(tokens, part->at + 1, part->close), "bounds"));
}

bool ap_md5_apply_zero_bounds(const ap_md5_tokens *tokens)
{
    /* several joints are not in one point, and need a box that is larger than a point */
    if (tokens->defect->near_miss && tokens->joints > 1)
        return false;
    return ap_md5_set_bounds_to_zero(tokens, tokens->defect->near_miss ? tokens->defect->text : NULL);
}
