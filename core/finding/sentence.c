#include "core/finding/sentence.h"

#include <stdio.h>
#include <string.h>

/* Pieces are copied one after the other; the first pass only counts. */
typedef struct joined {
    char *at; /* NULL: only count */
    size_t used;
} joined;

static void add(joined *text, const char *piece)
{
    const size_t length = strlen(piece);
    if (text->at != NULL)
        memcpy(text->at + text->used, piece, length);
    text->used += length;
}

/* "PATH is FOUND; it must be EXPECTED", as far as there are values. */
static void add_demand(joined *text, const ap_finding *finding)
{
    if (finding->found != NULL) {
        add(text, " is ");
        add(text, finding->found);
    }
    if (finding->expected != NULL) {
        add(text, finding->found != NULL ? "; it must be " : " must be ");
        add(text, finding->expected);
    }
}

static void add_sentence(joined *text, const ap_finding *finding, const char *words)
{
    const char first = words[0];
    if (first == ' ' || first == ';' || first == ':')
        add(text, finding->path[0] != '\0' ? finding->path : "the file");
    if (first == ':')
        add_demand(text, finding);
    if (first == ';' && finding->found != NULL) {
        add(text, " is ");
        add(text, finding->found);
    }
    if (strcmp(words, ":") != 0)
        add(text, words);
}

const char *ap_sentence(ap_arena *arena, const ap_finding *finding, const char *text)
{
    joined counted = { NULL, 0 };
    add_sentence(&counted, finding, text);
    joined made = { ap_alloc(arena, counted.used + 1), 0 };
    if (made.at == NULL)
        return NULL;
    add_sentence(&made, finding, text);
    return made.at;
}
