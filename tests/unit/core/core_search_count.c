/* core/layout/count_search.h: records that do not depend on earlier records are read once per offset. */
#include <criterion/criterion.h>

#include "core/layout/count_search.h"
#include "core/layout/io.h"
#include "tests/unit/support/test_arena.h"

ARENA_SUITE(search_count);

enum { ZEROS = 3000, ENOUGH = 1 << 20 };

static const ap_structure_rules structure = { .infer = NULL };

/* Reads a count, skips that many bytes, then reads records of four bytes to the end of the input or to a dead end. Always returns
   false, so that the search finds no count that fits. */
static bool read_records_and_fail(ap_io *io)
{
    int32_t count = 0, record = 0;
    size_t *walked = io->scope;
    if (!ap_count(io, "count", &count, 1))
        return false;
    io->at += (size_t)count;
    while (!ap_test_and_mark_dead_end(io) && ap_bytes_left(io) >= sizeof record) {
        *walked += 1;
        if (!ap_use_search_step(io) || !ap_i32(io, "record", &record, AP_ROLE_NUMBER))
            return false;
    }
    return false;
}

static void expect_number_of_records_read(size_t memory, size_t least, size_t most)
{
    static const uint8_t zeros[ZEROS];
    size_t walked = 0;
    ap_io io;
    ap_arena_init(&arena, memory);
    ap_io_init(&io, (ap_view){ zeros, ZEROS }, NULL, &arena, &structure);
    cr_assert_not(ap_search_smallest_count(&io, 0, 0, 1, read_records_and_fail, &walked).known);
    cr_assert(walked >= least && walked <= most, "unexpected number of records: read %zu of %d bytes", walked,
        ZEROS);
}

Test(search_count, each_offset_is_read_once)
{
    expect_number_of_records_read(ENOUGH, ZEROS - 8, ZEROS);
}

Test(search_count, without_memory_offsets_are_read_again)
{
    expect_number_of_records_read(16, (ZEROS - 8) * (ZEROS - 8) / 8, ZEROS * ZEROS / 8);
}

/* Outside a search, ap_test_and_mark_dead_end returns false, also at an offset seen before. */
Test(search_count, dead_ends_exist_only_in_a_search)
{
    static const uint8_t zeros[8];
    ap_io io;
    ap_io_init(&io, (ap_view){ zeros, sizeof zeros }, NULL, NULL, &structure);
    cr_assert_not(ap_test_and_mark_dead_end(&io));
    cr_assert_not(ap_test_and_mark_dead_end(&io));
}
