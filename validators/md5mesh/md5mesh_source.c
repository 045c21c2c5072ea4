#include "validators/md5mesh/md5mesh_source.h"

static bool next_block(ap_md5mesh_source *source, size_t index, ap_md5mesh_block *block)
{
    ap_md5mesh_file *file = (ap_md5mesh_file *)source;
    ap_md5_mesh *reader = &file->reader;
    if (!ap_md5_is_section_next_without_error(&file->reader.stream, AP_MESH))
        return false;
    reader->stream.expected_section = AP_MESH;
    reader->stream.blocks = index + 1;
    ap_md5mesh_select_keywords(reader, true);
    if (!ap_md5mesh_read_or_write_block(reader) || !ap_md5_is_reading_without_error(&file->reader.stream))
        return false;
    ap_md5mesh_select_keywords(reader, false);
    *block = (ap_md5mesh_block){ .name = reader->name,
        .label = ap_md5mesh_label_comment(reader),
        .shader = reader->shader,
        .verts = reader->verts,
        .tris = reader->tris,
        .weights = reader->weights,
        .vert_count = reader->lists[AP_VERTS].read,
        .tri_count = reader->lists[AP_TRIS].read,
        .weight_count = reader->lists[AP_WEIGHTS].read };
    return true;
}

ap_md5mesh_file *ap_md5mesh_open_file(ap_view input, ap_arena *arena)
{
    ap_md5mesh_file *file = ap_alloc(arena, sizeof *file);
    if (file == NULL)
        return NULL;
    ap_md5_mesh *reader = &file->reader;
    file->source = (ap_md5mesh_source){ next_block };
    ap_findings_init(&file->findings, arena, NULL, 0, 0);
    file->findings.count_only = true;
    ap_md5mesh_begin_reading_and_check_type(reader, input, &file->findings);
    reader->values_only = true;
    if (!ap_md5_is_reading_without_error(&file->reader.stream))
        return NULL;
    ap_md5mesh_read_or_write_header(&reader->stream);
    if (!ap_md5_is_section_next_without_error(&file->reader.stream, AP_JOINTS)
        || !ap_md5mesh_read_or_write_joints(&reader->stream)
        || !ap_md5_is_reading_without_error(&file->reader.stream))
        return NULL;
    reader->stream.seen[AP_JOINTS] = true;
    reader->stream.expected_section = AP_MESH;
    file->mesh.commandline = reader->stream.commandline;
    file->mesh.mesh_count = (size_t)reader->mesh_count.value;
    file->mesh.joints = reader->pose;
    file->mesh.joint_count = reader->stream.joints.count;
    return arena->failed ? NULL : file;
}
