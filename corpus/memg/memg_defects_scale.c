/* Defects in the size of the motion against its .obj. */
#include <stdlib.h>

#include "corpus/defect/defect_row_macros.h"
#include "corpus/memg/memg_corpus.h"
#include "corpus/memg/memg_group_bytes.h"
#include "corpus/memg/memg_page_scale.h"

#define FORMAT "memg"

#define SCALE "memg/obj-scale"

/* Multiplies `count` numbers by a factor, beginning with the field `first`. */
static bool scale_numbers(ap_damage *damage, const ap_listed_field *first, size_t count, double factor)
{
    uint8_t *bytes =
        ap_memg_allocate_up_to_limit(damage, ap_saturating_size_product(count, MEMG_NUMBER_BYTES));
    if (bytes == NULL || count == 0)
        return count == 0;
    for (size_t i = 0; i < count; i++) {
        const double scaled = factor * ap_field_f64(damage, first + i);
        ap_memg_put_numbers(bytes + MEMG_NUMBER_BYTES * i, &scaled, 1);
    }
    return ap_edit_span(
        damage, (ap_span){ first->span.offset, MEMG_NUMBER_BYTES * count }, bytes, MEMG_NUMBER_BYTES * count);
}

static bool is_within_scale_limits(double ratio)
{
    return ratio >= 0.4 && ratio <= 2.5;
}

/* Returns true if the ratio is not close to a limit of the rule: the sums that it is computed from have rounding errors. */
static bool is_far_from_scale_limits(double ratio)
{
    return is_within_scale_limits(ratio * 0.99) == is_within_scale_limits(ratio * 1.01);
}

/* Multiplies means and coefficients of all groups by the factor in the defect's text. */
static bool scale_means_and_coefficients(ap_damage *damage)
{
    ap_memg_candidates candidates;
    ap_memg_motion_scale scale;
    const double factor = strtod(damage->defect->text, NULL);
    if (!ap_memg_find_candidates(damage, &candidates)
        || !ap_memg_compute_scale_or_1_if_scene(&candidates, &scale) || scale.first_group == NULL
        || 2 * candidates.count > AP_DEFECT_EDITS || candidates.frame_count->swap
        || !is_far_from_scale_limits(scale.median * factor)
        || is_within_scale_limits(scale.median * factor) != damage->defect->near_miss)
        return false;
    for (size_t i = 0; i < candidates.count; i++) {
        const ap_memg_candidate_group *group = &candidates.groups[i];
        const ap_memg_candidate_matrix *q = &group->coefficients;
        if (!scale_numbers(damage, group->mean, 3 * group->vertices, factor)
            || !scale_numbers(damage, q->values, q->row_count * q->column_count, factor))
            return false;
    }
    const ap_span mean = { scale.first_group->mean->span.offset,
        3 * MEMG_NUMBER_BYTES * scale.first_group->vertices };
    return damage->defect->near_miss
           || ap_expect_finding(damage, SCALE, mean,
               ap_format_damage_text(damage, "groups[%zu].mean", scale.first_group->index));
}

#define SCALED(what, words, factor, ...)                                                                     \
    ROW("obj-scale", what, words, scale_means_and_coefficients, .text = (factor), .needs_companion = true,   \
        .knobs = "vertices=6..16", __VA_ARGS__)

static const ap_defect defects[] = {
    SCALED("centimetres", "the motion is in centimetres, its .obj in metres", "100", .near_miss = false),
    SCALED("metres", "the motion is in metres, its .obj in millimetres", "0.001", .near_miss = false),
    SCALED("3", "the motion is 3 times as large as its .obj", "3", .near_miss = false),
    SCALED("2.4", "the motion is 2.4 times as large as its .obj", "2.4", .near_miss = true),
    SCALED("0.42", "the motion is 0.42 times as large as its .obj", "0.42", .near_miss = true),
};

const ap_defect_table ap_memg_scale_defects = { defects, sizeof defects / sizeof *defects };
