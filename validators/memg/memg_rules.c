#include "validators/memg/memg_rules.h"

#include <math.h>
#include <stdio.h>

#include "core/layout/count_search.h"
#include "validators/companion_use.h"
#include "validators/memg/memg_blocks.h"
#include "validators/memg/memg_order.h"
#include "validators/memg/memg_table.h"

/* Returns the name of the group that has its name_length at offset `entry`. If the search for a wrong count is trying another
   value for this name_length, the name has the tried length. */
static ap_view name_at(const void *owner, size_t entry)
{
    const ap_io *io = owner;
    const uint8_t *at = io->input.bytes + entry;
    const bool searched = io->search != NULL && io->search->count_at == entry;
    const int32_t length = searched ? io->search->count : ap_load_i32(at, io->swap);
    return (ap_view){ at + AP_MEMG_COUNT_BYTES, (size_t)length };
}

void ap_memg_state_init(ap_memg_state *state, const ap_io *io, const ap_lint_options *options)
{
    state->order = ap_memg_wanted_matrix_order(options);
    state->policy = options->policy;
    state->order_work = AP_MEMG_ORDER_WORK;
    ap_name_table_init(&state->names, io->arena, io, name_at);
    ap_memg_scene_init(&state->scene, ap_find_companion_use(options, ap_memg_format.companion));
}

bool ap_memg_check_endian(ap_io *io, const ap_memg_motion *motion)
{
    const ap_value found = ap_hex((uint32_t)motion->endian, 8);
    if (motion->endian == AP_MEMG_ENDIAN)
        return true;
    if (motion->big_endian) {
        ap_add_finding(io, AP_MEMG_RULE(BYTE_ORDER), ap_integer(AP_MEMG_ENDIAN), found,
            "; the file is big-endian and must be little-endian ('<' in Python's struct, not '>')");
        return true;
    }
    if (ap_is_filling(io))
        return ap_refuse_filled_value(io, "endian", "is neither 1 nor 1 with its bytes swapped");
    ap_add_finding(io, AP_MEMG_RULE(ENDIAN_INDICATOR), ap_integer(AP_MEMG_ENDIAN), found,
        ": this is not a motion file, or its first bytes are damaged");
    return false;
}

static void report_float_framerate(ap_io *io, int32_t framerate)
{
    const float number = ap_float_of_bits((uint32_t)framerate);
    const bool is_integer = number == floorf(number);
    ap_add_finding(io, AP_MEMG_RULE(FRAMERATE_FLOAT),
        is_integer ? ap_integer((int64_t)number) : ap_text_value("an integer"), ap_integer(framerate),
        "; its bytes are the float32 %.9g: write the framerate as an integer ('<i')", (double)number);
}

/* Returns the project policy; NULL if the project has none, and in a reading for structure only. */
static const ap_policy *policy_of(const ap_memg_cursor *cursor)
{
    return cursor->state == NULL ? NULL : cursor->state->policy;
}

static bool is_float_framerate(int32_t framerate)
{
    return framerate >= AP_MEMG_LEAST_FLOAT_RATE && framerate <= AP_MEMG_MOST_FLOAT_RATE;
}

void ap_memg_check_framerate(ap_io *io, const ap_memg_cursor *cursor)
{
    const int32_t framerate = cursor->motion->framerate;
    if (framerate <= 0)
        ap_add_finding(io, AP_MEMG_RULE(FRAMERATE), ap_value_with_prefix("at least", ap_integer(1)),
            ap_integer(framerate), ": the time of a timestep is its number divided by the framerate");
    else if (is_float_framerate(framerate))
        report_float_framerate(io, framerate);
    else if (framerate != 30 && framerate != 120)
        ap_add_finding(io, AP_MEMG_RULE(FRAMERATE_UNUSUAL), ap_text_value("30 or 120"), ap_integer(framerate),
            "; the published recordings have 30 or 120");
    if (framerate > 0 && !is_float_framerate(framerate) && !ap_is_structure_only(io))
        ap_policy_check_rate(io, policy_of(cursor), framerate);
}

void ap_memg_report_if_no_frames(ap_io *io, int32_t frame_count)
{
    if (frame_count == 0)
        ap_add_finding(io, AP_MEMG_RULE(NO_FRAMES), ap_value_with_prefix("at least", ap_integer(1)),
            ap_integer(0), "; each group needs a parent frame");
}

