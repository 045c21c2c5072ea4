/* Checks the content of a mesh without errors: the weights of most vertices must give one position each, and the triangles of a
   closed model must face outwards. */
#include "validators/md5mesh/md5mesh_content.h"

#include "validators/md5mesh/md5mesh_stream.h"

/* Models with a smaller diagonal of the box are degenerate, and are not checked. */
static const double least_size = 0.001;

enum {
    CONTENT_CHECKS = 2,
    MOST_SHARING = 64,     /* most vertices that may use each weight, on average */
    FEW_WEIGHTS = 1 << 16, /* vertices may use this many weights however few the file has */
};

/* Returns true if the vertices name more weights than the checks can add up in time proportional to the file. */
static bool do_vertices_share_too_many_weights(const ap_md5mesh_model *model)
{
    size_t weights = 0;
    for (size_t i = 0; i < model->part_count; i++)
        weights += model->parts[i].block.weight_count;
    return model->work > AP_MD5MESH_MOST_WORK
           || model->work / MOST_SHARING > weights + FEW_WEIGHTS / MOST_SHARING;
}

static bool is_rule_on(const ap_findings *findings, const ap_rule *rule)
{
    return ap_rule_settings_level(findings->rule_settings, rule) != AP_OFF;
}

bool ap_md5mesh_is_content_checked(const ap_findings *findings)
{
    return is_rule_on(findings, AP_MD5MESH_RULE(WEIGHTS_APART))
           || is_rule_on(findings, AP_MD5MESH_RULE(WINDING));
}

void ap_md5mesh_check_content(ap_md5_mesh *mesh)
{
    const ap_md5mesh_model *model = ap_md5_mesh_model(mesh);
    ap_io *io = &mesh->stream.text.io;
    if (model == NULL || model->vert_count == 0)
        return;
    if (!ap_md5mesh_is_content_checked(io->findings))
        return;
    if (do_vertices_share_too_many_weights(model)) {
        ap_count_skipped_checks(io, CONTENT_CHECKS);
        return;
    }
    ap_md5mesh_bind_vertices shape = { .box = AP_MD5MESH_EMPTY_BOX };
    shape.verts =
        ap_alloc_uncleared(io->arena, ap_saturating_size_product(model->vert_count, sizeof *shape.verts));
    if (shape.verts == NULL)
        return;
    ap_md5mesh_compute_vertices(model, model->bind, shape.verts);
    for (size_t i = 0; i < model->vert_count; i++)
        ap_md5mesh_extend_box(&shape.box, shape.verts[i]);
    shape.size = ap_md5mesh_box_diagonal(&shape.box);
    if (shape.size <= least_size)
        return;
    if (is_rule_on(io->findings, AP_MD5MESH_RULE(WEIGHTS_APART)))
        ap_md5mesh_check_weight_positions(mesh, shape.size);
    if (is_rule_on(io->findings, AP_MD5MESH_RULE(WINDING)))
        ap_md5mesh_check_winding(mesh, &shape);
}
