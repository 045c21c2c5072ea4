#include "corpus/md5/md5_tokens.h"

#include <string.h>

#include "core/number/number.h"
#include "corpus/defect/defect_edit.h"

enum { FIRST_ROOM = 1024, KEY_TOKENS = 2, FRAME_TOKENS = 4 /* frame INT { } */ };

/* Reading */

static bool list_tokens(ap_md5_tokens *tokens)
{
    ap_io io;
    ap_lexer lexer;
    ap_arena *arena = tokens->damage->arena;
    size_t room = 0;
    ap_io_init(&io, tokens->file, NULL, arena, NULL);
    ap_lexer_init(&lexer, &io, NULL, 0);
    lexer.silent = true;
    for (;;) {
        const ap_token token = ap_lexer_next_token(&lexer);
        if (token.kind == AP_TOKEN_END)
            return true;
        if (tokens->count == room) {
            room = room == 0 ? FIRST_ROOM : 2 * room;
            ap_token *items = ap_alloc_uncleared(arena, ap_saturating_size_product(room, sizeof *items));
            if (items == NULL)
                return false;
            if (tokens->count > 0)
                memcpy(items, tokens->items, tokens->count * sizeof *items);
            tokens->items = items;
        }
        tokens->items[tokens->count++] = token;
    }
}

static void locate_next_part(ap_md5_tokens *tokens, ap_md5_section_layout part, size_t *at)
{
    part.at = *at;
    part.close = part.at + 2 + part.entries * part.entry_tokens;
    tokens->parts[tokens->part_count++] = part;
    *at = part.close + 1;
}

static bool locate_animation_sections(ap_md5_tokens *tokens)
{
    size_t at = tokens->header_tokens;
    const size_t joints = tokens->joints =
        (size_t)ap_md5_token_integer(tokens, ap_md5_key_token(tokens, "num_joints"));
    const size_t frames = tokens->frames =
        (size_t)ap_md5_token_integer(tokens, ap_md5_key_token(tokens, "num_frames"));
    tokens->components =
        (size_t)ap_md5_token_integer(tokens, ap_md5_key_token(tokens, "num_animated_components"));
    const ap_md5_section_layout parts[MD5_SECTIONS] = {
        { .name = "hierarchy", .entries = joints, .entry_tokens = MD5_JOINT, .pair_at = MD5_JOINT },
        { .name = "bounds", .entries = frames, .entry_tokens = MD5_PAIR, .vectors = { "min", "max" } },
        { .name = "baseframe",
            .entries = joints,
            .entry_tokens = MD5_PAIR,
            .vectors = { "position", "orientation" } }
    };
    for (size_t i = 0; i < MD5_SECTIONS; i++)
        locate_next_part(tokens, parts[i], &at);
    tokens->first_frame = at;
    tokens->end = at + frames * (FRAME_TOKENS + tokens->components);
    return tokens->end <= tokens->count && ap_md5_is_token_text(tokens, tokens->first_frame, "frame")
           && ap_md5_is_token_text(tokens, tokens->end - 1, "}");
}

static bool locate_mesh_sections(ap_md5_tokens *tokens)
{
    size_t at = tokens->header_tokens;
    tokens->joints = (size_t)ap_md5_token_integer(tokens, ap_md5_key_token(tokens, "num_joints"));
    locate_next_part(tokens,
        (ap_md5_section_layout){ .name = "joints",
            .entries = tokens->joints,
            .entry_tokens = MD5_MESH_JOINT,
            .pair_at = MD5_FLAGS,
            .vectors = { "position", "orientation" } },
        &at);
    tokens->first_frame = at;
    tokens->end = tokens->count;
    return at < tokens->count && ap_md5_is_token_text(tokens, at, "mesh");
}