static void check_duration(ap_io *io, const ap_memg_cursor *cursor)
{
    char how[96];
    const ap_memg_motion *motion = cursor->motion;
    if (policy_of(cursor) == NULL || ap_is_structure_only(io) || motion->framerate <= 0
        || is_float_framerate(motion->framerate))
        return;
    snprintf(how, sizeof how, "at %d a second they last", (int)motion->framerate);
    const ap_policy_duration duration = { ap_memg_seconds(motion), io->field.span, io->field.name,
        ap_integer(motion->timestep_count), how };
    ap_policy_check_duration(io, policy_of(cursor), &duration);
}

void ap_memg_check_timesteps_and_duration(ap_io *io, const ap_memg_cursor *cursor)
{
    const int32_t timestep_count = cursor->motion->timestep_count;
    if (timestep_count == 0)
        ap_add_finding(io, AP_MEMG_RULE(NO_TIMESTEPS), ap_value_with_prefix("at least", ap_integer(1)),
            ap_integer(0), "; the file has no motion");
    check_duration(io, cursor);
}

/* Reference path of ap_memg_are_numbers_clean, ap_memg_are_transforms_clean and ap_memg_are_timesteps_clean for not-finite. */
void ap_memg_check_number(ap_io *io, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (!ap_are_f64_bits_finite(bits))
        ap_add_finding(io, AP_MEMG_RULE(NOT_FINITE), ap_text_value("a finite number"), ap_double(value), ":");
}

/* Reference path of ap_memg_are_transforms_clean and ap_memg_are_timesteps_clean for rotation and reflection. */
void ap_memg_check_transform(ap_io *io, ap_view entries)
{
    if (ap_is_structure_only(io))
        return;
    const ap_span span = { (size_t)(entries.bytes - io->input.bytes), entries.size };
    const ap_memg_rotation_measurement rotation = ap_memg_measure_rotation(entries.bytes, io->swap);
    if (!rotation.finite)
        return;
    if (rotation.deviation > AP_MEMG_ORTHONORMAL_WITHIN) {
        if (!ap_memg_report_other_transform_order_once(io))
            ap_add_finding_at(io, AP_MEMG_RULE(ROTATION), span, NULL,
                ap_value_with_prefix("at most", ap_double(AP_MEMG_ORTHONORMAL_WITHIN)),
                ap_double(rotation.deviation),
                " is not a rotation: an element of R R^T - I is %.3g and must be at most 1e-06",
                rotation.deviation);
    } else if (rotation.determinant < 0)
        ap_add_finding_at(io, AP_MEMG_RULE(REFLECTION), span, NULL, ap_integer(1),
            ap_double(rotation.determinant),
            " mirrors the group: the determinant of its rotation is %.3g and must be 1",
            rotation.determinant);
}

void ap_memg_report_if_name_empty(ap_io *io, int32_t name_length)
{
    if (name_length == 0)
        ap_add_finding(io, AP_MEMG_RULE(NAME_EMPTY), ap_value_with_prefix("at least", ap_integer(1)),
            ap_integer(0), ": each group has the name of a group of the .obj");
}

bool ap_memg_are_length_bytes_printable(const uint8_t *length)
{
    for (size_t i = 0; i < AP_MEMG_COUNT_BYTES; i++) {
        if (length[i] <= 0x20 || length[i] >= 0x7f)
            return false;
    }
    return true;
}

/* Returns the offset of the first byte that an .obj name cannot hold; name.size if all bytes are valid. */
static size_t find_byte_invalid_in_obj(ap_view name)
{
    size_t i = 0;
    while (i < name.size && name.bytes[i] > 0x20 && name.bytes[i] != 0x7f)
        i++;
    return i;
}

static void check_characters(ap_io *io, ap_view name)
{
    size_t at = find_byte_invalid_in_obj(name);
    bool last = at + 1 == name.size;
    if (last && name.bytes[at] == 0)
        ap_add_finding(io, AP_MEMG_RULE(NAME_CHARACTER), ap_no_value(), ap_bytes(name),
            "; it ends in a NUL: write the name without it, and name_length %zu", at);
    else if (at < name.size)
        ap_add_finding(io, AP_MEMG_RULE(NAME_CHARACTER), ap_no_value(), ap_bytes(name),
            "; its byte %zu is 0x%02x, which no group name of an .obj can have", at, name.bytes[at]);
    size_t i = 0;
    while (i < name.size && name.bytes[i] < 0x80)
        i++;
    if (i < name.size)
        ap_add_finding(io, AP_MEMG_RULE(NAME_NOT_ASCII), ap_no_value(), ap_bytes(name),
            "; its byte %zu is 0x%02x, which is not ASCII", i, name.bytes[i]);
}

