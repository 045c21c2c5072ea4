/* Reads and writes the header, the joints, and the start of a block. md5mesh_elements.c has a block's
   lists. */
#include <string.h>

#include "core/text/text_put.h"
#include "validators/md5mesh/md5mesh_stream.h"

enum {
    JOINT_BYTES = 17, /* least bytes of a joint: `""0(0 0 0)(0 0 0)` */
    MESH_BYTES = 6,   /* least bytes of a block: `mesh{}` */
    MOST_MESHES = 32, /* greatest number of meshes that all known readers accept */
    LONGEST_SHADER = 63,
    FIRST_CAPACITY = 16
};

static ap_md5_step_after_header_value read_or_write_num_joints(ap_md5_stream *stream, const char *path)
{
    const ap_md5_step_after_header_value step = ap_md5_read_or_write_joint_count(stream, path, JOINT_BYTES);
    ap_md5_check_joint_count_fits_8_bits(stream);
    return step;
}

static ap_md5_step_after_header_value read_or_write_num_meshes(ap_md5_stream *stream, const char *path)
{
    const ap_md5_integer_limits bounds = { 1, INT32_MAX, AP_MD5MESH_RULE(MESH_COUNT_RANGE),
        "a model needs at least one mesh", MESH_BYTES };
    ap_text_integer *count = &ap_md5mesh_of(stream)->mesh_count;
    const ap_md5_step_after_header_value step = ap_md5_read_or_write_count(stream, path, count, &bounds);
    if (step == AP_MD5_VALUE_READ && !ap_is_writing(&stream->text.io) && count->known
        && count->value > MOST_MESHES)
        ap_add_finding(&stream->text.io, AP_MD5MESH_RULE(MESH_LIMIT),
            ap_value_with_prefix("at most", ap_integer(MOST_MESHES)), ap_integer(count->value),
            "; one reader accepts at most %d meshes", MOST_MESHES);
    return step;
}

static const ap_md5_header_key keys[] = {
    { "MD5Version", "version", ap_md5_read_or_write_version },
    { "commandline", "commandline", ap_md5_read_or_write_commandline },
    { "numJoints", "num_joints", read_or_write_num_joints },
    { "numMeshes", "num_meshes", read_or_write_num_meshes },
};

bool ap_md5mesh_read_or_write_header(ap_md5_stream *stream)
{
    return ap_md5_read_or_write_header(stream, keys, sizeof keys / sizeof *keys);
}

/* Joints */

/* Writes the comment that exporters put after a joint: its parent's name. Does nothing when reading. Returns false if writing
   failed. */
static bool write_joint_comment_if_writing(ap_md5_mesh *mesh, const ap_md5_joint_entry *joint)
{
    ap_text *text = &mesh->stream.text;
    const ap_md5_joint_entry *joints = mesh->stream.joints.items;
    const ap_text_comments comments = text->style == NULL ? AP_COMMENTS_PARENT : text->style->comments;
    const ap_view no_parent = { NULL, 0 };
    if (!ap_is_writing(&text->io) || comments == AP_COMMENTS_NONE)
        return true;
    const bool has_parent = joint->parent >= 0 && joint->parent < joint - joints;
    if (comments == AP_COMMENTS_PARENT && !has_parent)
        return true;
    return ap_text_put_comment_if_writing(text, has_parent ? joints[joint->parent].name : no_parent);
}

static bool read_or_write_joint(ap_md5_mesh *mesh, ap_md5_joint_entry *joint, ap_md5_vector_pair *pair)
{
    return ap_md5_read_or_write_joint_name(&mesh->stream, joint)
           && ap_md5_read_or_write_parent(&mesh->stream, joint)
           && ap_md5_read_or_write_vector_pair(&mesh->stream.text, pair, "position", "orientation")
           && write_joint_comment_if_writing(mesh, joint);
}

