#include "core/json/json_tree.h"

#include <assert.h>
#include <string.h>

#include "core/base/digits.h"
#include "core/base/utf8.h"
#include "core/json/json_value.h"
#include "core/layout/io_joint.h"
#include "core/number/float_spell.h"
#include "core/number/number.h"
#include "core/number/real_text.h"

/* A step of the path to a field in JSON: a member of an object, or an element of an array. */
typedef struct path_step {
    const char *key; /* name of the member; NULL for an element */
    size_t index;
} path_step;

enum {
    STEPS = 2 * (AP_PATH_DEPTH + 1),
    KEY_BYTES = AP_PATH_TEXT_BYTES,
    ROOM =
        KEY_BYTES + 2 * STEPS + 16, /* most bytes written between a call of ap_write_reserve and the next */
    NUMBERS = 64                    /* most numbers of an array that are converted together */
};

static size_t list_steps(const ap_field_path *path, path_step steps[STEPS])
{
    size_t count = 0;
    for (size_t i = 0; i < path->depth; i++) {
        const ap_field_path_part *part = &path->parts[i];
        if (part->name != NULL)
            steps[count++] = (path_step){ .key = part->name };
        if (part->index != AP_NO_INDEX)
            steps[count++] = (path_step){ .index = part->index };
    }
    return count;
}

/* Compares two steps into one container: either both have a key or both have an index. */
static bool same_step(const path_step *a, const path_step *b)
{
    assert((a->key == NULL) == (b->key == NULL));
    return a->key == b->key ? a->index == b->index : strcmp(a->key, b->key) == 0;
}

static bool same_part(const ap_field_path_part *a, const ap_field_path_part *b)
{
    return a->name == b->name && a->index == b->index;
}

static void write_text(ap_writer *writer, const char *text)
{
    (void)ap_write(writer, text, strlen(text));
}

/* Starts a line with its indentation. Returns the position after the indentation, with room for a key. */
static char *new_line(const ap_json_tree_writer *tree)
{
    char *at = ap_write_reserve(tree->writer, ROOM);
    *at++ = '\n';
    memset(at, ' ', 2 * tree->depth);
    return at + 2 * tree->depth;
}

static char *put_key(char *at, const char *key)
{
    const size_t length = strlen(key);
    assert(length < KEY_BYTES);
    *at++ = '"';
    memcpy(at, key, length);
    memcpy(at + length, "\": ", 3);
    return at + length + 3;
}

/* Closes the containers `steps` from number `from` on, which contain the previous field but not the next one. */
static void close_containers(ap_json_tree_writer *tree, const path_step *steps, size_t from, size_t count)
{
    for (size_t i = count; i > from; i--) {
        tree->depth--;
        char *at = i < count || steps[i - 1].key != NULL
                       ? new_line(tree) /* the bracket after numbers stays on their line */
                       : ap_write_reserve(tree->writer, ROOM);
        *at++ = steps[i - 1].key != NULL ? '}' : ']';
        ap_write_commit(tree->writer, at);
    }
}

/* Opens the containers of a field, from step number `from` on. Step `from` is the next member or element of an open container;
   each later step is the first in its container. */
static void open_containers(ap_json_tree_writer *tree, const path_step *steps, size_t from, size_t count)
{
    for (size_t i = from; i < count; i++) {
        char *at = ap_write_reserve(tree->writer, ROOM);
        const bool first = i > from || !tree->has_field;
        if (i > from) {
            *at++ = steps[i].key != NULL ? '{' : '[';
            tree->depth++;
        }
        if (!first)
            *at++ = ',';
        ap_write_commit(tree->writer, at);
        if (i + 1 < count || steps[i].key != NULL)
            at = new_line(tree);
        else if (!first)
            *at++ = ' ';
        if (steps[i].key != NULL)
            at = put_key(at, steps[i].key);
        ap_write_commit(tree->writer, at);
    }
}

/* Closes the containers of the previous field that do not contain this field, opens the containers of this field, and writes its
   key. The caller writes the value. */
