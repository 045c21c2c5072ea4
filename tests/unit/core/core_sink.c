/* core/files/sink.h and writer.h: where written bytes go, at each edge of the buffer and of what is wanted. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/files/sink.h"
#include "tests/unit/support/test_sample.h"

enum { WHOLE = AP_WRITER_BYTES };

static uint8_t wanted[2 * WHOLE + 8], made[2 * WHOLE + 8];

/* What is written is what is wanted, but for one byte, and shorter or longer; where it differs. */
static const struct {
    size_t wanted_size, made_size;
    size_t changed; /* the byte that is another; SIZE_MAX for none */
    bool differs;
    size_t at;
} comparisons[] = {
    { 0, 0, SIZE_MAX, false, 0 },
    { 0, 1, SIZE_MAX, true, 0 },
    { 1, 0, SIZE_MAX, true, 0 },
    { 10, 10, SIZE_MAX, false, 0 },
    { 10, 10, 0, true, 0 },
    { 10, 10, 1, true, 1 },
    { 10, 10, 9, true, 9 },
    { 10, 11, SIZE_MAX, true, 10 },
    { 10, 9, SIZE_MAX, true, 9 },
    { 10, 9, 3, true, 3 },
    { WHOLE + 7, WHOLE + 7, SIZE_MAX, false, 0 },
    { WHOLE + 7, WHOLE + 7, WHOLE - 4, true, WHOLE - 4 },
    { WHOLE + 7, WHOLE + 7, WHOLE, true, WHOLE },
    { WHOLE + 7, WHOLE + 7, WHOLE + 1, true, WHOLE + 1 },
    { WHOLE + 7, WHOLE + 8, SIZE_MAX, true, WHOLE + 7 },
    { WHOLE + 7, WHOLE + 6, SIZE_MAX, true, WHOLE + 6 },
};

/* The bytes after the wanted ones in memory are those that are written, so that the size alone says which are too many. */
Test(core_sink, a_comparison_says_where_bytes_differ)
{
    static const size_t steps[] = { 1, 3, 1000, WHOLE - 1, WHOLE, WHOLE + 1 };
    for (size_t i = 0; i < sizeof wanted; i++)
        wanted[i] = (uint8_t)(i * 7 + i / 256);
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++) {
        for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
            static ap_writer writer;
            ap_comparison comparison;
            memcpy(made, wanted, sizeof made);
            if (comparisons[i].changed < sizeof made)
                made[comparisons[i].changed] ^= 1;
            ap_compare_init(&comparison, &writer, (ap_view){ wanted, comparisons[i].wanted_size });
            for (size_t at = 0; at < comparisons[i].made_size; at += steps[s]) {
                const size_t left = comparisons[i].made_size - at;
                ap_write(&writer, made + at, left < steps[s] ? left : steps[s]);
            }
            const bool same = ap_compare_finish(&comparison, &writer);
            cr_assert_eq(same, !comparisons[i].differs, "case %zu by %zu", i, steps[s]);
            cr_assert_eq(comparison.differs, comparisons[i].differs, "case %zu by %zu", i, steps[s]);
            cr_assert_eq(
                comparison.at, comparisons[i].at, "case %zu by %zu: %zu", i, steps[s], comparison.at);
        }
    }
}

static size_t calls;

static bool refuse_second(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    (void)writer;
    (void)bytes;
    (void)size;
    return ++calls < 2;
}

Test(core_sink, a_writer_that_failed_hands_nothing_on)
{
    static ap_writer writer;
    ap_writer_init(&writer, refuse_second, NULL);
    cr_assert(ap_write(&writer, made, 0));
    cr_assert(ap_write(&writer, made, WHOLE + 1));
    cr_assert_eq(ap_written(&writer), WHOLE + 1);
    cr_assert_not(ap_write(&writer, made, WHOLE + 1));
    cr_assert_eq(calls, 2);
    cr_assert(writer.failed);
    cr_assert_not(ap_write(&writer, made, 0));
    cr_assert_not(ap_write(&writer, made, 1));
    cr_assert_not(ap_write(&writer, made, WHOLE + 1));
    cr_assert_not(ap_writer_finish(&writer));
    cr_assert_eq(calls, 2);
    cr_assert_eq(writer.passed, WHOLE + 1);
}

