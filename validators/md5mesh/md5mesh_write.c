/* Writes meshes, in canonical form or in a style, with the functions that also read them. */
#include "validators/md5mesh/md5mesh_source.h"

static ap_md5_mesh *allocate_writer(ap_arena *arena, ap_writer *output)
{
    ap_md5_mesh *writer = ap_alloc(arena, sizeof *writer);
    if (writer == NULL)
        return NULL;
    ap_text_init_writer(&writer->stream.text, output);
    writer->stream.rules = ap_md5mesh_rules;
    return writer;
}

static bool set_joints_to_write(ap_md5_mesh *writer, const ap_md5mesh *mesh, ap_arena *arena)
{
    ap_md5_joints *joints = &writer->stream.joints;
    joints->items = ap_alloc_array(arena, mesh->joint_count, sizeof *joints->items);
    if (joints->items == NULL)
        return false;
    joints->count = mesh->joint_count;
    for (size_t i = 0; i < joints->count; i++)
        joints->items[i] =
            (ap_md5_joint_entry){ .name = mesh->joints[i].name, .parent = mesh->joints[i].parent };
    writer->joints_to_write = mesh->joints;
    writer->stream.joint_count = (ap_text_integer){ .value = (int32_t)mesh->joint_count, .known = true };
    writer->mesh_count = (ap_text_integer){ .value = (int32_t)mesh->mesh_count, .known = true };
    return true;
}

bool ap_md5mesh_write(const ap_md5mesh *mesh, ap_md5mesh_source *source, ap_arena *arena, ap_writer *output)
{
    ap_md5_mesh *writer = allocate_writer(arena, output);
    ap_md5mesh_block block;
    if (writer == NULL || !set_joints_to_write(writer, mesh, arena))
        return false;
    writer->stream.text.style = mesh->style;
    writer->stream.commandline = mesh->commandline;
    bool complete =
        ap_md5mesh_read_or_write_header(&writer->stream) && ap_md5mesh_read_or_write_joints(&writer->stream);
    while (complete && writer->stream.blocks < mesh->mesh_count) {
        complete = source->block(source, writer->stream.blocks, &block);
        writer->block = &block;
        writer->stream.blocks++;
        complete = complete && ap_md5mesh_read_or_write_block(writer);
    }
    return complete; /* false if writing a part failed */
}

/* Writing from a filler */

/* Allocates as many joints as the header says. Returns false if the filler has another number, or when out of memory. */
static bool allocate_joints_if_filler_agrees(ap_md5_mesh *writer, ap_arena *arena)
{
    ap_md5_joints *joints = &writer->stream.joints;
    const size_t count = (size_t)writer->stream.joint_count.value;
    if (!ap_check_filled_length(&writer->stream.text.io, "joints", count))
        return false;
    joints->items = ap_alloc_array(arena, count, sizeof *joints->items);
    joints->count = joints->items == NULL ? 0 : count;
    return joints->items != NULL;
}

bool ap_md5mesh_fill(const struct ap_filler *filler, const char *variant, ap_arena *arena, ap_writer *output)
{
    ap_md5_mesh *writer = allocate_writer(arena, output);
    (void)variant;
    if (writer == NULL)
        return false;
    ap_io *io = &writer->stream.text.io;
    io->filler = filler;
    bool complete = ap_md5mesh_read_or_write_header(&writer->stream)
                    && allocate_joints_if_filler_agrees(writer, arena)
                    && ap_md5mesh_read_or_write_joints(&writer->stream)
                    && ap_check_filled_length(io, "meshes", (size_t)writer->mesh_count.value);
    while (complete && writer->stream.blocks < (size_t)writer->mesh_count.value) {
        writer->stream.blocks++;
        complete = ap_md5mesh_read_or_write_block(writer);
    }
    return complete; /* false if writing a part failed */
}

bool ap_md5mesh_write_file(ap_view input, const ap_lint_options *options, ap_arena *arena, ap_writer *writer)
{
    (void)options;
    ap_md5mesh_file *file = ap_md5mesh_open_file(input, arena);
    return file != NULL && ap_md5mesh_write(&file->mesh, &file->source, arena, writer)
           && ap_md5_read_to_end_without_error(&file->reader.stream);
}