static bool locate_camera_sections(ap_md5_tokens *tokens)
{
    size_t at = tokens->header_tokens;
    tokens->frames = (size_t)ap_md5_token_integer(tokens, ap_md5_key_token(tokens, "num_frames"));
    locate_next_part(tokens,
        (ap_md5_section_layout){ .name = "cuts",
            .entries = (size_t)ap_md5_token_integer(tokens, ap_md5_key_token(tokens, "num_cuts")),
            .entry_tokens = 1,
            .pair_at = 1 },
        &at);
    locate_next_part(tokens,
        (ap_md5_section_layout){ .name = "frames",
            .entries = tokens->frames,
            .entry_tokens = MD5_CAMERA_FRAME,
            .vectors = { "position", "orientation" },
            .last = "fov" },
        &at);
    tokens->first_frame = tokens->end = at;
    return at <= tokens->count && ap_md5_is_token_text(tokens, tokens->parts[MD5_CAMERA].at, "camera")
           && ap_md5_is_token_text(tokens, at - 1, "}");
}

static const char *line_end_of(ap_view file)
{
    const uint8_t *lf = memchr(file.bytes, '\n', file.size);
    return lf != NULL && lf > file.bytes && lf[-1] == '\r' ? "\r\n" : "\n";
}

/* A format: the keys of its header, and the fewest bytes of an element that a key counts. */
typedef struct format_header_keys {
    const char *format;
    bool (*locate)(ap_md5_tokens *tokens);
    const char *keys[AP_MD5_KEYS + 1]; /* paths of the header keys, NULL-terminated */
    size_t entry_bytes[AP_MD5_KEYS];
} format_header_keys;

static const format_header_keys formats[] = {
    { "md5mesh", locate_mesh_sections, { "version", "commandline", "num_joints", "num_meshes" },
        { 0, 0, 17, 6 } },
    { "md5camera", locate_camera_sections,
        { "version", "commandline", "num_frames", "frame_rate", "num_cuts" }, { 0, 0, 15, 0, 2 } },
    { "md5anim", locate_animation_sections,
        { "version", "commandline", "num_frames", "num_joints", "frame_rate", "num_animated_components" },
        { 0, 0, 23, 21, 0, 2 } },
};

static bool read_tokens(ap_damage *damage, bool companion, ap_md5_tokens *tokens)
{
    const char *format = companion ? "md5mesh" : damage->format->name;
    const format_header_keys *it = formats;
    while (strcmp(it->format, format) != 0)
        it++;
    *tokens = (ap_md5_tokens){ .damage = damage,
        .defect = damage->defect,
        .file = companion ? damage->companion : damage->input,
        .mesh = it->locate == locate_mesh_sections,
        .camera = it->locate == locate_camera_sections,
        .keys = it->keys,
        .entry_bytes = it->entry_bytes };
    while (it->keys[tokens->header_tokens / KEY_TOKENS] != NULL)
        tokens->header_tokens += KEY_TOKENS;
    tokens->line_end = line_end_of(tokens->file);
    return list_tokens(tokens) && tokens->count > tokens->header_tokens && it->locate(tokens);
}

bool ap_md5_read_tokens_if_no_finding(ap_damage *damage, ap_md5_tokens *tokens)
{
    const ap_defect *defect = damage->defect;
    if ((defect->in_companion || defect->needs_companion) && damage->companion.bytes == NULL)
        return false;
    return ap_input_has_no_finding(damage) && read_tokens(damage, defect->in_companion, tokens);
}

bool ap_md5_read_animation(ap_damage *damage, ap_md5_tokens *tokens)
{
    return read_tokens(damage, false, tokens);
}

bool ap_md5_read_mesh(ap_damage *damage, ap_md5_tokens *tokens)
{
    return read_tokens(damage, true, tokens);
}

/* One token */

ap_span ap_md5_token_span(const ap_md5_tokens *tokens, size_t token)
{
    return tokens->items[token].span;
}

ap_view ap_md5_token_text(const ap_md5_tokens *tokens, size_t token)
{
    const ap_span span = ap_md5_token_span(tokens, token);
    return (ap_view){ tokens->file.bytes + span.offset, span.length };
}

