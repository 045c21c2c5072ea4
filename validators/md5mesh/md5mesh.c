#include "validators/md5mesh/md5mesh.h"

#include "validators/md5/md5_pair.h"
#include "validators/md5/md5_stream.h"
#include "validators/md5mesh/md5mesh_table.h"

enum {
    JOINT_BYTES = 17, /* the shortest: `""0(0 0 0)(0 0 0)` */
    MESH_BYTES = 6,   /* `mesh{}` */
    JOINTS = 0,       /* in sections */
};

struct ap_md5_mesh {
    ap_md5_stream stream; /* first */
    ap_text_integer mesh_count;
    bool begun; /* a section was found */
    bool joints_seen;
    bool misplaced_said;
    size_t blocks;                    /* mesh blocks found so far */
    bool blocks_broken;               /* a fault among them: they are not counted any more */
    size_t blocks_end;                /* as frames_end of an animation */
    const ap_md5mesh_joint *to_write; /* in writing; NULL in reading */
};

static const char *const keywords[] = { "MD5Version", "commandline", "numJoints", "numMeshes", "joints",
    "mesh", NULL };

static const char *const sections[] = { "joints", "mesh", NULL };

static const char *const evidence[] = { "MD5Version", "numJoints", "numMeshes", "numverts", "numtris",
    "numweights", NULL };

/* Counts and sections: readers that search for them find them in the commandline. */
static const char *const commandline_words[] = { "numJoints", "numMeshes", "joints", "mesh {", NULL };

static const ap_text_rules text_rules = AP_MD5_TEXT_RULES(ap_md5mesh_rules, keywords);

static const ap_md5_grammar grammar = { .extension = ".md5mesh",
    .own = AP_MD5_MESH,
    .text_rules = &text_rules,
    .rules = ap_md5mesh_rules,
    .sections = sections,
    .joints_name = "joints",
    .words = commandline_words,
    .evidence = evidence,
    .skips_words = true };

static ap_md5_header_step num_joints(ap_md5_stream *stream, const char *path)
{
    return ap_md5_joint_count(stream, path, JOINT_BYTES);
}

static ap_md5_header_step num_meshes(ap_md5_stream *stream, const char *path)
{
    const ap_md5_bounds bounds = { 1, INT32_MAX, AP_MD5MESH_RULE(MESH_COUNT_RANGE), MESH_BYTES };
    ap_md5_mesh *mesh = (ap_md5_mesh *)stream;
    return ap_md5_count(stream, path, &mesh->mesh_count, &bounds);
}

static const ap_md5_key keys[] = {
    { "MD5Version", "version", ap_md5_version },
    { "commandline", "commandline", ap_md5_commandline },
    { "numJoints", "num_joints", num_joints },
    { "numMeshes", "num_meshes", num_meshes },
};

static bool joint_layout(ap_md5_stream *stream, ap_md5_joint *joint, ap_md5_pair *pair)
{
    return ap_md5_name(stream, joint) && ap_md5_parent(stream, joint)
           && ap_md5_pair_layout(&stream->text, pair, "position", "orientation");
}

static bool write_joint(ap_md5_stream *stream, size_t index)
{
    const ap_md5mesh_joint *stored = &((ap_md5_mesh *)stream)->to_write[index];
    ap_md5_joint joint = { .name = stored->name, .parent = stored->parent };
    ap_md5_pair pair = { .first_span = { 0, 0 } };
    for (size_t axis = 0; axis < 3; axis++) {
        pair.first[axis].value = stored->position[axis];
        pair.second[axis].value = stored->orientation[axis];
    }
    return joint_layout(stream, &joint, &pair);
}

static bool joint_entry(ap_md5_stream *stream, size_t index)
{
    ap_md5_pair pair;
    float xyz[3];
    if (ap_is_writing(&stream->text.io))
        return write_joint(stream, index);
    ap_md5_joint *joint = ap_md5_next_joint(stream);
    if (joint == NULL || !joint_layout(stream, joint, &pair))
        return false;
    for (size_t axis = 0; axis < 3; axis++)
        xyz[axis] = pair.second[axis].value;
    if (pair.second[0].sound && pair.second[1].sound && pair.second[2].sound)
        ap_md5_judge_quaternion(
            stream, xyz, pair.second_span, "orientation", (ap_md5_owner){ "joint", index, "" });
    stream->joints.count++;
    return true;
}

/* In writing, nothing is judged. */
static bool joints(ap_md5_stream *stream)
{
    const ap_md5_list list = { .name = "joints",
        .first = AP_TOKEN_STRING,
        .entry = joint_entry,
        .count_rule = AP_MD5MESH_RULE(JOINTS_COUNT),
        .expected = stream->joint_count };
    const bool whole = ap_md5_read_joints(stream, &list);
    const ap_io *io = &stream->text.io;
    if (!ap_is_writing(io) && !io->arena->failed) /* without memory some joints are not known */
        ap_md5_judge_joints(stream);
    return whole;
}

