/* Writes animations in canonical form: the layouts that read, run over a text that is written. */
#include <string.h>

#include "validators/md5anim/md5anim_reader.h"

static int32_t bits_of(int32_t flags)
{
    return __builtin_popcount((unsigned)flags);
}

static ap_text_integer known(int64_t value)
{
    return (ap_text_integer){ .value = (int32_t)value, .known = true };
}

/* The joints, each starting where those before it end. One without components starts at 0, as id's exporter
   has it: the sum may be behind the last component, which readers refuse. */
static bool list_joints(ap_md5anim_reader *writer, const ap_md5anim *animation, ap_arena *arena)
{
    ap_md5_joints *joints = &writer->base.joints;
    int64_t sum = 0;
    joints->items = ap_alloc_array(arena, animation->joint_count, sizeof *joints->items);
    if (joints->items == NULL)
        return false;
    joints->count = animation->joint_count;
    for (size_t i = 0; i < joints->count; i++) {
        const ap_md5anim_joint *joint = &animation->joints[i];
        joints->items[i] = (ap_md5_joint){ .name = joint->name,
            .parent = joint->parent,
            .flags = joint->flags,
            .start_index = joint->flags == 0 ? 0 : (int32_t)sum };
        sum += bits_of(joint->flags);
    }
    writer->base.joint_count = known((int64_t)joints->count);
    writer->component_count = known(sum);
    writer->values = ap_alloc_array(arena, (size_t)sum, sizeof *writer->values);
    return writer->values != NULL;
}

/* Everything behind the header. */
static bool write_sections(ap_md5anim_reader *writer)
{
    bool whole = ap_md5anim_hierarchy(writer) && ap_md5anim_bounds(writer) && ap_md5anim_baseframe(writer);
    while (whole && writer->position < (size_t)writer->frame_count.value)
        whole = ap_md5anim_frame(writer);
    return whole && !writer->base.text.io.writer->failed;
}

bool ap_md5anim_write(
    const ap_md5anim *animation, ap_md5anim_source *source, ap_arena *arena, ap_writer *output)
{
    ap_md5anim_reader *writer = ap_alloc(arena, sizeof *writer);
    if (writer == NULL || !list_joints(writer, animation, arena))
        return false;
    ap_text_init_writer(&writer->base.text, output);
    writer->base.rules = ap_md5anim_rules;
    writer->base.commandline = animation->commandline;
    writer->frame_count = known(animation->frame_count);
    writer->frame_rate = known(animation->frame_rate);
    writer->fractional_rate.value = animation->fractional_rate;
    writer->fractional_rate.sound = animation->fractional_rate != 0;
    writer->source = source;
    ap_md5anim_header(writer);
    return write_sections(writer);
}

/* Writing what a filler says */

/* Room for the joints that the header promises, once the filler has shown that it has as many. */
static bool make_joints(ap_md5anim_reader *writer, ap_arena *arena)
{
    ap_md5_joints *joints = &writer->base.joints;
    const size_t count = (size_t)writer->base.joint_count.value;
    if (!ap_fill_length(&writer->base.text.io, "hierarchy", count))
        return false;
    joints->items = ap_alloc_array(arena, count, sizeof *joints->items);
    joints->count = joints->items == NULL ? 0 : count;
    return joints->items != NULL;
}

bool ap_md5anim_fill(const ap_filler *filler, const char *layout, ap_arena *arena, ap_writer *output)
{
    ap_md5anim_reader *writer = ap_alloc(arena, sizeof *writer);
    (void)layout;
    if (writer == NULL)
        return false;
    ap_text_init_writer(&writer->base.text, output);
    writer->base.text.io.filler = filler;
    writer->base.rules = ap_md5anim_rules;
    return ap_md5anim_header(writer) && make_joints(writer, arena) && write_sections(writer);
}

/* A file as a source */

typedef struct file_source {
    ap_md5anim_source source; /* first */
    ap_md5anim_reader reader;
    ap_findings findings; /* counts alone */
    ap_md5anim animation;
    ap_md5_list list; /* of pairs, being read */
    ap_token open;
    int32_t *places; /* of the components in a stored frame; NULL: in order */
} file_source;

static bool is_sound(const file_source *file)
{
    return file->findings.counts[AP_ERROR] == 0 && !file->reader.base.ended && !file->findings.arena->failed;
}

static bool is_next(file_source *file, ap_md5_section_kind kind)
{
    return is_sound(file) && ap_md5_section(&file->reader.base) == (int)kind;
}

static bool next_pair(file_source *file, size_t index, ap_md5_pair *pair)
{
    ap_md5_reader *reader = &file->reader.base;
    ap_span span;
    if (index == 0 && !ap_md5_list_begin(reader, &file->list, &file->open))
        return false;
    if (!ap_md5_list_entry(reader, &file->list, index))
        return false;
    *pair = file->reader.pair;
    if (index + 1 == (size_t)file->list.expected.value
        && !ap_md5_list_end(reader, &file->list, index + 1, file->open, &span))
        return false;
    return is_sound(file);
}

