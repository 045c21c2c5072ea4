/* Compares two mesh-ensemble motions: frames, timesteps, groups, and their numbers. */
#include <stdio.h>

#include "core/base/same_bytes.h"
#include "validators/memg/memg_layout.h"
#include "validators/services/compare/differences.h"
#include "validators/services/compare/matching.h"

enum { AXES = 3 };

/* A motion with all its groups, in the arena; the groups view the file. */
typedef struct loaded_motion {
    ap_io io;
    ap_memg_motion motion;
    ap_memg_cursor cursor;
    ap_memg_group *groups;
    ap_named_list names;
} loaded_motion;

typedef struct motion_comparison {
    loaded_motion one, other;
    ap_memg_order old_order, new_order;
    ap_matching matching;
    ap_changes *changes;
    ap_rounding_statistics rounding;
} motion_comparison;

/* Statistics of the numbers of a list that differ. `before` and `after` are the old and the new number with the largest
   difference. */
typedef struct number_difference_statistics {
    size_t places, at; /* number of numbers that differ, and the index of the largest difference */
    double largest, before, after;
} number_difference_statistics;

static bool load_motion(loaded_motion *e, ap_view input, ap_arena *arena)
{
    size_t room = 0;
    e->cursor.motion = &e->motion;
    if (!ap_memg_open_reader_at_first_group(&e->io, &e->cursor, input, arena))
        return false;
    for (size_t i = 0; ap_bytes_left(&e->io) > 0; i++) {
        ap_memg_group *groups = ap_grow_array(arena, e->groups, i, &room, sizeof *groups);
        if (groups == NULL || !ap_memg_read_or_write_group(&e->io, i)
            || !ap_memg_do_counts_and_parent_fit(&e->motion, &e->cursor.group))
            return false;
        e->groups = groups;
        groups[i] = e->cursor.group;
        e->names.count = i + 1;
    }
    e->names.items = ap_alloc_array(arena, e->names.count, sizeof *e->names.items);
    for (size_t i = 0; e->names.items != NULL && i < e->names.count; i++)
        e->names.items[i] = (ap_named_item){ e->groups[i].name, -1 };
    return e->names.items != NULL;
}

static void compare_integers(motion_comparison *s, ap_change_kind kind, const char *path, const char *unit,
    int32_t before, int32_t after)
{
    if (before == after)
        return;
    ap_change *change = ap_add_change_or_spare(s->changes, kind, "%d %s instead of %d", after, unit, before);
    ap_set_change_path(change, "%s", path);
    ap_set_change_values(change, ap_integer(before), ap_integer(after));
}

static void compare_headers(motion_comparison *s)
{
    const ap_memg_motion *one = &s->one.motion, *other = &s->other.motion;
    if (one->big_endian != other->big_endian) {
        ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_BYTE_ORDER,
            "the numbers are %s instead of %s", other->big_endian ? "big-endian" : "little-endian",
            one->big_endian ? "big-endian" : "little-endian");
        ap_set_change_path(change, "endian");
    }
    compare_integers(
        s, AP_CHANGE_FRAME_RATE, "framerate", "timesteps a second", one->framerate, other->framerate);
    compare_integers(
        s, AP_CHANGE_FRAME_COUNT, "timestep_count", "timesteps", one->timestep_count, other->timestep_count);
    compare_integers(s, AP_CHANGE_FRAME_COUNT, "frame_count", "frames", one->frame_count, other->frame_count);
}

static void add_number_difference(
    motion_comparison *s, number_difference_statistics *spread, size_t at, double before, double after)
{
    if (before == after || (isnan(before) && isnan(after)))
        return;
    if (ap_differs_at_most_by_rounding(before, after)) {
        ap_count_rounding(&s->rounding, before, after);
        return;
    }
    const double difference = isnan(before) || isnan(after) ? (double)INFINITY : fabs(before - after);
    spread->places++;
    if (spread->places == 1 || difference > spread->largest)
        *spread = (number_difference_statistics){ spread->places, at, difference, before, after };
}

