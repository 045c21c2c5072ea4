/* core/files/sink.h and writer.h: written bytes reach their sink, at each edge of the buffer and of the expected bytes. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/files/sink.h"
#include "tests/unit/support/test_sample.h"

enum { BUFFER = AP_WRITER_BYTES };

static uint8_t wanted[2 * BUFFER + 8], written[2 * BUFFER + 8];

/* Expected and written sizes, one changed byte, and the offset of the first difference. */
static const struct {
    size_t wanted_size, written_size;
    size_t changed; /* offset of the changed byte; SIZE_MAX: none */
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
    { BUFFER + 7, BUFFER + 7, SIZE_MAX, false, 0 },
    { BUFFER + 7, BUFFER + 7, BUFFER - 4, true, BUFFER - 4 },
    { BUFFER + 7, BUFFER + 7, BUFFER, true, BUFFER },
    { BUFFER + 7, BUFFER + 7, BUFFER + 1, true, BUFFER + 1 },
    { BUFFER + 7, BUFFER + 8, SIZE_MAX, true, BUFFER + 7 },
    { BUFFER + 7, BUFFER + 6, SIZE_MAX, true, BUFFER + 6 },
};

/* The memory after the expected bytes equals the written bytes, so that only the size shows that too many bytes were written. */
Test(core_sink, a_comparison_finds_the_first_difference)
{
    static const size_t steps[] = { 1, 3, 1000, BUFFER - 1, BUFFER, BUFFER + 1 };
    for (size_t i = 0; i < sizeof wanted; i++)
        wanted[i] = (uint8_t)(i * 7 + i / 256);
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++) {
        for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
            static ap_writer writer;
            ap_comparing_writer comparison;
            memcpy(written, wanted, sizeof written);
            if (comparisons[i].changed < sizeof written)
                written[comparisons[i].changed] ^= 1;
            ap_comparing_writer_init(&comparison, &writer, (ap_view){ wanted, comparisons[i].wanted_size });
            for (size_t at = 0; at < comparisons[i].written_size; at += steps[s]) {
                const size_t left = comparisons[i].written_size - at;
                ap_write(&writer, written + at, left < steps[s] ? left : steps[s]);
            }
            const bool same = ap_comparing_writer_finish(&comparison, &writer);
            cr_assert_eq(
                same, !comparisons[i].differs, "case %zu in steps of %zu: wrong result", i, steps[s]);
            cr_assert_eq(comparison.differs, comparisons[i].differs, "case %zu in steps of %zu: wrong flag",
                i, steps[s]);
            cr_assert_eq(comparison.at, comparisons[i].at, "case %zu in steps of %zu: wrong offset %zu", i,
                steps[s], comparison.at);
        }
    }
}

static size_t calls;

static bool accept_only_first_write(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    (void)writer;
    (void)bytes;
    (void)size;
    return ++calls < 2;
}

Test(core_sink, a_failed_writer_writes_nothing_more)
{
    static ap_writer writer;
    ap_writer_init(&writer, accept_only_first_write, NULL);
    cr_assert(ap_write(&writer, written, 0));
    cr_assert(ap_write(&writer, written, BUFFER + 1));
    cr_assert_eq(ap_bytes_written(&writer), BUFFER + 1);
    cr_assert_not(ap_write(&writer, written, BUFFER + 1));
    cr_assert_eq(calls, 2);
    cr_assert(writer.failed);
    cr_assert_not(ap_write(&writer, written, 0));
    cr_assert_not(ap_write(&writer, written, 1));
    cr_assert_not(ap_write(&writer, written, BUFFER + 1));
    cr_assert_not(ap_writer_flush(&writer));
    cr_assert_eq(calls, 2);
    cr_assert_eq(writer.passed, BUFFER + 1);
}