static bool next_bounds(ap_md5anim_source *source, size_t index, ap_md5_pair *pair)
{
    file_source *file = (file_source *)source;
    if (index == 0) {
        if (!is_next(file, AP_BOUNDS))
            return false;
        file->list = ap_md5anim_bounds_list(&file->reader);
    }
    return next_pair(file, index, pair);
}

static bool next_baseframe(ap_md5anim_source *source, size_t index, ap_md5_pair *pair)
{
    file_source *file = (file_source *)source;
    if (index == 0) {
        if (!is_next(file, AP_BASEFRAME))
            return false;
        file->list = ap_md5anim_baseframe_list(&file->reader);
    }
    return next_pair(file, index, pair);
}

static bool next_frame(ap_md5anim_source *source, size_t index, float *values)
{
    file_source *file = (file_source *)source;
    const size_t count = (size_t)file->reader.component_count.value;
    (void)index;
    if (!is_next(file, AP_FRAME) || !ap_md5anim_frame(&file->reader) || !is_sound(file))
        return false;
    const float *stored = file->reader.values;
    if (file->places == NULL)
        memcpy(values, stored, count * sizeof *values);
    for (size_t i = 0; file->places != NULL && i < count; i++)
        values[i] = stored[file->places[i]];
    return true;
}

/* Where the components stand in a stored frame, joint by joint; file->places stays NULL when that is in
 * order. */
static bool find_places(file_source *file, ap_arena *arena)
{
    const ap_md5_joints *joints = &file->reader.base.joints;
    const size_t count = (size_t)file->reader.component_count.value;
    int32_t *places = ap_alloc_array(arena, count, sizeof *places);
    size_t at = 0;
    bool in_order = true;
    if (places == NULL)
        return false;
    for (size_t i = 0; i < joints->count; i++) {
        for (int32_t bit = 0; bit < bits_of(joints->items[i].flags); bit++, at++) {
            places[at] = joints->items[i].start_index + bit;
            in_order &= places[at] == (int32_t)at;
        }
    }
    file->places = in_order ? NULL : places;
    return true;
}

static bool copy_joints(file_source *file, ap_arena *arena)
{
    const ap_md5_joints *joints = &file->reader.base.joints;
    ap_md5anim_joint *copies = ap_alloc_array(arena, joints->count, sizeof *copies);
    if (copies == NULL)
        return false;
    for (size_t i = 0; i < joints->count; i++)
        copies[i] =
            (ap_md5anim_joint){ joints->items[i].name, joints->items[i].parent, joints->items[i].flags };
    file->animation.joints = copies;
    file->animation.joint_count = joints->count;
    return true;
}

/* The header and the hierarchy. */
static bool read_start(file_source *file, ap_view input, ap_arena *arena)
{
    ap_md5anim_reader *reader = &file->reader;
    ap_findings_init(&file->findings, arena, NULL, 0, 0);
    file->findings.count_only = true;
    ap_md5anim_begin(reader, input, &file->findings);
    reader->rotations_made = true; /* of none: nothing about rotations is an error */
    if (!is_sound(file))
        return false;
    ap_md5anim_header(reader);
    if (!is_next(file, AP_HIERARCHY) || !ap_md5anim_hierarchy(reader) || !is_sound(file))
        return false;
    file->animation.commandline = reader->base.commandline;
    file->animation.frame_count = reader->frame_count.value;
    file->animation.frame_rate = reader->frame_rate.value;
    file->animation.fractional_rate = reader->fractional_rate.value;
    return copy_joints(file, arena) && find_places(file, arena);
}

/* Whether what stands behind the last frame, which is left out, makes the file no worse than strange. */
static bool ends_well(file_source *file)
{
    ap_md5anim_reader *reader = &file->reader;
    reader->seen[AP_HIERARCHY] = reader->seen[AP_BOUNDS] = reader->seen[AP_BASEFRAME] = true;
    reader->expected = AP_FRAME;
    ap_md5anim_sections(reader);
    return file->findings.counts[AP_ERROR] == 0 && !file->findings.arena->failed;
}

bool ap_md5anim_write_file(ap_view input, const ap_lint_options *options, ap_arena *arena, ap_writer *writer)
{
    file_source *file = ap_alloc(arena, sizeof *file);
    (void)options;
    if (file == NULL)
        return false;
    file->source = (ap_md5anim_source){ next_bounds, next_baseframe, next_frame };
    return read_start(file, input, arena) && ap_md5anim_write(&file->animation, &file->source, arena, writer)
           && ends_well(file);
}
