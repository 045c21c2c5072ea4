/* Defects in the header and at the end of a motion file. */
#include <string.h>

#include "corpus/defect/defect_row_macros.h"
#include "corpus/memg/memg_candidates.h"
#include "corpus/memg/memg_corpus.h"
#include "corpus/memg/memg_page.h"

#define FORMAT "memg"

#define TRUNCATED "memg/truncated"
#define EXCEEDS   "memg/count-exceeds-file"
#define TRAILING  "memg/trailing-bytes"

enum { ENDIAN, FRAMERATE, FRAME_COUNT, TIMESTEP_COUNT };

static bool set_endian_indicator(ap_damage *damage)
{
    const ap_listed_field *endian = &damage->fields.items[ENDIAN];
    return ap_edit_number(damage, endian, (uint64_t)damage->defect->number)
           && ap_expect_own_rule(damage, endian) && ap_expect_vanished_from(damage, NULL, 0);
}

/* Writes every number in the other byte order. */
static bool swap_all_numbers(ap_damage *damage)
{
    const ap_view input = damage->input;
    uint8_t *swapped = ap_alloc(damage->arena, input.size);
    if (swapped == NULL)
        return false;
    memcpy(swapped, input.bytes, input.size);
    for (size_t i = 0; i < damage->fields.count; i++) {
        const ap_listed_field *field = &damage->fields.items[i];
        if (field->type == AP_TYPE_BYTES)
            continue;
        for (size_t b = 0; b < field->span.length; b++)
            swapped[field->span.offset + b] = input.bytes[ap_span_end(field->span) - 1 - b];
    }
    damage->findings_stay = true;
    return ap_edit_span(damage, (ap_span){ 0, input.size }, swapped, input.size)
           && ap_expect_own_rule(damage, &damage->fields.items[ENDIAN]);
}

static int32_t swapped_i32(const ap_damage *damage, size_t field)
{
    const uint32_t bits = (uint32_t)ap_field_bits(damage, &damage->fields.items[field]);
    return (int32_t)__builtin_bswap32(bits);
}

/* Swaps the bytes of the byte order indicator only. The counts are then read in the wrong byte order, and are far too large. */
static bool swap_indicator(ap_damage *damage)
{
    const ap_listed_field *items = damage->fields.items;
    const int32_t framerate = swapped_i32(damage, FRAMERATE);
    const int32_t frames = swapped_i32(damage, FRAME_COUNT);
    const int32_t timesteps = swapped_i32(damage, TIMESTEP_COUNT);
    const size_t left = damage->input.size - ap_span_end(items[TIMESTEP_COUNT].span);
    const bool is_float = framerate >= MEMG_LEAST_FLOAT_RATE && framerate <= MEMG_MOST_FLOAT_RATE;
    if (framerate <= 0 || framerate == 30 || framerate == 120 || is_float || frames <= 0 || timesteps <= 0
        || ap_saturating_product(
               ap_saturating_product((size_t)frames, (size_t)timesteps), MEMG_TRANSFORM_BYTES)
               <= left)
        return false;
    return ap_edit_number(damage, &items[ENDIAN], 0x01000000) && ap_expect_own_rule(damage, &items[ENDIAN])
           && ap_expect_at_field(damage, "memg/framerate-unusual", &items[FRAMERATE])
           && ap_expect_at_field(damage, EXCEEDS, &items[FRAME_COUNT])
           && ap_expect_vanished_from(damage, NULL, items[FRAMERATE].span.offset);
}

/* Expects the findings of a file that ends after its header or its transforms. */
static bool expect_file_without_groups(ap_memg_candidates *candidates, size_t size)
{
    for (size_t i = 0; i < candidates->count; i++) {
        if (candidates->damage->expected_count == AP_DEFECT_EXPECTATIONS
            || !ap_memg_expect_group_without_motion(candidates, &candidates->groups[i]))
            return false;
    }
    return ap_expect_vanished_from(candidates->damage, NULL, size);
}

