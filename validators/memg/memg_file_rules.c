#include "validators/memg/memg_file_rules.h"

#include "validators/memg/memg_blocks.h"
#include "validators/memg/memg_rules.h"
#include "validators/memg/memg_table.h"

static ap_memg_file_answers *file_answers_of_io(const ap_io *io)
{
    const ap_memg_cursor *cursor = io->scope;
    return &cursor->state->answers;
}

/* Reports a finding on a field of the file's root, even while another record is being read. */
static void report_at_root(
    ap_io *io, const ap_rule *rule, ap_span span, const char *name, const char *message)
{
    const size_t depth = io->path.depth;
    io->path.depth = 0;
    ap_add_finding_at(io, rule, span, name, ap_no_value(), ap_no_value(), "%s", message);
    io->path.depth = depth;
}

/* Returns true if the file can be read to its end, has at least `least` groups, and `is_such` returns true
   for each group. */
static bool are_all_groups_such(
    const ap_io *io, size_t least, bool (*is_such)(const ap_io *io, const ap_memg_cursor *cursor))
{
    ap_io reader;
    const ap_memg_cursor *cursor = io->scope;
    ap_memg_motion motion = *cursor->motion;
    ap_memg_cursor scratch = { .motion = &motion };
    const size_t groups_at = (size_t)(motion.transforms.bytes - io->input.bytes) + motion.transforms.size;
    size_t count = 0;
    ap_memg_init_reader_without_findings(&reader, io->input, NULL);
    reader.at = groups_at;
    reader.swap = io->swap;
    reader.scope = &scratch;
    for (; ap_bytes_left(&reader) > 0; count++) {
        if (!ap_memg_read_or_write_group(&reader, count) || !is_such(&reader, &scratch))
            return false;
    }
    return count >= least;
}

static bool accept_any_group(const ap_io *io, const ap_memg_cursor *cursor)
{
    (void)io;
    (void)cursor;
    return true;
}

bool ap_memg_can_be_read_to_end(const ap_io *io)
{
    return are_all_groups_such(io, 1, accept_any_group);
}

/* transform-order */

static bool do_first_nine_of_all_hold_rotations(const ap_io *io, ap_view transforms)
{
    for (size_t at = 0; at < transforms.size; at += AP_MEMG_TRANSFORM_BYTES) {
        if (!ap_memg_do_first_nine_hold_rotation(transforms.bytes + at, io->swap))
            return false;
    }
    return true;
}

bool ap_memg_report_other_transform_order_once(ap_io *io)
{
    ap_memg_file_answers *answers = file_answers_of_io(io);
    const ap_memg_cursor *cursor = io->scope;
    const ap_view transforms = cursor->motion->transforms;
    if (answers->transform_order == AP_MEMG_UNCHECKED) {
        const bool other = do_first_nine_of_all_hold_rotations(io, transforms);
        answers->transform_order = other ? AP_MEMG_YES : AP_MEMG_NO;
        if (other)
            report_at_root(io, AP_MEMG_RULE(TRANSFORM_ORDER),
                (ap_span){ AP_MEMG_HEADER_BYTES, transforms.size }, "transforms",
                "the first nine values of each transform are a rotation: the transforms are in column order, "
                "or "
                "have the translation last, and must be three rows of three rotation values and a "
                "translation");
    }
    return answers->transform_order == AP_MEMG_YES;
}

/* counts-swapped */

static bool does_group_fit_swapped_counts(const ap_io *io, const ap_memg_cursor *cursor)
{
    const ap_memg_group *group = &cursor->group;
    (void)io;
    return group->coefficients.columns == cursor->motion->frame_count
           && group->coefficients.rows == group->basis.columns && group->parent_frame >= 0
           && group->parent_frame < cursor->motion->timestep_count;
}

