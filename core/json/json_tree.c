#include "core/json/json_tree.h"

#include <math.h>

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

static void new_line(const ap_json_tree *tree)
{
    fputc('\n', tree->stream);
    for (size_t i = 0; i < tree->depth; i++)
        fputs("  ", tree->stream);
}

/* Closes the containers of the field told last that the next one is not in. */
static void close_containers(ap_json_tree *tree, const step *steps, size_t from, size_t count)
{
    for (size_t i = count; i > from; i--) {
        tree->depth--;
        if (i < count || steps[i - 1].key != NULL) /* numbers are in a row */
            new_line(tree);
        fputc(steps[i - 1].key != NULL ? '}' : ']', tree->stream);
    }
}

/* Opens what the field is in, from its step number `from` on: the first is a sibling of one told before,
   the others are the first of their containers. */
static void open_containers(ap_json_tree *tree, const step *steps, size_t from, size_t count)
{
    for (size_t i = from; i < count; i++) {
        const bool first = i > from || !tree->any;
        if (i > from) {
            fputc(steps[i].key != NULL ? '{' : '[', tree->stream);
            tree->depth++;
        }
        if (!first)
            fputc(',', tree->stream);
        if (i + 1 < count || steps[i].key != NULL)
            new_line(tree);
        else if (!first)
            fputc(' ', tree->stream);
        if (steps[i].key != NULL)
            fprintf(tree->stream, "\"%s\": ", steps[i].key);
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
static void put_float(FILE *stream, float value)
{
    char text[AP_PIECE_TEXT_BYTES];
    ap_value_text(ap_float(value), text, sizeof text);
    if (value == 0)
        fputs(signbit(value) ? "-0.0" : "0", stream);
    else
        fputs(text, stream);
}

static void put_name(FILE *stream, ap_view name)
{
    if (ap_utf8_valid_bytes(name) == name.size) {
        ap_put_json_string(stream, name);
        return;
    }
    fputs("{ \"bytes\": \"", stream);
    ap_put_json_hex(stream, name);
    fputs("\" }", stream);
}

static void put_token(FILE *stream, const ap_piece *piece)
{
    const ap_view token = ap_piece_token(piece);
    int32_t integer;
    if (piece->role == AP_ROLE_NAME)
        put_name(stream, token);
    else if (ap_parse_int32(token, &integer)
             && (piece->role != AP_ROLE_NUMBER || integer != 0 || token.bytes[0] != '-'))
        fprintf(stream, "%d", (int)integer);
    else
        put_float(stream, ap_parse_float(token).value);
}

static void put_value(FILE *stream, const ap_piece *piece)
{
    const ap_view bytes = { piece->bytes, piece->span.length };
    if (piece->type == AP_TYPE_TEXT)
        put_token(stream, piece);
    else if (piece->type == AP_TYPE_BYTES)
        put_name(stream, bytes);
    else if (piece->type == AP_TYPE_F32 && isfinite(ap_load_f32(piece->bytes, piece->swap)))
        put_float(stream, ap_load_f32(piece->bytes, piece->swap));
    else
        ap_put_json_value(stream, piece);
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
        fputc('"', tree->stream);
        ap_put_json_hex(tree->stream, (ap_view){ piece.bytes, piece.span.length });
        fputc('"', tree->stream);
        return;
    }
    go_to(tree, &path);
    put_value(tree->stream, &piece);
}

void ap_json_tree_begin(
    ap_json_tree *tree, FILE *stream, ap_view input, const char *format, const char *variant)
{
    *tree = (ap_json_tree){ .listener = { take_field, tree }, .stream = stream, .input = input, .depth = 2 };
    fprintf(stream, "{\n  \"format\": \"%s\",\n  \"layout\": ", format);
    if (variant == NULL)
        fputs("null", stream);
    else
        fprintf(stream, "\"%s\"", variant);
    fputs(",\n  \"fields\": {", stream);
}

void ap_json_tree_end(ap_json_tree *tree)
{
    step steps[STEPS];
    const size_t count = list_steps(&tree->open, steps);
    if (tree->any)
        close_containers(tree, steps, 1, count);
    fputs("\n  }\n}\n", tree->stream);
}
