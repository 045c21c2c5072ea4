#include "validators/memg/memg_layout.h"

#include "core/layout/count_search.h"
#include "validators/memg/memg_blocks.h"
#include "validators/memg/memg_mapping.h"
#include "validators/memg/memg_order.h"
#include "validators/memg/memg_rules.h"
#include "validators/memg/memg_scene.h"
#include "validators/memg/memg_spikes.h"
#include "validators/memg/other_layouts/memg_trial.h"

/* Integers and counts, read in the published layout or in the layout of a trial */

static bool is_reading_other_layout(const ap_io *io)
{
    const ap_memg_cursor *cursor = io->scope;
    return __builtin_expect(cursor->trial != NULL, false);
}

static bool read_or_write_integer(ap_io *io, const char *name, int32_t *value, ap_field_role role)
{
    return is_reading_other_layout(io) ? ap_memg_trial_read_integer(io, name, value)
                                       : ap_i32(io, name, value, role);
}

static bool read_or_write_count(ap_io *io, const char *name, int32_t *count, size_t element_bytes)
{
    return is_reading_other_layout(io) ? ap_memg_trial_read_count(io, name, count)
                                       : ap_count(io, name, count, element_bytes);
}

/* Numbers: transforms, mean, U and Q */

static bool read_or_write_number(ap_io *io, void *record)
{
    double value = 0;
    (void)record;
    if (!ap_any_f64(io, NULL, &value))
        return false;
    ap_memg_check_number(io, value);
    return true;
}

static const ap_element number_element = { AP_MEMG_NUMBER_BYTES, AP_MEMG_NUMBER_BYTES,
    ap_memg_are_numbers_clean, read_or_write_number };

static bool read_or_write_numbers(ap_io *io, const char *name, uint64_t count, ap_view *view)
{
    return is_reading_other_layout(io) ? ap_memg_trial_read_numbers(io, name, count, view)
                                       : ap_array(io, name, (size_t)count, &number_element, NULL, view);
}

/* Frame animations. The page gives the order of the transforms: "local frame 0, timestep 0", "local frame 1,
   timestep 0", …, "local frame 0, timestep 1" */

static bool read_or_write_transform(ap_io *io, void *record)
{
    ap_view entries;
    (void)record;
    if (!read_or_write_numbers(io, NULL, AP_MEMG_TRANSFORM_ENTRIES, &entries))
        return false;
    ap_memg_check_transform(io, entries);
    return true;
}

bool ap_memg_read_or_write_timestep(ap_io *io, const ap_memg_motion *motion, ap_view *frames)
{
    static const ap_element frame = { AP_MEMG_TRANSFORM_BYTES, AP_MEMG_NUMBER_BYTES,
        ap_memg_are_transforms_clean, read_or_write_transform };
    return ap_array(io, NULL, (size_t)motion->frame_count, &frame, NULL, frames);
}

static bool read_or_write_timestep(ap_io *io, void *motion)
{
    ap_view frames = { NULL, 0 };
    if (!ap_memg_read_or_write_timestep(io, motion, &frames))
        return false;
    ap_memg_record_possible_spikes(io, motion, frames);
    return true;
}

/* Returns the number of timesteps to read. With 0 frames a timestep has 0 bytes, so this avoids a loop of up
   to 2^31 steps. The quotient equals timestep_count; the division lets the prover see that the timesteps fit.
   When writing, the counts may have any value. */
static size_t timestep_count_or_0_without_frames(
    const ap_io *io, const ap_memg_motion *motion, uint64_t transform_count)
{
    const size_t frame_count = (size_t)motion->frame_count;
    if (frame_count == 0)
        return 0;
    return ap_is_writing(io) ? (size_t)motion->timestep_count : (size_t)(transform_count / frame_count);
}

static bool read_or_write_transforms(ap_io *io, ap_memg_motion *motion, uint64_t count)
{
    ap_element timesteps = {
        .number_bytes = AP_MEMG_NUMBER_BYTES,
        .is_clean = ap_memg_are_timesteps_clean,
        .layout = read_or_write_timestep,
    };
    //@ split count;
    //@ split motion->frame_count <= count;
    //@ split motion->frame_count;
    timesteps.bytes = ap_saturating_size_product((size_t)motion->frame_count, AP_MEMG_TRANSFORM_BYTES);
    const size_t timestep_count = timestep_count_or_0_without_frames(io, motion, count);
    return ap_array(io, "transforms", timestep_count, &timesteps, motion, &motion->transforms);
}