static bool has_room_for_expectations(const ap_memg_candidates *candidates)
{
    return candidates->count + 2 <= AP_DEFECT_EXPECTATIONS;
}

static bool drop_groups(ap_damage *damage)
{
    ap_memg_candidates candidates;
    return ap_memg_find_candidates(damage, &candidates) && candidates.count > 0
           && has_room_for_expectations(&candidates) && ap_edit_cut_off_at(damage, candidates.groups_at)
           && ap_expect_finding(damage, damage->defect->rule, (ap_span){ candidates.groups_at, 0 }, "groups")
           && expect_file_without_groups(&candidates, candidates.groups_at);
}

/* Keeps only the header, and sets the count that the defect's pattern names to 0. */
static bool drop_all_after_header(ap_damage *damage)
{
    ap_memg_candidates candidates;
    const ap_listed_field *field = ap_pick_field(&damage->fields, damage->defect->pattern, damage->choices);
    if (field == NULL || !ap_memg_find_candidates(damage, &candidates)
        || !has_room_for_expectations(&candidates))
        return false;
    uint8_t kept[2 * MEMG_COUNT_BYTES];
    const size_t end = ap_span_end(candidates.timestep_count->span);
    const size_t from = field->span.offset;
    memcpy(kept, damage->input.bytes + end - sizeof kept, sizeof kept);
    uint8_t *own = kept + (sizeof kept - (end - from));
    memset(own, 0, MEMG_COUNT_BYTES);
    return ap_field_i32(damage, field) != 0
           && ap_edit_span(damage, (ap_span){ from, damage->input.size - from }, own, end - from)
           && ap_expect_own_rule(damage, field)
           && ap_expect_finding(damage, "memg/no-groups", (ap_span){ end, 0 }, "groups")
           && expect_file_without_groups(&candidates, from)
           && (field != candidates.frame_count || candidates.timesteps > 0);
}

/* Removes all frames and transforms: the parent of every group is then out of range. */
static bool remove_frames_and_transforms(ap_damage *damage)
{
    ap_memg_candidates candidates;
    if (!ap_memg_find_candidates(damage, &candidates) || candidates.frames == 0 || candidates.timesteps == 0
        || !has_room_for_expectations(&candidates))
        return false;
    uint8_t counts[2 * MEMG_COUNT_BYTES] = { 0 };
    const ap_listed_field *field = candidates.frame_count;
    memcpy(counts + MEMG_COUNT_BYTES, damage->input.bytes + candidates.timestep_count->span.offset,
        MEMG_COUNT_BYTES);
    const ap_span span = { field->span.offset, candidates.groups_at - field->span.offset };
    const size_t gone = span.length - sizeof counts;
    for (size_t i = 0; i < candidates.count; i++) {
        const ap_listed_field *parent = candidates.groups[i].parent_frame;
        if (!ap_expect_with_path_of_field(damage, "memg/parent-range",
                (ap_span){ parent->span.offset - gone, MEMG_COUNT_BYTES }, parent))
            return false;
    }
    return ap_edit_span(damage, span, counts, sizeof counts) && ap_expect_own_rule(damage, field);
}

/* Appends as many bytes as the defect's number says, where another group could start. */
static bool append_bytes_at_end(ap_damage *damage)
{
    const uint8_t few[3] = { 1, 0, 0 };
    const ap_span span = { damage->input.size, (size_t)damage->defect->number };
    return ap_edit_span(damage, (ap_span){ span.offset, 0 }, few, span.length)
           && ap_expect_finding(damage, TRAILING, span, "")
           && ap_expect_vanished_at(damage, "memg/no-groups", (ap_span){ span.offset, 0 });
}

