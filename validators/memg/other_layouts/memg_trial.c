#include "validators/memg/other_layouts/memg_trial.h"

#include <string.h>

#include "validators/memg/memg_blocks.h"

enum {
    MOST_NAME_BYTES = 255, /* limit for a name without a stored length */
    TRANSFORM_ROW = 4,
    FRAMERATE_BYTES = 8,
    MOST_FRAMERATE = 1000
};

const ap_memg_variant ap_memg_published_variant = {
    .number_bytes = AP_MEMG_NUMBER_BYTES,
    .integer_bytes = AP_MEMG_COUNT_BYTES,
    .mapping_bytes = AP_MEMG_MAPPING_BYTES,
    .transform_entries = AP_MEMG_TRANSFORM_ENTRIES,
};

static ap_memg_trial *trial_of_io(const ap_io *io)
{
    const ap_memg_cursor *cursor = io->scope;
    return cursor->trial;
}

static void add_offset_to_hash(ap_memg_trial *trial, size_t at)
{
    const uint64_t multiplier = UINT64_C(0x9e3779b97f4a7c15);
    trial->offsets_hash = (trial->offsets_hash ^ at) * multiplier;
    trial->offsets_hash ^= trial->offsets_hash >> 32;
}

/* Subtracts `amount` from *left, a part of the budget. Returns false, without a change, if less is left: the caller's check then
   fails. */
static bool spend_budget(size_t *left, size_t amount)
{
    if (*left < amount)
        return false;
    *left -= amount;
    return true;
}

/* Skips padding up to the next offset that is a multiple of `multiple`. Stores the first padding of the file in the trial's
   `gap`, with io->path and `name` for the field after it. Returns false if the padding has a byte other than 0, or if the file
   ends in it. */
static bool skip_zeros(ap_io *io, size_t multiple, const char *name, bool of_array)
{
    ap_memg_first_padding *gap = &trial_of_io(io)->gap;
    const size_t zeros = (multiple - io->at % multiple) % multiple;
    if (zeros > ap_bytes_left(io))
        return false;
    if (zeros > 0 && !gap->known)
        *gap = (ap_memg_first_padding){ true, io->at, io->path, name, of_array };
    for (size_t i = 0; i < zeros; i++) {
        if (io->input.bytes[io->at + i] != 0)
            return false;
    }
    io->at += zeros;
    return true;
}

static bool skip_alignment_padding(ap_io *io, size_t bytes, const char *name, bool of_array)
{
    return trial_of_io(io)->variant.padding != AP_MEMG_ALIGNED || skip_zeros(io, bytes, name, of_array);
}

bool ap_memg_trial_read_integer(ap_io *io, const char *name, int32_t *value)
{
    ap_memg_trial *trial = trial_of_io(io);
    uint64_t wide = 0;
    if (!skip_alignment_padding(io, trial->variant.integer_bytes, name, false))
        return false;
    add_offset_to_hash(trial, io->at);
    if (trial->variant.integer_bytes == AP_MEMG_COUNT_BYTES)
        return ap_i32(io, name, value, AP_ROLE_NUMBER);
    if (!ap_u64(io, name, &wide, AP_ROLE_NUMBER))
        return false;
    *value = (int32_t)(uint32_t)wide;
    return (uint64_t)(int64_t)*value == wide;
}

bool ap_memg_trial_read_count(ap_io *io, const char *name, int32_t *count)
{
    return ap_memg_trial_read_integer(io, name, count) && *count >= 0;
}

bool ap_memg_trial_read_framerate(ap_io *io, int32_t *framerate)
{
    double value = 0;
    if (!trial_of_io(io)->variant.framerate_is_number)
        return ap_memg_trial_read_integer(io, "framerate", framerate);
    return skip_alignment_padding(io, FRAMERATE_BYTES, "framerate", false)
           && ap_any_f64(io, "framerate", &value) && value >= 1 && value <= (double)MOST_FRAMERATE;
}

/* Names */

bool ap_memg_trial_read_or_find_name_length(ap_io *io, int32_t *length)
{
    const ap_memg_trial *trial = trial_of_io(io);
    if (trial->variant.name_form == AP_MEMG_STORED_LENGTH)
        return ap_memg_trial_read_count(io, "name_length", length) && (size_t)*length <= ap_bytes_left(io);
    *length = trial->name_length;
    if (trial->variant.name_form == AP_MEMG_NO_LENGTH)
        return true;
    const size_t most = ap_bytes_left(io) < MOST_NAME_BYTES + 1 ? ap_bytes_left(io) : MOST_NAME_BYTES + 1;
    const uint8_t *name = io->input.bytes + io->at;
    const uint8_t *end = memchr(name, 0, most);
    *length = end == NULL ? 0 : (int32_t)(end - name);
    return *length > 0;
}

