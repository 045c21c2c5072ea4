#include "validators/readers/file_facts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/utf8.h"
#include "core/text/lexer.h"

enum { ALL_COMPONENTS = 63, COMPONENTS = 6, CORNERS = 3, FIRST_ROOM = 64, NUMBER_BYTES = 64 };

/* Returns true if the path has `depth` parts, and the part at index `at` has this name. */
static bool is_path_part_named(const ap_field_path *path, size_t depth, size_t at, const char *name)
{
    return path->depth == depth && path->parts[at].name != NULL && strcmp(path->parts[at].name, name) == 0;
}

static bool is_field_named(const ap_io *io, const char *name)
{
    return io->field.name != NULL && strcmp(io->field.name, name) == 0;
}

/* Returns the value of a token of digits, limited to 255; 255 for another token. Digits after a leading 0 are octal, as ironwail,
   vkQuake and id's reader read them. */
static uint8_t number_of_field_up_to_255(const ap_io *io)
{
    const ap_span span = io->field.span;
    const unsigned base = span.length > 1 && io->input.bytes[span.offset] == '0' ? 8 : 10;
    unsigned value = 0;
    for (size_t i = 0; i < span.length; i++) {
        const uint8_t byte = io->input.bytes[span.offset + i];
        if (byte < '0' || (unsigned)(byte - '0') >= base)
            return UINT8_MAX;
        value = value * base + (unsigned)(byte - '0');
        value = value > UINT8_MAX ? UINT8_MAX : value;
    }
    return (uint8_t)value;
}

static void store_flags_and_add_fact(ap_file_facts *facts, uint8_t flags)
{
    if (facts->joints == facts->room) {
        const size_t room = facts->room == 0 ? FIRST_ROOM : 2 * facts->room;
        uint8_t *more = ap_alloc(facts->arena, room);
        if (more == NULL)
            return;
        if (facts->joints > 0)
            memcpy(more, facts->flags, facts->joints);
        facts->flags = more;
        facts->room = room;
    }
    facts->flags[facts->joints++] = flags;
    if ((flags & ALL_COMPONENTS) != ALL_COMPONENTS)
        facts->found |= AP_FACT_STILL_COMPONENT;
}

/* Returns true if a digit other than 0 is before the exponent of the number. */
static bool is_field_nonzero(const ap_io *io)
{
    const ap_span span = io->field.span;
    for (size_t i = 0; i < span.length; i++) {
        const uint8_t byte = io->input.bytes[span.offset + i];
        if (byte == 'e' || byte == 'E')
            break;
        if (byte >= '1' && byte <= '9')
            return true;
    }
    return false;
}

/* Adds AP_FACT_STILL_VALUE if the field, an axis of a joint's position or orientation in the baseframe, is not animated and is
   not 0. */
static void add_fact_of_baseframe_value(ap_file_facts *facts, const ap_io *io)
{
    const size_t joint = io->path.parts[0].index;
    const size_t axis = is_field_named(io, "x") ? 0 : is_field_named(io, "y") ? 1 : 2;
    const size_t component = axis + (is_path_part_named(&io->path, 2, 1, "orientation") ? COMPONENTS / 2 : 0);
    if (joint < facts->joints && (facts->flags[joint] >> component & 1) == 0 && is_field_nonzero(io))
        facts->found |= AP_FACT_STILL_VALUE;
}

/* Returns true if the field is a number with the value 1: "1", "1.000000" or "1e0". */
static bool is_field_value_1(const ap_io *io)
{
    char digits[NUMBER_BYTES], *end;
    const size_t length = io->field.span.length;
    if (length >= sizeof digits)
        return false;
    memcpy(digits, io->input.bytes + io->field.span.offset, length);
    digits[length] = '\0';
    return strtod(digits, &end) == 1 && *end == '\0';
}