/* At the first block too many. */
static void judge_surplus(ap_md5_mesh *mesh)
{
    const ap_text_integer *count = &mesh->mesh_count;
    if (!count->known || mesh->blocks_broken || mesh->blocks != (size_t)count->value)
        return;
    ap_found_at(&mesh->stream.text.io, AP_MD5MESH_RULE(MESH_COUNT), ap_text_peek(&mesh->stream.text).span,
        "meshes", ap_integer(count->value), ap_words("more"),
        "this mesh block is too many: the header says that there %s %d", count->value == 1 ? "is" : "are",
        (int)count->value);
}

static void judge_end(ap_md5_mesh *mesh)
{
    ap_io *io = &mesh->stream.text.io;
    const ap_text_integer *count = &mesh->mesh_count;
    mesh->stream.ended = true;
    if (!mesh->begun) {
        ap_text_unexpected(&mesh->stream.text, "joints");
        return;
    }
    if (!count->known || mesh->blocks_broken || mesh->blocks >= (size_t)count->value
        || mesh->stream.text.lexer.in_open_comment)
        return;
    ap_found_at(io, AP_MD5MESH_RULE(MESH_COUNT), (ap_span){ io->input.size, 0 }, "meshes",
        ap_integer(count->value), ap_size(mesh->blocks),
        "the file ends after %zu of %d %s with the keyword mesh", mesh->blocks, (int)count->value,
        count->value == 1 ? "block" : "blocks");
}

/* mesh { … } with whatever tokens between its braces, and braces among them. */
static bool mesh_block(ap_md5_stream *stream)
{
    ap_text *text = &stream->text;
    ap_token open;
    size_t depth = 1;
    (void)ap_text_keyword(text, "mesh");
    if (!ap_text_punctuation(text, AP_TOKEN_OPEN_BRACE, &open))
        return false;
    while (depth > 0) {
        ap_token_kind kind = ap_text_peek(text).kind;
        if (kind == AP_TOKEN_END || kind == AP_TOKEN_BROKEN_STRING)
            return ap_text_unexpected(text, "}");
        depth += (size_t)(kind == AP_TOKEN_OPEN_BRACE);
        depth -= (size_t)(kind == AP_TOKEN_CLOSE_BRACE);
        text->has_next = false;
    }
    return true;
}

/* Whether the mesh blocks may have ended: all of them were read, or it is not known how many there are. */
static bool blocks_may_be_over(const ap_md5_mesh *mesh)
{
    return mesh->blocks > 0 && (!mesh->mesh_count.known || mesh->blocks >= (size_t)mesh->mesh_count.value);
}

/* Lines are judged from the joints' to the last block's. */
static void judge_lines(ap_md5_mesh *mesh, int kind, bool whole)
{
    const size_t at = mesh->stream.text.lexer.at;
    if (kind != JOINTS && !mesh->mesh_count.known)
        mesh->blocks_end = whole ? at - 1 : 0;
    else if (kind != JOINTS && whole && blocks_may_be_over(mesh))
        ap_md5_lines_end(&mesh->stream, at - 1);
    else if (mesh->mesh_count.known || mesh->blocks == 0)
        ap_md5_lines_to(&mesh->stream, at);
}

static void begin_joints(ap_md5_stream *stream)
{
    ap_md5_judge_header_end(stream);
    ap_md5_lines_begin(stream, ap_text_peek(&stream->text).span.offset);
}

static void section(ap_md5_mesh *mesh, int kind)
{
    ap_md5_stream *stream = &mesh->stream;
    if (kind == JOINTS)
        begin_joints(stream);
    bool misplaced = (kind == JOINTS) == mesh->begun;
    if (misplaced && !stream->resumed && !mesh->misplaced_said) {
        ap_text_unexpected(&stream->text, mesh->begun ? "mesh" : "joints");
        mesh->misplaced_said = true;
    }
    stream->resumed = false;
    if (kind == JOINTS && mesh->joints_seen) {
        (void)ap_text_take(&stream->text);
        ap_md5_recover(stream);
        return;
    }
    mesh->begun = true;
    mesh->joints_seen |= kind == JOINTS;
    if (kind != JOINTS) {
        judge_surplus(mesh);
        mesh->blocks++;
    }
    const bool whole = kind == JOINTS ? joints(stream) : mesh_block(stream);
    judge_lines(mesh, kind, whole);
    if (!whole) {
        mesh->blocks_broken |= kind != JOINTS;
        ap_md5_recover(stream);
    }
}

static void trailing_content(ap_md5_mesh *mesh, size_t at)
{
    ap_io *io = &mesh->stream.text.io;
    ap_found_at(io, AP_MD5MESH_RULE(TRAILING_CONTENT), (ap_span){ at, io->input.size - at }, NULL,
        ap_words("the end of the file"), ap_byte_count(io->input.size - at),
        "something follows the last mesh block, where the file must end");
    mesh->stream.ended = true;
}

