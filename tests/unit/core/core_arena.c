/* core/base/arena.h: the arena gives zeroed and aligned memory, keeps its limit, and fails when tests ask for a failure. */
#include <criterion/criterion.h>
#include <stdalign.h>
#include <stdint.h>
#include <string.h>

#include "tests/unit/support/test_arena.h"
#include "tests/unit/support/test_sample.h"

ARENA_SUITE(core_arena);

static bool are_all_bytes_zero(const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] != 0)
            return false;
    }
    return true;
}

Test(core_arena, gives_zeroed_aligned_memory_that_does_not_overlap)
{
    unsigned char *before = NULL;
    for (size_t bytes = 0; bytes < 300; bytes++) {
        unsigned char *memory = ap_alloc(&arena, bytes);
        cr_assert_not_null(memory, "an allocation of %zu bytes must succeed", bytes);
        cr_assert_eq((uintptr_t)memory % alignof(max_align_t), 0U, "%zu bytes must be aligned", bytes);
        cr_assert(are_all_bytes_zero(memory, bytes), "%zu bytes must be zeroed", bytes);
        cr_assert(before == NULL || bytes == 1 || before[0] == 0xee,
            "the next block must not overlap the one of %zu bytes", bytes - 1);
        memset(memory, 0xee, bytes);
        before = memory;
    }
    cr_assert_eq(arena.allocations, 300U);
    cr_assert_not(arena.failed);
}

Test(core_arena, an_allocation_of_zero_bytes_gives_a_pointer)
{
    cr_assert_not_null(ap_alloc(&arena, 0));
    cr_assert_not_null(ap_alloc_array(&arena, 0, 1000));
    cr_assert_not_null(ap_alloc_array(&arena, SIZE_MAX, 0));
}

Test(core_arena, a_new_arena_holds_no_memory)
{
    ap_arena_init(&arena, 1000);
    cr_assert_null(arena.blocks);
    cr_assert_eq(arena.held_bytes, 0U);
    ap_arena_reset(&arena);
    cr_assert_null(arena.blocks);
}

Test(core_arena, the_limit_holds_for_one_allocation_and_for_the_sum)
{
    ap_arena_init(&arena, 4096);
    cr_assert_null(ap_alloc(&arena, 4097));
    cr_assert(arena.failed);
    ap_arena_reset(&arena);
    cr_assert_not_null(ap_alloc(&arena, 4096), "an allocation of exactly the limit must succeed");
    cr_assert_not(arena.failed);
    cr_assert_null(ap_alloc(&arena, 1));
    cr_assert(arena.failed);
    cr_assert_leq(arena.held_bytes, 4096U);
}

Test(core_arena, many_small_allocations_stay_below_the_limit)
{
    enum { LIMIT = 300 * 1024, EACH = 48 };
    size_t given = 0;
    ap_arena_init(&arena, LIMIT);
    while (ap_alloc(&arena, EACH) != NULL)
        given += EACH;
    cr_assert_leq(given, (size_t)LIMIT);
    cr_assert_geq(given, (size_t)LIMIT * 3 / 4,
        "only %zu of %d bytes could be allocated, but at least three quarters must be", given, LIMIT);
    cr_assert_leq(arena.held_bytes, (size_t)LIMIT);
}

Test(core_arena, the_nth_allocation_fails_and_no_other)
{
    for (size_t n = 1; n <= 20; n++) {
        arena_replace();
        arena.fail_at = n;
        for (size_t i = 1; i <= 20; i++) {
            void *memory = ap_alloc_array(&arena, i, 8);
            cr_assert_eq(memory == NULL, i == n,
                "only allocation fail_at may fail: allocation %zu, fail_at %zu", i, n);
            cr_assert_eq(arena.failed, i >= n,
                "`failed` must be set from fail_at on: allocation %zu, fail_at %zu", i, n);
        }
    }
}

Test(core_arena, a_size_that_wraps_is_refused)
{
    static const size_t counts[] = { SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 8 + 1, (size_t)1 << 61 };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        arena_replace();
        cr_assert_null(
            ap_alloc_array(&arena, counts[i], 8), "an array of %zu * 8 bytes must be refused", counts[i]);
        cr_assert(arena.failed);
    }
    for (size_t less = 0; less < 64; less++) {
        ap_arena_init(&arena,
            1000000); /* the limit makes the arena refuse the size; AddressSanitizer's malloc would end the program */
        cr_assert_null(ap_alloc(&arena, SIZE_MAX - less), "SIZE_MAX - %zu bytes must be refused", less);
        cr_assert(arena.failed);
        ap_arena_free(&arena);
    }
}

