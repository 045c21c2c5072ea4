/* Writes the .obj of a generated motion: vertices at timestep 0, and faces that form a sheet of triangles. */
#include <stdio.h>

#include "core/number/float_text.h"
#include "corpus/memg/memg_generator.h"

/* Applies the transform that the group's parent frame has at timestep 0. Does nothing if the file has no transforms. */
static void transform_by_parent_frame(const ap_memg_generation *m, double position[3])
{
    const double from[3] = { position[0], position[1], position[2] };
    if (m->first_transforms == NULL)
        return;
    const double *row = m->first_transforms + AP_MEMG_TRANSFORM_ENTRIES * (size_t)m->group.parent_frame;
    for (size_t axis = 0; axis < 3; axis++, row += 4)
        position[axis] = row[0] * from[0] + row[1] * from[1] + row[2] * from[2] + row[3];
}

/* Computes mean + U Q at timestep 0. */
static void position_at_timestep_0(const ap_memg_generation *m, size_t vertex, double position[3])
{
    const ap_memg_group *group = &m->group;
    const double *mean = m->mean.memory, *basis = m->basis.memory, *coefficients = m->coefficients.memory;
    const bool moves = group->basis.values.size > 0 && group->coefficients.values.size > 0;
    for (size_t axis = 0; axis < 3; axis++) {
        const size_t row = 3 * vertex + axis;
        position[axis] = mean[row];
        for (size_t mode = 0; moves && mode < (size_t)group->basis.columns; mode++)
            position[axis] += basis[ap_memg_element_at(m, &group->basis, row, mode)]
                              * coefficients[ap_memg_element_at(m, &group->coefficients, mode, 0)];
    }
}

static bool put_vertex(const ap_memg_generation *m, size_t vertex)
{
    char line[8 + 3 * AP_FLOAT_TEXT_BYTES] = "v";
    double position[3];
    size_t length = 1;
    position_at_timestep_0(m, ap_memg_motion_vertex(m, vertex), position);
    transform_by_parent_frame(m, position);
    for (size_t axis = 0; axis < 3; axis++) {
        const float value = ap_round_to_float(position[axis]);
        line[length++] = ' ';
        length += ap_float_text(ap_are_f32_bits_finite(ap_bits_of_float(value)) ? value : 0, line + length);
    }
    line[length++] = '\n';
    return ap_write(m->make->companion, line, length);
}

static bool put_face(const ap_memg_generation *m, size_t vertex)
{
    char line[128];
    const size_t first = m->vertices_before + vertex + 1;
    /* 1 for every second triangle of a strip, which lists its vertices in the other order */
    const size_t turned = vertex % 2;
    const int length =
        snprintf(line, sizeof line, "f %zu %zu %zu\n", first, first + 1 + turned, first + 2 - turned);
    return ap_write(m->make->companion, line, (size_t)length);
}

bool ap_memg_put_group_in_scene(ap_memg_generation *m)
{
    ap_writer *writer = m->make->companion;
    const size_t count = (size_t)m->group.vertex_count;
    bool complete = true;
    for (size_t i = 0; complete && i < count; i++)
        complete = put_vertex(m, i);
    complete = complete && ap_write(writer, "g ", 2)
               && ap_write(writer, m->group.name.bytes, m->group.name.size) && ap_write(writer, "\n", 1);
    for (size_t i = 0; complete && i + 2 < count; i++)
        complete = put_face(m, i);
    return complete;
}
