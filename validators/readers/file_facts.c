#include "validators/readers/file_facts.h"

#include <string.h>

#include "core/text/lexer.h"

enum { ALL_COMPONENTS = 63, COMPONENTS = 6, FIRST_ROOM = 64 };

/* Returns true if the path has `depth` parts, and the part at index `at` has this name. */
static bool is_path_part_named(const ap_field_path *path, size_t depth, size_t at, const char *name)
{
    return path->depth == depth && path->parts[at].name != NULL && strcmp(path->parts[at].name, name) == 0;
}

static bool is_field_named(const ap_io *io, const char *name)
{
    return io->field.name != NULL && strcmp(io->field.name, name) == 0;
}

/* Returns the value of a token of digits, limited to 255; 255 for another token. */
static uint8_t number_of_field_up_to_255(const ap_io *io)
{
    const ap_span span = io->field.span;
    unsigned value = 0;
    for (size_t i = 0; i < span.length; i++) {
        const uint8_t byte = io->input.bytes[span.offset + i];
        if (byte < '0' || byte > '9')
            return UINT8_MAX;
        value = value * 10 + (unsigned)(byte - '0');
        value = value > UINT8_MAX ? UINT8_MAX : value;
    }
    return (uint8_t)value;
}

static void add_facts_of_joint(ap_file_facts *facts, uint8_t flags)
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

/* Adds the fact about a number of the baseframe: the axis of a position or an orientation. */
static void add_baseframe_value(ap_file_facts *facts, const ap_io *io)
{
    const size_t joint = io->path.parts[0].index;
    const size_t axis = is_field_named(io, "x") ? 0 : is_field_named(io, "y") ? 1 : 2;
    const size_t component = axis + (is_path_part_named(&io->path, 2, 1, "orientation") ? COMPONENTS / 2 : 0);
    if (joint < facts->joints && (facts->flags[joint] >> component & 1) == 0 && is_field_nonzero(io))
        facts->found |= AP_FACT_STILL_VALUE;
}

static void add_facts_of_field(void *context, const ap_io *io, ap_field_type type, ap_field_role role)
{
    ap_file_facts *facts = context;
    (void)type;
    (void)role;
    if (is_path_part_named(&io->path, 1, 0, "hierarchy") && is_field_named(io, "flags"))
        add_facts_of_joint(facts, number_of_field_up_to_255(io));
    else if (is_path_part_named(&io->path, 2, 0, "baseframe"))
        add_baseframe_value(facts, io);
    else if (is_field_named(io, "weight_count") && number_of_field_up_to_255(io) > 1)
        facts->found |= AP_FACT_SEVERAL_WEIGHTS;
}

ap_listener ap_file_facts_listener(ap_file_facts *facts)
{
    return (ap_listener){ .field = add_facts_of_field, .context = facts };
}

/* Returns true if the bytes, which are between two tokens, have a control character other than tab, LF and CR. */
static bool has_control_character(ap_view between)
{
    for (size_t i = 0; i < between.size; i++) {
        const uint8_t byte = between.bytes[i];
        if (byte < ' ' && byte != '\t' && byte != '\n' && byte != '\r')
            return true;
    }
    return false;
}

/* Adds the facts about the blanks and comments between two tokens. */
static void add_facts_between_tokens(ap_file_facts *facts, ap_view between, bool in_frame)
{
    const uint8_t *comment = between.size == 0 ? NULL : memchr(between.bytes, '/', between.size);
    if (comment == NULL)
        return;
    const size_t before = (size_t)(comment - between.bytes);
    if (in_frame)
        facts->found |= AP_FACT_FRAME_COMMENT;
    if (has_control_character((ap_view){ comment, between.size - before }))
        facts->found |= AP_FACT_COMMENT_BLANK;
}

/* Reads all tokens. A frame is from the word `frame` to the next }. */
static void add_facts_of_tokens(ap_file_facts *facts, ap_view input)
{
    static const ap_lexer_rules no_rules = { .encoding = NULL };
    ap_io io;
    ap_lexer lexer;
    bool in_frame = false;
    size_t end = 0;
    ap_io_init(&io, input, NULL, facts->arena, NULL);
    ap_lexer_init(&lexer, &io, &no_rules, 0);
    lexer.silent = true;
    for (ap_token token = ap_lexer_next_token(&lexer);; token = ap_lexer_next_token(&lexer)) {
        const size_t start = token.span.offset;
        add_facts_between_tokens(facts, (ap_view){ input.bytes + end, start - end }, in_frame);
        end = start + token.span.length;
        if (token.kind == AP_TOKEN_END)
            return;
        if (token.kind == AP_TOKEN_WORD && token.span.length == 5
            && memcmp(input.bytes + start, "frame", 5) == 0)
            in_frame = true;
        if (token.kind != AP_TOKEN_CLOSE_BRACE)
            continue;
        in_frame = false;
        if (token.first_on_line && start > 0 && input.bytes[start - 1] != '\n'
            && input.bytes[start - 1] != '\r')
            facts->found |= AP_FACT_INDENTED_BRACE;
    }
}

void ap_file_facts_add_text(ap_file_facts *facts, const ap_format *format, ap_view input, bool valid)
{
    if (format == NULL || !format->text || input.size == 0)
        return;
    add_facts_of_tokens(facts, input);
    if (!valid || strcmp(format->name, "md5camera") != 0)
        return;
    facts->found |= AP_FACT_CAMERA;
    if (memchr(input.bytes, '\r', input.size) == NULL)
        facts->found |= AP_FACT_LINE_FEEDS;
}
