#include "tests/unit/support/rewrite_case.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/support/lint_case.h"
#include "validators/rewrite.h"

enum { MOST_ALLOCATIONS = 1000, FAILING_STEPS = 40 };

void expect_same(
    const ap_format *format, ap_view input, const ap_lint_options *options, ap_arena *arena, const char *what)
{
    ap_rewrite rewrite;
    ap_arena_reset(arena);
    const ap_rewrite_result result = ap_rewrite_check(format, input, options, arena, &rewrite);
    cr_assert(result != AP_REWRITE_FAILED, "%s: writing must not fail", what);
    cr_assert(result == AP_REWRITE_SAME,
        "%s: written file must equal the input, differs at byte %zu, field %s", what, rewrite.at,
        rewrite.read.field.path);
    cr_assert_eq(rewrite.written, input.size);
}

void expect_same_or_no_memory(const ap_format *format, ap_view input, const ap_lint_options *options)
{
    const ap_view copy = copy_view(input);
    ap_rewrite_result result = AP_REWRITE_FAILED;
    for (size_t n = 1; n < MOST_ALLOCATIONS && result == AP_REWRITE_FAILED; n++) {
        ap_arena arena;
        ap_rewrite rewrite;
        ap_arena_init(&arena, 0);
        arena.fail_at = n;
        result = ap_rewrite_check(format, copy, options, &arena, &rewrite);
        cr_assert_eq(result == AP_REWRITE_FAILED, arena.failed,
            "writing must fail exactly if allocation %zu fails", n);
        ap_arena_free(&arena);
    }
    cr_assert_eq(result, AP_REWRITE_SAME);
    free((void *)copy.bytes);
}

static bool take_to_limit(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    const size_t *limit = writer->context;
    (void)bytes;
    return size <= *limit - writer->passed;
}

void expect_write_fails(const ap_format *format, ap_view input, const ap_lint_options *options)
{
    ap_arena arena;
    ap_arena_init(&arena, 0);
    ap_writer *writer = malloc(sizeof *writer);
    cr_assert(writer != NULL);
    for (size_t step = 0; step < FAILING_STEPS; step++) {
        size_t limit = input.size * step / FAILING_STEPS;
        ap_writer_init(writer, take_to_limit, &limit);
        ap_arena_reset(&arena);
        const bool complete = format->write(input, options, &arena, writer) && ap_writer_finish(writer);
        cr_assert(!complete && writer->failed,
            "writing must fail when the writer accepts only %zu of %zu bytes", limit, input.size);
    }
    free(writer);
    ap_arena_free(&arena);
}

void pile_bytes(byte_pile *pile, const void *bytes, size_t count)
{
    if (count > pile->room - pile->size) {
        pile->room = 2 * (pile->room + count);
        pile->bytes = realloc(pile->bytes, pile->room);
        cr_assert(pile->bytes != NULL);
    }
    if (count > 0)
        memcpy(pile->bytes + pile->size, bytes, count);
    pile->size += count;
}

void pile_u8(byte_pile *pile, uint8_t value)
{
    pile_bytes(pile, &value, 1);
}

static void pile_number(byte_pile *pile, uint64_t value, size_t size, bool big)
{
    uint8_t bytes[8];
    for (size_t i = 0; i < size; i++)
        bytes[big ? size - 1 - i : i] = (uint8_t)(value >> (8 * i));
    pile_bytes(pile, bytes, size);
}

void pile_u32(byte_pile *pile, uint32_t value, bool big)
{
    pile_number(pile, value, sizeof value, big);
}

void pile_u64(byte_pile *pile, uint64_t value, bool big)
{
    pile_number(pile, value, sizeof value, big);
}

static bool take_all(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    pile_bytes(writer->context, bytes, size);
    return true;
}

void pile_writer(byte_pile *pile, ap_writer *writer)
{
    pile->size = 0;
    ap_writer_init(writer, take_all, pile);
}

ap_view pile_view(const byte_pile *pile)
{
    return (ap_view){ pile->bytes, pile->size };
}

void expect_bytes(const byte_pile *pile, ap_view wanted, const char *what)
{
    cr_assert_eq(pile->size, wanted.size, "%s: has %zu bytes, not %zu", what, pile->size, wanted.size);
    for (size_t i = 0; i < wanted.size; i++)
        cr_assert_eq(pile->bytes[i], wanted.bytes[i], "%s: differs at byte %zu", what, i);
}