static bool write_joint(ap_md5_mesh *mesh, size_t index)
{
    ap_md5_vector_pair pair = { .first_span = { 0, 0 } };
    for (size_t axis = 0; mesh->joints_to_write != NULL && axis < 3; axis++) {
        pair.first[axis].value = mesh->joints_to_write[index].position[axis];
        pair.second[axis].value = mesh->joints_to_write[index].orientation[axis];
    }
    return read_or_write_joint(mesh, &mesh->stream.joints.items[index], &pair);
}

/* Stores a joint with its position and orientation, for the model, for comparing with animations and for writing. */
static void append_joint_to_pose(
    ap_md5_mesh *mesh, size_t index, const ap_md5_joint_entry *joint, const ap_md5_vector_pair *pair)
{
    if (index == mesh->pose_capacity) {
        const size_t capacity = index == 0 ? FIRST_CAPACITY : 2 * index;
        ap_md5mesh_joint *pose = ap_alloc_array(mesh->stream.text.io.arena, capacity, sizeof *pose);
        if (pose == NULL)
            return;
        if (index > 0)
            memcpy(pose, mesh->pose, index * sizeof *pose);
        mesh->pose = pose;
        mesh->pose_capacity = capacity;
    }
    if (index > mesh->pose_capacity) /* an earlier joint was not stored, because memory ran out */
        return;
    ap_md5mesh_joint *kept = &mesh->pose[index];
    kept->name = joint->name;
    kept->parent = joint->parent;
    for (size_t axis = 0; axis < 3; axis++) {
        kept->position[axis] = pair->first[axis].value;
        kept->orientation[axis] = pair->second[axis].value;
    }
}

static bool read_or_write_joint_entry(ap_md5_stream *stream, size_t index)
{
    ap_md5_mesh *mesh = ap_md5mesh_of(stream);
    ap_md5_vector_pair pair;
    if (ap_is_writing(&stream->text.io))
        return write_joint(mesh, index);
    ap_md5_joint_entry *joint = ap_md5_make_room_for_joint(stream);
    if (joint == NULL || !read_or_write_joint(mesh, joint, &pair))
        return false;
    const float xyz[3] = { pair.second[0].value, pair.second[1].value, pair.second[2].value };
    if (ap_md5_vector_is_valid(pair.second))
        ap_md5_check_quaternion(stream, xyz, pair.second_span, "orientation");
    append_joint_to_pose(mesh, index, joint, &pair);
    mesh->pose_is_valid &= ap_md5_vector_is_valid(pair.first) && ap_md5_vector_is_valid(pair.second);
    stream->joints.count++;
    return true;
}

/* Reads and checks the joints, or writes them. */
bool ap_md5mesh_read_or_write_joints(ap_md5_stream *stream)
{
    const ap_md5_list list = { "joints", AP_TOKEN_STRING, read_or_write_joint_entry, NULL,
        AP_MD5MESH_RULE(JOINTS_COUNT), &stream->joint_count, NULL, NULL };
    const bool complete = ap_md5_read_or_write_joints_of_any_count(stream, &list);
    const ap_io *io = &stream->text.io;
    ap_md5mesh_of(stream)->joints_complete = complete;
    if (!ap_is_writing(io) && !io->arena->failed) /* when out of memory, the list of joints is incomplete
                                                     and not checked */
        ap_md5_check_joints(stream);
    return complete;
}

/* Names of a block */

/* Returns true if the block that is read or written has a name. If a filler provides the values, asks the filler. */
static bool block_has_name(ap_md5_mesh *mesh)
{
    ap_text *text = &mesh->stream.text;
    const ap_filler *filler = text->io.filler;
    if (filler != NULL)
        return filler->length(filler->context, &text->io, "name", AP_UNCOUNTED) > 0;
    if (ap_is_writing(&text->io))
        return mesh->name.bytes != NULL;
    return ap_token_is_bare_word(&text->io, ap_text_peek_token(text), "name");
}

