/* core/text/text_lines_avx2.h: AVX2 reads lines of text exactly as reading byte by byte does, and reads every plain line. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "core/number/number_run_avx2.h"
#include "core/text/text_lines_avx2.h"
#include "tests/unit/number/lines_check.h"
#include "tests/unit/support/test_sample.h"

enum { TEXTS = 8000, FORMS = 5, MOST_VALUES = 8, FIRST_AT = 20 };

typedef struct form_case {
    ap_line_form form;
    const char *word;
    const char *tokens; /* tokens after the word: i an integer, f a number, ( and ) themselves */
    size_t integers, numbers;
    size_t parts
        [2]; /* tokens (with the word) in each part of a line that AVX2 searches at once; 0: no second part */
    const char *line;
} form_case;

static const form_case forms[FORMS] = {
    { AP_LINE_VERTEX, "vert", "i(ff)ii", 3, 2, { 8, 0 }, "vert 1 ( 2 3 ) 4 5" },
    { AP_LINE_TRIANGLE, "tri", "iiii", 4, 0, { 5, 0 }, "tri 1 2 3 4" },
    { AP_LINE_WEIGHT, "weight", "iif(fff)", 2, 4, { 4, 5 }, "weight 1 2 3 ( 4 5 6 )" },
    { AP_LINE_VECTORS, "", "(fff)(fff)", 0, 6, { 5, 5 }, "( 1 2 3 ) ( 4 5 6 )" },
    { AP_LINE_CAMERA, "", "(fff)(fff)f", 0, 7, { 5, 6 }, "( 1 2 3 ) ( 4 5 6 ) 7" },
};

/* Writes mostly single spaces, because a line must fit into 64 bytes. */
static void put_narrow_gap(lines_text *text, choices *random)
{
    if (random_number_below(random, 200) == 0)
        put_gap_within_line(text, random);
    else
        put(text, random_number_below(random, 5) == 0 ? "\t" : " ");
}

static void put_integer(lines_text *text, choices *random)
{
    char spelled[16];
    const unsigned bound[] = { 10, 1000, 100000000 };
    if (random_number_below(random, 2000) == 0)
        put(text, random_number_below(random, 2) == 0 ? "-" : "1000000");
    snprintf(
        spelled, sizeof spelled, "%u", random_number_below(random, bound[random_number_below(random, 3)]));
    put(text, spelled);
}

static void put_line(lines_text *text, choices *random, const form_case *form)
{
    static const char marks[][2] = { "(", ")" };
    put(text, form->word);
    for (const char *token = form->tokens; *token != '\0'; token++) {
        if (token > form->tokens || form->word[0] != '\0')
            put_narrow_gap(text, random);
        if (*token == 'i')
            put_integer(text, random);
        else if (*token == 'f')
            put_coordinate(text, random);
        else
            put(text, marks[*token == ')']);
    }
}

static void generate_text(lines_text *text, choices *random, const form_case *form)
{
    put_text_before_lines(text, random);
    for (unsigned i = random_number_below(random, LINES); i > 0; i--) {
        put_line_end(text, random);
        put_line(text, random, form);
    }
    end_lines_and_sometimes_damage_them(text, random);
}

typedef struct expected_line {
    size_t end;
    int32_t integers[MOST_VALUES];
    float numbers[MOST_VALUES];
} expected_line;

/* The lines before the first text that is not a line, read byte by byte. */
typedef struct expected_lines {
    size_t count;
    bool must_read_all; /* true if a brace follows the last line and AVX2 must read all lines */
    expected_line lines[LINES + 1];
} expected_lines;

static bool read_word_on_new_line(ap_view text, size_t *at, const char *word)
{
    size_t lines;
    const size_t size = strlen(word);
    if (!skip_blanks_and_count_unless_lone_cr(text, at, &lines) || lines == 0 || text.size - *at <= size
        || memcmp(text.bytes + *at, word, size) != 0)
        return false;
    *at += size;
    return is_control_or_space(text.bytes[*at]);
}