static void compare_transforms(motion_comparison *s)
{
    const ap_memg_motion *one = &s->one.motion, *other = &s->other.motion;
    const size_t before = (size_t)one->frame_count, after = (size_t)other->frame_count;
    const size_t frames = before < after ? before : after;
    const size_t times =
        (size_t)(one->timestep_count < other->timestep_count ? one->timestep_count : other->timestep_count);
    number_difference_statistics spread = { 0 };
    for (size_t t = 0; t < times; t++) {
        for (size_t i = 0; i < AP_MEMG_TRANSFORM_ENTRIES * frames; i++)
            add_number_difference(s, &spread, AP_MEMG_TRANSFORM_ENTRIES * frames * t + i,
                ap_memg_number(one->transforms, AP_MEMG_TRANSFORM_ENTRIES * before * t + i, one->big_endian),
                ap_memg_number(
                    other->transforms, AP_MEMG_TRANSFORM_ENTRIES * after * t + i, other->big_endian));
    }
    if (spread.places == 0)
        return;
    const size_t entry = spread.at % AP_MEMG_TRANSFORM_ENTRIES,
                 transform = spread.at / AP_MEMG_TRANSFORM_ENTRIES;
    ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_VALUES,
        "transforms changed in %zu numbers, most of frame %zu at timestep %zu: %s instead of %s",
        spread.places, transform % frames, transform / frames, ap_format_rounded(spread.after).text,
        ap_format_rounded(spread.before).text);
    ap_set_change_path(change, "transforms[%zu][%zu][%zu]", transform / frames, transform % frames, entry);
    ap_set_change_values(change, ap_double(spread.before), ap_double(spread.after));
    ap_set_largest_difference(change, spread.largest, spread.places);
}

static void compare_group_lists(motion_comparison *s)
{
    const ap_named_list *one = &s->one.names, *other = &s->other.names;
    for (size_t i = 0; i < one->count; i++) {
        const size_t j = s->matching.to_new[i];
        const ap_quoted_name before = ap_quote_name(one->items[i].name);
        ap_change *change = NULL;
        if (j == AP_NO_MATCH)
            change = ap_add_change_or_spare(
                s->changes, AP_CHANGE_GROUP_REMOVED, "group %zu %s removed", i, before.text);
        else if (!ap_same_bytes(one->items[i].name, other->items[j].name))
            change = ap_add_change_or_spare(s->changes, AP_CHANGE_GROUP_RENAMED,
                "group %zu renamed from %s to %s", i, before.text, ap_quote_name(other->items[j].name).text);
        else if (s->matching.moved[i])
            change = ap_add_change_or_spare(s->changes, AP_CHANGE_GROUP_MOVED,
                "group %s moved from number %zu to %zu", before.text, i, j);
        if (change == NULL)
            continue;
        ap_set_old_path(change, "groups[%zu].name", i);
        if (j != AP_NO_MATCH)
            ap_set_new_path(change, "groups[%zu].name", j);
        ap_set_change_values(change, ap_bytes(one->items[i].name),
            j == AP_NO_MATCH ? ap_no_value() : ap_bytes(other->items[j].name));
    }
    for (size_t j = 0; j < other->count; j++) {
        if (s->matching.to_old[j] != AP_NO_MATCH)
            continue;
        ap_change *change =
            ap_add_change_or_spare(s->changes, AP_CHANGE_GROUP_ADDED, "group %zu %s added; vertices: %d", j,
                ap_quote_name(other->items[j].name).text, s->other.groups[j].vertex_count);
        ap_set_new_path(change, "groups[%zu]", j);
        ap_set_change_values(change, ap_no_value(), ap_bytes(other->items[j].name));
    }
}

/* Adds a change of an integer or of a list of numbers of a group, if a number differs. `field` is the path of the integer or
   list in the group. */
static void report_group_field(motion_comparison *s, ap_change_kind kind, size_t i, size_t j,
    const char *title, const char *field, const number_difference_statistics *spread)
{
    if (spread->places == 0)
        return;
    const ap_quoted_name name = ap_quote_name(s->other.groups[j].name);
    ap_change *change = ap_add_change_or_spare(s->changes, kind,
        "group %s: %s changed in %zu place%s, most: %s instead of %s", name.text, title, spread->places,
        spread->places == 1 ? "" : "s", ap_format_rounded(spread->after).text,
        ap_format_rounded(spread->before).text);
    ap_set_old_path(change, "groups[%zu].%s", i, field);
    ap_set_new_path(change, "groups[%zu].%s", j, field);
    ap_set_change_values(change, ap_double(spread->before), ap_double(spread->after));
    ap_set_largest_difference(change, spread->largest, spread->places);
}

