#include "core/finding/message.h"

#include <string.h>

/* The pieces of a message in order: its length must be known before it is written. */
enum { MOST_PIECES = 6 };

typedef struct message_pieces {
    ap_view pieces[MOST_PIECES];
    size_t count;
    size_t size;
} message_pieces;

static void add_piece(message_pieces *text, ap_view piece)
{
    text->pieces[text->count++] = piece;
    text->size += piece.size;
}

/* Returns a view of the text; a NULL text gives a view with NULL bytes and size 0. */
static ap_view view_of(const char *text)
{
    return (ap_view){ (const uint8_t *)text, text == NULL ? 0 : strlen(text) };
}

static void add_words(message_pieces *text, const char *words)
{
    add_piece(text, view_of(words));
}

static void add_found(message_pieces *text, const ap_finding_values *values)
{
    if (values->found.bytes == NULL)
        return;
    add_words(text, " is ");
    add_piece(text, values->found);
}

/* Adds " is FOUND; it must be EXPECTED", or only the half that has a value. */
static void add_demand(message_pieces *text, const ap_finding_values *values)
{
    add_found(text, values);
    if (values->expected.bytes != NULL) {
        add_words(text, values->found.bytes != NULL ? "; it must be " : " must be ");
        add_piece(text, values->expected);
    }
}

static ap_view subject_of(const ap_finding_values *values)
{
    if (values->subject.size > 0)
        return values->subject;
    return values->path.size > 0 ? values->path : view_of("the file");
}

static message_pieces message_of(const ap_finding_values *values, const char *words)
{
    message_pieces text = { .count = 0 };
    const char first = words[0];
    if (first == ' ' || first == ';' || first == ':')
        add_piece(&text, subject_of(values));
    if (first == ':')
        add_demand(&text, values);
    if (first == ';')
        add_found(&text, values);
    if (strcmp(words, ":") != 0)
        add_words(&text, words);
    return text;
}

/* Copies a text. Writes no terminator: the memory of the arena is zeroed. */
static char *put_view(char *at, ap_view text)
{
    if (text.size > 0)
        memcpy(at, text.bytes, text.size);
    return at + text.size;
}

static void put_joined(char *at, const message_pieces *text)
{
    for (size_t i = 0; i < text->count; i++)
        at = put_view(at, text->pieces[i]);
}

const char *ap_message(ap_arena *arena, const ap_finding *finding, const char *text)
{
    const ap_finding_values values = { .path = view_of(finding->path),
        .expected = view_of(finding->expected),
        .found = view_of(finding->found) };
    const message_pieces whole = message_of(&values, text);
    char *made = ap_alloc(arena, whole.size + 1);
    if (made != NULL)
        put_joined(made, &whole);
    return made;
}

/* Copies a text and moves past its terminator. Returns NULL if the view has no bytes. */
static const char *put_terminated(char **at, ap_view text)
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
    const message_pieces whole = message_of(values, text);
    char *at =
        ap_alloc(arena, values->path.size + values->expected.size + values->found.size + whole.size + 4);
    if (at == NULL)
        return;
    finding->path = put_terminated(&at, values->path);
    finding->expected = put_terminated(&at, values->expected);
    finding->found = put_terminated(&at, values->found);
    finding->message = at;
    put_joined(at, &whole);
}