/* Returns a new triangle of the mesh, or NULL if memory ran out. */
static ap_file_triangle *add_triangle(ap_file_facts *facts, size_t mesh)
{
    if (facts->triangle_count == facts->triangle_room) {
        const size_t room = facts->triangle_room == 0 ? FIRST_ROOM : 2 * facts->triangle_room;
        ap_file_triangle *more = ap_alloc(facts->arena, room * sizeof *more);
        if (more == NULL)
            return NULL;
        if (facts->triangle_count > 0)
            memcpy(more, facts->triangles, facts->triangle_count * sizeof *more);
        facts->triangles = more;
        facts->triangle_room = room;
    }
    ap_file_triangle *triangle = &facts->triangles[facts->triangle_count++];
    *triangle = (ap_file_triangle){ .mesh = mesh };
    return triangle;
}

/* Adds a corner of a triangle; corner 0 begins a triangle. */
static void add_corner(ap_file_facts *facts, const ap_io *io, size_t corner)
{
    ap_file_triangle *triangle = corner == 0                 ? add_triangle(facts, io->path.parts[0].index)
                                 : facts->triangle_count > 0 ? &facts->triangles[facts->triangle_count - 1]
                                                             : NULL;
    assert(corner < CORNERS);
    if (triangle == NULL)
        return;
    uint64_t value = 0;
    for (size_t i = 0; i < io->field.span.length; i++)
        value = value * 10 + (uint64_t)(io->input.bytes[io->field.span.offset + i] - '0');
    size_t at = corner;
    for (; at > 0 && triangle->corners[at - 1] > value; at--)
        triangle->corners[at] = triangle->corners[at - 1];
    triangle->corners[at] = value;
}

static int compare_triangles(const void *one, const void *other)
{
    const ap_file_triangle *a = one, *b = other;
    if (a->mesh != b->mesh)
        return a->mesh < b->mesh ? -1 : 1;
    for (size_t i = 0; i < CORNERS; i++) {
        if (a->corners[i] != b->corners[i])
            return a->corners[i] < b->corners[i] ? -1 : 1;
    }
    return 0;
}

/* Sorts the triangles of the file, and adds the fact about equal ones. */
static void add_fact_of_triangles(ap_file_facts *facts)
{
    if (facts->triangle_count < 2)
        return;
    qsort(facts->triangles, facts->triangle_count, sizeof *facts->triangles, compare_triangles);
    for (size_t i = 1; i < facts->triangle_count; i++) {
        if (compare_triangles(&facts->triangles[i - 1], &facts->triangles[i]) == 0)
            facts->found |= AP_FACT_SAME_CORNERS;
    }
}

static void add_facts_of_field(void *context, const ap_io *io, ap_field_type type, ap_field_role role)
{
    ap_file_facts *facts = context;
    (void)type;
    (void)role;
    if (is_path_part_named(&io->path, 1, 0, "hierarchy") && is_field_named(io, "flags"))
        store_flags_and_add_fact(facts, number_of_field_up_to_255(io));
    else if (is_path_part_named(&io->path, 2, 0, "baseframe"))
        add_fact_of_baseframe_value(facts, io);
    else if (is_field_named(io, "weight_count") && number_of_field_up_to_255(io) > 1)
        facts->found |= AP_FACT_SEVERAL_WEIGHTS;
    else if (is_field_named(io, "bias") && !is_field_value_1(io))
        facts->found |= AP_FACT_OTHER_BIAS;
    else if (io->field.name == NULL && is_path_part_named(&io->path, 3, 2, "corners"))
        add_corner(facts, io, io->path.parts[2].index);
}

ap_listener ap_file_facts_listener(ap_file_facts *facts)
{
    return (ap_listener){ .field = add_facts_of_field, .context = facts };
}

/* The frame of an animation that the current token is in, and how much of it was read. */
typedef struct frame_state {
    bool in_frame;         /* `frame` has been read, and no } since */
    bool after_first_line; /* a line has ended after the { */
    bool after_brace;      /* the { has been read */
    size_t joint;          /* the first joint that the next line can belong to */
    size_t numbers;        /* on the line of the current token, so far */
} frame_state;

/* Returns the number of animated components of the next joint that has any, from frame->joint on; 0 if no joint is left. Sets
   frame->joint to the joint after it. */
