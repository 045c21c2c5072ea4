#include "validators/memg/memg_scale.h"

#include <math.h>
#include <stdio.h>

#include "core/number/distance.h"
#include "core/number/median.h"
#include "validators/memg/memg_positions.h"
#include "validators/memg/memg_rules.h"
#include "validators/memg/memg_table.h"

/* At most KEPT_EDGES edges of a file are kept, plus KEPT_PER_VERTEX for each of its vertices. A mesh of triangles has about three
   edges per vertex; groups that share all their faces could have many more. A group with fewer than FEWEST_EDGES edges is not
   compared. */
enum { AXES = 3, FEWEST_EDGES = 8, KEPT_EDGES = 1 << 20, KEPT_PER_VERTEX = 16, UNITS_BYTES = 96 };

static const double smallest_scale = 0.4, largest_scale = 2.5;

static bool is_usual_ratio(double ratio)
{
    return ratio >= smallest_scale && ratio <= largest_scale;
}

static bool is_group_comparable(const ap_memg_cursor *cursor)
{
    const ap_memg_group *group = &cursor->group;
    return cursor->state->scene.group != NULL && cursor->motion->timestep_count >= 1
           && (uint64_t)group->basis.rows == AXES * (uint64_t)group->vertex_count
           && group->coefficients.rows == group->basis.columns
           && group->coefficients.columns == cursor->motion->timestep_count;
}

/* Sets ratios[i] to the length of edge i in the motion divided by its length in the .obj. Returns false if a
   length is not finite. */
static bool compute_ratios_and_test_if_finite(
    const ap_memg_edges *edges, const double *positions, double *ratios)
{
    bool finite = true;
    for (size_t i = 0; i < edges->count; i++) {
        const ap_memg_edge *edge = &edges->edges[i];
        const double length = ap_distance(positions + AXES * edge->one, positions + AXES * edge->other);
        finite = finite && isfinite(length) && isfinite(edge->length);
        ratios[i] = length / edge->length;
    }
    return finite;
}

/* Returns the ratios of the listed edges; NULL if a length is not finite or memory ran out. */
static const double *ratios_or_null_if_not_finite(
    ap_io *io, const ap_memg_cursor *cursor, ap_memg_scale_state *scale)
{
    const ap_memg_edges *edges = &scale->edges;
    const size_t coordinates = AXES * (size_t)cursor->group.vertex_count;
    double *positions = ap_memg_dirty_scratch(io, &scale->positions, coordinates * sizeof *positions);
    double *ratios = ap_alloc_array(io->arena, edges->count, sizeof *ratios);
    if (positions == NULL || ratios == NULL)
        return NULL;
    ap_memg_compute_local_positions(&cursor->group, cursor->state->order, 0, io->swap, positions);
    return compute_ratios_and_test_if_finite(edges, positions, ratios) ? ratios : NULL;
}

static void store_ratios(
    ap_io *io, ap_memg_scale_state *scale, const double *ratios, const ap_memg_group *group)
{
    ap_memg_edge_ratios *kept = ap_alloc(io->arena, sizeof *kept);
    if (kept == NULL)
        return;
    *kept = (ap_memg_edge_ratios){ scale->latest, ratios, scale->edges.count };
    scale->latest = kept;
    if (scale->group_count++ == 0) {
        scale->first_group = ap_current_element_index(io);
        scale->first_mean = group->mean;
    }
    scale->edge_count += kept->count;
    for (size_t i = 0; i < kept->count; i++)
        scale->usual_count += is_usual_ratio(ratios[i]);
}

void ap_memg_record_edge_ratios(ap_io *io)
{
    const ap_memg_cursor *cursor = io->scope;
    if (ap_is_structure_only(io) || !is_group_comparable(cursor))
        return;
    ap_memg_scale_state *scale = &cursor->state->scale;
    scale->vertex_count += (size_t)cursor->group.vertex_count;
    if (!ap_memg_list_edges(io, &cursor->state->scene, &cursor->group, &scale->edges)
        || scale->edges.count < FEWEST_EDGES)
        return;
    const size_t room =
        ap_saturating_size_sum(KEPT_EDGES, ap_saturating_size_product(KEPT_PER_VERTEX, scale->vertex_count));
    if (scale->edges.count > room - scale->edge_count) {
        ap_count_skipped_checks(io, 1);
        return;
    }
    const double *ratios = ratios_or_null_if_not_finite(io, cursor, scale);
    if (ratios != NULL)
        store_ratios(io, scale, ratios, &cursor->group);
}

/* Returns the lower median of the ratios of all groups; 1 when out of memory. */
static double median_ratio_or_1_without_memory(ap_io *io, const ap_memg_scale_state *scale)
{
    size_t count = 0;
    double *all = ap_alloc_array(io->arena, scale->edge_count, sizeof *all);
    if (all == NULL)
        return 1;
    for (const ap_memg_edge_ratios *kept = scale->latest; kept != NULL; kept = kept->next) {
        memcpy(all + count, kept->ratios, kept->count * sizeof *all);
        count += kept->count;
    }
    return ap_lower_median(all, count);
}

/* Writes the units of the motion and the .obj that explain the ratio; an empty text if no usual units do. */
static void write_units_of_ratio(double ratio, char units[UNITS_BYTES])
{
    static const struct {
        double ratio;
        const char *small, *large;
    } known[] = { { 2.54, "centimetres", "inches" }, { 3.2808, "feet", "metres" },
        { 10, "millimetres", "centimetres" }, { 12, "inches", "feet" }, { 39.37, "inches", "metres" },
        { 100, "centimetres", "metres" }, { 1000, "millimetres", "metres" } };
    const double within = 0.02, larger = ratio < 1 ? 1 / ratio : ratio;
    units[0] = '\0';
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (fabs(larger / known[i].ratio - 1) <= within)
            snprintf(units, UNITS_BYTES,
                ", as if the motion were in %s and the .obj in %s (a factor of %s%g)",
                ratio < 1 ? known[i].large : known[i].small, ratio < 1 ? known[i].small : known[i].large,
                ratio < 1 ? "1/" : "", known[i].ratio);
    }
}

void ap_memg_check_scale(ap_io *io)
{
    char units[UNITS_BYTES];
    const ap_memg_cursor *cursor = io->scope;
    const ap_memg_scale_state *scale = &cursor->state->scale;
    if (scale->edge_count == 0 || scale->usual_count > scale->edge_count / 2)
        return;
    const double ratio = median_ratio_or_1_without_memory(io, scale);
    if (is_usual_ratio(ratio))
        return;
    write_units_of_ratio(ratio, units);
    ap_enter_element(io, "groups", scale->first_group);
    ap_add_finding_at(io, AP_MEMG_RULE(OBJ_SCALE),
        (ap_span){ (size_t)(scale->first_mean.bytes - io->input.bytes), scale->first_mean.size }, "mean",
        ap_text_value("0.4 to 2.5"), ap_double(ratio),
        "the edges at timestep 0 are %.4g times as long as in the .obj (the median of %zu edges in %zu "
        "%s)%s: "
        "export both files in one unit, with the scale of the objects applied",
        ratio, scale->edge_count, scale->group_count, scale->group_count == 1 ? "group" : "groups", units);
    ap_leave_record(io);
}
