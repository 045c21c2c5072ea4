/* Defects of an animation that does not fit its mesh: boxes that do not hold the vertices, and joints or rotations that differ
   from the mesh. */
#include <stdlib.h>
#include <string.h>

#include "corpus/md5/md5_apply.h"

enum {
    NUMBER_BYTES = 48,
    MOST_BOXES = 1000,
    FEWEST_JOINTS = 3,
    /* if a mesh has this many joints, its last joint moves no vertex: generated meshes have at most 10 joints with vertices
       */
    FEWEST_WITH_BARE_LAST = 11
};

/* how far a vertex may be outside of a box, as a share of the box's side: less than the tolerance of the rule */
static const double outside_share = 0.04;

static const double far_degrees = 40, near_degrees = 20;

static bool expect_finding_at_box(const ap_md5_tokens *tokens, size_t frame)
{
    const size_t entry = ap_md5_entry_token(tokens, MD5_BOUNDS, frame);
    return ap_md5_expect_finding(tokens, "mesh-bounds",
        ap_md5_span_after_edits(tokens, entry, entry + MD5_PAIR - 1),
        ap_format_damage_text(tokens->damage, "bounds[%zu]", frame));
}

bool ap_md5_apply_one_box_far_away(const ap_md5_tokens *tokens)
{
    const size_t frame = ap_choose_below(tokens->damage->choices, tokens->frames);
    const size_t axis = ap_choose_below(tokens->damage->choices, 3);
    const size_t minimum = ap_md5_entry_token(tokens, MD5_BOUNDS, frame) + 1 + axis,
                 maximum = minimum + MD5_VECTOR;
    const double low = (double)ap_md5_token_float(tokens, minimum),
                 high = (double)ap_md5_token_float(tokens, maximum);
    const char *text = tokens->defect->text;
    if (tokens->defect->near_miss)
        text = ap_format_damage_text(tokens->damage, "%.6f", low + outside_share * (high - low));
    if (text == NULL || !(high < 1000 && low > -1000) || !ap_md5_replace_token(tokens, minimum, text)
        || !ap_md5_replace_token(tokens, maximum, tokens->defect->near_miss ? "@" : text))
        return false;
    return tokens->defect->near_miss || expect_finding_at_box(tokens, frame);
}

bool ap_md5_apply_boxes_large(const ap_md5_tokens *tokens)
{
    static const char entry[] = "\t( -9999 -9999 -9999 ) ( 9999 9999 9999 )\n";
    const ap_md5_section_layout *part = &tokens->parts[MD5_BOUNDS];
    const size_t from = ap_span_end(ap_md5_token_span(tokens, part->at + 1));
    const size_t end = ap_md5_token_span(tokens, part->close).offset;
    char *text = ap_alloc(tokens->damage->arena, part->entries * sizeof entry + 2), *at = text;
    if (text == NULL || part->entries == 0 || part->entries > MOST_BOXES)
        return false;
    at = stpcpy(at, "\n");
    for (size_t i = 0; i < part->entries; i++)
        at = stpcpy(at, entry);
    const ap_span first = { from + strlen(tokens->line_end) + 1, strlen(entry) - 2 };
    return ap_md5_replace_span(tokens, (ap_span){ from, end - from }, text)
           && ap_md5_expect_finding(tokens, NULL, first, "bounds[0]");
}

/* Sets x of a position to the defect's text; for a near miss, adds this number to x. */
static bool set_joint_x_or_shift_if_near_miss(const ap_md5_tokens *tokens, size_t x)
{
    const double sum = (double)ap_md5_token_float(tokens, x) + strtod(tokens->defect->text, NULL);
    const char *text =
        tokens->defect->near_miss ? ap_format_damage_text(tokens->damage, "%.6f", sum) : tokens->defect->text;
    return text != NULL && ap_md5_replace_token(tokens, x, text);
}

bool ap_md5_apply_joint_far_away(const ap_md5_tokens *tokens)
{
    if (tokens->joints < FEWEST_WITH_BARE_LAST || tokens->frames > 1)
        return false;
    const size_t picked = tokens->joints - 1;
    const int32_t moved = ap_md5_joint_flags(tokens, picked) & MD5_TRANSLATION;
    if (moved != 0 && moved != MD5_TRANSLATION)
        return false;
    const bool moves = moved != 0;
    const size_t value =
        moves ? (size_t)ap_md5_token_integer(tokens, ap_md5_joint_token(tokens, picked, MD5_START)) : 0;
    const size_t entry = ap_md5_entry_token(tokens, MD5_BASEFRAME, picked);
    const size_t x = moves ? ap_md5_value_token(tokens, 0, value) : entry + 1;
    const ap_span old = ap_md5_token_span(tokens, x);
    if (!set_joint_x_or_shift_if_near_miss(tokens, x))
        return false;
    if (tokens->defect->near_miss)
        return true;
    ap_span span = moves ? ap_span_from_to(old, ap_md5_token_span(tokens, x + 2))
                         : ap_span_from_to(ap_md5_token_span(tokens, entry),
                             ap_md5_token_span(tokens, entry + MD5_VECTOR - 1));
    span.length = span.length - old.length + ap_md5_inserted_size(tokens);
    const char *path = moves ? ap_format_damage_text(tokens->damage, "frames[0].values[%zu]", value)
                             : ap_format_damage_text(tokens->damage, "baseframe[%zu].position", picked);
    return ap_md5_expect_finding(tokens, NULL, span, path);
}