/* Reads an integer. Clears *fast_must_accept if AVX2 may refuse it: a sign, or more than 8 digits. */
static bool read_integer(ap_view text, size_t *at, int32_t *value, bool *fast_must_accept)
{
    float number;
    bool any = true; /* not used: the fast path has another limit for an integer, below */
    size_t lines, start = *at;
    if (!skip_blanks_and_count_unless_lone_cr(text, &start, &lines)
        || !read_mark_or_number(text, at, '\0', false, &number, &any)
        || !ap_parse_int32((ap_view){ text.bytes + start, *at - start }, value))
        return false;
    *fast_must_accept &= *at - start <= AP_LINE_INTEGER_DIGITS && text.bytes[start] != '-';
    return true;
}

static bool read_expected_line(
    ap_view text, const form_case *form, size_t *at, expected_line *found, bool *fast_must_accept)
{
    size_t integers = 0, numbers = 0, tokens = 0, part = 0, part_at = *at;
    if (form->word[0] != '\0') {
        if (!read_word_on_new_line(text, at, form->word))
            return false;
        tokens++;
    }
    for (const char *token = form->tokens; *token != '\0'; token++) {
        float none;
        const bool first = token == form->tokens && form->word[0] == '\0';
        float *value = *token == 'f' ? &found->numbers[numbers++] : &none;
        if (*token == 'i' ? !read_integer(text, at, &found->integers[integers++], fast_must_accept)
                          : !read_mark_or_number(
                              text, at, *token == 'f' ? '\0' : *token, first, value, fast_must_accept))
            return false;
        if (++tokens == form->parts[part]) {
            *fast_must_accept &= *at + 1 - part_at <= 64;
            tokens = 0;
            part = 1;
            part_at = *at;
        }
    }
    found->end = *at;
    return true;
}

static void read_expected_lines(ap_view text, const form_case *form, size_t at, expected_lines *found)
{
    size_t lines;
    bool fast_must_accept = true;
    *found = (expected_lines){ .count = 0 };
    for (size_t next = at;
         found->count <= LINES
         && read_expected_line(text, form, &next, &found->lines[found->count], &fast_must_accept);)
        at = found->lines[found->count++].end;
    found->must_read_all = fast_must_accept && skip_blanks_and_count_unless_lone_cr(text, &at, &lines)
                           && at + PADDING < text.size && text.bytes[at] == '}';
}

static void expect_parsed_line(
    const ap_line_run *run, size_t i, const form_case *form, const expected_line *line, unsigned number)
{
    cr_assert_eq(run->ends[i], line->end, "text %u, line %zu: wrong end %zu", number, i, run->ends[i]);
    cr_assert_arr_eq(run->integers + i * form->integers, line->integers, form->integers * sizeof(int32_t),
        "text %u, line %zu: wrong integers", number, i);
    cr_assert_arr_eq(run->numbers + i * form->numbers, line->numbers, form->numbers * sizeof(float),
        "text %u, line %zu: wrong numbers", number, i);
}

/* Reads at most `most` lines at a time, until no line is read. Expects the lines of `found`. */
static void expect_parsed_lines(
    const lines_text *text, const form_case *form, const expected_lines *found, size_t most, unsigned number)
{
    ap_line_run run;
    uint8_t *bytes =
        malloc(text->used); /* of exactly that size, so that AddressSanitizer reports reads past the end */
    size_t count = 0, read;
    memcpy(bytes, text->bytes, text->used);
    run.input = (ap_view){ bytes, text->used };
    run.at = text->at;
    while ((read = ap_read_lines_avx2(&run, form->form, form->word, most)) > 0) {
        cr_assert(read <= most && read <= AP_LINES && count + read <= found->count,
            "text %u: reads too many lines, %zu of %zu: %.*s", number, count + read, found->count,
            (int)(text->used - text->at), text->bytes + text->at);
        for (size_t i = 0; i < read; i++)
            expect_parsed_line(&run, i, form, &found->lines[count + i], number);
        count += read;
        run.at = run.ends[read - 1];
    }
    cr_assert(!found->must_read_all || count == found->count, "text %u: reads only %zu of %zu lines: %.*s",
        number, count, found->count, (int)(text->used - text->at), text->bytes + text->at);
    free(bytes);
}