static bool read_or_write_name_line(ap_md5_mesh *mesh)
{
    ap_text *text = &mesh->stream.text;
    if (!block_has_name(mesh)) {
        mesh->name = (ap_view){ NULL, 0 };
        return true;
    }
    ap_text_begin_entry(text);
    const ap_token keyword = ap_text_take_or_put_entry_word(text, "name");
    if (!ap_is_writing(&text->io))
        ap_add_finding_at(&text->io, AP_MD5MESH_RULE(MESH_NAME), keyword.span, "name",
            ap_text_value("shader"), ap_text_value("name"),
            "the mesh has a name before its shader, which some readers do not know");
    if (!ap_text_string(text, "name", &mesh->name))
        return false;
    (void)ap_text_end_entry(text);
    return true;
}

static void check_shader(ap_md5_mesh *mesh)
{
    ap_io *io = &mesh->stream.text.io;
    const size_t size = mesh->shader.size;
    if (ap_is_writing(io))
        return;
    if (size == 0)
        ap_add_finding(io, AP_MD5MESH_RULE(SHADER_EMPTY), ap_text_value("a name"), ap_text_value("\"\""),
            " is empty; one importer stops at an empty shader");
    if (size > LONGEST_SHADER)
        ap_add_finding(io, AP_MD5MESH_RULE(SHADER_LONG),
            ap_value_with_prefix("at most", ap_byte_count(LONGEST_SHADER)), ap_byte_count(size),
            " has %zu bytes; some readers keep only %d of them", size, LONGEST_SHADER);
}

static bool read_or_write_shader(ap_md5_mesh *mesh)
{
    ap_text *text = &mesh->stream.text;
    if (!ap_is_writing(&text->io)) {
        const ap_token token = ap_text_peek_token(text);
        if (token.kind == AP_TOKEN_WORD && !ap_text_is_keyword(text, token)) {
            (void)ap_text_take_token(text);
            ap_text_pass_field(text, "shader", token.span, AP_ROLE_NAME);
            mesh->shader = ap_token_view_unquoted(&text->io, token);
            ap_add_finding(&text->io, AP_MD5MESH_RULE(SHADER_UNQUOTED), ap_text_value("a quoted name"),
                ap_bytes(mesh->shader), " has no quotes around it; they must be straight: \"");
            return true;
        }
    }
    if (!ap_text_string(text, "shader", &mesh->shader))
        return false;
    check_shader(mesh);
    return true;
}

static bool read_or_write_shader_line(ap_md5_mesh *mesh)
{
    ap_text *text = &mesh->stream.text;
    if (!ap_is_writing(&text->io) && !ap_token_is_bare_word(&text->io, ap_text_peek_token(text), "shader")) {
        ap_text_report_unexpected(text, "shader");
        return false;
    }
    ap_text_begin_entry(text);
    (void)ap_text_take_or_put_entry_word(text, "shader");
    if (!read_or_write_shader(mesh))
        return false;
    (void)ap_text_end_entry(text);
    return true;
}

/* Label of a block: a comment that two readers use as the mesh's name */

static const char label_mark[] = "// meshes:";

ap_view ap_md5mesh_label_comment(const ap_md5_mesh *mesh)
{
    const ap_view input = mesh->stream.text.io.input;
    const ap_view none = { NULL, 0 };
    const uint8_t *start = input.bytes + mesh->head.offset, *end = start + mesh->head.length;
    const uint8_t *found = memmem(start, mesh->head.length, label_mark, sizeof label_mark - 1);
    if (found == NULL)
        return none;
    const uint8_t *words = found + 3, *last = words;
    while (last < end && *last != '\n' && *last != '\r')
        last++;
    while (ap_is_blank_other_than_nul(last[-1]))
        last--;
    return (size_t)(last - found) < sizeof label_mark ? none : (ap_view){ words, (size_t)(last - words) };
}

/* Reports the label to the listener as a field, although it is not a token. */
static void pass_label_to_listener(ap_md5_mesh *mesh)
{
    ap_text *text = &mesh->stream.text;
    const ap_view label = ap_md5mesh_label_comment(mesh);
    if (label.bytes != NULL)
        ap_text_pass_field(text, "label",
            (ap_span){ (size_t)(label.bytes - text->io.input.bytes), label.size }, AP_ROLE_NAME);
}

