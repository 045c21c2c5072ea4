/* Reads and writes the lists of a block: vertices, triangles and weights, each with a count before it. */
#include <string.h>

#include "core/text/text_put.h"
#include "validators/md5mesh/md5mesh_stream.h"

enum { INDEX_UNKNOWN = -2 };

/* Describes one of the three lists of a block: verts, tris or weights. */
typedef struct list_description {
    const char *count_key, *count_path;
    const char *word, *name; /* keyword of an entry, and path of the list in findings */
    const char *after;       /* expected text after the list, for messages: "a vert or numtris" */
    size_t least_bytes;      /* least bytes of an entry in the file */
    int32_t most_accepted;   /* greatest count that all known readers accept */
    size_t stored_bytes;     /* bytes of an entry in memory */
    bool (*read_or_write_entry)(ap_md5_stream *stream, size_t index);
    size_t (*read_many)(ap_md5_stream *stream, size_t index, size_t most);
} list_description;

static const list_description list_descriptions[AP_MESH_LISTS] = {
    [AP_VERTS] = { "numverts", "num_verts", "vert", "verts", "a vert or numtris", 15, 6144,
        sizeof(ap_md5mesh_vert), ap_md5mesh_read_or_write_vert, ap_md5mesh_read_verts_at_once },
    [AP_TRIS] = { "numtris", "num_tris", "tri", "tris", "a tri or numweights", 12, 6144,
        sizeof(ap_md5mesh_tri), ap_md5mesh_read_or_write_tri, ap_md5mesh_read_tris_at_once },
    [AP_WEIGHTS] = { "numweights", "num_weights", "weight", "weights", "a weight or }", 19, 8192,
        sizeof(ap_md5mesh_weight), ap_md5mesh_read_or_write_weight, ap_md5mesh_read_weights_at_once },
};

size_t ap_md5mesh_max_of_count_and_entries_read(const ap_md5_mesh *mesh, ap_md5mesh_list list)
{
    const ap_md5mesh_list_counts_and_start *entries = &mesh->lists[list];
    const size_t said = entries->count.known ? (size_t)entries->count.value : 0;
    return said > entries->read ? said : entries->read;
}

bool ap_md5mesh_find_valid_joint_count(const ap_md5_mesh *mesh, size_t *joints)
{
    const ap_text_integer *count = &mesh->stream.joint_count;
    *joints = count->known ? (size_t)count->value : 0;
    if (mesh->joints_complete && mesh->stream.joints.count > *joints)
        *joints = mesh->stream.joints.count;
    return count->known || mesh->joints_complete;
}

/* Entries */

/* Reference path of scan_entry_start, accept_vert_lines, accept_tri_lines and accept_weight_lines for element-index. */
static void check_index(ap_md5_mesh *mesh, ap_text_integer index, size_t position)
{
    const int64_t previous = mesh->previous_index;
    mesh->previous_index = index.known ? index.value : INDEX_UNKNOWN;
    mesh->block_valid &= index.known;
    if (!index.known || (size_t)index.value == position || previous == INDEX_UNKNOWN
        || index.value == previous + 1)
        return;
    mesh->block_valid = false;
    ap_add_finding(&mesh->stream.text.io, AP_MD5MESH_RULE(ELEMENT_INDEX), ap_size(position),
        ap_integer(index.value), ": some readers use the index, others the position in the list");
}

/* Reads or writes the first two tokens of an entry, such as `vert 0`. Returns false after a second token that does not fit, which
   was reported. */
static bool read_or_write_entry_head(ap_md5_mesh *mesh, ap_md5mesh_list list, size_t position)
{
    ap_text *text = &mesh->stream.text;
    ap_text_integer index = { .value = (int32_t)position };
    (void)ap_text_take_or_put_entry_word(text, list_descriptions[list].word);
    if (!ap_text_int(text, "index", &index, AP_ROLE_INDEX))
        return false;
    if (!ap_is_writing(&text->io))
        check_index(mesh, index, position);
    return true;
}

