/* The sections in any order, what may be between them, and where reading ends. */
#include "validators/md5mesh/md5mesh_stream.h"

enum { JOINTS = 0 /* in the list of sections */ };

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
    ap_md5_watch(stream);
    ap_md5_judge_header_end(stream);
    ap_md5_lines_begin(stream, ap_text_peek(&stream->text).span.offset);
}

static void section(ap_md5_mesh *mesh, int kind)
{
    ap_md5_stream *stream = &mesh->stream;
    ap_md5mesh_in_block(mesh, kind != JOINTS);
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
    const bool whole = kind == JOINTS ? ap_md5mesh_joints(mesh) : ap_md5mesh_read_block(mesh);
    if (kind == JOINTS)
        mesh->joints_sound = whole && mesh->pairs_are_numbers && ap_md5_is_sound(stream);
    judge_lines(mesh, kind, whole);
    if (whole)
        ap_md5mesh_in_block(mesh, false);
    if (!whole) {
        mesh->blocks_broken |= mesh->blocks > 0; /* joints among the blocks, too */
        ap_md5_recover(stream);
    }
}

/* Reports all from byte `at` to the end; nothing after it is read. */
static void trailing_content(ap_md5_mesh *mesh, size_t at)
{
    ap_md5_trailing_content(&mesh->stream, AP_MD5MESH_RULE(TRAILING_CONTENT), at, "mesh block");
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

void ap_md5mesh_sections(ap_md5_mesh *mesh)
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
    if (mesh->blocks_end > 0)
        ap_md5_lines_end(stream, mesh->blocks_end);
    ap_md5_end(stream);
}