bool ap_memg_trial_skip_name_end(ap_io *io)
{
    const ap_memg_trial *trial = trial_of_io(io);
    if (trial->variant.name_form == AP_MEMG_TERMINATED)
        io->at++;
    return trial->variant.padding != AP_MEMG_AFTER_NAME
           || skip_zeros(io, trial->variant.name_padding, "vertex_count", false);
}

/* Arrays */

static bool read_trial_array(ap_io *io, const char *name, uint64_t count, size_t bytes, ap_view *view)
{
    if (count > 0 && !skip_alignment_padding(io, bytes, name, true))
        return false;
    const uint64_t size = ap_saturating_product(count, bytes);
    add_offset_to_hash(trial_of_io(io), io->at);
    if (size > ap_bytes_left(io))
        return false;
    *view = (ap_view){ io->input.bytes + io->at, (size_t)size };
    io->at += (size_t)size;
    return true;
}

bool ap_memg_trial_read_numbers(ap_io *io, const char *name, uint64_t count, ap_view *view)
{
    return read_trial_array(io, name, count, trial_of_io(io)->variant.number_bytes, view);
}

bool ap_memg_trial_read_mapping(ap_io *io, uint64_t count, ap_view *view)
{
    return read_trial_array(io, "mapping", count, trial_of_io(io)->variant.mapping_bytes, view);
}

/* Transforms */

/* Returns entry `at` of a transform, in the number type of the trial. */
static double transform_entry(const uint8_t *transform, size_t at, size_t bytes, bool swap)
{
    return bytes == sizeof(float) ? (double)ap_load_f32(transform + bytes * at, swap)
                                  : ap_load_f64(transform + bytes * at, swap);
}

/* Returns true if the entries from `first` on, `step` apart, are 0 0 0 1. */
static bool are_entries_0_0_0_1(const uint8_t *transform, size_t first, size_t step, size_t bytes, bool swap)
{
    return transform_entry(transform, first, bytes, swap) == 0
           && transform_entry(transform, first + step, bytes, swap) == 0
           && transform_entry(transform, first + 2 * step, bytes, swap) == 0
           && transform_entry(transform, first + 3 * step, bytes, swap) == 1;
}

static bool are_transforms_4_by_4(const ap_io *io, ap_view transforms)
{
    const size_t bytes = trial_of_io(io)->variant.number_bytes;
    const size_t size = bytes * trial_of_io(io)->variant.transform_entries;
    for (size_t at = 0; at < transforms.size; at += size) {
        const uint8_t *transform = transforms.bytes + at;
        if (!spend_budget(&trial_of_io(io)->budget->bytes, size)
            || (!are_entries_0_0_0_1(transform, 3 * TRANSFORM_ROW, 1, bytes, io->swap)
                && !are_entries_0_0_0_1(transform, TRANSFORM_ROW - 1, TRANSFORM_ROW, bytes, io->swap)))
            return false;
    }
    return true;
}

/* Returns true if the transforms after the stored number of transforms have rotations. A mistake that
   increases a count makes the reader take further bytes as transforms; nearly all bytes are valid numbers,
   but only transforms have rotations. */
static bool are_added_transforms_rotations(const ap_io *io, ap_view transforms, uint64_t stored)
{
    double values[AP_MEMG_TRANSFORM_ENTRIES];
    const size_t bytes = trial_of_io(io)->variant.number_bytes;
    const size_t size = bytes * trial_of_io(io)->variant.transform_entries;
    for (uint64_t at = ap_saturating_product(stored, size); at < transforms.size; at += size) {
        if (!spend_budget(&trial_of_io(io)->budget->bytes, size))
            return false;
        for (size_t i = 0; i < AP_MEMG_TRANSFORM_ENTRIES; i++)
            values[i] = transform_entry(transforms.bytes + at, i, bytes, io->swap);
        if (!ap_memg_is_rotation_or_reflection(values, TRANSFORM_ROW)
            && !ap_memg_is_rotation_or_reflection(values, TRANSFORM_ROW - 1))
            return false;
    }
    return true;
}

bool ap_memg_trial_read_transforms(ap_io *io, ap_memg_motion *motion)
{
    ap_memg_trial *trial = trial_of_io(io);
    const ap_memg_variant *variant = &trial->variant;
    const int64_t frames = (int64_t)motion->frame_count + variant->more_frames;
    const int64_t timesteps = (int64_t)motion->timestep_count + variant->more_timesteps;
    if (frames < 1 || frames > INT32_MAX || timesteps < 1 || timesteps > INT32_MAX)
        return false;
    const uint64_t stored =
        ap_saturating_product((uint64_t)motion->frame_count, (uint64_t)motion->timestep_count);
    motion->frame_count = (int32_t)frames;
    motion->timestep_count = (int32_t)timesteps;
    const uint64_t entries =
        ap_saturating_product((uint64_t)frames * (uint64_t)timesteps, variant->transform_entries);
    add_offset_to_hash(trial, (size_t)frames);
    return read_trial_array(io, "transforms", entries, variant->number_bytes, &motion->transforms)
           && (variant->transform_entries == AP_MEMG_TRANSFORM_ENTRIES
               || are_transforms_4_by_4(io, motion->transforms))
           && are_added_transforms_rotations(io, motion->transforms, stored);
}

