#include "tests/unit/support/rewrite_case.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/support/lint_case.h"
#include "validators/rewrite.h"

enum { MOST_ALLOCATIONS = 1000, FAILING_STEPS = 40 };

void expect_rewritten_same(
    const ap_format *format, ap_view input, const ap_lint_options *options, const char *what)
{
    static ap_arena arena; /* kept, because tests call this function for very many files */
    ap_rewrite rewrite;
    ap_arena_reset(&arena);
    const ap_rewrite_result result = ap_rewrite_and_compare(format, input, options, &arena, &rewrite);
    cr_assert(result != AP_REWRITE_FAILED, "%s: writing must not fail", what);
    cr_assert(result == AP_REWRITE_SAME,
        "%s: written file must equal the input, differs at byte %zu, field %s", what, rewrite.at,
        rewrite.read.field.path);
    cr_assert_eq(rewrite.written, input.size);
}

void expect_rewritten_or_no_memory(const ap_format *format, ap_view input, const ap_lint_options *options)
{
    const ap_view copy = copy_view(input);
    ap_rewrite_result result = AP_REWRITE_FAILED;
    for (size_t n = 1; n < MOST_ALLOCATIONS && result == AP_REWRITE_FAILED; n++) {
        AT_END(ap_arena_free) ap_arena arena;
        ap_rewrite rewrite;
        ap_arena_init(&arena, 0);
        arena.fail_at = n;
        result = ap_rewrite_and_compare(format, copy, options, &arena, &rewrite);
        cr_assert_eq(result == AP_REWRITE_FAILED, arena.failed,
            "writing must fail exactly if allocation %zu fails", n);
    }
    cr_assert_eq(result, AP_REWRITE_SAME);
    free((void *)copy.bytes);
}

static bool accept_bytes_up_to_limit(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    const size_t *limit = writer->context;
    (void)bytes;
    return size <= *limit - writer->passed;
}

void expect_write_fails(const ap_format *format, ap_view input, const ap_lint_options *options)
{
    AT_END(ap_arena_free) ap_arena arena;
    ap_arena_init(&arena, 0);
    ap_writer *writer = malloc(sizeof *writer);
    cr_assert(writer != NULL);
    for (size_t step = 0; step < FAILING_STEPS; step++) {
        size_t limit = input.size * step / FAILING_STEPS;
        ap_writer_init(writer, accept_bytes_up_to_limit, &limit);
        ap_arena_reset(&arena);
        const bool complete = format->write(input, options, &arena, writer) && ap_writer_flush(writer);
        cr_assert(!complete && writer->failed,
            "writing must fail when the writer accepts only %zu of %zu bytes", limit, input.size);
    }
    free(writer);
}

void expect_built_files_rewritten(
    const ap_format *format, void (*const *builders)(file_build *file), size_t count)
{
    static const ap_lint_options options = { .listener = NULL };
    for (size_t i = 0; i < count; i++) {
        AT_END(file_build_free) file_build file;
        builders[i](&file);
        expect_rewritten_same(format, file_build_view(&file), &options, "a built file");
        expect_write_fails(format, file_build_view(&file), &options);
        expect_rewritten_or_no_memory(format, file_build_view(&file), &options);
    }
}

void append_bytes(byte_buffer *buffer, const void *bytes, size_t count)
{
    if (count > buffer->room - buffer->size) {
        buffer->room = 2 * (buffer->room + count);
        buffer->bytes = realloc(buffer->bytes, buffer->room);
        cr_assert(buffer->bytes != NULL);
    }
    if (count > 0)
        memcpy(buffer->bytes + buffer->size, bytes, count);
    buffer->size += count;
}

void append_u8(byte_buffer *buffer, uint8_t value)
{
    append_bytes(buffer, &value, 1);
}

static void append_number(byte_buffer *buffer, uint64_t value, size_t size, bool big)
{
    uint8_t bytes[8];
    for (size_t i = 0; i < size; i++)
        bytes[big ? size - 1 - i : i] = (uint8_t)(value >> (8 * i));
    append_bytes(buffer, bytes, size);
}

void append_u32(byte_buffer *buffer, uint32_t value, bool big)
{
    append_number(buffer, value, sizeof value, big);
}

void append_u64(byte_buffer *buffer, uint64_t value, bool big)
{
    append_number(buffer, value, sizeof value, big);
}

static bool append_to_buffer(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    append_bytes(writer->context, bytes, size);
    return true;
}

void empty_buffer_and_init_writer(byte_buffer *buffer, ap_writer *writer)
{
    buffer->size = 0;
    ap_writer_init(writer, append_to_buffer, buffer);
}

ap_view buffer_view(const byte_buffer *buffer)
{
    return (ap_view){ buffer->bytes, buffer->size };
}

void buffer_free(byte_buffer *buffer)
{
    free(buffer->bytes);
}

void expect_bytes(ap_view found, ap_view wanted, const char *what)
{
    cr_assert_eq(found.size, wanted.size, "%s: has %zu bytes, not %zu", what, found.size, wanted.size);
    for (size_t i = 0; i < wanted.size; i++)
        cr_assert_eq(found.bytes[i], wanted.bytes[i], "%s: differs at byte %zu", what, i);
}