Test(core_arena, a_reset_keeps_one_block_and_clears_failed)
{
    for (int i = 0; i < 100; i++)
        memset(ap_alloc(&arena, 10000), 0xee, 10000);
    const size_t held = arena.held_bytes;
    arena.failed = true;
    ap_arena_reset(&arena);
    cr_assert_not(arena.failed);
    cr_assert_not_null(arena.blocks);
    cr_assert_gt(arena.held_bytes, 0U);
    cr_assert_lt(arena.held_bytes, held);
    const size_t kept = arena.held_bytes;
    unsigned char *again = ap_alloc(&arena, 10000);
    cr_assert(are_all_bytes_zero(again, 10000), "memory after a reset must be zeroed again");
    cr_assert_eq(arena.held_bytes, kept, "the kept block must be used again");
}

Test(core_arena, a_huge_block_is_not_kept)
{
    cr_assert_not_null(ap_alloc(&arena, 20 * 1024 * 1024));
    ap_arena_reset(&arena);
    cr_assert_lt(arena.held_bytes, (size_t)5 * 1024 * 1024);
    cr_assert_not_null(ap_alloc(&arena, 1));
}

Test(core_arena, a_freed_arena_holds_no_memory_and_can_be_used_again)
{
    arena.fail_at = 2;
    cr_assert_not_null(ap_alloc(&arena, 1000));
    cr_assert_null(ap_alloc(&arena, 1000));
    ap_arena_free(&arena);
    cr_assert_null(arena.blocks);
    cr_assert_eq(arena.held_bytes, 0U);
    cr_assert_not(arena.failed);
    cr_assert_not_null(ap_alloc(&arena, 1000));
}

/* Allocates blocks of `first_block_bytes`, `second_block_bytes`, then 1000 bytes each, until an allocation fails or 10000 have
   succeeded. Returns how many succeeded. */
static size_t count_blocks_until_failure(size_t first_block_bytes, size_t second_block_bytes)
{
    size_t count = 0;
    while (count < 10000
           && ap_alloc(&arena, count == 0   ? first_block_bytes
                               : count == 1 ? second_block_bytes
                                            : 1000)
                  != NULL)
        count++;
    return count;
}

Test(core_arena, a_reset_arena_has_room_for_as_much_as_a_new_one)
{
    static const size_t sizes[] = { 1, 1000, 60000, 65536, 65537, 100000, 200000, 399999, 400000 };
    enum { SIZES = sizeof sizes / sizeof *sizes, LIMIT = 400000 };
    size_t fresh[SIZES * SIZES];
    for (size_t now = 0; now < SIZES * SIZES; now++) {
        ap_arena_init(&arena, LIMIT);
        fresh[now] = count_blocks_until_failure(sizes[now % SIZES], sizes[now / SIZES]);
        ap_arena_free(&arena);
    }
    for (size_t before = 0; before < SIZES * SIZES; before += sample_step()) {
        for (size_t now = 0; now < SIZES * SIZES; now++) {
            ap_arena_init(&arena, LIMIT);
            (void)count_blocks_until_failure(sizes[before % SIZES], sizes[before / SIZES]);
            ap_arena_reset(&arena);
            const size_t a = count_blocks_until_failure(sizes[now % SIZES], sizes[now / SIZES]);
            cr_assert_eq(a, fresh[now], "case %zu after case %zu: %zu allocations fit, in a new arena %zu",
                now, before, a, fresh[now]);
            ap_arena_free(&arena);
        }
    }
}

static void *refuse_memory(void *user, size_t bytes)
{
    *(size_t *)user = bytes;
    return NULL;
}

static void free_nothing(void *user, void *memory)
{
    (void)user;
    (void)memory;
}

/* Before a large block the arena allocates a small one. If the small one fails, the large one is not requested. */
Test(core_arena, fails_without_memory_for_the_first_block)
{
    size_t asked = 0;
    const ap_allocator memory = { refuse_memory, free_nothing, &asked };
    ap_arena_init_from(&arena, 0, &memory);
    cr_assert_null(ap_alloc(&arena, 1000000));
    cr_assert(arena.failed && arena.blocks == NULL);
    cr_assert(asked >= 64 * 1024 && asked < 65 * 1024, "the first block must be 64 KiB, not %zu", asked);
    cr_assert_null(ap_alloc(&arena, 10));
}

Test(core_arena, a_full_list_doubles_its_capacity)
{
    AT_END(ap_arena_free) ap_arena own;
    size_t room = 0, *list = NULL;
    ap_arena_init(&own, 0);
    for (size_t count = 0; count < 1000; count++) {
        size_t *more = ap_grow_array(&own, list, count, &room, sizeof *list);
        cr_assert(more != NULL && room > count);
        cr_assert(more == list || count == 0 || (room == 2 * count && more[count - 1] == count - 1));
        list = more;
        list[count] = count;
    }
    const size_t before = room;
    own.fail_at = own.allocations + 1;
    cr_expect_null(ap_grow_array(&own, list, room, &room, sizeof *list));
    cr_expect(own.failed && room == before && list[999] == 999);
}
