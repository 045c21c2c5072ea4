/* Mutations that take no account of what a field means: ends a file early, inserts texts at its start or next to tokens, and
   changes bytes at any offset. */
#include <stdio.h>
#include <string.h>

#include "corpus/mutator/mutator_work.h"
#include "validators/file_type.h"

/* MOST_BYTES: most bytes that one mutation changes; LONG_GAP_BYTES: longer than the vectors of the fast path */
enum { MOST_BYTES = 4, LONG_GAP_BYTES = 80 };

bool ap_mutate_cut(ap_mutation_state *m)
{
    if (m->fields.count == 0)
        return false;
    const ap_listed_field *field = &m->fields.items[ap_choose_below(m->choices, m->fields.count)];
    const size_t at = field->span.offset + ap_choose_below(m->choices, field->span.length + 1);
    return ap_add_mutation_edit(m, (ap_span){ at, m->input.size - at }, (ap_view){ NULL, 0 });
}

static bool replace_span_by_text(ap_mutation_state *m, ap_span gone, const char *text)
{
    return ap_add_mutation_edit(m, gone, (ap_view){ (const uint8_t *)text, strlen(text) });
}

/* Returns the text with number `nth` of the texts that may be put between two tokens: marks of all text formats, then texts of
   this format. Returns NULL after the last text. */
static const char *nth_gap_text(const ap_corpus_format *corpus_format, size_t nth)
{
    static const char *const marks[] = { "", " ", "\t", "\n", "\r", "\r\n", "\n\n", "//", "// x\n", "/*",
        "*/", "/* x */", "/*\n*/", "/*/", "//\\\n", "// animproof: ignore *\n", "{", "}", "(", ")", "\"",
        "\"x\"", "\\", "#", "0", "-", ".", ",", "x", "\x01", "\x80", "\xef\xbb\xbf", "\xc3\xa9",
        "\n<<<<<<< x\n", "\n=======\n", "\n>>>>>>> x\n" };
    const size_t count = sizeof marks / sizeof *marks;
    if (nth < count)
        return marks[nth];
    return corpus_format->gap_texts == NULL ? NULL : corpus_format->gap_texts[nth - count];
}

/* Returns the text with number `nth` of the texts that are inserted at the start of a file, such as those with which files of
   other types begin. Returns NULL after the last text. */
static const char *nth_file_start(size_t nth)
{
    static const char *const marks[] = { "<html><title>x</title>", "\xef\xbb\xbf", "\xff\xfe", " ", "\n",
        "0" };
    const size_t count = sizeof marks / sizeof *marks;
    size_t kinds;
    const ap_file_type *types = ap_file_types(&kinds);
    if (nth < count)
        return marks[nth];
    return nth - count < kinds ? types[nth - count].bytes : NULL;
}

static size_t count_gap_texts(const ap_corpus_format *corpus_format)
{
    size_t count = 0;
    while (nth_gap_text(corpus_format, count) != NULL)
        count++;
    return count;
}

static size_t count_file_starts(void)
{
    size_t count = 0;
    while (nth_file_start(count) != NULL)
        count++;
    return count;
}

const char *ap_text_to_insert(const ap_format *format, size_t nth)
{
    const size_t beginnings = count_file_starts();
    if (nth < beginnings)
        return nth_file_start(nth);
    nth -= beginnings;
    const ap_corpus_format *corpus_format = ap_find_corpus_format(format->name);
    return format->text && nth < count_gap_texts(corpus_format) ? nth_gap_text(corpus_format, nth) : NULL;
}

/* Replaces the span `gone` by one character, repeated up to LONG_GAP_BYTES times; half of the time in a comment. */
static bool put_long_gap(ap_mutation_state *m, ap_span gone)
{
    static const char marks[] = "      \t\r\n\vx*/\"\\\x01\x80";
    static const char *const around[][2] = { { "", "" }, { "", "" }, { "//", "\n" }, { "/*", "*/" } };
    const size_t length = 1 + ap_choose_below(m->choices, LONG_GAP_BYTES);
    const size_t nth = ap_choose_below(m->choices, sizeof around / sizeof *around);
    char filling[LONG_GAP_BYTES + 1], text[sizeof filling + sizeof "/**/"];
    memset(filling, marks[ap_choose_below(m->choices, sizeof marks - 1)], length);
    filling[length] = '\0';
    snprintf(text, sizeof text, "%s%s%s", around[nth][0], filling, around[nth][1]);
    const char *copy = ap_arena_copy_text(m->arena, text, strlen(text));
    return copy != NULL && replace_span_by_text(m, gone, copy);
}

/* Inserts a text, a long gap or a NUL before or after a token, or instead of the token's first byte or the byte after it. */
static bool put_text_around_token(ap_mutation_state *m)
{
    static const uint8_t zero;
    const ap_listed_field *field = &m->fields.items[ap_choose_below(m->choices, m->fields.count)];
    const size_t at = ap_choose_one_in(m->choices, 2) ? field->span.offset : ap_span_end(field->span);
    const ap_span gone = { at, at < m->input.size && ap_choose_one_in(m->choices, 2) };
    if (ap_choose_one_in(m->choices, 32))
        return ap_add_mutation_edit(m, gone, (ap_view){ &zero, 1 });
    if (ap_choose_one_in(m->choices, 8))
        return put_long_gap(m, gone);
    return replace_span_by_text(m, gone,
        nth_gap_text(m->corpus_format, ap_choose_below(m->choices, count_gap_texts(m->corpus_format))));
}

/* Inserts a text at the start of the file or, in a text format, next to a token; otherwise replaces up to four bytes by up to
   four random bytes. */
bool ap_mutate_bytes(ap_mutation_state *m)
{
    if (ap_choose_one_in(m->choices, 12))
        return replace_span_by_text(
            m, (ap_span){ 0, 0 }, nth_file_start(ap_choose_below(m->choices, count_file_starts())));
    if (m->format->text && m->fields.count > 0 && ap_choose_one_in(m->choices, 2))
        return put_text_around_token(m);
    const size_t at = ap_choose_below(m->choices, m->input.size + 1);
    const size_t left = m->input.size - at;
    const size_t gone = ap_choose_below(m->choices, (left < MOST_BYTES ? left : MOST_BYTES) + 1);
    const size_t added = ap_choose_below(m->choices, MOST_BYTES + 1);
    uint8_t *bytes = ap_alloc(m->arena, MOST_BYTES);
    if (bytes == NULL)
        return false;
    for (size_t i = 0; i < added; i++)
        bytes[i] = (uint8_t)ap_choose_between(m->choices, 0, UINT8_MAX);
    return ap_add_mutation_edit(m, (ap_span){ at, gone }, (ap_view){ bytes, added });
}