/* Whether the token begins what is read after the last block, too. */
static bool begins_section(const ap_md5_stream *stream, ap_token token)
{
    const ap_md5_mesh *mesh = (const ap_md5_mesh *)stream;
    return ap_token_is(&stream->text.io, token, "mesh")
           || (!mesh->joints_seen && ap_token_is(&stream->text.io, token, "joints"));
}

/* After the last block a NUL is not a blank: it ends what is read. So do some comments. */
static bool ends_here(ap_md5_mesh *mesh)
{
    ap_md5_stream *stream = &mesh->stream;
    if (!blocks_may_be_over(mesh) || stream->text.has_next
        || !ap_md5_ends_here(stream, mesh->mesh_count.known, begins_section))
        return false;
    trailing_content(mesh, stream->text.lexer.at);
    return true;
}

/* A token that begins no section. */
static void wrong_token(ap_md5_mesh *mesh, ap_token token)
{
    ap_md5_stream *stream = &mesh->stream;
    if (mesh->begun || !ap_text_is_keyword(&stream->text, token)) {
        mesh->blocks_broken |= mesh->begun;
        ap_md5_break(stream, mesh->begun ? "mesh" : "joints");
        return;
    }
    ap_md5_wrong_key(stream, "joints", "joints");
    ap_md5_recover(stream);
}

static void read_sections(ap_md5_mesh *mesh)
{
    ap_md5_stream *stream = &mesh->stream;
    while (!stream->ended && !stream->text.io.arena->failed && !ends_here(mesh)) {
        ap_token token = ap_text_peek(&stream->text);
        int kind = ap_md5_section(stream);
        bool over = blocks_may_be_over(mesh) && !stream->resumed;
        if (token.kind == AP_TOKEN_END) {
            judge_end(mesh);
        } else if (over && (kind < 0 || (kind == JOINTS && mesh->joints_seen))) {
            trailing_content(mesh, token.span.offset);
        } else if (kind >= 0) {
            section(mesh, kind);
        } else {
            wrong_token(mesh, token);
        }
    }
}

ap_md5_mesh *ap_md5_mesh_parse(ap_view input, ap_findings *findings)
{
    ap_md5_mesh *mesh = ap_alloc(findings->arena, sizeof *mesh);
    if (mesh == NULL)
        return NULL;
    ap_md5_stream *stream = &mesh->stream;
    ap_md5_begin(stream, input, findings, &grammar);
    if (!stream->ended)
        ap_md5_header(stream, keys, sizeof keys / sizeof *keys);
    read_sections(mesh);
    if (mesh->blocks_end > 0)
        ap_md5_lines_end(stream, mesh->blocks_end);
    ap_md5_end(stream);
    return mesh;
}

/* Writing */

/* What is in a block no layout knows; it is a triangle that the first joint moves. */
static bool write_block(ap_text *text)
{
    static const char *const lines[][12] = {
        { "shader", "\"none\"" },
        { "numverts", "3" },
        { "vert", "0", "(", "0", "0", ")", "0", "1" },
        { "vert", "1", "(", "1", "0", ")", "1", "1" },
        { "vert", "2", "(", "0", "1", ")", "2", "1" },
        { "numtris", "1" },
        { "tri", "0", "0", "1", "2" },
        { "numweights", "3" },
        { "weight", "0", "0", "1", "(", "0", "0", "0", ")" },
        { "weight", "1", "0", "1", "(", "1", "0", "0", ")" },
        { "weight", "2", "0", "1", "(", "0", "1", "0", ")" },
    };
    ap_token open;
    (void)ap_text_section(text, "mesh");
    if (!ap_text_open(text, &open))
        return false;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        ap_text_entry_begin(text);
        for (const char *const *word = lines[i]; *word != NULL; word++)
            (void)ap_text_put_word(text, *word);
        (void)ap_text_entry_end(text);
    }
    (void)ap_text_close(text);
    return true;
}

bool ap_md5mesh_write(const ap_md5mesh_joint *stored, size_t joint_count, ap_arena *arena, ap_writer *writer)
{
    ap_md5_mesh *mesh = ap_alloc(arena, sizeof *mesh);
    if (mesh == NULL)
        return false;
    ap_text_init_writer(&mesh->stream.text, writer);
    mesh->stream.rules = ap_md5mesh_rules;
    mesh->stream.joint_count = (ap_text_integer){ .value = (int32_t)joint_count, .known = true };
    mesh->mesh_count = (ap_text_integer){ .value = 1, .known = true };
    mesh->to_write = stored;
    return ap_md5_header(&mesh->stream, keys, sizeof keys / sizeof *keys) && joints(&mesh->stream)
           && write_block(&mesh->stream.text) && !writer->failed;
}

const ap_md5_stream *ap_md5_mesh_stream(const ap_md5_mesh *mesh)
{
    return &mesh->stream;
}