/* Gets the label of the block from the filler. Returns false if a file with this label would be read with
   another label. */
static bool get_optional_label_or_refuse_it(const ap_io *io, ap_view *label)
{
    const ap_filler *filler = io->filler;
    const size_t mark = sizeof label_mark - 1 - 3; /* length of "meshes:", the mark without the slashes and
                                                      the blank */
    *label = (ap_view){ NULL, 0 };
    if (filler->length(filler->context, io, "label", AP_UNCOUNTED) == 0)
        return true;
    if (!filler->bytes(filler->context, io, "label", AP_TYPE_BYTES, AP_UNCOUNTED, label))
        return false;
    if (label->size <= mark || memcmp(label->bytes, label_mark + 3, mark) != 0
        || ap_is_blank_other_than_nul(label->bytes[label->size - 1])
        || memchr(label->bytes, '\n', label->size) != NULL || memchr(label->bytes, '\r', label->size) != NULL
        || memchr(label->bytes, '\0', label->size) != NULL)
        return ap_refuse_filled_value(io, "label", "is not 'meshes: NAME' in one line");
    return true;
}

static bool write_label(ap_md5_mesh *mesh)
{
    ap_text *text = &mesh->stream.text;
    ap_view label = mesh->block == NULL ? (ap_view){ NULL, 0 } : mesh->block->label;
    if (ap_is_filling(&text->io) && !get_optional_label_or_refuse_it(&text->io, &label))
        return false;
    if (label.bytes == NULL)
        return true;
    ap_text_begin_entry(text);
    (void)ap_text_put_comment_if_writing(text, label);
    (void)ap_text_end_entry(text);
    return true;
}

/* Blocks */

static void reset_block_state(ap_md5_mesh *mesh)
{
    const ap_md5mesh_block *block = mesh->block;
    memset(mesh->lists, 0, sizeof mesh->lists);
    mesh->block_valid = true;
    mesh->vert_has_negative = false;
    mesh->weights_end = 0;
    mesh->biases_outside = 0;
    mesh->corner_reported = false;
    if (block == NULL)
        return;
    const size_t counts[] = { block->vert_count, block->tri_count, block->weight_count };
    mesh->name = block->name;
    mesh->shader = block->shader;
    for (size_t i = 0; i < AP_MESH_LISTS; i++)
        mesh->lists[i].count = (ap_text_integer){ .value = (int32_t)counts[i], .known = true };
}

bool ap_md5mesh_read_or_write_block(ap_md5_mesh *mesh)
{
    ap_text *text = &mesh->stream.text;
    ap_token open;
    reset_block_state(mesh);
    ap_enter_element(&text->io, "meshes", mesh->stream.blocks - 1);
    mesh->keyword = ap_text_take_or_put_section_keyword(text, "mesh").span;
    bool complete = ap_text_take_open_brace(text, &open);
    if (complete && ap_is_writing(&text->io)) {
        complete = write_label(mesh);
    } else if (complete) {
        mesh->head = (ap_span){ ap_span_end(open.span),
            ap_text_peek_token(text).span.offset - ap_span_end(open.span) };
        if (text->io.listener != NULL)
            pass_label_to_listener(mesh);
    }
    complete = complete && read_or_write_name_line(mesh) && read_or_write_shader_line(mesh);
    for (ap_md5mesh_list list = AP_VERTS; complete && list < AP_MESH_LISTS; list++)
        complete = ap_md5mesh_read_or_write_list(mesh, list);
    if (complete) {
        (void)ap_text_take_close_brace_check_spacing(text);
        ap_md5mesh_check_block_and_rotate_tris(mesh);
        ap_md5mesh_add_block_to_model(mesh);
    } else {
        mesh->model.incomplete = true;
    }
    ap_leave_record(&text->io);
    return complete;
}