/* Appends four zero bytes, which are read as the name length of a group without a name. */
static bool append_zero_name_length(ap_damage *damage)
{
    const uint8_t zeros[MEMG_COUNT_BYTES] = { 0 };
    ap_memg_candidates candidates;
    const size_t size = damage->input.size;
    return ap_memg_find_candidates(damage, &candidates)
           && ap_edit_span(damage, (ap_span){ size, 0 }, zeros, sizeof zeros)
           && ap_expect_finding(damage, "memg/name-empty", (ap_span){ size, MEMG_COUNT_BYTES },
               ap_format_damage_text(damage, "groups[%zu].name_length", candidates.count))
           && ap_expect_finding(damage, TRUNCATED, (ap_span){ size + MEMG_COUNT_BYTES, 0 },
               ap_format_damage_text(damage, "groups[%zu].vertex_count", candidates.count))
           && ap_expect_vanished_at(damage, "memg/no-groups", (ap_span){ size, 0 });
}

static const ap_defect defects[] = {
    ROW("endian-indicator", "0", "the endian indicator is 0", set_endian_indicator),
    ROW("endian-indicator", "2", "the endian indicator is 2", set_endian_indicator, .number = 2),
    ROW("endian-indicator", "-1", "the endian indicator is -1", set_endian_indicator, .number = -1),
    ROW("endian-indicator", "mixed", "the endian indicator has its 1 in the second byte",
        set_endian_indicator, .number = 0x100),
    ROW("endian-indicator", "ascii", "the endian indicator is the ASCII digit 1", set_endian_indicator,
        .number = 0x31),
    ROW("byte-order", "big-endian", "the whole file is big-endian", swap_all_numbers),
    ROW("byte-order", "indicator-only", "only the endian indicator is big-endian", swap_indicator),

    ROW("framerate", "0", "the framerate is 0", ap_apply_number_to_field, "framerate"),
    AT("framerate", "-1", "the framerate is -1", ap_apply_number_to_field, "framerate", -1),
    AT("framerate", "least", "the framerate is the smallest int32", ap_apply_number_to_field, "framerate",
        INT32_MIN),
    AT("framerate-float", "30", "the framerate is a float32 of 30", ap_apply_number_to_field, "framerate",
        0x41f00000),
    AT("framerate-float", "1", "the framerate is a float32 of 1", ap_apply_number_to_field, "framerate",
        0x3f800000),
    AT("framerate-float", "1000", "the framerate is a float32 of 1000", ap_apply_number_to_field, "framerate",
        0x447a0000),
    AT("framerate-unusual", "24", "the framerate is 24", ap_apply_number_to_field, "framerate", 24),
    AT("framerate-unusual", "1", "the framerate is 1", ap_apply_number_to_field, "framerate", 1),
    AT("framerate-unusual", "most", "the framerate is the largest int32", ap_apply_number_to_field,
        "framerate", INT32_MAX),
    AT("framerate-unusual", "119", "the framerate is nearly 120", ap_apply_number_to_field, "framerate", 119),
    NEAR_AT("framerate-unusual", "30", "the framerate is 30", ap_apply_number_to_field, "framerate", 30),
    NEAR_AT("framerate-unusual", "120", "the framerate is 120", ap_apply_number_to_field, "framerate", 120),

    ROW("no-groups", "missing", "the file ends after its transforms", drop_groups),
    ROW("no-frames", "header-alone", "the file is only a header, with no frames", drop_all_after_header,
        "frame_count"),
    ROW("no-timesteps", "header-alone", "the file is only a header, with no timesteps", drop_all_after_header,
        "timestep_count"),
    ROW("no-frames", "groups", "the frame count is 0, but groups refer to a frame",
        remove_frames_and_transforms),

    ROW("trailing-bytes", "1", "one extra byte follows the last group", append_bytes_at_end, .number = 1),
    ROW("trailing-bytes", "2", "two extra bytes follow the last group", append_bytes_at_end, .number = 2),
    ROW("trailing-bytes", "3", "three extra bytes follow the last group", append_bytes_at_end, .number = 3),
    ROW("truncated", "zeros-appended", "four extra zeros follow the last group", append_zero_name_length),
};

const ap_defect_table ap_memg_defects = { defects, sizeof defects / sizeof *defects };
