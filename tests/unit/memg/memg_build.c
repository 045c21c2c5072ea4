#include "tests/unit/memg/memg_build.h"

#include <string.h>

/* Writes a 3 x 4 matrix by rows: a translation, for odd frames with a turn about z by 90 degrees. */
static void put_transform(file_build *file, int timestep, int frame)
{
    const double still[12] = { 1, 0, 0, timestep, 0, 1, 0, frame, 0, 0, 1, 0.5 };
    const double turned[12] = { 0, -1, 0, timestep, 1, 0, 0, frame, 0, 0, 1, 0.5 };
    const size_t offset = file->size;
    for (int entry = 0; entry < 12; entry++) {
        file_build_set_path_prefix(file, "transforms[%d][%d][%d]", timestep, frame, entry);
        add_f64(file, NULL, frame % 2 == 0 ? still[entry] : turned[entry]);
    }
    file_build_set_path_prefix(file, "transforms[%d][%d]", timestep, frame);
    add_span_field(file, NULL, offset);
}

static void put_header(file_build *file, const memg_spec *spec)
{
    add_i32(file, "endian", 1);
    add_i32(file, "framerate", 30);
    add_i32(file, "frame_count", spec->frames);
    add_i32(file, "timestep_count", spec->timesteps);
    require_bytes_after_last_field(file, 96 * (size_t)spec->frames * (size_t)spec->timesteps, 1);
    file->in_array = true;
    for (int timestep = 0; timestep < spec->timesteps; timestep++) {
        for (int frame = 0; frame < spec->frames; frame++)
            put_transform(file, timestep, frame);
    }
    file->in_array = false;
}

static void put_vertices(file_build *file, int group, const memg_group_spec *spec)
{
    file_build_set_path_prefix(file, "groups[%d]", group);
    add_i32(file, "vertex_count", spec->vertices);
    require_bytes_after_last_field(file, 28 * (size_t)spec->vertices, 0);
    file->in_array = true;
    for (int i = 0; i < spec->vertices; i++) {
        file_build_set_path_prefix(file, "groups[%d].mapping[%d]", group, i);
        add_i32(file, NULL, (spec->first_vertex == 0 ? 1 : spec->first_vertex) + i);
    }
    for (int i = 0; i < 3 * spec->vertices; i++) {
        file_build_set_path_prefix(file, "groups[%d].mean[%d]", group, i);
        add_f64(file, NULL, 0.25 * i);
    }
    file->in_array = false;
}

/* Writes the values 2, 3, 4 …, which are not orthonormal by rows or by columns. */
static void put_matrix(file_build *file, int group, const char *name, int rows, int columns)
{
    file_build_set_path_prefix(file, "groups[%d].%s", group, name);
    add_i32(file, "rows", rows);
    add_i32(file, "columns", columns);
    require_bytes_after_last_field(file, 8 * (size_t)rows * (size_t)columns, 1);
    const size_t offset = file->size;
    file->in_array = true;
    for (int i = 0; i < rows * columns; i++) {
        file_build_set_path_prefix(file, "groups[%d].%s.values[%d]", group, name, i);
        add_f64(file, NULL, 2.0 + i);
    }
    file->in_array = false;
    file_build_set_path_prefix(file, "groups[%d].%s", group, name);
    add_span_field(file, "values", offset);
}

static void put_group(file_build *file, const memg_spec *spec, int group)
{
    const memg_group_spec *one = &spec->groups[group];
    const size_t name_bytes = one->name_bytes > 0 ? one->name_bytes : strlen(one->name);
    file_build_set_path_prefix(file, "groups[%d]", group);
    add_span_field(file, NULL, file->size);
    add_i32(file, "name_length", (int32_t)name_bytes);
    require_bytes_after_last_field(file, name_bytes, 0);
    add_bytes_field(file, "name", one->name, name_bytes, FIELD_ELEMENT);
    put_vertices(file, group, one);
    file_build_set_path_prefix(file, "groups[%d]", group);
    add_i32(file, "parent_frame", one->parent);
    put_matrix(file, group, "basis", 3 * one->vertices, one->modes);
    put_matrix(file, group, "coefficients", one->modes, spec->timesteps);
}

void memg_build(file_build *file, const memg_spec *spec)
{
    file_build_begin(file);
    file->big_endian = spec->big_endian;
    put_header(file, spec);
    for (int group = 0; group < MEMG_SPEC_GROUPS && spec->groups[group].name != NULL; group++)
        put_group(file, spec, group);
    file_build_set_path_prefix(file, "%s", "");
    add_span_field(file, "end", file->size);
}

static memg_spec plain_memg_spec(void)
{
    return (memg_spec){ .frames = 2,
        .timesteps = 3,
        .groups = { { .name = "body", .vertices = 2, .modes = 2 },
            { .name = "head", .vertices = 1, .first_vertex = 3, .parent = 1, .modes = 2 } } };
}

void build_plain_memg(file_build *file)
{
    const memg_spec spec = plain_memg_spec();
    memg_build(file, &spec);
}

void build_big_endian_memg(file_build *file)
{
    memg_spec spec = plain_memg_spec();
    spec.big_endian = true;
    memg_build(file, &spec);
}

void build_memg_without_groups(file_build *file)
{
    memg_spec spec = plain_memg_spec();
    spec.groups[0].name = NULL;
    memg_build(file, &spec);
}