bool ap_memg_check_name(ap_io *io, ap_memg_cursor *cursor)
{
    size_t earlier_at;
    const ap_view name = cursor->group.name;
    if (ap_is_structure_only(io))
        return true;
    ap_memg_reset_group_state(&cursor->state->scene);
    if (name.size == 0)
        return true;
    check_characters(io, name);
    if (!ap_name_table_add_or_find(&cursor->state->names, name, cursor->group_at, &earlier_at))
        return false;
    if (earlier_at == 0)
        return ap_memg_find_scene_group_or_report(io, &cursor->state->scene, name);
    ap_add_finding(io, AP_MEMG_RULE(NAME_DUPLICATE), ap_text_value("a name of its own"), ap_bytes(name),
        "; the group at byte %zu has the same name", earlier_at);
    ap_add_related_place(io, (ap_span){ earlier_at, AP_MEMG_COUNT_BYTES }, "the first group of this name");
    return true;
}

void ap_memg_report_if_no_vertices(ap_io *io, int32_t vertex_count)
{
    if (vertex_count == 0)
        ap_add_finding(io, AP_MEMG_RULE(NO_VERTICES), ap_value_with_prefix("at least", ap_integer(1)),
            ap_integer(0), "; the group moves nothing");
}

/* Reference path of ap_memg_is_mapping_clean for mapping-range. */
void ap_memg_check_mapping_entry(ap_io *io, int32_t entry, const ap_memg_cursor *cursor)
{
    if (ap_is_structure_only(io))
        return;
    const int32_t most = ap_memg_largest_mapping_entry(&cursor->state->scene);
    if (entry == 0)
        ap_add_finding(io, AP_MEMG_RULE(MAPPING_RANGE), ap_value_with_prefix("at least", ap_integer(1)),
            ap_integer(entry),
            ": .obj vertices are counted from 1 (is the mapping 0-based? add 1 to each entry)");
    else if (entry < 0)
        ap_add_finding(io, AP_MEMG_RULE(MAPPING_RANGE), ap_value_with_prefix("at least", ap_integer(1)),
            ap_integer(entry), ":");
    else if (entry > most)
        ap_add_finding(io, AP_MEMG_RULE(MAPPING_RANGE), ap_value_with_prefix("at most", ap_integer(most)),
            ap_integer(entry), ": the .obj has %d %s", (int)most, most == 1 ? "vertex" : "vertices");
}

bool ap_memg_check_mapping(ap_io *io, ap_memg_cursor *cursor)
{
    if (ap_is_structure_only(io))
        return true;
    ap_memg_state *state = cursor->state;
    const ap_view mapping = cursor->group.mapping;
    const bool increasing = ap_memg_is_increasing(mapping, io->swap);
    ap_memg_record_if_all_mappings_local(io, increasing);
    return (increasing
               || ap_memg_check_duplicates(
                   io, &state->scratch, mapping, ap_memg_largest_mapping_entry(&state->scene)))
           && ap_memg_check_mapping_with_scene(io, &state->scene, &cursor->group);
}

void ap_memg_check_parent(ap_io *io, const ap_memg_cursor *cursor)
{
    const int32_t parent = cursor->group.parent_frame;
    const int32_t frame_count = cursor->motion->frame_count;
    if ((parent >= 0 && parent < frame_count) || ap_is_structure_only(io)
        || ap_memg_report_swapped_counts_once(io))
        return;
    if (frame_count == 0)
        ap_add_finding(io, AP_MEMG_RULE(PARENT_RANGE), ap_no_value(), ap_integer(parent),
            "; the file has no frames (frame_count is 0)");
    else if (parent < 0)
        ap_add_finding(io, AP_MEMG_RULE(PARENT_RANGE), ap_value_with_prefix("at least", ap_integer(0)),
            ap_integer(parent), ": frames are counted from 0");
    else
        ap_add_finding(io, AP_MEMG_RULE(PARENT_RANGE),
            ap_value_with_prefix("less than", ap_integer(frame_count)), ap_integer(parent),
            ": the file has %d %s, counted from 0", (int)frame_count, frame_count == 1 ? "frame" : "frames");
}