Test(core_text_lines, lines_are_read_like_byte_by_byte)
{
    static lines_text text;
    static expected_lines found;
    choices random = { 20261122 };
    const unsigned texts = sample_size(TEXTS);
    if (!ap_can_use_avx2())
        return;
    for (size_t f = 0; f < FORMS; f++) {
        size_t whole = 0, cut = 0;
        for (unsigned i = 0; i < texts; i++) {
            generate_text(&text, &random, &forms[f]);
            read_expected_lines(
                (ap_view){ (const uint8_t *)text.bytes, text.used }, &forms[f], text.at, &found);
            whole += found.must_read_all && found.count > 0;
            cut += !found.must_read_all;
            expect_parsed_lines(&text, &forms[f], &found, LINES, i);
            expect_parsed_lines(&text, &forms[f], &found, 1 + random_number_below(&random, LINES), i);
        }
        cr_assert(whole > texts / 8 && cut > texts / 8,
            "form %zu: expected more texts of each kind: %zu complete, %zu not", f, whole, cut);
    }
}

static size_t count_lines_read_at(const char *line, const form_case *form, size_t place)
{
    char text[400];
    ap_line_run run = { .input = { (uint8_t *)text, sizeof text }, .at = FIRST_AT };
    memset(text, ' ', sizeof text);
    text[FIRST_AT + place] = '\n';
    memcpy(text + FIRST_AT + 1 + place, line, strlen(line));
    return ap_read_lines_avx2(&run, form->form, form->word, AP_LINES);
}

/* At each offset, a line is read if the line and the blanks before it fit into 64 bytes. A line is refused if a changed byte
   gives it another form. */
Test(core_text_lines, changed_lines_are_refused_at_each_offset)
{
    static const char bytes[] = "\n\r\f\x01\x80-.e(x";
    if (!ap_can_use_avx2())
        return;
    for (size_t f = 0; f < FORMS; f++) {
        const char *good = forms[f].line;
        for (size_t place = 0; place < 140; place++) {
            const size_t read = count_lines_read_at(good, &forms[f], place);
            cr_assert_eq(read, place + 2 + strlen(good) <= 64 ? 1U : read,
                "\"%s\" at offset %zu must be read", good, place);
            for (size_t at = 0; at < strlen(good); at++) {
                for (const char *byte = bytes; *byte != '\0'; byte++) {
                    char line[40];
                    strcpy(line, good);
                    const bool same = line[at] == *byte, point = *byte == '.' && line[at] == ' ';
                    line[at] = *byte;
                    const bool whole = same || (point && count_lines_read_at(line, &forms[f], 0) == 1);
                    cr_assert(whole || count_lines_read_at(line, &forms[f], place) == 0,
                        "\"%s\" at offset %zu must be refused", line, place);
                }
            }
        }
    }
}

/* All letters of the word must be equal; a line of another form is refused. */
Test(core_text_lines, a_line_with_another_word_is_refused)
{
    static const char *const others[] = { "verts 1 ( 2 3 ) 4 5", "triangle 1 2 3 4",
        "weights 1 2 3 ( 4 5 6 )" };
    if (!ap_can_use_avx2())
        return;
    for (size_t f = 0; f < sizeof others / sizeof *others; f++) {
        cr_assert_eq(count_lines_read_at(others[f], &forms[f], 0), 0U, "\"%s\" must be refused", others[f]);
        cr_assert_eq(count_lines_read_at(forms[f].line, &forms[(f + 1) % FORMS], 0), 0U);
    }
}

/* A line must begin on a new line, not on the line of the token before it. A blank must follow the last token. */
Test(core_text_lines, a_line_begins_on_a_new_line_and_ends_before_a_blank)
{
    if (!ap_can_use_avx2())
        return;
    for (size_t f = 0; f < FORMS; f++) {
        char text[400];
        ap_line_run run = { .input = { (uint8_t *)text, sizeof text }, .at = FIRST_AT };
        memset(text, ' ', sizeof text);
        memcpy(text + FIRST_AT + 1, forms[f].line, strlen(forms[f].line));
        cr_assert_eq(ap_read_lines_avx2(&run, forms[f].form, forms[f].word, AP_LINES), 0U);
        text[FIRST_AT] = '\n';
        cr_assert_eq(ap_read_lines_avx2(&run, forms[f].form, forms[f].word, AP_LINES), 1U);
        text[FIRST_AT + 1 + strlen(forms[f].line)] = '}';
        cr_assert_eq(ap_read_lines_avx2(&run, forms[f].form, forms[f].word, AP_LINES), 0U);
    }
}
