#include "core/finding/message.h"

#include <string.h>

/* The pieces of a sentence in their order: how long it is must be known before it is written. */
enum { MOST_PIECES = 6 };

typedef struct joined {
    ap_view pieces[MOST_PIECES];
    size_t count;
    size_t size;
} joined;

static void add(joined *text, ap_view piece)
{
    text->pieces[text->count++] = piece;
    text->size += piece.size;
}

/* Without the bytes where there is no text. */
static ap_view view_of(const char *text)
{
    return (ap_view){ (const uint8_t *)text, text == NULL ? 0 : strlen(text) };
}

static void add_words(joined *text, const char *words)
{
    add(text, view_of(words));
}

static void add_found(joined *text, const ap_finding_values *values)
{
    if (values->found.bytes == NULL)
        return;
    add_words(text, " is ");
    add(text, values->found);
}

/* "PATH is FOUND; it must be EXPECTED", as far as there are values. */
static void add_demand(joined *text, const ap_finding_values *values)
{
    add_found(text, values);
    if (values->expected.bytes != NULL) {
        add_words(text, values->found.bytes != NULL ? "; it must be " : " must be ");
        add(text, values->expected);
    }
}

static ap_view subject_of(const ap_finding_values *values)
{
    if (values->subject.size > 0)
        return values->subject;
    return values->path.size > 0 ? values->path : view_of("the file");
}

static joined message_of(const ap_finding_values *values, const char *words)
{
    joined text = { .count = 0 };
    const char first = words[0];
    if (first == ' ' || first == ';' || first == ':')
        add(&text, subject_of(values));
    if (first == ':')
        add_demand(&text, values);
    if (first == ';')
        add_found(&text, values);
    if (strcmp(words, ":") != 0)
        add_words(&text, words);
    return text;
}

/* The arena's memory is zeros: what follows a text is its terminator. */
static char *put_view(char *at, ap_view text)
{
    if (text.size > 0)
        memcpy(at, text.bytes, text.size);
    return at + text.size;
}

static void put_joined(char *at, const joined *text)
{
    for (size_t i = 0; i < text->count; i++)
        at = put_view(at, text->pieces[i]);
}

const char *ap_message(ap_arena *arena, const ap_finding *finding, const char *text)
{
    const ap_finding_values values = { .path = view_of(finding->path),
        .expected = view_of(finding->expected),
        .found = view_of(finding->found) };
    const joined whole = message_of(&values, text);
    char *made = ap_alloc(arena, whole.size + 1);
    if (made != NULL)
        put_joined(made, &whole);
    return made;
}

/* Puts a text and passes over its terminator; NULL where there is none. */
static const char *keep(char **at, ap_view text)
{
    const char *kept = *at;
    if (text.bytes == NULL)
        return NULL;
    *at = put_view(*at, text) + 1;
    return kept;
}

void ap_finding_say(ap_arena *arena, ap_finding *finding, const ap_finding_values *values, const char *text)
{
    const joined whole = message_of(values, text);
    char *at =
        ap_alloc(arena, values->path.size + values->expected.size + values->found.size + whole.size + 4);
    if (at == NULL)
        return;
    finding->path = keep(&at, values->path);
    finding->expected = keep(&at, values->expected);
    finding->found = keep(&at, values->found);
    finding->message = at;
    put_joined(at, &whole);
}