static void begin_field(ap_json_tree_writer *tree, const ap_field_path *path)
{
    path_step before[STEPS], now[STEPS];
    const size_t before_count = list_steps(&tree->open, before);
    const size_t now_count = list_steps(path, now);
    size_t common = 0;
    while (common < before_count && same_step(&before[common], &now[common])) {
        common++;
        assert(common < now_count); /* holds since no field occurs twice */
    }
    close_containers(tree, before, common + 1, before_count);
    open_containers(tree, now, common, now_count);
    memcpy(tree->open.parts, path->parts, path->depth * sizeof *path->parts);
    tree->open.depth = path->depth;
    tree->has_field = true;
}

static void put_name(ap_writer *writer, ap_view name)
{
    if (ap_utf8_valid_prefix_length(name) == name.size) {
        ap_write_json_string(writer, name);
        return;
    }
    write_text(writer, "{ \"bytes\": \"");
    ap_write_hex_unquoted(writer, name);
    write_text(writer, "\" }");
}

/* Writes a float32 as a number. Most readers of JSON parse a number as float64 and then round it to float32; this gives the same
   float32 again. The digits of the rare values for which rounding twice would give another float32 are chosen accordingly; all
   other values from 1e-4 to 1e6 were tested. */
static void put_float(ap_writer *writer, float value)
{
    uint8_t bytes[sizeof value];
    ap_store_u32(bytes, ap_bits_of_float(value), false);
    const ap_segment number = { .span = { 0, sizeof bytes }, .bytes = bytes, .type = AP_TYPE_F32 };
    ap_write_json_value(writer, &number);
}

static void put_name_or_number_of_token(ap_writer *writer, const ap_segment *segment, const float *number)
{
    const ap_view token = ap_segment_token_unquoted(segment);
    int32_t integer;
    if (number != NULL && memchr(token.bytes, '.', token.size) != NULL) {
        put_float(writer, *number);
    } else if (segment->role == AP_ROLE_NAME) {
        put_name(writer, token);
    } else if (ap_parse_int32(token, &integer)
               && (segment->role != AP_ROLE_NUMBER || integer != 0 || token.bytes[0] != '-')) {
        char *at = ap_write_reserve(writer, ROOM);
        ap_write_commit(writer, at + ap_put_integer(at, integer));
    } else {
        put_float(writer, ap_parse_float(token).value);
    }
}

static void put_value(ap_writer *writer, const ap_segment *segment, const float *number)
{
    if (segment->type == AP_TYPE_TEXT)
        put_name_or_number_of_token(writer, segment, number);
    else if (segment->type == AP_TYPE_BYTES)
        put_name(writer, (ap_view){ segment->bytes, segment->span.length });
    else
        ap_write_json_value(writer, segment);
}

/* Writes the member `joint` of a joint of a binary format, before the joint's first field. In text formats the joint's name is a
   field of its own. */
static void put_joint_name_before_first_field(ap_json_tree_writer *tree, const ap_io *io)
{
    const ap_view joint = ap_joint_of_path(io, &io->path).name;
    const ap_field_path_part *first = &io->path.parts[0];
    if (joint.size == 0
        || same_part(&tree->open.parts[0], first)) /* before the first field, open.parts[0] has no name */
        return;
    const ap_field_path path = { { *first, { "joint", AP_NO_INDEX } }, 2 };
    begin_field(tree, &path);
    put_name(tree->writer, joint);
}

/* Returns true if the length is stored in its shortest encoding. */
static bool is_shortest_length(const ap_segment *segment)
{
    size_t bytes = 1;
    for (uint32_t rest = ap_segment_stored_length(segment) >> 7; rest > 0; rest >>= 7)
        bytes++;
    return segment->span.length == bytes;
}

