/* Writes animations, in canonical form or in a style, with the functions that also read them. */
#include "validators/md5anim/md5anim_source.h"

static ap_text_integer known_integer(int64_t value)
{
    return (ap_text_integer){ .value = (int32_t)value, .known = true };
}

/* Copies the joints into the writer, and gives them start indices in order. The start index of a joint without components is 0,
   as in files of id's exporter: readers refuse an index after the last component. Returns false when out of memory. */
static bool set_joints_to_write(ap_md5anim_stream *writer, const ap_md5anim *animation, ap_arena *arena)
{
    ap_md5_joints *joints = &writer->base.joints;
    int64_t sum = 0;
    joints->items = ap_alloc_array(arena, animation->joint_count, sizeof *joints->items);
    if (joints->items == NULL)
        return false;
    joints->count = animation->joint_count;
    for (size_t i = 0; i < joints->count; i++) {
        const ap_md5anim_joint *joint = &animation->joints[i];
        joints->items[i] = (ap_md5_joint_entry){ .name = joint->name,
            .parent = joint->parent,
            .flags = joint->flags,
            .start_index = joint->flags == 0 ? 0 : (int32_t)sum };
        sum += ap_md5_count_components(joint->flags);
    }
    writer->base.joint_count = known_integer((int64_t)joints->count);
    writer->component_count = known_integer(sum);
    writer->values = ap_alloc_array(arena, (size_t)sum, sizeof *writer->values);
    if (animation->style == NULL)
        writer->spelled = ap_alloc_array(arena, (size_t)sum + AP_SPELLED_TOGETHER, sizeof *writer->spelled);
    return writer->values != NULL && (animation->style != NULL || writer->spelled != NULL);
}

/* Writes everything after the header. Returns false if writing a part failed. */
static bool write_sections(ap_md5anim_stream *writer)
{
    bool complete = ap_md5anim_read_or_write_hierarchy(&writer->base)
                    && ap_md5anim_read_or_write_bounds(&writer->base)
                    && ap_md5anim_read_or_write_baseframe(&writer->base);
    ap_io *io = &writer->base.text.io;
    complete =
        complete
        && (!ap_is_filling(io) || ap_check_filled_length(io, "frames", (size_t)writer->frame_count.value));
    while (complete && writer->next_index < (size_t)writer->frame_count.value)
        complete = ap_md5anim_read_or_write_frame(&writer->base);
    return complete;
}

bool ap_md5anim_write(
    const ap_md5anim *animation, ap_md5anim_source *source, ap_arena *arena, ap_writer *output)
{
    ap_md5anim_stream *writer = ap_alloc(arena, sizeof *writer);
    if (writer == NULL || !set_joints_to_write(writer, animation, arena))
        return false;
    ap_text_init_writer(&writer->base.text, output);
    writer->base.text.style = animation->style;
    writer->base.rules = ap_md5anim_rules;
    writer->base.commandline = animation->commandline;
    writer->frame_count = known_integer(animation->frame_count);
    writer->rate.integer = known_integer(animation->frame_rate);
    writer->rate.fraction.value = animation->fractional_rate;
    writer->rate.fraction.valid = animation->fractional_rate != 0;
    writer->source = source;
    ap_md5anim_read_or_write_header(&writer->base);
    return write_sections(writer);
}

/* Writing from a filler */

/* Allocates as many joints as the header says. Returns false if the filler has another number, or when out of memory. */
static bool allocate_joints_if_filler_agrees(ap_md5anim_stream *writer, ap_arena *arena)
{
    ap_md5_joints *joints = &writer->base.joints;
    const size_t count = (size_t)writer->base.joint_count.value;
    if (!ap_check_filled_length(&writer->base.text.io, "hierarchy", count))
        return false;
    joints->items = ap_alloc_array(arena, count, sizeof *joints->items);
    joints->count = joints->items == NULL ? 0 : count;
    return joints->items != NULL;
}

bool ap_md5anim_fill(const ap_filler *filler, const char *variant, ap_arena *arena, ap_writer *output)
{
    ap_md5anim_stream *writer = ap_alloc(arena, sizeof *writer);
    (void)variant;
    if (writer == NULL)
        return false;
    ap_text_init_writer(&writer->base.text, output);
    writer->base.text.io.filler = filler;
    writer->base.text.io.arena = arena;
    writer->base.rules = ap_md5anim_rules;
    return ap_md5anim_read_or_write_header(&writer->base) && allocate_joints_if_filler_agrees(writer, arena)
           && write_sections(writer);
}

bool ap_md5anim_write_file(ap_view input, const ap_lint_options *options, ap_arena *arena, ap_writer *writer)
{
    (void)options;
    ap_md5anim_file *file = ap_md5anim_open_file(input, arena);
    return file != NULL && ap_md5anim_write(&file->animation, &file->source, arena, writer)
           && ap_md5_read_to_end_without_error(&file->stream.base);
}
