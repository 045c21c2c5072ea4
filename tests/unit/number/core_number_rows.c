/* core/number/number_rows_avx2.h: whichever lines are read at once, a walk byte by byte reads the same, and
   where such a walk has nothing against any line, all are read. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "core/number/number_rows_avx2.h"
#include "tests/unit/number/lines_check.h"
#include "tests/unit/support/test_sample.h"

enum { TEXTS = 60000 };

static void put_vector(lines_text *text, chance *random)
{
    put(text, "(");
    for (int i = 0; i < 3; i++) {
        put_gap(text, random);
        put_coordinate(text, random);
    }
    put_gap(text, random);
    put(text, ")");
}

static void make_text(lines_text *text, chance *random)
{
    put_start(text, random);
    for (unsigned i = chance_below(random, LINES); i > 0; i--) {
        put_line_end(text, random);
        put_vector(text, random);
        put_gap(text, random);
        put_vector(text, random);
    }
    put_rest(text, random);
}

/* The lines before the first that is none. */
typedef struct truth {
    size_t count;
    bool all; /* then comes the brace; and no number is one that a fast way may refuse */
    size_t ends[LINES + 1];
    float values[LINES + 1][AP_ROW_NUMBERS];
} truth;

static bool walk_line(ap_view text, size_t *at, float values[AP_ROW_NUMBERS], bool *certain)
{
    static const char marks[] = { '(', 0, 0, 0, ')', '(', 0, 0, 0, ')' };
    for (size_t i = 0, number = 0; i < sizeof marks; i++) {
        float none;
        float *value = marks[i] == '\0' ? &values[number++] : &none;
        if (!walk_token(text, at, marks[i], i == 0, value, certain))
            return false;
    }
    return true;
}

static void walk(ap_view text, size_t at, truth *found)
{
    size_t lines;
    bool certain = true;
    *found = (truth){ .count = 0 };
    for (size_t next = at;
         found->count <= LINES && walk_line(text, &next, found->values[found->count], &certain);)
        found->ends[found->count++] = at = next;
    found->all =
        certain && walk_blanks(text, &at, &lines) && at + PADDING < text.size && text.bytes[at] == '}';
}

/* Reads with room for `room` numbers. */
static void expect_true(const lines_text *text, const truth *found, size_t room, unsigned number)
{
    float values[LINES * AP_ROW_NUMBERS + 1];
    uint8_t *bytes = malloc(text->used); /* of exactly that size, for AddressSanitizer */
    const float canary = 12345.75F;
    memcpy(bytes, text->bytes, text->used);
    values[room] = canary;
    ap_number_run run = { .input = { bytes, text->used }, .at = text->at, .values = values, .room = room };
    const bool more = ap_read_rows_avx2(&run);
    const size_t count = run.count / AP_ROW_NUMBERS, fitting = room / AP_ROW_NUMBERS;
    cr_assert_eq(run.count % AP_ROW_NUMBERS, 0);
    cr_assert(values[room] == canary, "text %u: more values are stored than there is room for", number);
    cr_assert_leq(count, found->count, "text %u: %zu lines of %zu: %.*s", number, count, found->count,
        (int)(text->used - text->at), text->bytes + text->at);
    cr_assert_eq(
        run.at, count == 0 ? text->at : found->ends[count - 1], "text %u ends at %zu", number, run.at);
    cr_assert_arr_eq(values, found->values, count * sizeof *found->values, "text %u: other values", number);
    if (found->all && fitting >= found->count)
        cr_assert_eq(count, found->count, "text %u: %zu lines of %zu", number, count, found->count);
    cr_assert(
        !more || (count > 0 && count < found->count) || !found->all, "text %u: no room wanting", number);
    free(bytes);
}

Test(core_number_rows, lines_are_read_as_byte_by_byte)
{
    static lines_text text;
    static truth found;
    chance random = { 20261121 };
    const unsigned texts = test_share(TEXTS);
    size_t whole = 0, cut = 0;
    if (!ap_has_avx2_numbers())
        return;
    for (unsigned i = 0; i < texts; i++) {
        make_text(&text, &random);
        walk((ap_view){ (const uint8_t *)text.bytes, text.used }, text.at, &found);
        whole += found.all;
        cut += !found.all;
        expect_true(&text, &found, LINES * AP_ROW_NUMBERS, i);
        expect_true(&text, &found, found.count * AP_ROW_NUMBERS, i);
        expect_true(&text, &found, chance_below(&random, LINES * AP_ROW_NUMBERS), i);
    }
    cr_assert(whole > texts / 4 && cut > texts / 4, "%zu whole, %zu not", whole, cut);
}