/* Reference path of is_vert_clean for vert-no-weight and vert-weights-range. */
static void check_weight_count_and_record_range(ap_md5_mesh *mesh)
{
    const ap_text_integer *first = &mesh->vert.first, *count = &mesh->vert.count;
    const bool none = count->known && count->value == 0;
    mesh->block_valid &= first->known && count->known && !none;
    if (none)
        ap_add_finding(&mesh->stream.text.io, AP_MD5MESH_RULE(VERT_NO_WEIGHT),
            ap_value_with_prefix("at least", ap_integer(1)), ap_integer(0),
            ": without a weight the vertex has no position");
    const int64_t end = (int64_t)first->value + count->value;
    mesh->vert_has_negative |= first->value < 0 || count->value < 0;
    mesh->weights_end = end > mesh->weights_end ? end : mesh->weights_end;
}

bool ap_md5mesh_read_or_write_vert(ap_md5_stream *stream, size_t index)
{
    ap_md5_mesh *mesh = ap_md5mesh_of(stream);
    ap_text *text = &stream->text;
    ap_text_integer *first = &mesh->vert.first, *count = &mesh->vert.count;
    ap_text_number u = { .value = 0 }, v = { .value = 0 };
    ap_token mark;
    *first = *count = (ap_text_integer){ .value = 0 };
    if (mesh->block != NULL) {
        const ap_md5mesh_vert *vert = &mesh->block->verts[index];
        u.value = vert->u;
        v.value = vert->v;
        first->value = vert->first_weight;
        count->value = vert->weight_count;
    }
    if (!read_or_write_entry_head(mesh, AP_VERTS, index)
        || !ap_text_punctuation(text, AP_TOKEN_OPEN_PARENTHESIS, &mark) || !ap_text_float(text, "u", &u)
        || !ap_text_float(text, "v", &v) || !ap_text_punctuation(text, AP_TOKEN_CLOSE_PARENTHESIS, &mark)
        || !ap_text_int(text, "first_weight", first, AP_ROLE_INDEX)
        || !ap_text_int(text, "weight_count", count, AP_ROLE_COUNT))
        return false;
    if (ap_is_writing(&text->io))
        return true;
    mesh->block_valid &= u.valid && v.valid;
    check_weight_count_and_record_range(mesh);
    if (index < mesh->lists[AP_VERTS].room)
        mesh->verts[index] = (ap_md5mesh_vert){ u.value, v.value, first->value, count->value };
    return true;
}

/* Reference path of is_tri_clean for tri-vertex-range. */
static void check_corner_index(ap_md5_mesh *mesh, ap_text_integer corner)
{
    const size_t verts = ap_md5mesh_max_of_count_and_entries_read(mesh, AP_VERTS);
    mesh->block_valid &= corner.known;
    if (!corner.known || (corner.value >= 0 && (size_t)corner.value < verts))
        return;
    const bool from_1 =
        !mesh->corner_reported && (size_t)corner.value == verts && ap_md5mesh_has_no_corner_0(mesh);
    mesh->block_valid = false;
    mesh->corner_reported = true;
    ap_add_finding(&mesh->stream.text.io, AP_MD5MESH_RULE(TRI_VERTEX_RANGE),
        ap_value_with_prefix("less than", ap_size(verts)), ap_integer(corner.value),
        " is %d; it must be the index of a vertex: the mesh has %zu %s, counted from 0%s", (int)corner.value,
        verts, verts == 1 ? "vertex" : "vertices",
        from_1 ? "; no corner is 0: the corners of this mesh are counted from 1" : "");
}

bool ap_md5mesh_read_or_write_tri(ap_md5_stream *stream, size_t index)
{
    ap_md5_mesh *mesh = ap_md5mesh_of(stream);
    ap_io *io = &stream->text.io;
    ap_md5mesh_tri tri = { { 0, 0, 0 } };
    if (mesh->block != NULL)
        tri = mesh->block->tris[index];
    if (!read_or_write_entry_head(mesh, AP_TRIS, index))
        return false;
    for (size_t i = 0; i < 3; i++) {
        ap_text_integer corner = { .value = tri.corners[i] };
        ap_enter_element(io, "corners", i);
        const bool complete = ap_text_int(&stream->text, NULL, &corner, AP_ROLE_INDEX);
        if (complete && !ap_is_writing(io))
            check_corner_index(mesh, corner);
        ap_leave_record(io);
        if (!complete)
            return false;
        tri.corners[i] = corner.value;
    }
    if (!ap_is_writing(io) && index < mesh->lists[AP_TRIS].room)
        mesh->tris[index] = tri;
    return true;
}

