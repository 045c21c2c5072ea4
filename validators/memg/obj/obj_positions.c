#include "validators/memg/obj/obj_positions.h"

#include <stdio.h>
#include <stdlib.h>

#include "validators/memg/obj/obj_lexer.h"
#include "validators/memg/obj/obj_statement.h"

enum { COORDINATES = 3, SURE_DIGITS = 15, MOST_DIGITS = 17, NUMBER_TEXT_BYTES = 32 };

typedef struct scene_copy {
    ap_view scene;
    size_t copied; /* bytes of the scene copied so far */
    ap_writer *writer;
} scene_copy;

/* Copies the scene up to byte `end`. */
static bool copy_scene_until(scene_copy *c, size_t end)
{
    const size_t start = c->copied;
    c->copied = end;
    return ap_write(c->writer, c->scene.bytes + start, end - start);
}

static bool write_number(ap_writer *writer, double value)
{
    char text[NUMBER_TEXT_BYTES];
    int length = 0;
    for (int digits = SURE_DIGITS; digits <= MOST_DIGITS; digits++) {
        length = snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    return ap_write(writer, text, (size_t)length);
}

/* Writes a `v` statement with the new position in place of its first three numbers; keeps the rest of the
   statement. */
static bool write_vertex(scene_copy *c, ap_obj_lexer *lexer, const ap_memg_position *position)
{
    ap_span word;
    for (size_t i = 0; i < COORDINATES; i++) {
        if (!ap_obj_next_word(lexer, &word))
            return true;
        if (!copy_scene_until(c, word.offset) || !write_number(c->writer, position->at[i]))
            return false;
        c->copied = word.offset + word.length;
    }
    ap_obj_skip_words(lexer);
    return true;
}

bool ap_obj_write_positions(ap_view scene, const ap_memg_positions *positions, ap_writer *writer)
{
    ap_span keyword;
    size_t vertex = 0;
    scene_copy c = { .scene = scene, .writer = writer };
    ap_obj_lexer lexer = ap_obj_lexer_of(scene);
    while (ap_obj_has_more_statements(&lexer)) {
        if (!ap_obj_next_word(&lexer, &keyword))
            continue;
        const ap_view word = { scene.bytes + keyword.offset, keyword.length };
        if (ap_obj_statement_of(word) != AP_OBJ_V) {
            ap_obj_skip_words(&lexer);
            continue;
        }
        const ap_memg_position *position = vertex < positions->count ? &positions->vertices[vertex] : NULL;
        vertex++;
        if (position == NULL || !position->known)
            ap_obj_skip_words(&lexer);
        else if (!write_vertex(&c, &lexer, position))
            return false;
    }
    return copy_scene_until(&c, scene.size);
}