bool ap_memg_read_or_write_endian(ap_io *io)
{
    const ap_memg_cursor *cursor = io->scope;
    ap_memg_motion *motion = cursor->motion;
    if (!read_or_write_integer(io, "endian", &motion->endian, AP_ROLE_MAGIC))
        return false;
    motion->big_endian = motion->endian == AP_MEMG_ENDIAN_SWAPPED;
    io->swap = motion->big_endian;
    return ap_memg_check_endian(io, motion);
}

static bool read_or_write_framerate(ap_io *io, int32_t *framerate)
{
    return is_reading_other_layout(io) ? ap_memg_trial_read_framerate(io, framerate)
                                       : ap_i32(io, "framerate", framerate, AP_ROLE_NUMBER);
}

bool ap_memg_read_or_write_endian_and_framerate(ap_io *io)
{
    const ap_memg_cursor *cursor = io->scope;
    if (!ap_memg_read_or_write_endian(io) || !read_or_write_framerate(io, &cursor->motion->framerate))
        return false;
    ap_memg_check_framerate(io, cursor);
    return true;
}

bool ap_memg_read_or_write_frames(ap_io *io)
{
    ap_memg_cursor *cursor = io->scope;
    ap_memg_motion *motion = cursor->motion;
    cursor->last_counts =
        (ap_memg_count_pair){ "frame_count", "timestep_count", io->at, AP_MEMG_TRANSFORM_BYTES };
    const ap_field frames = { "frame_count", { io->at, AP_MEMG_COUNT_BYTES } };
    if (!read_or_write_count(io, "frame_count", &motion->frame_count, 0))
        return false;
    ap_memg_report_if_no_frames(io, motion->frame_count);
    if (!read_or_write_count(io, "timestep_count", &motion->timestep_count, 0))
        return false;
    ap_memg_check_timesteps_and_duration(io, cursor);
    if (is_reading_other_layout(io))
        return ap_memg_trial_read_transforms(io, motion);
    uint64_t count; /* number of transforms */
    if (!ap_check_product_of_counts(
            io, frames, motion->frame_count, motion->timestep_count, AP_MEMG_TRANSFORM_BYTES, &count)
        || !read_or_write_transforms(io, motion, count))
        return false;
    ap_memg_check_spikes(io, motion);
    return true;
}

bool ap_memg_open_reader_at_first_group(ap_io *io, ap_memg_cursor *cursor, ap_view input, ap_arena *arena)
{
    ap_memg_init_reader_without_findings(io, input, arena);
    io->scope = cursor;
    return ap_memg_read_or_write_endian_and_framerate(io) && ap_memg_read_or_write_frames(io);
}

/* Group animations */

static bool read_or_write_name_length(ap_io *io, int32_t *length)
{
    return is_reading_other_layout(io) ? ap_memg_trial_read_or_find_name_length(io, length)
                                       : ap_count(io, "name_length", length, 1);
}

static bool read_or_write_name(ap_io *io, ap_memg_cursor *cursor)
{
    ap_memg_group *group = &cursor->group;
    if (!read_or_write_name_length(io, &group->name_length))
        return false;
    ap_memg_report_if_name_empty(io, group->name_length);
    return ap_name_that_fits(io, "name", (size_t)group->name_length, &group->name)
           && ap_memg_check_name(io, cursor)
           && (!is_reading_other_layout(io) || ap_memg_trial_skip_name_end(io));
}

static bool read_or_write_mapping_entry(ap_io *io, void *record)
{
    int32_t entry = 0;
    const ap_memg_cursor *cursor = record;
    if (!ap_i32(io, NULL, &entry, AP_ROLE_INDEX))
        return false;
    ap_memg_check_mapping_entry(io, entry, cursor);
    return true;
}

static bool read_or_write_mapping(ap_io *io, ap_memg_cursor *cursor)
{
    static const ap_element entry = { AP_MEMG_MAPPING_BYTES, AP_MEMG_MAPPING_BYTES, ap_memg_is_mapping_clean,
        read_or_write_mapping_entry };
    ap_memg_group *group = &cursor->group;
    const size_t count = (size_t)group->vertex_count;
    return is_reading_other_layout(io) ? ap_memg_trial_read_mapping(io, count, &group->mapping)
                                       : ap_array(io, "mapping", count, &entry, cursor, &group->mapping);
}