/* Rotations */

static bool is_rotation_animated(const ap_md5_tokens *tokens, size_t joint)
{
    return (ap_md5_joint_flags(tokens, joint) & MD5_ROTATION) == MD5_ROTATION;
}

/* Returns true if most rotations of frame 0 are close to those of the baseframe, which equal the mesh's, and most of their
   inverses are far from them. Also demands at least as many rotations as the rule needs; for a near miss, exactly one
   fewer. */
static bool is_inverse_detectable(const ap_md5_tokens *tokens)
{
    size_t count = 0, near_own = 0, near_inverse = 0;
    for (size_t i = 0; i < tokens->joints; i++) {
        double base[4], now[4];
        if (!is_rotation_animated(tokens, i))
            continue;
        ap_md5_read_rotation(tokens, ap_md5_entry_token(tokens, MD5_BASEFRAME, i) + MD5_VECTOR + 1, base);
        ap_md5_read_rotation(
            tokens, ap_md5_value_token(tokens, 0, ap_md5_first_rotation_value(tokens, i)), now);
        count++;
        near_own += ap_md5_degrees_between(now, base, false) < near_degrees;
        near_inverse += ap_md5_degrees_between(now, base, true) <= far_degrees;
    }
    return (tokens->defect->near_miss ? count == FEWEST_JOINTS - 1 : count >= FEWEST_JOINTS)
           && near_own > (count - 1) / 2 && near_inverse <= (count - 1) / 2;
}

/* Writes a value, with the other sign if `negated`. */
static char *put_signed_value(char *at, ap_view value, bool negated)
{
    const bool minus = value.bytes[0] == '-';
    if (negated && !minus)
        *at++ = '-';
    const size_t cut = negated && minus ? 1 : 0;
    return (char *)ap_md5_append_bytes((uint8_t *)at, value.bytes + cut, value.size - cut);
}

/* Marks the values of frame 0 that are x, y or z of a rotation with all three animated. Returns the index of the first marked
   value. */
static size_t mark_rotations_and_find_first(const ap_md5_tokens *tokens, bool *marks)
{
    size_t first = SIZE_MAX;
    for (size_t i = 0; i < tokens->joints; i++) {
        if (!is_rotation_animated(tokens, i))
            continue;
        const size_t x = ap_md5_first_rotation_value(tokens, i);
        marks[x] = marks[x + 1] = marks[x + 2] = true;
        first = first == SIZE_MAX ? x : first;
    }
    return first;
}

bool ap_md5_apply_rotations_conjugated_and_bounds_zeroed(const ap_md5_tokens *tokens)
{
    ap_arena *arena = tokens->damage->arena;
    if (tokens->frames > 1 || !is_inverse_detectable(tokens) || !ap_md5_set_bounds_to_zero(tokens, NULL))
        return false;
    bool *marks = ap_alloc_array(arena, tokens->components, sizeof *marks);
    char *text = ap_alloc_array(arena, tokens->components, NUMBER_BYTES), *at = text, *from = NULL,
         *end = NULL;
    const ap_span values = ap_span_from_to(ap_md5_token_span(tokens, ap_md5_value_token(tokens, 0, 0)),
        ap_md5_token_span(tokens, ap_md5_value_token(tokens, 0, tokens->components - 1)));
    if (marks == NULL || text == NULL)
        return false;
    const size_t first = mark_rotations_and_find_first(tokens, marks);
    for (size_t i = 0; i < tokens->components; i++) {
        const ap_view value = ap_md5_token_text(tokens, ap_md5_value_token(tokens, 0, i));
        if (value.size + 2 > NUMBER_BYTES)
            return false;
        from = i == first ? at : from;
        at = put_signed_value(at, value, marks[i]);
        end = i == first + 2 ? at : end;
        at = stpcpy(at, tokens->line_end);
    }
    const size_t moved = ap_md5_offset_after_edits(tokens, values.offset);
    return ap_edit_span(
               tokens->damage, values, (const uint8_t *)text, (size_t)(at - text) - strlen(tokens->line_end))
           && (tokens->defect->near_miss
               || ap_md5_expect_finding(tokens, NULL,
                   (ap_span){ moved + (size_t)(from - text), (size_t)(end - from) },
                   ap_format_damage_text(tokens->damage, "frames[0].values[%zu]", first)));
}
