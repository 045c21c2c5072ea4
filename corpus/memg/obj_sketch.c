#include "corpus/memg/obj_sketch.h"
#include "core/base/same_bytes.h"

#include <stdlib.h>
#include <string.h>

enum { NUMBER_BYTES = 64 };

/* A line of the .obj, and the position of the next word to read. */
typedef struct obj_line {
    ap_view file;
    size_t at, end; /* offset of the next byte to read, and of the end of the line */
} obj_line;

static bool is_blank_tab_or_cr(uint8_t byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r';
}

/* Reads the next word. Returns false at the end of the line or at a comment. */
static bool next_word(obj_line *l, ap_span *word)
{
    const uint8_t *bytes = l->file.bytes;
    while (l->at < l->end && is_blank_tab_or_cr(bytes[l->at]))
        l->at++;
    word->offset = l->at;
    if (l->at < l->end && bytes[l->at] == '#')
        l->at = l->end;
    else
        while (l->at < l->end && !is_blank_tab_or_cr(bytes[l->at]))
            l->at++;
    word->length =
        l->at == l->end && l->at > word->offset && bytes[word->offset] == '#' ? 0 : l->at - word->offset;
    return word->length > 0;
}

static bool is_word(const obj_line *l, ap_span word, const char *text)
{
    return word.length == strlen(text) && memcmp(l->file.bytes + word.offset, text, word.length) == 0;
}

const ap_sketched_group *ap_find_sketched_group(const ap_obj_sketch *sketch, ap_view name)
{
    for (size_t i = 0; i < sketch->group_count; i++) {
        if (ap_same_bytes(sketch->groups[i].name, name))
            return &sketch->groups[i];
    }
    return NULL;
}

/* Reads a `g` statement and returns the number of its group; SIZE_MAX if the statement is too complex. */
static size_t read_g_statement_or_size_max(obj_line *l, ap_obj_sketch *sketch, size_t statement_at)
{
    ap_span word, more;
    if (!next_word(l, &word))
        return SIZE_MAX;
    const ap_view name = { l->file.bytes + word.offset, word.length };
    if (next_word(l, &more))
        return SIZE_MAX;
    const ap_sketched_group *known = ap_find_sketched_group(sketch, name);
    if (known != NULL)
        return (size_t)(known - sketch->groups);
    sketch->groups[sketch->group_count] = (ap_sketched_group){ .name = name,
        .statement = { statement_at, word.offset + word.length - statement_at } };
    return sketch->group_count++;
}

/* Returns the vertex of a face corner; 0 if the reference is too complex. */
static size_t parse_corner_vertex_or_0(const obj_line *l, ap_span word)
{
    size_t vertex = 0;
    for (size_t i = 0; i < word.length && l->file.bytes[word.offset + i] != '/'; i++) {
        const uint8_t byte = l->file.bytes[word.offset + i];
        if (byte < '0' || byte > '9' || vertex > INT32_MAX)
            return 0;
        vertex = 10 * vertex + (size_t)(byte - '0');
    }
    return vertex;
}

static bool read_f_statement(obj_line *l, ap_obj_sketch *sketch, size_t group)
{
    ap_span word;
    size_t corners = 0;
    if (group == SIZE_MAX)
        return false;
    ap_sketched_group *of = &sketch->groups[group];
    for (; next_word(l, &word); corners++) {
        const size_t vertex = parse_corner_vertex_or_0(l, word);
        if (vertex == 0)
            return false;
        sketch->corners[sketch->corner_count++] = (ap_sketched_corner){ group, vertex, sketch->faces };
        if (!of->has_faces && corners < 3)
            of->corner[corners] = vertex;
    }
    of->has_faces = true;
    sketch->faces++;
    return corners >= 3;
}

/* Reads the coordinates of a vertex. Returns false if a number is missing or too long. */
static bool read_v_statement(obj_line *l, ap_obj_sketch *sketch)
{
    double *position = sketch->positions[sketch->vertices++];
    for (size_t axis = 0; axis < 3; axis++) {
        char text[NUMBER_BYTES];
        ap_span word;
        if (!next_word(l, &word) || word.length >= sizeof text)
            return false;
        memcpy(text, l->file.bytes + word.offset, word.length);
        text[word.length] = '\0';
        position[axis] = strtod(text, NULL);
    }
    return true;
}

static bool read_statement(obj_line *l, ap_obj_sketch *sketch, size_t *group)
{
    ap_span word;
    if (!next_word(l, &word))
        return true;
    if (is_word(l, word, "v"))
        return read_v_statement(l, sketch);
    sketch->textures += is_word(l, word, "vt");
    sketch->normals += is_word(l, word, "vn");
    if (is_word(l, word, "g")) {
        *group = read_g_statement_or_size_max(l, sketch, word.offset);
        return *group != SIZE_MAX;
    }
    if (is_word(l, word, "f") || is_word(l, word, "fo"))
        return read_f_statement(l, sketch, *group);
    return true;
}

/* Returns an upper bound for the number of lines and words; 0 if the file is too complex. */
static size_t bound_lines_and_words_if_simple(ap_view file)
{
    size_t words = 2;
    for (size_t i = 0; i < file.size; i++) {
        const uint8_t byte = file.bytes[i];
        if (byte == '\\' || byte == 0 || byte == 0xef
            || (byte == '\r' && (i + 1 == file.size || file.bytes[i + 1] != '\n')))
            return 0;
        words += is_blank_tab_or_cr(byte) || byte == '\n';
    }
    return words;
}

bool ap_sketch_obj(ap_view file, ap_arena *arena, ap_obj_sketch *sketch)
{
    const size_t words = bound_lines_and_words_if_simple(file);
    size_t group = SIZE_MAX;
    *sketch = (ap_obj_sketch){ .vertices = 0 };
    if (words == 0)
        return false;
    sketch->groups = ap_alloc_array(arena, words, sizeof *sketch->groups);
    sketch->corners = ap_alloc_array(arena, words, sizeof *sketch->corners);
    sketch->positions = ap_alloc_array(arena, words, sizeof *sketch->positions);
    if (sketch->groups == NULL || sketch->corners == NULL || sketch->positions == NULL)
        return false;
    for (size_t at = 0; at < file.size;) {
        const uint8_t *lf = memchr(file.bytes + at, '\n', file.size - at);
        obj_line l = { file, at, lf == NULL ? file.size : (size_t)(lf - file.bytes) };
        at = l.end + 1;
        if (!read_statement(&l, sketch, &group))
            return false;
    }
    return true;
}