static bool read_or_write_vertices(ap_io *io, ap_memg_cursor *cursor)
{
    ap_memg_group *group = &cursor->group;
    group->vertex_count_at = io->at;
    if (!read_or_write_count(io, "vertex_count", &group->vertex_count, AP_MEMG_VERTEX_BYTES))
        return false;
    ap_memg_report_if_no_vertices(io, group->vertex_count);
    //@ split group->vertex_count;
    return read_or_write_mapping(io, cursor) && ap_memg_check_mapping(io, cursor)
           && read_or_write_numbers(io, "mean", 3 * (uint64_t)group->vertex_count, &group->mean);
}

static bool read_or_write_parent(ap_io *io, ap_memg_cursor *cursor)
{
    if (!read_or_write_integer(io, "parent_frame", &cursor->group.parent_frame, AP_ROLE_INDEX))
        return false;
    ap_memg_check_parent(io, cursor);
    return true;
}

/* Reads or writes the row count and the column count of a matrix. Sets *count to the number of values that
   follow. */
static bool read_or_write_matrix_size(
    ap_io *io, ap_memg_cursor *cursor, ap_memg_matrix *matrix, uint64_t *count)
{
    cursor->last_counts = (ap_memg_count_pair){ "rows", "columns", io->at, AP_MEMG_NUMBER_BYTES };
    const ap_field rows = { "rows", { io->at, AP_MEMG_COUNT_BYTES } };
    matrix->rows_at = io->at;
    if (!read_or_write_count(io, "rows", &matrix->rows, 0)
        || !read_or_write_count(io, "columns", &matrix->columns, 0))
        return false;
    *count = (uint64_t)matrix->rows * (uint64_t)matrix->columns;
    return is_reading_other_layout(io)
           || ap_check_product_of_counts(
               io, rows, matrix->rows, matrix->columns, AP_MEMG_NUMBER_BYTES, count);
}

static bool read_or_write_matrix(ap_io *io, ap_memg_cursor *cursor, ap_memg_matrix *matrix,
    void (*check)(ap_io *io, const ap_memg_cursor *cursor))
{
    uint64_t count;
    if (!read_or_write_matrix_size(io, cursor, matrix, &count))
        return false;
    check(io, cursor);
    return read_or_write_numbers(io, "values", count, &matrix->values);
}

static bool read_or_write_basis(ap_io *io, ap_memg_cursor *cursor)
{
    ap_enter_record(io, "basis");
    const bool complete = read_or_write_matrix(io, cursor, &cursor->group.basis, ap_memg_check_basis);
    if (complete)
        ap_memg_check_matrix_order(io, cursor);
    ap_leave_record(io);
    return complete;
}

static bool read_or_write_coefficients(ap_io *io, ap_memg_cursor *cursor)
{
    ap_enter_record(io, "coefficients");
    const bool complete =
        read_or_write_matrix(io, cursor, &cursor->group.coefficients, ap_memg_check_coefficients);
    ap_leave_record(io);
    if (complete)
        ap_memg_record_edge_ratios(io);
    return complete;
}

static bool read_or_write_group(ap_io *io, ap_memg_cursor *cursor)
{
    static bool (*const parts[])(ap_io *, ap_memg_cursor *) = { read_or_write_name, read_or_write_vertices,
        read_or_write_parent, read_or_write_basis, read_or_write_coefficients };
    cursor->group_at = io->at;
    for (cursor->complete_parts = 0; cursor->complete_parts < sizeof parts / sizeof *parts;
         cursor->complete_parts++) {
        //@ merge io->at;
        //@ slevel merge;
        //@ split io->at;
        if (!parts[cursor->complete_parts](io, cursor))
            return false;
    }
    return true;
}

bool ap_memg_read_or_write_group(ap_io *io, size_t index)
{
    ap_enter_element(io, "groups", index);
    bool complete = ap_use_search_step(io)
                    && (is_reading_other_layout(io)
                            ? ap_memg_trial_read_group_of_any_name_length(io, io->scope, read_or_write_group)
                            : read_or_write_group(io, io->scope));
    ap_leave_record(io);
    return complete;
}

bool ap_memg_read_groups(ap_io *io)
{
    ap_memg_cursor *cursor = io->scope;
    for (size_t i = 0; ap_bytes_left(io) >= AP_MEMG_COUNT_BYTES; i++) {
        if (ap_test_and_mark_dead_end(io) || !ap_memg_read_or_write_group(io, i)
            || (io->arena != NULL && io->arena->failed))
            return false;
        cursor->motion->group_count++;
    }
    return true;
}