/* The buffer holds AP_WRITER_BYTES bytes; one more byte writes the buffer to the sink. */
Test(core_sink, a_writer_passes_its_bytes_on_when_its_buffer_is_full)
{
    static ap_writer writer;
    calls = 0;
    ap_writer_init(&writer, accept_only_first_write, NULL);
    cr_assert(ap_write(&writer, written, BUFFER - 1));
    cr_assert(ap_write(&writer, written, 1));
    cr_assert_eq(calls, 0);
    cr_assert_eq(writer.used, BUFFER);
    cr_assert(ap_write(&writer, written, 1));
    cr_assert_eq(calls, 1);
    cr_assert_eq(writer.used, 1);
    cr_assert_eq(ap_bytes_written(&writer), BUFFER + 1);
}

Test(core_sink, a_fixed_buffer_stores_only_what_fits)
{
    static ap_writer writer;
    static const struct {
        size_t room, size, kept;
    } rows[] = { { 0, 3, 0 }, { 2, 3, 2 }, { 3, 3, 3 }, { 4, 3, 3 } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t room[5] = { 9, 9, 9, 9, 9 };
        ap_fixed_buffer buffer;
        ap_fixed_buffer_init(&buffer, &writer, room, rows[i].room);
        ap_write(&writer, "abc", rows[i].size);
        cr_assert_eq(ap_writer_flush(&writer), rows[i].kept == rows[i].size,
            "row %zu fails exactly if bytes do not fit", i);
        cr_assert_eq(buffer.size, rows[i].kept, "row %zu: wrong number of bytes", i);
        cr_assert_arr_eq(room, "abc", rows[i].kept);
        cr_assert_eq(room[rows[i].kept], 9, "row %zu: the byte after the buffer was written", i);
    }
}

/* An allocation that cannot succeed is refused; the bytes stored before stay. */
Test(core_sink, a_buffer_reports_missing_memory)
{
    static ap_writer writer;
    ap_buffer buffer;
#ifdef TEST_IS_SANITIZED
    return; /* the sanitizer ends the program at such an allocation */
#endif
    ap_buffer_init(&buffer);
    ap_buffer_init_writer(&buffer, &writer);
    cr_assert(ap_write(&writer, written, BUFFER + 1));
    cr_expect_not(ap_write(&writer, written, SIZE_MAX / 2));
    cr_expect(buffer.no_memory);
    cr_expect_eq(buffer.size, BUFFER + 1);
    cr_expect_arr_eq(buffer.bytes, written, BUFFER + 1);
    ap_buffer_free(&buffer);
}

/* A growing buffer keeps its bytes. A second writer replaces the bytes of the first. */
Test(core_sink, a_buffer_grows_and_can_be_reused)
{
    static ap_writer writer;
    ap_buffer buffer;
    ap_buffer_init(&buffer);
    for (size_t i = 0; i < sizeof written; i++)
        written[i] = (uint8_t)(i * 5 + i / 256);
    ap_buffer_init_writer(&buffer, &writer);
    cr_assert(ap_write(&writer, written, BUFFER - 1));
    cr_assert(ap_write(&writer, written + BUFFER - 1, BUFFER + 9));
    cr_assert(ap_writer_flush(&writer));
    cr_assert_eq(buffer.size, sizeof written);
    cr_assert_arr_eq(buffer.bytes, written, sizeof written);
    cr_assert_not(buffer.no_memory);
    const uint8_t *kept = buffer.bytes;
    ap_buffer_init_writer(&buffer, &writer);
    cr_assert_eq(buffer.size, 0);
    cr_assert(ap_write(&writer, "abc", 3));
    cr_assert(ap_writer_flush(&writer));
    cr_assert_eq(buffer.bytes, kept);
    cr_assert_eq(buffer.size, 3);
    cr_assert_arr_eq(buffer.bytes, "abc", 3);
    ap_buffer_free(&buffer);
    cr_assert_null(buffer.bytes);
    cr_assert_eq(buffer.room, 0);
}
