/* Tests that mesh-ensemble motion is written as it was read, is converted to another byte order and order of matrices, and is
   converted to positions of vertices. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "tests/unit/memg/memg_build.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/rewrite_case.h"
#include "tests/unit/support/test_choices.h"
#include "tests/unit/support/test_sample.h"
#include "validators/memg/memg.h"
#include "validators/memg/memg_positions.h"
#include "validators/memg/memg_write.h"
#include "validators/memg/obj/obj_positions.h"

enum { MODELS = 100000, CONVERTED_MODELS = 5000 };

static const ap_lint_options default_options = { .listener = NULL };

Test(memg_rewrite, built_files_are_written_as_they_were_read)
{
    static void (*const builders[])(
        file_build * file) = { build_plain_memg, build_big_endian_memg, build_memg_without_groups };
    expect_built_files_rewritten(&ap_memg_format, builders, sizeof builders / sizeof *builders);
}

/* A count multiplied by 0 may be huge; the writer must not loop over it. */
Test(memg_rewrite, huge_counts_without_elements_are_written_as_they_were_read)
{
    AT_END(buffer_free) byte_buffer buffer = { NULL, 0, 0 };
    append_u32(&buffer, 1, false);
    append_u32(&buffer, 30, false);
    append_u32(&buffer, 0, false);
    append_u32(&buffer, INT32_MAX, false);
    append_u32(&buffer, 1, false);
    append_u8(&buffer, 'a');
    append_u32(&buffer, 0, false);
    append_u32(&buffer, 0, false);
    for (int matrix = 0; matrix < 2; matrix++) {
        append_u32(&buffer, matrix == 0 ? INT32_MAX : 0, false);
        append_u32(&buffer, matrix == 0 ? 0 : INT32_MAX, false);
    }
    expect_rewritten_same(&ap_memg_format, buffer_view(&buffer), &default_options, "huge counts");
}

/* Functions that append parts of random files: the structure is valid, the values are arbitrary. */

static void append_random_numbers(byte_buffer *buffer, choices *source, unsigned count, bool big)
{
    for (unsigned i = 0; i < count; i++)
        append_u64(buffer, next_random_number(source), big);
}

static void append_random_group(byte_buffer *buffer, choices *source, unsigned timesteps, bool big)
{
    const unsigned name = random_number_below(source, 9), vertices = random_number_below(source, 5),
                   modes = random_number_below(source, 4);
    append_u32(buffer, name, big);
    for (unsigned i = 0; i < name; i++)
        append_u8(buffer, (uint8_t)next_random_number(source));
    append_u32(buffer, vertices, big);
    for (unsigned i = 0; i < vertices; i++)
        append_u32(buffer, (uint32_t)next_random_number(source), big);
    append_random_numbers(buffer, source, 3 * vertices, big);
    append_u32(buffer, (uint32_t)next_random_number(source), big);
    append_u32(buffer, 3 * vertices, big);
    append_u32(buffer, modes, big);
    append_random_numbers(buffer, source, 3 * vertices * modes, big);
    append_u32(buffer, modes, big);
    append_u32(buffer, timesteps, big);
    append_random_numbers(buffer, source, modes * timesteps, big);
}

static void generate_random_memg(byte_buffer *buffer, choices *source, bool big)
{
    const unsigned frames = random_number_below(source, 3), timesteps = random_number_below(source, 6),
                   groups = random_number_below(source, 4);
    buffer->size = 0;
    append_u32(buffer, 1, big);
    append_u32(buffer, 120, big);
    append_u32(buffer, frames, big);
    append_u32(buffer, timesteps, big);
    append_random_numbers(buffer, source, 12 * frames * timesteps, big);
    for (unsigned i = 0; i < groups; i++)
        append_random_group(buffer, source, timesteps, big);
}

Test(memg_rewrite, random_files_are_written_as_they_were_read)
{
    AT_END(buffer_free) byte_buffer buffer = { NULL, 0, 0 };
    choices source = { 31337 };
    for (unsigned model = sample_size(MODELS); model > 0; model--) {
        generate_random_memg(&buffer, &source, random_number_below(&source, 2) == 0);
        expect_rewritten_same(&ap_memg_format, buffer_view(&buffer), &default_options, "a random file");
    }
}

static void convert_to_form(ap_view input, const ap_memg_form *form, byte_buffer *buffer)
{
    static ap_writer writer;
    AT_END(ap_arena_free) ap_arena arena;
    ap_arena_init(&arena, 0);
    empty_buffer_and_init_writer(buffer, &writer);
    cr_assert(ap_memg_write_in_form(input, form, &arena, &writer) && ap_writer_flush(&writer));
}

