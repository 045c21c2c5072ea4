#include "core/json/json_tree.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/utf8.h"
#include "core/json/json_value.h"
#include "core/number/number.h"

/* The way to a field as JSON has it: a member of an object, or an element of an array, each a step. */
typedef struct step {
    const char *key; /* NULL: an element */
    size_t index;
} step;

enum { STEPS = 2 * (AP_PATH_DEPTH + 1) };

static size_t list_steps(const ap_path *path, step steps[STEPS])
{
    size_t count = 0;
    for (size_t i = 0; i < path->depth; i++) {
        const ap_path_part *part = &path->parts[i];
        if (part->name != NULL)
            steps[count++] = (step){ .key = part->name };
        if (part->index != AP_NO_INDEX)
            steps[count++] = (step){ .index = part->index };
    }
    return count;
}

static bool same_step(const step *a, const step *b)
{
    if (a->key == NULL || b->key == NULL)
        return a->key == b->key && a->index == b->index;
    return strcmp(a->key, b->key) == 0;
}

static void put(ap_writer *writer, const char *text)
{
    (void)ap_write(writer, text, strlen(text));
}

static void put_key(ap_writer *writer, const char *key)
{
    put(writer, "\"");
    put(writer, key);
    put(writer, "\": ");
}

static void put_integer(ap_writer *writer, int32_t integer)
{
    char text[16];
    snprintf(text, sizeof text, "%d", (int)integer);
    put(writer, text);
}

static void new_line(const ap_json_tree *tree)
{
    put(tree->writer, "\n");
    for (size_t i = 0; i < tree->depth; i++)
        put(tree->writer, "  ");
}

/* Closes the containers of the field told last that the next one is not in. */
static void close_containers(ap_json_tree *tree, const step *steps, size_t from, size_t count)
{
    for (size_t i = count; i > from; i--) {
        tree->depth--;
        if (i < count || steps[i - 1].key != NULL) /* numbers are in a row */
            new_line(tree);
        put(tree->writer, steps[i - 1].key != NULL ? "}" : "]");
    }
}

/* Opens what the field is in, from its step number `from` on: the first is a sibling of one told before,
   the others are the first of their containers. */
static void open_containers(ap_json_tree *tree, const step *steps, size_t from, size_t count)
{
    for (size_t i = from; i < count; i++) {
        const bool first = i > from || !tree->any;
        if (i > from) {
            put(tree->writer, steps[i].key != NULL ? "{" : "[");
            tree->depth++;
        }
        if (!first)
            put(tree->writer, ",");
        if (i + 1 < count || steps[i].key != NULL)
            new_line(tree);
        else if (!first)
            put(tree->writer, " ");
        if (steps[i].key != NULL)
            put_key(tree->writer, steps[i].key);
    }
}

static void go_to(ap_json_tree *tree, const ap_path *path)
{
    step before[STEPS], now[STEPS];
    const size_t before_count = list_steps(&tree->open, before);
    const size_t now_count = list_steps(path, now);
    size_t common = 0;
    while (common < before_count && common < now_count && same_step(&before[common], &now[common]))
        common++;
    assert(!tree->any || common < now_count); /* no field is told twice */
    if (tree->any && before_count > 0)
        close_containers(tree, before, common + 1, before_count);
    open_containers(tree, now, common, now_count);
    tree->open = *path;
    tree->any = true;
}

/* Readers of JSON know but float64. The digits come back all the same, though they are rounded twice: rare
   ones are chosen so, and of the others, from 1e-4 to 1e6, each has been tried. */
static void put_float(ap_writer *writer, float value)
{
    char text[AP_PIECE_TEXT_BYTES];
    ap_value_text(ap_float(value), text, sizeof text);
    if (value == 0)
        put(writer, signbit(value) ? "-0.0" : "0");
    else
        put(writer, text);
}

static void put_name(ap_writer *writer, ap_view name)
{
    if (ap_utf8_valid_bytes(name) == name.size) {
        ap_write_json_string(writer, name);
        return;
    }
    put(writer, "{ \"bytes\": \"");
    ap_write_json_hex(writer, name);
    put(writer, "\" }");
}

static void put_token(ap_writer *writer, const ap_piece *piece)
{
    const ap_view token = ap_piece_token(piece);
    int32_t integer;
    if (piece->role == AP_ROLE_NAME)
        put_name(writer, token);
    else if (ap_parse_int32(token, &integer)
             && (piece->role != AP_ROLE_NUMBER || integer != 0 || token.bytes[0] != '-'))
        put_integer(writer, integer);
    else
        put_float(writer, ap_parse_float(token).value);
}

static void put_value(ap_writer *writer, const ap_piece *piece)
{
    const ap_view bytes = { piece->bytes, piece->span.length };
    if (piece->type == AP_TYPE_TEXT)
        put_token(writer, piece);
    else if (piece->type == AP_TYPE_BYTES)
        put_name(writer, bytes);
    else if (piece->type == AP_TYPE_F32 && isfinite(ap_load_f32(piece->bytes, piece->swap)))
        put_float(writer, ap_load_f32(piece->bytes, piece->swap));
    else
        ap_write_json_value(writer, piece);
}

/* Whether a length is spelled as short as it can be. */
static bool is_shortest(const ap_piece *piece)
{
    size_t bytes = 1;
    for (uint32_t rest = ap_piece_length(piece) >> 7; rest > 0; rest >>= 7)
        bytes++;
    return piece->span.length == bytes;
}

static void take_field(void *context, const ap_io *io, ap_type type, ap_role role)
{
    ap_json_tree *tree = context;
    ap_path path = io->path;
    const ap_piece piece = { .span = io->field.span,
        .bytes = tree->input.bytes + io->field.span.offset,
        .type = type,
        .role = role,
        .swap = io->swap };
    if (type == AP_TYPE_LENGTH && is_shortest(&piece))
        return;
    assert(path.depth < AP_PATH_DEPTH);
    if (io->field.name != NULL)
        path.parts[path.depth++] = (ap_path_part){ io->field.name, AP_NO_INDEX };
    if (type == AP_TYPE_LENGTH) {
        path.parts[path.depth - 1].name = "name_prefix";
        go_to(tree, &path);
        put(tree->writer, "\"");
        ap_write_json_hex(tree->writer, (ap_view){ piece.bytes, piece.span.length });
        put(tree->writer, "\"");
        return;
    }
    go_to(tree, &path);
    put_value(tree->writer, &piece);
}

void ap_json_tree_begin(
    ap_json_tree *tree, ap_writer *writer, ap_view input, const char *format, const char *variant)
{
    *tree = (ap_json_tree){ .listener = { take_field, tree }, .writer = writer, .input = input, .depth = 2 };
    put(writer, "{\n  \"format\": \"");
    put(writer, format);
    put(writer, "\",\n  \"layout\": ");
    put(writer, variant == NULL ? "null" : "\"");
    if (variant != NULL) {
        put(writer, variant);
        put(writer, "\"");
    }
    put(writer, ",\n  \"fields\": {");
}

void ap_json_tree_end(ap_json_tree *tree)
{
    step steps[STEPS];
    const size_t count = list_steps(&tree->open, steps);
    if (tree->any)
        close_containers(tree, steps, 1, count);
    put(tree->writer, "\n  }\n}\n");
}