/* Groups */

/* Returns true if the name has bytes, and no control character. The loops here have no early exit, so that compilers vectorise
   them. */
static bool is_printable_name(ap_memg_trial *trial, ap_view name)
{
    uint8_t bad = 0;
    if (name.size == 0 || !spend_budget(&trial->budget->bytes, name.size))
        return false;
    for (size_t i = 0; i < name.size; i++)
        bad |= (uint8_t)((name.bytes[i] < 0x20) | (name.bytes[i] == 0x7f));
    return bad == 0;
}

/* Returns true if every entry of the mapping is from 0 to 2^31 - 1. */
static bool are_mapping_entries_0_to_int32_max(const ap_io *io, ap_view mapping)
{
    const size_t bytes = trial_of_io(io)->variant.mapping_bytes;
    uint64_t bits = 0;
    if (!spend_budget(&trial_of_io(io)->budget->bytes, mapping.size))
        return false;
    if (bytes == AP_MEMG_MAPPING_BYTES) {
        for (size_t at = 0; at < mapping.size; at += AP_MEMG_MAPPING_BYTES)
            bits |= ap_load_u32(mapping.bytes + at, io->swap);
    } else {
        for (size_t at = 0; at < mapping.size; at += bytes)
            bits |= ap_load_u64(mapping.bytes + at, io->swap);
    }
    return bits <= INT32_MAX;
}

static bool is_valid_group(const ap_io *io, const ap_memg_cursor *cursor)
{
    const ap_memg_group *group = &cursor->group;
    const ap_memg_motion *motion = cursor->motion;
    const int32_t columns = group->coefficients.columns;
    return group->parent_frame >= 0 && group->parent_frame < motion->frame_count
           && group->basis.rows == 3 * (int64_t)group->vertex_count
           && group->coefficients.rows == group->basis.columns
           && (columns == motion->timestep_count
               || (cursor->trial->variant.inclusive && columns == motion->timestep_count - 1))
           && is_printable_name(cursor->trial, group->name)
           && are_mapping_entries_0_to_int32_max(io, group->mapping);
}

static bool try_group(ap_io *io, ap_memg_cursor *cursor, bool (*group)(ap_io *io, ap_memg_cursor *cursor))
{
    ap_memg_trial *trial = cursor->trial;
    if (!spend_budget(&trial->budget->groups, 1) || !group(io, cursor) || !is_valid_group(io, cursor))
        return false;
    trial->has_vertices = trial->has_vertices || cursor->group.vertex_count > 0;
    if (cursor->motion->group_count == 0) {
        trial->first_group_at = cursor->group_at;
        trial->first_mapping_at = (size_t)(cursor->group.mapping.bytes - io->input.bytes);
    }
    return true;
}

bool ap_memg_trial_read_group_of_any_name_length(
    ap_io *io, ap_memg_cursor *cursor, bool (*group)(ap_io *io, ap_memg_cursor *cursor))
{
    ap_memg_trial *trial = cursor->trial;
    if (trial->variant.name_form != AP_MEMG_NO_LENGTH)
        return try_group(io, cursor, group);
    const size_t start = io->at;
    const ap_memg_trial before = *trial;
    for (int32_t length = 1; length <= MOST_NAME_BYTES && (size_t)length <= io->input.size - start;
         length++) {
        const uint8_t last = io->input.bytes[start + (size_t)length - 1];
        if (last <= 0x20 || last >= 0x7f)
            return false;
        *trial = before;
        trial->name_length = length;
        io->at = start;
        if (try_group(io, cursor, group))
            return true;
    }
    return false;
}

bool ap_memg_try_variant(ap_view input, ap_memg_trial *trial, ap_memg_motion *motion)
{
    ap_io io;
    ap_memg_cursor cursor = { .motion = motion, .trial = trial };
    *motion = (ap_memg_motion){ .endian = 0 };
    ap_memg_init_reader_without_findings(&io, input, NULL);
    io.scope = &cursor;
    return ap_memg_read_or_write_endian_and_framerate(&io) && ap_memg_read_or_write_frames(&io)
           && ap_memg_read_groups(&io) && ap_bytes_left(&io) == 0 && trial->has_vertices;
}