/* Up to WHOLE bytes wait in the buffer; one more hands them over. */
Test(core_sink, a_buffer_is_handed_over_when_it_is_full)
{
    static ap_writer writer;
    calls = 0;
    ap_writer_init(&writer, refuse_second, NULL);
    cr_assert(ap_write(&writer, made, WHOLE - 1));
    cr_assert(ap_write(&writer, made, 1));
    cr_assert_eq(calls, 0);
    cr_assert_eq(writer.used, WHOLE);
    cr_assert(ap_write(&writer, made, 1));
    cr_assert_eq(calls, 1);
    cr_assert_eq(writer.used, 1);
    cr_assert_eq(ap_written(&writer), WHOLE + 1);
}

Test(core_sink, a_keeper_keeps_what_it_has_room_for)
{
    static ap_writer writer;
    static const struct {
        size_t room, size, kept;
    } rows[] = { { 0, 3, 0 }, { 2, 3, 2 }, { 3, 3, 3 }, { 4, 3, 3 } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t room[5] = { 9, 9, 9, 9, 9 };
        ap_keeper keeper;
        ap_keep_init(&keeper, &writer, room, rows[i].room);
        ap_write(&writer, "abc", rows[i].size);
        cr_assert_eq(ap_writer_finish(&writer), rows[i].kept == rows[i].size, "row %zu", i);
        cr_assert_eq(keeper.size, rows[i].kept, "row %zu", i);
        cr_assert_arr_eq(room, "abc", rows[i].kept);
        cr_assert_eq(room[rows[i].kept], 9, "row %zu", i);
    }
}

/* More than there can be is refused, and what was kept before stays. */
Test(core_sink, a_store_says_that_memory_is_missing)
{
    static ap_writer writer;
    ap_store store;
#ifdef TEST_IS_SANITIZED
    return; /* the sanitizer ends the program at such an allocation */
#endif
    ap_store_init(&store);
    ap_store_writer(&store, &writer);
    cr_assert(ap_write(&writer, made, WHOLE + 1));
    cr_expect_not(ap_write(&writer, made, SIZE_MAX / 2));
    cr_expect(store.no_memory);
    cr_expect_eq(store.size, WHOLE + 1);
    cr_expect_arr_eq(store.bytes, made, WHOLE + 1);
    ap_store_free(&store);
}

/* Of several writings the last is kept; what grows keeps what it had. */
Test(core_sink, a_store_grows_and_begins_anew)
{
    static ap_writer writer;
    ap_store store;
    ap_store_init(&store);
    for (size_t i = 0; i < sizeof made; i++)
        made[i] = (uint8_t)(i * 5 + i / 256);
    ap_store_writer(&store, &writer);
    cr_assert(ap_write(&writer, made, WHOLE - 1));
    cr_assert(ap_write(&writer, made + WHOLE - 1, WHOLE + 9));
    cr_assert(ap_writer_finish(&writer));
    cr_assert_eq(store.size, sizeof made);
    cr_assert_arr_eq(store.bytes, made, sizeof made);
    cr_assert_not(store.no_memory);
    const uint8_t *kept = store.bytes;
    ap_store_writer(&store, &writer);
    cr_assert_eq(store.size, 0);
    cr_assert(ap_write(&writer, "abc", 3));
    cr_assert(ap_writer_finish(&writer));
    cr_assert_eq(store.bytes, kept);
    cr_assert_eq(store.size, 3);
    cr_assert_arr_eq(store.bytes, "abc", 3);
    ap_store_free(&store);
    cr_assert_null(store.bytes);
    cr_assert_eq(store.room, 0);
}