bool ap_md5_is_token_text(const ap_md5_tokens *tokens, size_t token, const char *text)
{
    const ap_view view = ap_md5_token_text(tokens, token);
    return view.size == strlen(text) && memcmp(view.bytes, text, view.size) == 0;
}

int32_t ap_md5_token_integer(const ap_md5_tokens *tokens, size_t token)
{
    int32_t value = 0;
    (void)ap_parse_int32(ap_md5_token_text(tokens, token), &value);
    return value;
}

float ap_md5_token_float(const ap_md5_tokens *tokens, size_t token)
{
    return ap_parse_float(ap_md5_token_text(tokens, token)).value;
}

size_t ap_md5_offset_before_token(const ap_md5_tokens *tokens, size_t token)
{
    if (token == 0)
        return 0;
    const ap_span before = ap_md5_token_span(tokens, token - 1);
    return before.offset + before.length;
}

bool ap_md5_is_gap_blank(const ap_md5_tokens *tokens, size_t token)
{
    for (size_t at = ap_md5_offset_before_token(tokens, token); at < ap_md5_token_span(tokens, token).offset;
         at++) {
        if (!ap_is_blank_other_than_nul(tokens->file.bytes[at]))
            return false;
    }
    return true;
}

bool ap_md5_begins_line_after_blanks(const ap_md5_tokens *tokens, size_t token)
{
    return token > 0 && tokens->items[token].first_on_line && ap_md5_is_gap_blank(tokens, token);
}

/* Positions */

size_t ap_md5_entry_token(const ap_md5_tokens *tokens, size_t part, size_t entry)
{
    return tokens->parts[part].at + 2 + entry * tokens->parts[part].entry_tokens;
}

size_t ap_md5_joint_token(const ap_md5_tokens *tokens, size_t joint, size_t field)
{
    return ap_md5_entry_token(tokens, MD5_HIERARCHY, joint) + field;
}

size_t ap_md5_frame_token(const ap_md5_tokens *tokens, size_t frame)
{
    return tokens->first_frame + frame * (FRAME_TOKENS + tokens->components);
}

size_t ap_md5_token_after_block(const ap_md5_tokens *tokens, size_t block)
{
    while (block < tokens->count && tokens->items[block++].kind != AP_TOKEN_CLOSE_BRACE)
        ;
    return block;
}

size_t ap_md5_value_token(const ap_md5_tokens *tokens, size_t frame, size_t value)
{
    return ap_md5_frame_token(tokens, frame) + FRAME_TOKENS - 1 + value;
}

size_t ap_md5_key_token(const ap_md5_tokens *tokens, const char *path)
{
    size_t key = 0;
    while (strcmp(tokens->keys[key], path) != 0)
        key++;
    return KEY_TOKENS * key + 1;
}

static ap_md5_token_site site_in_part(const ap_md5_section_layout *part, size_t number, size_t token)
{
    ap_md5_token_site site = { .region = AP_MD5_PART, .part = number };
    site.close = token == part->close;
    site.entry = !site.close && token >= part->at + 2;
    site.token = site.entry ? (token - part->at - 2) % part->entry_tokens : token - part->at;
    site.index = site.close ? part->entries : site.entry ? (token - part->at - 2) / part->entry_tokens : 0;
    return site;
}

ap_md5_token_site ap_md5_token_site_of(const ap_md5_tokens *tokens, size_t token)
{
    if (token < tokens->header_tokens)
        return (ap_md5_token_site){
            .region = AP_MD5_HEADER, .index = token / KEY_TOKENS, .token = token % KEY_TOKENS
        };
    for (size_t i = 0; i < tokens->part_count; i++) {
        if (token <= tokens->parts[i].close)
            return site_in_part(&tokens->parts[i], i, token);
    }
    if (tokens->mesh || token >= tokens->end)
        return (ap_md5_token_site){ .region = AP_MD5_TRAILING };
    const size_t size = FRAME_TOKENS + tokens->components, at = token - tokens->first_frame;
    return (ap_md5_token_site){
        .region = AP_MD5_FRAMES, .index = at / size, .token = at % size, .close = at % size == size - 1
    };
}