/* What is not a line is none at each place of a block, and neither is what follows one. */
Test(core_number_rows, what_is_no_line_is_refused_everywhere)
{
    static const char *const odd[] = { "(1 2 3 ) ( 4 5 6 )", "( 1 2 3) ( 4 5 6 )", "( 1 2 3 4) ( 5 6 7 )",
        "( 1 2 3 ) ( 4 5 6 7)", "( 1 2 3 )( 4 5 6 )", "( 1 2 3 ) (4 5 6 )", "( 1 2 3 ) ( 4 5 6 )}",
        "( 1 2 3 ) ( 4 5 6 )(", "( 1 2 3 ) ( 4 5 6 )7", "( 1 2 3 ) ( 4 5 6 )//", "( 1 2 3 )\n( 4 5 6 )",
        "( 1 2\n3 ) ( 4 5 6 )", "( 1 2 3 ) (\n4 5 6 )", "( 1 2 3 ) ( 4 5 6\n)", "( 1 2 ) ( 4 5 6 )",
        "( 1 2 3 4 ) ( 5 6 )", "( 1 2 3 ) 4 ( 5 6 )", "1 ( 2 3 ) ( 4 5 6 )", ") 1 2 3 ( ( 4 5 6 )",
        "( 1 2 3 ( ( 4 5 6 )", "( 1 2 3 ) ) 4 5 6 )", "( 1 2 3 ) ( 4 5 6 (", "( ( 1 2 3 ) 4 5 6 )",
        "( 1 2 3 4 5 6 )", "( 1 2 3 ) ( 4 5 1e1 )", "( 1 2 3 ) ( 4 05 6 )", "( 1 2 - ) ( 4 5 6 )",
        "( 1 2 3 )\r( 4 5 6 )", "\r ( 1 2 3 ) ( 4 5 6 )", "( 1 2 3 ) ( 4 5 6 \r)", "( 1 2 3 ) /**/ ( 4 5 6 )",
        "( 1 2 3 ) ( 4 5 nan )" };
    if (!ap_has_avx2_numbers())
        return;
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        for (size_t place = 0; place < 140; place++) {
            char text[600];
            float values[24];
            memset(text, ' ', sizeof text);
            text[20 + place] = '\n';
            memcpy(text + 21 + place, odd[i], strlen(odd[i]));
            for (size_t size = 140; size <= sizeof text;
                 size += sizeof text - 140) { /* a block or two; all */
                ap_number_run run = {
                    .input = { (uint8_t *)text, size }, .at = 20, .values = values, .room = 24
                };
                (void)ap_read_rows_avx2(&run);
                cr_assert(run.count == 0 && run.at == 20, "\"%s\" at %zu", odd[i], place);
            }
        }
    }
}

/* A line that shares its own with the one before it, or with the token before all. */
Test(core_number_rows, each_line_is_one_of_its_own)
{
    static const char first[] = "{ ( 1 2 3 ) ( 4 5 6 )\n",
                      second[] = "{\n( 1 2 3 ) ( 4 5 6 ) ( 1 2 3 ) ( 4 5 6 )\n";
    if (!ap_has_avx2_numbers())
        return;
    for (size_t place = 20; place < 140; place++) {
        char text[400];
        float values[24];
        for (int way = 0; way < 2; way++) {
            memset(text, ' ', sizeof text);
            memcpy(text + place, way == 0 ? first : second, way == 0 ? sizeof first - 1 : sizeof second - 1);
            text[250] = '}';
            ap_number_run run = {
                .input = { (uint8_t *)text, sizeof text }, .at = place + 1, .values = values, .room = 24
            };
            (void)ap_read_rows_avx2(&run);
            cr_assert_eq(run.count, 0, "at %zu", place);
        }
    }
}