/* The same seed generates the same numbers in both byte orders. */
Test(memg_rewrite, converting_the_byte_order_gives_the_file_of_that_byte_order)
{
    AT_END(buffer_free) byte_buffer little = { NULL, 0, 0 }, big = { NULL, 0, 0 }, there = { NULL, 0, 0 };
    const ap_memg_form to_little = { .endianness = AP_MEMG_LITTLE }, to_big = { .endianness = AP_MEMG_BIG };
    for (uint64_t seed = 1; seed <= CONVERTED_MODELS; seed++) {
        generate_random_memg(&little, &(choices){ seed }, false);
        generate_random_memg(&big, &(choices){ seed }, true);
        convert_to_form(buffer_view(&little), &to_big, &there);
        expect_bytes(buffer_view(&there), buffer_view(&big), "little-endian converted to big-endian");
        convert_to_form(buffer_view(&big), &to_little, &there);
        expect_bytes(buffer_view(&there), buffer_view(&little), "big-endian converted to little-endian");
        convert_to_form(buffer_view(&big), &to_big, &there);
        expect_bytes(buffer_view(&there), buffer_view(&big), "big-endian converted to big-endian");
    }
}

Test(memg_rewrite, converting_the_order_of_matrices_there_and_back_gives_the_same_file)
{
    AT_END(buffer_free) byte_buffer first = { NULL, 0, 0 }, there = { NULL, 0, 0 }, back = { NULL, 0, 0 };
    const ap_memg_form to_row = { .endianness = AP_MEMG_BIG, .from = AP_MEMG_COLUMN, .to = AP_MEMG_ROW };
    const ap_memg_form to_column = {
        .endianness = AP_MEMG_LITTLE, .from = AP_MEMG_ROW, .to = AP_MEMG_COLUMN
    };
    for (uint64_t seed = 1; seed <= CONVERTED_MODELS; seed++) {
        generate_random_memg(&first, &(choices){ seed }, false);
        convert_to_form(buffer_view(&first), &to_row, &there);
        convert_to_form(buffer_view(&there), &to_column, &back);
        expect_bytes(buffer_view(&back), buffer_view(&first), "converted by row and back by column");
    }
}

/* A conversion transposes matrices in memory of the arena, so an allocation may fail. */
Test(memg_rewrite, each_failing_allocation_of_a_conversion_is_reported)
{
    static ap_writer writer;
    const ap_memg_form form = { .from = AP_MEMG_COLUMN, .to = AP_MEMG_ROW };
    AT_END(buffer_free) byte_buffer buffer = { NULL, 0, 0 };
    AT_END(file_build_free) file_build file;
    bool complete = false;
    size_t failing = 0;
    build_plain_memg(&file);
    while (!complete && failing < 10) {
        AT_END(ap_arena_free) ap_arena arena;
        ap_arena_init(&arena, 0);
        arena.fail_at = ++failing;
        empty_buffer_and_init_writer(&buffer, &writer);
        complete = ap_memg_write_in_form(file_build_view(&file), &form, &arena, &writer);
        cr_expect_eq(complete, !arena.failed, "allocation %zu", failing);
    }
    cr_expect(complete && failing > 2, "%zu allocations tried", failing);
}

/* The basis of "body" is 6 x 2 with the values 2, 3, 4 …, so read by column, element (i, j) is 2 + 6j + i. */
Test(memg_rewrite, a_basis_is_converted_from_column_order_to_row_order)
{
    AT_END(buffer_free) byte_buffer buffer = { NULL, 0, 0 };
    const ap_memg_form form = { .from = AP_MEMG_COLUMN, .to = AP_MEMG_ROW };
    AT_END(file_build_free) file_build file;
    build_plain_memg(&file);
    convert_to_form(file_build_view(&file), &form, &buffer);
    const size_t at = offset_of_field(&file, "groups[0].basis.values");
    for (size_t i = 0; i < 6; i++) {
        for (size_t j = 0; j < 2; j++)
            cr_assert_eq(ap_load_f64(buffer.bytes + at + 8 * (2 * i + j), false), (double)(2 + 6 * j + i));
    }
}

/* Expects the positions T(parent, t) · (mean + U·Q[:, t]) of vertex 1 ("body", parent 0) and vertex 3 ("head", parent 1), for
   the values that memg_build.c writes. */