static void compare_vertices(motion_comparison *s, size_t i, size_t j)
{
    const ap_memg_group *one = &s->one.groups[i], *other = &s->other.groups[j];
    const bool old_swap = s->one.motion.big_endian, new_swap = s->other.motion.big_endian;
    number_difference_statistics mapping = { 0 }, mean = { 0 };
    if (one->vertex_count != other->vertex_count) {
        ap_change *change =
            ap_add_change_or_spare(s->changes, AP_CHANGE_VERTEX_COUNT, "group %s: vertices: %d instead of %d",
                ap_quote_name(other->name).text, other->vertex_count, one->vertex_count);
        ap_set_old_path(change, "groups[%zu].vertex_count", i);
        ap_set_new_path(change, "groups[%zu].vertex_count", j);
        ap_set_change_values(change, ap_integer(one->vertex_count), ap_integer(other->vertex_count));
        return;
    }
    for (size_t v = 0; v < (size_t)one->vertex_count; v++)
        add_number_difference(s, &mapping, v,
            ap_load_i32(one->mapping.bytes + AP_MEMG_MAPPING_BYTES * v, old_swap),
            ap_load_i32(other->mapping.bytes + AP_MEMG_MAPPING_BYTES * v, new_swap));
    for (size_t v = 0; v < AXES * (size_t)one->vertex_count; v++)
        add_number_difference(
            s, &mean, v, ap_memg_number(one->mean, v, old_swap), ap_memg_number(other->mean, v, new_swap));
    report_group_field(s, AP_CHANGE_MAPPING, i, j, "the mapping", "mapping", &mapping);
    report_group_field(s, AP_CHANGE_VERTICES, i, j, "the mean positions", "mean", &mean);
}

/* Compares a matrix of two groups. If the counts differ, compares only the counts. */
static void compare_matrix(motion_comparison *s, size_t i, size_t j, const char *title, const char *field,
    const ap_memg_matrix *one, const ap_memg_matrix *other)
{
    number_difference_statistics spread = { 0 };
    if (one->columns != other->columns || one->rows != other->rows) {
        ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_VALUES,
            "group %s: %s has %d × %d numbers instead of %d × %d",
            ap_quote_name(s->other.groups[j].name).text, title, other->rows, other->columns, one->rows,
            one->columns);
        ap_set_old_path(change, "groups[%zu].%s", i, field);
        ap_set_new_path(change, "groups[%zu].%s", j, field);
        return;
    }
    for (size_t row = 0; row < (size_t)one->rows; row++) {
        for (size_t column = 0; column < (size_t)one->columns; column++)
            add_number_difference(s, &spread, 0,
                ap_memg_element(one, s->old_order, row, column, s->one.motion.big_endian),
                ap_memg_element(other, s->new_order, row, column, s->other.motion.big_endian));
    }
    report_group_field(s, AP_CHANGE_VALUES, i, j, title, field, &spread);
}

static void compare_groups(motion_comparison *s)
{
    for (size_t i = 0; i < s->one.names.count; i++) {
        const size_t j = s->matching.to_new[i];
        if (j == AP_NO_MATCH)
            continue;
        const ap_memg_group *one = &s->one.groups[i], *other = &s->other.groups[j];
        const number_difference_statistics parent = { one->parent_frame != other->parent_frame, 0,
            fabs((double)one->parent_frame - other->parent_frame), one->parent_frame, other->parent_frame };
        compare_vertices(s, i, j);
        report_group_field(s, AP_CHANGE_PARENT_FRAME, i, j, "the parent frame", "parent_frame", &parent);
        if (one->vertex_count == other->vertex_count)
            compare_matrix(s, i, j, "the basis", "basis", &one->basis, &other->basis);
        if (s->one.motion.timestep_count == s->other.motion.timestep_count)
            compare_matrix(
                s, i, j, "the coefficients", "coefficients", &one->coefficients, &other->coefficients);
    }
}

bool ap_memg_compare(const ap_compare_source *source, ap_changes *changes)
{
    ap_arena *arena = changes->arena;
    motion_comparison *s = ap_alloc(arena, sizeof *s);
    if (s == NULL || !load_motion(&s->one, source->old_input, arena)
        || !load_motion(&s->other, source->new_input, arena)
        || !ap_match_named_lists(&s->one.names, &s->other.names, arena, &s->matching))
        return false;
    s->changes = changes;
    s->old_order = ap_memg_wanted_matrix_order(source->old_options);
    s->new_order = ap_memg_wanted_matrix_order(source->new_options);
    compare_headers(s);
    compare_group_lists(s);
    compare_transforms(s);
    compare_groups(s);
    ap_report_rounding(&s->rounding, changes);
    return !arena->failed;
}