static size_t count_components_of_next_joint(const ap_file_facts *facts, frame_state *frame)
{
    size_t components = 0;
    while (components == 0 && frame->joint < facts->joints) {
        for (unsigned flags = facts->flags[frame->joint++] & ALL_COMPONENTS; flags != 0; flags &= flags - 1)
            components++;
    }
    return components;
}

/* Ends a line of a frame. Adds AP_FACT_OTHER_LINES if the line has numbers, but is the line of the {, or has not as many numbers
   as the next joint has animated components. */
static void end_frame_line(ap_file_facts *facts, frame_state *frame)
{
    if (frame->numbers > 0
        && (!frame->after_first_line || frame->numbers != count_components_of_next_joint(facts, frame)))
        facts->found |= AP_FACT_OTHER_LINES;
    frame->numbers = 0;
}

static bool has_line_end(const uint8_t *at, const uint8_t *end)
{
    while (at < end && *at != '\n' && *at != '\r')
        at++;
    return at < end;
}

/* Adds the facts about a token, and about the blanks and comments before it. `end` is the offset after the previous token. */
static void add_facts_of_token(
    ap_file_facts *facts, frame_state *frame, ap_view input, const ap_token *token, size_t end)
{
    const size_t start = token->span.offset;
    const ap_view between = { input.bytes + end, start - end };
    const uint8_t *comment = between.size == 0 ? NULL : memchr(between.bytes, '/', between.size);
    if (frame->after_brace && comment != NULL
        && (frame->after_first_line || has_line_end(between.bytes, comment)))
        facts->found |= AP_FACT_FRAME_COMMENT;
    if (token->after_line_end)
        end_frame_line(facts, frame);
    frame->after_first_line |= frame->after_brace && token->after_line_end;
    if (token->kind == AP_TOKEN_WORD && token->span.length == 5
        && memcmp(input.bytes + start, "frame", 5) == 0)
        *frame = (frame_state){ .in_frame = true };
    else if (token->kind == AP_TOKEN_OPEN_BRACE)
        frame->after_brace = frame->in_frame;
    else if (token->kind == AP_TOKEN_CLOSE_BRACE || token->kind == AP_TOKEN_END) {
        end_frame_line(facts, frame);
        *frame = (frame_state){ .in_frame = false };
    } else if (frame->after_brace)
        frame->numbers++;
    if (token->kind == AP_TOKEN_CLOSE_BRACE && token->first_on_line && start > 0
        && input.bytes[start - 1] != '\n' && input.bytes[start - 1] != '\r')
        facts->found |= AP_FACT_INDENTED_BRACE;
}

/* Reads all tokens. A frame is from the word `frame` to the next }. */
static void add_facts_of_tokens(ap_file_facts *facts, ap_view input)
{
    static const ap_lexer_rules no_rules = { .encoding = NULL };
    ap_io io;
    ap_lexer lexer;
    ap_token token;
    frame_state frame = { .in_frame = false };
    size_t end = 0;
    ap_io_init(&io, input, NULL, facts->arena, NULL);
    ap_lexer_init(&lexer, &io, &no_rules, 0);
    lexer.silent = true;
    do {
        token = ap_lexer_next_token(&lexer);
        add_facts_of_token(facts, &frame, input, &token, end);
        end = token.span.offset + token.span.length;
    } while (token.kind != AP_TOKEN_END);
}

void ap_complete_file_facts(ap_file_facts *facts, const ap_format *format, ap_view input, bool valid)
{
    if (!format->text || input.size == 0)
        return;
    add_facts_of_tokens(facts, input);
    add_fact_of_triangles(facts);
    if (ap_utf8_valid_prefix_length(input) != input.size)
        facts->found |= AP_FACT_NOT_UTF8;
    if (!valid)
        facts->found &= ~(unsigned)(AP_FACT_OTHER_LINES | AP_FACT_SAME_CORNERS);
    if (!valid || strcmp(format->name, "md5camera") != 0)
        return;
    facts->found |= AP_FACT_CAMERA;
    if (memchr(input.bytes, '\r', input.size) == NULL)
        facts->found |= AP_FACT_LINE_FEEDS;
}