void ap_memg_check_matrix_order(ap_io *io, ap_memg_cursor *cursor)
{
    const ap_memg_matrix *basis = &cursor->group.basis;
    if (ap_is_structure_only(io))
        return;
    ap_memg_state *state = cursor->state;
    const ap_memg_other_order_answer answer =
        ap_memg_check_if_other_order_is_better(basis, io->swap, state->order, &state->order_work);
    const size_t values_at = (size_t)(basis->values.bytes - io->input.bytes);
    const char *in_use = state->order == AP_MEMG_ROW ? "row by row" : "column by column";
    const char *other = state->order == AP_MEMG_ROW ? "column by column" : "row by row";
    if (answer == AP_MEMG_OTHER_ORDER_UNKNOWN)
        ap_count_skipped_checks(io, 1);
    else if (answer == AP_MEMG_OTHER_ORDER_BETTER)
        ap_add_finding_at(io, AP_MEMG_RULE(MATRIX_ORDER), (ap_span){ values_at, basis->values.size },
            "values", ap_text_value(in_use), ap_text_value(other),
            " is orthonormal only if it is read %s, not %s: lint with --memg-order %s", other, in_use,
            state->order == AP_MEMG_ROW ? "column" : "row");
}

static ap_span row_count_span(const ap_memg_matrix *matrix)
{
    return (ap_span){ matrix->rows_at, AP_MEMG_COUNT_BYTES };
}

static ap_span column_count_span(const ap_memg_matrix *matrix)
{
    return (ap_span){ matrix->rows_at + AP_MEMG_COUNT_BYTES, AP_MEMG_COUNT_BYTES };
}

void ap_memg_check_basis(ap_io *io, const ap_memg_cursor *cursor)
{
    const ap_memg_matrix *basis = &cursor->group.basis;
    const int32_t vertices = cursor->group.vertex_count;
    const int64_t coordinates = 3 * (int64_t)vertices;
    const int64_t timesteps = cursor->motion->timestep_count;
    const int64_t rank = coordinates < timesteps ? coordinates : timesteps;
    if (basis->rows != coordinates)
        ap_add_finding_at(io, AP_MEMG_RULE(BASIS_ROWS), row_count_span(basis), "rows",
            ap_integer(coordinates), ap_integer(basis->rows), ": three rows for each of %d %s", (int)vertices,
            vertices == 1 ? "vertex" : "vertices");
    if (basis->columns == 0)
        ap_add_finding_at(io, AP_MEMG_RULE(RIGID_GROUP), column_count_span(basis), "columns", ap_no_value(),
            ap_integer(0), "; the group has no modes and only follows its parent frame");
    if (basis->columns > rank && !ap_is_structure_only(io) && !ap_memg_report_swapped_counts_once(io))
        ap_add_finding_at(io, AP_MEMG_RULE(MODES_EXCEED), column_count_span(basis), "columns",
            ap_value_with_prefix("at most", ap_integer(rank)), ap_integer(basis->columns),
            "; %d %s enough for %d %s and %d %s", (int)rank, rank == 1 ? "is" : "are", (int)vertices,
            vertices == 1 ? "vertex" : "vertices", (int)timesteps, timesteps == 1 ? "timestep" : "timesteps");
}

void ap_memg_check_coefficients(ap_io *io, const ap_memg_cursor *cursor)
{
    const ap_memg_matrix *coefficients = &cursor->group.coefficients;
    const int32_t modes = cursor->group.basis.columns;
    const int32_t timesteps = cursor->motion->timestep_count;
    static const ap_span timestep_count = { AP_MEMG_HEADER_BYTES - AP_MEMG_COUNT_BYTES, AP_MEMG_COUNT_BYTES };
    if (coefficients->rows != modes) {
        ap_add_finding_at(io, AP_MEMG_RULE(COEFFICIENTS_ROWS), row_count_span(coefficients), "rows",
            ap_integer(modes), ap_integer(coefficients->rows), ": the basis has %d %s", (int)modes,
            modes == 1 ? "column" : "columns");
        ap_add_related_place(io, column_count_span(&cursor->group.basis), "the columns of the basis");
    }
    if (coefficients->columns != timesteps && !ap_is_structure_only(io)
        && !ap_memg_report_swapped_counts_once(io)) {
        ap_add_finding_at(io, AP_MEMG_RULE(COEFFICIENTS_COLUMNS), column_count_span(coefficients), "columns",
            ap_integer(timesteps), ap_integer(coefficients->columns), ": the file has %d %s", (int)timesteps,
            timesteps == 1 ? "timestep" : "timesteps");
        ap_add_related_place(io, timestep_count, "the count that the header says");
    }
}

void ap_memg_check_whole_file(ap_io *io, const ap_memg_motion *motion)
{
    if (motion->group_count == 0)
        ap_add_finding_at(io, AP_MEMG_RULE(NO_GROUPS), (ap_span){ io->at, 0 }, "groups", ap_no_value(),
            ap_no_value(), "the file ends after its transforms and has no group");
    ap_memg_check_local_mappings(io);
    ap_memg_check_scale(io);
}