/* Reference path of is_weight_clean for weight-joint-range. */
static void check_weight_joint(ap_md5_mesh *mesh, ap_text_integer joint)
{
    size_t joints;
    mesh->block_valid &= joint.known;
    if (!joint.known || !ap_md5mesh_find_valid_joint_count(mesh, &joints)
        || (joint.value >= 0 && (size_t)joint.value < joints))
        return;
    mesh->block_valid = false;
    ap_add_finding(&mesh->stream.text.io, AP_MD5MESH_RULE(WEIGHT_JOINT_RANGE),
        ap_value_with_prefix("less than", ap_size(joints)), ap_integer(joint.value),
        " is %d; it must be the index of a joint: the model has %zu %s, counted from 0", (int)joint.value,
        joints, joints == 1 ? "joint" : "joints");
}

/* Reference path of is_weight_clean for weight-range. */
static void store_bias_and_count_if_outside(ap_md5_mesh *mesh, ap_text_number bias)
{
    mesh->bias = bias;
    mesh->block_valid &= bias.valid;
    mesh->biases_outside += ap_md5mesh_is_bias_out_of_range(&bias);
}

bool ap_md5mesh_read_or_write_weight(ap_md5_stream *stream, size_t index)
{
    ap_md5_mesh *mesh = ap_md5mesh_of(stream);
    ap_text *text = &stream->text;
    const bool writing = ap_is_writing(&text->io);
    const ap_md5mesh_weight *stored = mesh->block == NULL ? NULL : &mesh->block->weights[index];
    ap_text_integer joint = { .value = stored == NULL ? 0 : stored->joint };
    ap_text_number bias = { .value = stored == NULL ? 0 : stored->bias }, at[3];
    ap_span span;
    for (size_t axis = 0; axis < 3; axis++)
        at[axis] = (ap_text_number){ .value = stored == NULL ? 0 : stored->position[axis] };
    if (!read_or_write_entry_head(mesh, AP_WEIGHTS, index)
        || !ap_text_int(text, "joint", &joint, AP_ROLE_INDEX))
        return false;
    if (!writing)
        check_weight_joint(mesh, joint);
    if (!ap_text_float(text, "bias", &bias))
        return false;
    if (!writing)
        store_bias_and_count_if_outside(mesh, bias);
    if (!ap_text_vec3(text, "position", at, &span))
        return false;
    mesh->block_valid &= at[0].valid && at[1].valid && at[2].valid;
    if (!writing && index < mesh->lists[AP_WEIGHTS].room)
        mesh->weights[index] =
            (ap_md5mesh_weight){ joint.value, bias.value, { at[0].value, at[1].value, at[2].value } };
    return true;
}

/* Lists */

/* Allocates memory for as many entries as the list's count says. If the list has another number of entries, the checks of the
   whole block are skipped. */
static void allocate_entries(ap_md5_mesh *mesh, ap_md5mesh_list list)
{
    void **arrays[] = { (void **)&mesh->verts, (void **)&mesh->tris, (void **)&mesh->weights };
    ap_md5mesh_list_counts_and_start *entries = &mesh->lists[list];
    const size_t wanted = entries->count.known ? (size_t)entries->count.value : 0;
    if (wanted > mesh->capacity[list]) {
        const size_t twice = 2 * mesh->capacity[list], capacity = wanted > twice ? wanted : twice;
        void *array =
            ap_alloc_array(mesh->stream.text.io.arena, capacity, list_descriptions[list].stored_bytes);
        mesh->capacity[list] = array == NULL ? 0 : capacity;
        *arrays[list] = array;
    }
    entries->room = wanted <= mesh->capacity[list] ? wanted : 0;
}

static bool read_or_write_count_line(ap_md5_mesh *mesh, ap_md5mesh_list list)
{
    const list_description *form = &list_descriptions[list];
    ap_md5_stream *stream = &mesh->stream;
    ap_text *text = &stream->text;
    ap_text_integer *count = &mesh->lists[list].count;
    const ap_md5_integer_limits bounds = { 0, INT32_MAX, AP_MD5MESH_RULE(ELEMENT_COUNT_RANGE),
        "a count cannot be negative", form->least_bytes };
    const bool writing = ap_is_writing(&text->io);
    if (!writing && !ap_token_is_bare_word(&text->io, ap_text_peek_token(text), form->count_key)) {
        ap_text_report_unexpected(
            text, list == AP_VERTS ? form->count_key : list_descriptions[list - 1].after);
        return false;
    }
    if (writing)
        ap_put_text_section_gap_unless_dense(text);
    ap_text_begin_entry(text);
    (void)ap_text_take_or_put_entry_word(text, form->count_key);
    if (ap_md5_read_or_write_count(stream, form->count_path, count, &bounds) != AP_MD5_VALUE_READ)
        return false;
    mesh->block_valid &= count->known;
    if (!writing && count->known && count->value > form->most_accepted)
        ap_add_finding(&text->io, AP_MD5MESH_RULE(MESH_LIMIT),
            ap_value_with_prefix("at most", ap_integer(form->most_accepted)), ap_integer(count->value),
            "; one reader accepts at most %d", (int)form->most_accepted);
    (void)ap_text_end_entry(text);
    return true;
}