bool ap_memg_report_swapped_counts_once(ap_io *io)
{
    ap_memg_file_answers *answers = file_answers_of_io(io);
    const ap_memg_cursor *cursor = io->scope;
    const ap_memg_motion *motion = cursor->motion;
    if (answers->counts_swapped == AP_MEMG_UNCHECKED) {
        const size_t depth = io->path.depth;
        const bool swapped = motion->frame_count != motion->timestep_count
                             && are_all_groups_such(io, 1, does_group_fit_swapped_counts);
        answers->counts_swapped = swapped ? AP_MEMG_YES : AP_MEMG_NO;
        io->path.depth = 0;
        if (swapped)
            ap_add_finding_at(io, AP_MEMG_RULE(COUNTS_SWAPPED),
                (ap_span){ AP_MEMG_FRAME_COUNT_AT, AP_MEMG_COUNT_BYTES }, "frame_count",
                ap_integer(motion->timestep_count), ap_integer(motion->frame_count),
                ": all groups fit %d frames and %d timesteps, so the two counts are swapped",
                (int)motion->timestep_count, (int)motion->frame_count);
        io->path.depth = depth;
    }
    return answers->counts_swapped == AP_MEMG_YES;
}

/* mapping-local */

/* Returns true if a mapping with increasing entries is 1 to v, where v is the number of its entries and at least 2. */
static bool is_increasing_mapping_1_to_n(ap_view mapping, bool swap)
{
    const size_t count = mapping.size / AP_MEMG_MAPPING_BYTES;
    return count >= 2 && ap_load_i32(mapping.bytes, swap) == 1
           && ap_load_u32(mapping.bytes + mapping.size - AP_MEMG_MAPPING_BYTES, swap) == count;
}

static bool is_mapping_of_group_1_to_n(const ap_io *io, const ap_memg_cursor *cursor)
{
    return is_increasing_mapping_1_to_n(cursor->group.mapping, io->swap)
           && ap_memg_is_increasing(cursor->group.mapping, io->swap);
}

bool ap_memg_are_all_mappings_local(ap_io *io)
{
    ap_memg_file_answers *answers = file_answers_of_io(io);
    if (answers->mapping_local == AP_MEMG_UNCHECKED)
        answers->mapping_local =
            are_all_groups_such(io, 2, is_mapping_of_group_1_to_n) ? AP_MEMG_YES : AP_MEMG_NO;
    return answers->mapping_local == AP_MEMG_YES;
}

static bool is_mapping_without_zero(const ap_io *io, const ap_memg_cursor *cursor)
{
    const ap_view mapping = cursor->group.mapping;
    size_t at = 0;
    while (at < mapping.size && ap_load_i32(mapping.bytes + at, io->swap) != 0)
        at += AP_MEMG_MAPPING_BYTES;
    return at == mapping.size;
}

bool ap_memg_any_mapping_has_zero(ap_io *io)
{
    ap_memg_file_answers *answers = file_answers_of_io(io);
    if (answers->mapping_zero == AP_MEMG_UNCHECKED)
        answers->mapping_zero =
            ap_memg_can_be_read_to_end(io) && !are_all_groups_such(io, 1, is_mapping_without_zero)
                ? AP_MEMG_YES
                : AP_MEMG_NO;
    return answers->mapping_zero == AP_MEMG_YES;
}

void ap_memg_record_if_all_mappings_local(const ap_io *io, bool increasing)
{
    const ap_memg_cursor *cursor = io->scope;
    ap_memg_file_answers *answers = file_answers_of_io(io);
    const size_t index = cursor->motion->group_count;
    answers->all_local = (index == 0 || answers->all_local) && increasing
                         && is_increasing_mapping_1_to_n(cursor->group.mapping, io->swap);
    if (index == 1)
        answers->second_mapping = cursor->group.mapping;
}

void ap_memg_check_local_mappings(ap_io *io)
{
    const ap_memg_cursor *cursor = io->scope;
    const ap_memg_file_answers *answers = file_answers_of_io(io);
    if (!answers->all_local || cursor->motion->group_count < 2)
        return;
    const size_t at = (size_t)(answers->second_mapping.bytes - io->input.bytes);
    ap_enter_element(io, "groups", 1);
    ap_add_finding_at(io, AP_MEMG_RULE(MAPPING_LOCAL), (ap_span){ at, answers->second_mapping.size },
        "mapping", ap_no_value(), ap_no_value(),
        " counts from 1, as the mapping of each group does: write the vertices' numbers in the .obj, not in "
        "the group");
    ap_leave_record(io);
}
