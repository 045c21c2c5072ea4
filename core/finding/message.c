#include "core/finding/message.h"

#include <string.h>

/* The parts of a message, in order. They are collected before writing because the length of the message must be known. */
enum { MOST_PARTS = 6 };

typedef struct message_parts {
    ap_view parts[MOST_PARTS];
    size_t count;
    size_t size;
} message_parts;

static void append_part(message_parts *text, ap_view part)
{
    text->parts[text->count++] = part;
    text->size += part.size;
}

/* Returns a view of the text; a NULL text gives a view with NULL bytes and size 0. */
static ap_view view_of(const char *text)
{
    return (ap_view){ (const uint8_t *)text, text == NULL ? 0 : strlen(text) };
}

static void append_words(message_parts *text, const char *words)
{
    append_part(text, view_of(words));
}

static void append_found_value(message_parts *text, const ap_finding_values *values)
{
    if (values->found.bytes == NULL)
        return;
    append_words(text, " is ");
    append_part(text, values->found);
}

/* Adds " is FOUND; it must be EXPECTED". Leaves out the half that has no value. */
static void append_found_and_expected(message_parts *text, const ap_finding_values *values)
{
    append_found_value(text, values);
    if (values->expected.bytes != NULL) {
        append_words(text, values->found.bytes != NULL ? "; it must be " : " must be ");
        append_part(text, values->expected);
    }
}

static ap_view subject_or_path_or_the_file(const ap_finding_values *values)
{
    if (values->subject.size > 0)
        return values->subject;
    return values->path.size > 0 ? values->path : view_of("the file");
}

static message_parts message_of(const ap_finding_values *values, const char *words)
{
    message_parts text = { .count = 0 };
    const char first = words[0];
    if (first == ' ' || first == ';' || first == ':')
        append_part(&text, subject_or_path_or_the_file(values));
    if (first == ':')
        append_found_and_expected(&text, values);
    if (first == ';')
        append_found_value(&text, values);
    if (strcmp(words, ":") != 0)
        append_words(&text, words);
    return text;
}

/* Copies a text, and returns the position after it. Writes no terminator: the memory of the arena is zeroed. */
static char *put_view(char *at, ap_view text)
{
    if (text.size > 0)
        memcpy(at, text.bytes, text.size);
    return at + text.size;
}

static void copy_parts_unterminated(char *at, const message_parts *text)
{
    for (size_t i = 0; i < text->count; i++)
        at = put_view(at, text->parts[i]);
}

const char *ap_compose_finding_message(ap_arena *arena, const ap_finding *finding, const char *text)
{
    char shown[AP_SHOWN_PATH_BYTES];
    const size_t length = ap_write_path_with_joint(finding->path, finding->joint, shown);
    const ap_finding_values values = { .path = { (const uint8_t *)shown, length },
        .expected = view_of(finding->expected),
        .found = view_of(finding->found) };
    const message_parts message = message_of(&values, text);
    char *made = ap_alloc(arena, message.size + 1);
    if (made != NULL)
        copy_parts_unterminated(made, &message);
    return made;
}

/* Copies a text to *at, moves *at past its terminator, and returns the copy. Returns NULL if the `bytes` of the view are NULL. */
static const char *put_terminated_unless_null(char **at, ap_view text)
{
    const char *kept = *at;
    if (text.bytes == NULL)
        return NULL;
    *at = put_view(*at, text) + 1;
    return kept;
}

void ap_finding_set_texts(
    ap_arena *arena, ap_finding *finding, const ap_finding_values *values, const char *text)
{
    const message_parts message = message_of(values, text);
    const ap_view joint = view_of(values->joint.name);
    char *at = ap_alloc(arena,
        values->path.size + joint.size + values->expected.size + values->found.size + message.size + 5);
    if (at == NULL)
        return;
    finding->path = put_terminated_unless_null(&at, values->path);
    if (joint.size > 0)
        finding->joint =
            (ap_joint_and_component_text){ put_terminated_unless_null(&at, joint), values->joint.component };
    finding->expected = put_terminated_unless_null(&at, values->expected);
    finding->found = put_terminated_unless_null(&at, values->found);
    finding->message = at;
    copy_parts_unterminated(at, &message);
}
