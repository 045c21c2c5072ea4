/* core/layout/io.h: arrays with an element that cannot be read, numbers in big-endian and little-endian order, and the limit on
   the steps of a search. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/layout/count_search.h"
#include "core/layout/io.h"
#include "core/text/text_io.h"
#include "tests/unit/support/test_arena.h"

ARENA_SUITE(core_layout_array);

static const ap_structure_rules structure = { .infer = NULL };

/* Reads a number. Returns false after as many numbers as *record allows. */
static bool read_number_until_limit(ap_io *io, void *record)
{
    int32_t number;
    size_t *left = record;
    return ap_i32(io, NULL, &number, AP_ROLE_NUMBER) && (*left)-- > 0;
}

static bool say_never_clean(const ap_block_of_array *block, const void *record)
{
    (void)block;
    (void)record;
    return false; /* false, so that the layout reads each element */
}

Test(core_layout_array, an_element_that_fails_ends_the_array)
{
    enum { COUNT = 20 };
    static const uint8_t bytes[4 * COUNT];
    static const ap_element element = {
        .bytes = 4, .number_bytes = 4, .layout = read_number_until_limit, .is_clean = say_never_clean
    };
    for (size_t readable = 0; readable <= COUNT; readable++) {
        ap_io io;
        ap_view view = { NULL, 0 };
        size_t left = readable;
        arena_replace();
        ap_io_init(&io, (ap_view){ bytes, sizeof bytes }, &findings, &arena, &structure);
        cr_expect_eq(ap_array(&io, "values", COUNT, &element, &left, &view), readable == COUNT,
            "an array must fail exactly if an element fails: %zu elements can be read", readable);
        cr_expect_eq(io.at, readable == COUNT ? sizeof bytes : 4 * (readable + 1),
            "after %zu elements: wrong offset %zu", readable, io.at);
        cr_expect_eq(findings.reported, 0);
    }
}

Test(core_layout_array, numbers_are_stored_in_both_byte_orders)
{
    uint8_t bytes[8];
    ap_store_u32(bytes, 0x01020304, true);
    cr_expect_eq(memcmp(bytes, "\1\2\3\4", 4), 0);
    ap_store_u32(bytes, 0x01020304, false);
    cr_expect_eq(memcmp(bytes, "\4\3\2\1", 4), 0);
    ap_store_u64(bytes, UINT64_C(0x0102030405060708), true);
    cr_expect_eq(memcmp(bytes, "\1\2\3\4\5\6\7\10", 8), 0);
    ap_store_u64(bytes, UINT64_C(0x0102030405060708), false);
    cr_expect_eq(memcmp(bytes, "\10\7\6\5\4\3\2\1", 8), 0);
}

Test(core_layout_array, a_search_ends_after_its_steps)
{
    ap_io io;
    ap_count_on_trial search = { .steps_left = 2 };
    ap_io_init(&io, (ap_view){ (const uint8_t *)"", 0 }, NULL, NULL, &structure);
    for (int i = 0; i < 5; i++)
        cr_expect(ap_use_search_step(&io)); /* outside a search the number of steps is not limited */
    io.search = &search;
    cr_expect(ap_use_search_step(&io));
    cr_expect(ap_use_search_step(&io));
    cr_expect_not(ap_use_search_step(&io));
    cr_expect_not(ap_use_search_step(&io));
    cr_expect_eq(search.steps_left, 0);
}

/* The functions that write comments and words of a text succeed and do nothing when the text is read. */
Test(core_layout_array, put_functions_do_nothing_when_reading)
{
    ap_text text;
    memset(&text, 0, sizeof text);
    ap_io_init(&text.io, (ap_view){ (const uint8_t *)"", 0 }, NULL, NULL, NULL);
    cr_expect(ap_text_put_comment_if_writing(&text, (ap_view){ (const uint8_t *)"a", 1 }));
    cr_expect(ap_text_put_word_if_writing(&text, "a"));
}
