/* Near misses of motion files that need changes in several places: fewer frames or timesteps everywhere,
   or an added group. */
#include <string.h>

#include "corpus/defect/defect_row_macros.h"
#include "corpus/memg/memg_corpus.h"
#include "corpus/memg/memg_group_bytes.h"
#include "corpus/memg/memg_page.h"

#define FORMAT "memg"

/* Leaves the file unchanged: the generated file itself is the near miss. */
static bool change_nothing(ap_damage *damage)
{
    return damage->edit_count == 0;
}

/* Sets an unusual frame rate. It causes only a note. */
static bool set_unusual_framerate(ap_damage *damage)
{
    const ap_listed_field *field = ap_pick_field(&damage->fields, "framerate", damage->choices);
    return field != NULL && ap_edit_number(damage, field, (uint64_t)damage->defect->number)
           && ap_expect_at_field(damage, "memg/framerate-unusual", field);
}

/* Adds frames to a file without timesteps. A frame then takes 0 bytes. */
static bool set_frame_count_without_timesteps(ap_damage *damage)
{
    ap_memg_candidates candidates;
    return ap_memg_find_candidates(damage, &candidates) && candidates.timesteps == 0 && candidates.frames > 0
           && ap_edit_number(damage, candidates.frame_count, (uint64_t)damage->defect->number);
}

/* Returns true if reducing the timesteps does not change whether the group has a finding about too many modes. */
static bool is_mode_finding_kept(
    const ap_memg_candidates *candidates, const ap_memg_candidate_group *group, size_t timesteps)
{
    const size_t modes = group->basis.column_count;
    return modes <= timesteps || modes > 3 * group->vertices || modes > candidates->timesteps;
}

/* Removes the group's coefficients from timestep `kept` on. Coefficients are stored timestep by timestep. */
static bool drop_coefficients(ap_damage *damage, const ap_memg_candidate_matrix *q, size_t kept)
{
    const size_t gone = MEMG_NUMBER_BYTES * q->row_count * (q->column_count - kept);
    const size_t end = ap_span_end(q->columns->span) + MEMG_NUMBER_BYTES * q->row_count * q->column_count;
    return ap_edit_number(damage, q->columns, kept)
           && (gone == 0 || ap_edit_span(damage, (ap_span){ end - gone, gone }, NULL, 0));
}

/* Keeps as many timesteps as the defect's number says, in transforms and coefficients. If the defect has a text, removes that
   many timesteps instead. */
static bool keep_first_timesteps(ap_damage *damage)
{
    ap_memg_candidates candidates;
    if (!ap_memg_find_candidates(damage, &candidates) || 2 + 2 * candidates.count > AP_DEFECT_EDITS
        || candidates.timesteps < 2)
        return false;
    const size_t number = (size_t)damage->defect->number;
    const size_t kept = damage->defect->text != NULL ? candidates.timesteps - number : number;
    const size_t gone = MEMG_TRANSFORM_BYTES * candidates.frames * (candidates.timesteps - kept);
    if (!ap_edit_number(damage, candidates.timestep_count, kept)
        || !ap_edit_span(damage, (ap_span){ candidates.groups_at - gone, gone }, NULL, 0))
        return false;
    for (size_t i = 0; i < candidates.count; i++) {
        if (!is_mode_finding_kept(&candidates, &candidates.groups[i], kept)
            || !drop_coefficients(damage, &candidates.groups[i].coefficients, kept))
            return false;
    }
    return true;
}

/* Keeps only the first frame, and makes it the parent of every group. */
static bool keep_one_frame(ap_damage *damage)
{
    ap_memg_candidates candidates;
    if (!ap_memg_find_candidates(damage, &candidates) || candidates.frames < 2
        || candidates.timesteps > AP_DEFECT_EDITS
        || 1 + candidates.timesteps + candidates.count > AP_DEFECT_EDITS
        || !ap_edit_number(damage, candidates.frame_count, 1))
        return false;
    const size_t others = MEMG_TRANSFORM_BYTES * (candidates.frames - 1);
    size_t at = ap_span_end(candidates.timestep_count->span);
    for (size_t t = 0; t < candidates.timesteps; t++, at += MEMG_TRANSFORM_BYTES + others) {
        if (!ap_edit_span(damage, (ap_span){ at + MEMG_TRANSFORM_BYTES, others }, NULL, 0))
            return false;
    }
    for (size_t i = 0; i < candidates.count; i++) {
        if (!ap_edit_number(damage, candidates.groups[i].parent_frame, 0))
            return false;
    }
    return true;
}

/* Appends a complete group with one vertex and one mode. */
static bool append_group(ap_damage *damage)
{
    static const char name[] = "one_more";
    ap_memg_candidates candidates;
    size_t size;
    uint8_t head[MEMG_COUNT_BYTES + sizeof name - 1];
    const ap_span end = { damage->input.size, 0 };
    if (damage->companion.bytes != NULL || !ap_memg_find_candidates(damage, &candidates)
        || candidates.frames == 0 || candidates.timesteps == 0
        || ap_memg_has_group_named(&candidates, (ap_view){ (const uint8_t *)name, sizeof name - 1 }))
        return false;
    ap_memg_put_count(head, sizeof name - 1);
    memcpy(head + MEMG_COUNT_BYTES, name, sizeof name - 1);
    const uint8_t *rest = ap_memg_make_group_bytes_after_name(&candidates, 1, 0, 1, &size);
    return rest != NULL && ap_edit_span(damage, end, head, sizeof head)
           && ap_edit_span(damage, end, rest, size) && ap_expect_vanished_at(damage, "memg/no-groups", end);
}

static const ap_defect defects[] = {
    NEAR("endian-indicator", "little", "the endian indicator is 1 and the framerate 120 or 30",
        change_nothing, .knobs = "frames=1 timesteps=1"),
    NEAR("framerate", "1", "the framerate is 1, the minimum", set_unusual_framerate, .number = 1),
    NEAR("framerate-float", "1001", "the bytes of the framerate are a float32 just above 1000",
        set_unusual_framerate, .number = 0x447a0001),
    NEAR("mapping-local", "on", "the vertices of each group continue the numbers of the previous group",
        change_nothing, .knobs = "groups=2..4 vertices=2..9"),
    NEAR("counts-swapped", "equal", "the frame count equals the timestep count", change_nothing,
        .knobs = "frames=3 timesteps=3"),
    NEAR("other-layout", "timestep-less", "the last timestep is missing in all data, and is not counted",
        keep_first_timesteps, .text = "less", .number = 1, .knobs = "groups=1..3"),
    NEAR("count-exceeds-file", "no-timesteps",
        "the frame count is the largest int32, and the timestep count is 0",
        set_frame_count_without_timesteps, .number = INT32_MAX, .knobs = "timesteps=0"),
    NEAR("coefficients-columns", "timestep-less", "the last timestep is missing in all data",
        keep_first_timesteps, .text = "less", .number = 1, .knobs = "groups=1..3"),
    NEAR("no-timesteps", "one", "the file has only one timestep", keep_first_timesteps, .number = 1,
        .knobs = "groups=1..3 modes=1"),
    NEAR("no-frames", "one", "the file has only one frame", keep_one_frame,
        .knobs = "frames=2..4 timesteps=2 groups=1..3"),
    NEAR("trailing-bytes", "group", "a complete group follows the last group", append_group),
};

const ap_defect_table ap_memg_near_defects = { defects, sizeof defects / sizeof *defects };