/* Returns the text that the grammar needs after the entries that were read. */
static const char *needed_text_after_list(ap_md5mesh_list list, const ap_md5_list *elements, size_t read)
{
    if (!elements->expected_count->known || read < (size_t)elements->expected_count->value)
        return list_descriptions[list].after;
    return list == AP_WEIGHTS ? "}" : list_descriptions[list + 1].count_key;
}

/* Checks the token after the entries of a list. Returns false if it cannot follow the list, which was reported; otherwise reports
   too few entries. */
static bool check_token_after_list_and_entry_count(
    ap_md5_mesh *mesh, ap_md5mesh_list list, const ap_md5_list *elements)
{
    ap_text *text = &mesh->stream.text;
    const size_t read = mesh->lists[list].read;
    if (ap_is_writing(&text->io))
        return true;
    const ap_token token = ap_text_peek_token(text);
    const bool right = list == AP_WEIGHTS
                           ? token.kind == AP_TOKEN_CLOSE_BRACE
                           : ap_token_is_bare_word(&text->io, token, list_descriptions[list + 1].count_key);
    if (!right) {
        ap_text_report_unexpected(text, needed_text_after_list(list, elements, read));
        return false;
    }
    mesh->block_valid &= !elements->expected_count->known || read == (size_t)elements->expected_count->value;
    ap_md5_report_missing_entries(&mesh->stream, elements, read, token.span);
    return true;
}

bool ap_md5mesh_read_or_write_list(ap_md5_mesh *mesh, ap_md5mesh_list list)
{
    const list_description *form = &list_descriptions[list];
    ap_md5_stream *stream = &mesh->stream;
    ap_io *io = &stream->text.io;
    ap_md5mesh_list_counts_and_start *entries = &mesh->lists[list];
    if (!read_or_write_count_line(mesh, list)
        || (ap_is_filling(io) && !ap_check_filled_length(io, form->name, (size_t)entries->count.value)))
        return false;
    const ap_md5_list elements = { form->name, AP_TOKEN_WORD, form->read_or_write_entry, form->read_many,
        AP_MD5MESH_RULE(ELEMENT_COUNT), &entries->count, NULL, NULL };
    if (!ap_is_writing(io)) {
        entries->start = stream->text.lexer.at;
        allocate_entries(mesh, list);
    }
    mesh->previous_index = -1;
    const bool complete = ap_md5_read_or_write_list_entries(stream, &elements, form->word, &entries->read);
    if (list == AP_WEIGHTS)
        ap_md5mesh_check_biases(mesh);
    return complete && check_token_after_list_and_entry_count(mesh, list, &elements);
}

ap_span ap_md5mesh_entry_span(const ap_md5_mesh *mesh, ap_md5mesh_list list, size_t index)
{
    return ap_md5mesh_find_entry_span(mesh, list, mesh->lists[list].start, index);
}

ap_span ap_md5mesh_find_entry_span(const ap_md5_mesh *mesh, ap_md5mesh_list list, size_t start, size_t index)
{
    ap_text text;
    const ap_io *io = &mesh->stream.text.io;
    ap_span span = { 0, 0 };
    size_t entries_found = 0;
    ap_text_init(&text, io->input, start, NULL, &ap_md5mesh_block_rules);
    for (;;) {
        const ap_token token = ap_text_take_token(&text);
        const bool word = ap_token_is_bare_word(io, token, list_descriptions[list].word);
        if (entries_found > index
            && (word || token.kind == AP_TOKEN_CLOSE_BRACE || ap_text_is_keyword(&text, token)))
            return span;
        if (token.kind == AP_TOKEN_END)
            return span;
        entries_found += word;
        span = word ? token.span : ap_span_from_to(span, token.span);
    }
}