static void write_field(void *context, const ap_io *io, ap_field_type type, ap_field_role role)
{
    ap_json_tree_writer *tree = context;
    ap_field_path path;
    const ap_segment segment = { .span = io->field.span,
        .bytes = tree->input.bytes + io->field.span.offset,
        .type = type,
        .role = role,
        .swap = io->swap };
    if (type == AP_TYPE_LENGTH && is_shortest_length(&segment))
        return;
    assert(io->path.depth < AP_PATH_DEPTH);
    if (type != AP_TYPE_TEXT)
        put_joint_name_before_first_field(tree, io);
    path = io->path; /* copying all parts takes a third of the time of copying only `depth` parts */
    if (io->field.name != NULL)
        path.parts[path.depth++] = (ap_field_path_part){ io->field.name, AP_NO_INDEX };
    if (type == AP_TYPE_LENGTH) {
        path.parts[path.depth - 1].name = "name_prefix";
        begin_field(tree, &path);
        write_text(tree->writer, "\"");
        ap_write_hex_unquoted(tree->writer, (ap_view){ segment.bytes, segment.span.length });
        write_text(tree->writer, "\"");
        return;
    }
    begin_field(tree, &path);
    put_value(tree->writer, &segment, io->number);
}

/* Returns the token that is `tokens` tokens after `token`. */
static ap_span skip_tokens(ap_view input, ap_span token, size_t tokens)
{
    for (; tokens > 0; tokens--) {
        token.offset += token.length;
        while (input.bytes[token.offset] <= ' ')
            token.offset++;
        token.length = 0;
        while (input.bytes[token.offset + token.length] > ' ')
            token.length++;
    }
    return token;
}

/* Returns how many of the leading values have the same text in JSON as in the canonical form of text formats. */
static size_t count_canonical_values(const float *values, size_t count)
{
    size_t plain = 0;
    while (plain < count && (ap_are_float_texts_equal(values[plain]) || ap_bits_of_float(values[plain]) == 0))
        plain++;
    return plain;
}

/* Writes an array of numbers of a text format. Where the JSON text of a value differs from its canonical text, looks at the token
   of the input: a token without a point stays an integer. */
static void write_numbers(
    void *context, const ap_io *io, const char *name, ap_span span, const float *values, size_t count)
{
    ap_json_tree_writer *tree = context;
    ap_digits_of_float spelled[NUMBERS];
    ap_segment segment = { .span = { span.offset, 0 }, .type = AP_TYPE_TEXT, .role = AP_ROLE_NUMBER };
    ap_field_path path = io->path;
    size_t tokens = 0; /* number of the array's tokens up to the end of segment.span */
    path.parts[path.depth++] = (ap_field_path_part){ name, 0 };
    begin_field(tree, &path);
    for (size_t i = 0; i < count;) {
        const size_t plain = count_canonical_values(values + i, count - i < NUMBERS ? count - i : NUMBERS);
        char *to = ap_write_reserve(tree->writer, ROOM + plain * (2 + AP_FLOAT_TEXT_BYTES));
        memcpy(to, ", ", 2);
        ap_find_float_digits_if_avx2(values + i, plain, false, spelled);
        to = ap_put_floats_by_digits(values + i, spelled, plain, true, to + (i == 0 ? 0 : 2));
        ap_write_commit(tree->writer, to);
        i += plain;
        if (plain == 0) {
            segment.span = skip_tokens(tree->input, segment.span, i + 1 - tokens);
            segment.bytes = tree->input.bytes + segment.span.offset;
            tokens = ++i;
            put_name_or_number_of_token(tree->writer, &segment, &values[i - 1]);
        }
    }
    tree->open.parts[tree->open.depth - 1].index = count - 1;
}

void ap_json_tree_begin(
    ap_json_tree_writer *tree, ap_writer *writer, ap_view input, const char *format, const char *variant)
{
    *tree = (ap_json_tree_writer){
        .listener = { .field = write_field, .context = tree, .numbers = write_numbers },
        .writer = writer,
        .input = input,
        .depth = 2
    };
    write_text(writer, "{\n  \"format\": \"");
    write_text(writer, format);
    write_text(writer, "\",\n  \"layout\": ");
    write_text(writer, variant == NULL ? "null" : "\"");
    if (variant != NULL) {
        write_text(writer, variant);
        write_text(writer, "\"");
    }
    write_text(writer, ",\n  \"fields\": {");
}

void ap_json_tree_end(ap_json_tree_writer *tree)
{
    path_step steps[STEPS];
    const size_t count = list_steps(&tree->open, steps);
    if (tree->has_field)
        close_containers(tree, steps, 1, count);
    write_text(tree->writer, "\n  }\n}\n");
}