static void expect_vertex_positions(file_build *file, ap_memg_order order, bool transposed)
{
    AT_END(ap_arena_free) ap_arena arena;
    size_t timesteps;
    ap_memg_positions positions;
    ap_arena_init(&arena, 0);
    cr_assert_eq(
        ap_memg_compute_positions(file_build_view(file), order, 3, 4, &arena, &positions, &timesteps),
        AP_MEMG_POSITIONS_NO_TIMESTEP);
    cr_assert_eq(timesteps, 3);
    cr_assert_eq(
        ap_memg_compute_positions(file_build_view(file), order, 2, 2, &arena, &positions, &timesteps),
        AP_MEMG_POSITIONS_FAILED);
    for (int t = 0; t < 3; t++) {
        cr_assert_eq(ap_memg_compute_positions(
                         file_build_view(file), order, (size_t)t, 4, &arena, &positions, &timesteps),
            AP_MEMG_POSITIONS_DONE);
        const double q0 = transposed ? 2.0 + t : 2.0 + 2 * t, q1 = transposed ? 5.0 + t : 3.0 + 2 * t;
        double local[2][3];
        for (int c = 0; c < 3; c++) {
            local[0][c] = 0.25 * c + (transposed ? 2.0 + 2 * c : 2.0 + c) * q0
                          + (transposed ? 3.0 + 2 * c : 8.0 + c) * q1;
            local[1][c] = 0.25 * c + (transposed ? 2.0 + 2 * c : 2.0 + c) * q0
                          + (transposed ? 3.0 + 2 * c : 5.0 + c) * q1;
        }
        const double wanted[2][3] = { { local[0][0] + t, local[0][1], local[0][2] + 0.5 },
            { -local[1][1] + t, local[1][0] + 1, local[1][2] + 0.5 } };
        for (int c = 0; c < 3; c++) {
            cr_assert_float_eq(positions.vertices[0].at[c], wanted[0][c], 1e-12);
            cr_assert_float_eq(positions.vertices[2].at[c], wanted[1][c], 1e-12);
        }
        cr_assert(
            positions.vertices[1].known && !positions.vertices[3].known && positions.first_not_finite == 0);
    }
}

Test(memg_rewrite, positions_are_computed_in_each_order_and_byte_order)
{
    AT_END(file_build_free) file_build file;
    build_plain_memg(&file);
    expect_vertex_positions(&file, AP_MEMG_COLUMN, false);
    expect_vertex_positions(&file, AP_MEMG_ROW, true);
    file_build_free(&file);
    build_big_endian_memg(&file);
    expect_vertex_positions(&file, AP_MEMG_COLUMN, false);
}

static void expect_first_not_finite(file_build *file, size_t wanted)
{
    AT_END(ap_arena_free) ap_arena arena;
    size_t timesteps;
    ap_memg_positions positions;
    ap_arena_init(&arena, 0);
    cr_assert_eq(ap_memg_compute_positions(
                     file_build_view(file), AP_MEMG_COLUMN, 0, 4, &arena, &positions, &timesteps),
        AP_MEMG_POSITIONS_DONE);
    cr_expect_eq(positions.first_not_finite, wanted, "vertex %zu instead of %zu is not finite",
        positions.first_not_finite, wanted);
}

/* Both groups map vertex 1; the position of "head", the last group, counts. */
Test(memg_rewrite, the_last_group_of_a_vertex_decides_if_its_position_is_finite)
{
    AT_END(file_build_free) file_build file;
    build_plain_memg(&file);
    set_i32(&file, "groups[1].mapping[0]", 1);
    set_f64(&file, "groups[0].mean[0]", INFINITY);
    expect_first_not_finite(&file, 0);
    set_f64(&file, "groups[0].mean[5]", NAN);
    expect_first_not_finite(&file, 2);
    set_f64(&file, "groups[1].mean[1]", NAN);
    expect_first_not_finite(&file, 1);
}

static void expect_obj_text(const char *scene, const ap_memg_positions *positions, const char *wanted)
{
    static ap_writer writer;
    AT_END(buffer_free) byte_buffer buffer = { NULL, 0, 0 };
    empty_buffer_and_init_writer(&buffer, &writer);
    cr_assert(ap_obj_write_positions(text_view(scene), positions, &writer) && ap_writer_flush(&writer));
    cr_assert(
        buffer.size == strlen(wanted) && (buffer.size == 0 || memcmp(buffer.bytes, wanted, buffer.size) == 0),
        "the .obj is:\n%.*s", (int)buffer.size, (const char *)buffer.bytes);
}

Test(memg_rewrite, known_positions_replace_the_vertices_of_an_obj)
{
    ap_memg_position vertices[3] = { { { 0.1, -0.0, 1e300 }, true }, { { 9, 9, 9 }, false },
        { { 1.0 / 3, 5e-324, 7 }, true } };
    const ap_memg_positions positions = { .count = 3, .vertices = vertices };
    expect_obj_text(
        "# v 1 2 3\r\ng a\r\n v  1 2\t3 # x\r\nv 4 5 6\r\nvn 1 2 3\r\nv 1 \\\r\n 2 3 0.5\r\nf 1 2 3",
        &positions,
        "# v 1 2 3\r\ng a\r\n v  0.1 -0\t1e+300 # x\r\nv 4 5 6\r\nvn 1 2 3\r\n"
        "v 0.3333333333333333 \\\r\n 4.94065645841247e-324 7 0.5\r\nf 1 2 3");
    expect_obj_text(
        "\xef\xbb\xbfv 1 2 3 .1 .2 .3\nv 1 2 3", &positions, "\xef\xbb\xbfv 0.1 -0 1e+300 .1 .2 .3\nv 1 2 3");
    expect_obj_text("", &positions, "");
    expect_obj_text("v 1 2 3\nv 1 2 3\nv 1 2 3\nv 4 4 4\n", &positions,
        "v 0.1 -0 1e+300\nv 1 2 3\nv 0.3333333333333333 4.94065645841247e-324 7\nv 4 4 4\n");
}
