/* Tests that MRTK files are written as they were read, and are converted from one version or layout to another. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/rewrite_case.h"
#include "tests/unit/support/test_choices.h"
#include "tests/unit/support/test_sample.h"
#include "validators/mrtk/mrtk.h"
#include "validators/mrtk/mrtk_convert.h"
#include "validators/mrtk/mrtk_write.h"
#include "validators/rewrite.h"

enum { MODELS = 100000, CONVERTED_MODELS = 5000, MOST_NAME_BYTES = 200 };

static const ap_lint_options default_options = { .listener = NULL };

Test(mrtk_rewrite, built_files_are_written_as_they_were_read)
{
    static void (*const builders[])(file_build *) = { build_mrtk_10, build_mrtk_11, build_mrtk_11_hand,
        build_mrtk_10_published, build_mrtk_11_published, build_mrtk_11_without_markers, build_mrtk_11_bare };
    expect_built_files_rewritten(&ap_mrtk_format, builders, sizeof builders / sizeof *builders);
}

/* NaN payloads and -0, which arithmetic could change, and a name length in more bytes than needed. */
Test(mrtk_rewrite, unusual_bits_are_kept)
{
    static const uint8_t overlong[] = { 0x85, 0x80, 0x80, 0x80,
        0x70 }; /* the length 5 of "start", with bits above 32 */
    AT_END(file_build_free) file_build file;
    build_mrtk_10(&file);
    set_u32(&file, "camera.position_x.keys[0].value", 0x7f800001); /* a signalling NaN */
    set_u32(&file, "camera.position_x.keys[1].value", 0xffc12345);
    set_u32(&file, "camera.position_x.keys[2].value", 0x80000000);
    set_u32(&file, "camera.position_y.keys[0].in_tangent", 0x7fa00000);
    set_u32(&file, "camera.position_y.keys[1].value", 1); /* a denormal number */
    set_u32(&file, "markers[0].time", 0x7f812345);
    set_i32(&file, "camera.position_z.pre_wrap", 5);
    file_build_splice(&file, offset_of_field(&file, "markers[0].prefix"), 1, overlong, sizeof overlong);
    expect_rewritten_same(
        &ap_mrtk_format, file_build_view(&file), &default_options, "a file with unusual bits");
}

/* Random files without errors, written byte by byte */

typedef struct random_file_spec {
    int minor;
    bool published, plain; /* published: published layout; plain: only values that conversions keep */
} random_file_spec;

static uint32_t random_float_bits(choices *source)
{
    static const uint32_t extreme[] = { 0, 0x80000000, 1, 0x7f800000, 0xff800000, 0x7f800001, 0x7fffffff,
        0xffc00001 };
    const uint64_t bits = next_random_number(source);
    return (bits & 3) == 0 ? extreme[bits >> 8 & 7] : (uint32_t)(bits >> 32);
}

static void append_random_curve(
    byte_buffer *buffer, choices *source, const random_file_spec *spec, bool boolean)
{
    static const uint32_t modes[] = { 0, 1, 2, 4, 8, 15 };
    const unsigned keys = random_number_below(source, 8) == 0 ? random_number_below(source, 6) : 0;
    append_u32(buffer, modes[random_number_below(source, 6)], false);
    append_u32(buffer, modes[random_number_below(source, 6)], false);
    append_u32(buffer, keys, false);
    for (unsigned key = 0; key < keys; key++) {
        append_u32(buffer, random_float_bits(source), false);
        append_u32(
            buffer, boolean ? random_number_below(source, 2) * 0x3f800000 : random_float_bits(source), false);
        if (boolean || (spec->minor == 1 && !spec->published))
            continue;
        for (int i = 0; i < 4; i++)
            append_u32(buffer, spec->plain ? 0 : random_float_bits(source), false);
        append_u32(buffer, spec->plain ? 3 : random_number_below(source, 4), false);
    }
}

static void append_random_curves(
    byte_buffer *buffer, choices *source, const random_file_spec *spec, int count)
{
    for (int i = 0; i < count; i++)
        append_random_curve(buffer, source, spec, false);
}

/* Appends a random name, sometimes with a length in more bytes than needed. */
static void append_random_name(byte_buffer *buffer, choices *source)
{
    uint8_t name[MOST_NAME_BYTES];
    uint32_t length = random_number_below(source, 4) == 0 ? random_number_below(source, MOST_NAME_BYTES)
                                                          : random_number_below(source, 9);
    const size_t more = random_number_below(source, 5) == 0 ? random_number_below(source, 4) : 0;
    size_t bytes = 1 + (length >= 128);
    bytes = bytes + more > 5 ? 5 : bytes + more;
    for (uint32_t i = 0; i < length; i++)
        name[i] = (uint8_t)next_random_number(source);
    for (size_t i = 0; i < bytes; i++)
        append_u8(buffer, (uint8_t)((i < 4 ? length >> (7 * i) & 0x7f : 0) | (i + 1 < bytes ? 0x80 : 0)));
    append_bytes(buffer, name, length);
}

static void append_random_markers(byte_buffer *buffer, choices *source)
{
    const unsigned markers = random_number_below(source, 4);
    append_u32(buffer, markers, false);
    for (unsigned i = 0; i < markers; i++) {
        append_u32(buffer, random_float_bits(source), false);
        append_random_name(buffer, source);
    }
}

static void generate_random_mrtk(byte_buffer *buffer, choices *source, const random_file_spec *spec)
{
    const bool all = spec->plain || spec->minor == 0;
    const bool camera = all || random_number_below(source, 2) == 0;
    const bool hand =
        all || random_number_below(source, 8) == 0; /* rare, because hands are most of a file's bytes */
    const bool gaze = spec->minor == 1 && !spec->plain && random_number_below(source, 2) == 0;
    buffer->size = 0;
    append_u64(buffer, UINT64_C(0x6a8faf6e0f9e42c6), false);
    append_u32(buffer, 1, false);
    append_u32(buffer, (uint32_t)spec->minor, false);
    if (spec->minor == 1) {
        append_u8(buffer, camera);
        append_u8(buffer, hand);
        append_u8(buffer, gaze);
    }
    append_random_curves(buffer, source, spec, camera ? 7 : 0);
    for (int i = 0; i < 4 && hand; i++)
        append_random_curve(buffer, source, spec, true);
    append_random_curves(buffer, source, spec, hand ? 2 * 27 * 7 : 0);
    append_random_curves(buffer, source, spec, gaze ? 6 : 0);
    if (!spec->published)
        append_random_markers(buffer, source);
}

Test(mrtk_rewrite, random_files_are_written_as_they_were_read)
{
    AT_END(buffer_free) byte_buffer buffer = { NULL, 0, 0 };
    choices source = { 20260 };
    for (unsigned model = sample_size(MODELS); model > 0; model--) {
        const random_file_spec spec = { .minor = random_number_below(&source, 16) != 0,
            .published = random_number_below(&source, 3) == 0 };
        const ap_lint_options options = { .choices[AP_MRTK_VARIANT_CHOICE] =
                                              spec.published ? AP_MRTK_PUBLISHED : AP_MRTK_WRITER };
        generate_random_mrtk(&buffer, &source, &spec);
        expect_rewritten_same(&ap_mrtk_format, buffer_view(&buffer), &options, "a random file");
    }
}

/* Conversion to another version or layout */

static ap_mrtk_variant layout_of(bool published)
{
    return published ? AP_MRTK_PUBLISHED : AP_MRTK_WRITER;
}

/* Converts the file to another version and layout and writes the result to the buffer. Returns what the conversion lost and
   added. */
static ap_mrtk_losses_and_additions convert_mrtk_file(
    ap_view input, bool published, int to_minor, bool to_published, byte_buffer *buffer)
{
    static ap_writer writer;
    AT_END(ap_arena_free) ap_arena arena;
    ap_mrtk_losses_and_additions losses;
    ap_arena_init(&arena, 0);
    const ap_mrtk_animation *from = ap_mrtk_read(input, layout_of(published), &arena);
    cr_assert(from != NULL);
    ap_mrtk_animation *to = ap_mrtk_convert(from, to_minor, layout_of(to_published), &arena, &losses);
    cr_assert(to != NULL);
    empty_buffer_and_init_writer(buffer, &writer);
    cr_assert(ap_mrtk_write(to, &writer) && ap_writer_flush(&writer));
    return losses;
}

Test(mrtk_rewrite, a_conversion_without_loss_can_be_converted_back)
{
    AT_END(buffer_free) byte_buffer first = { NULL, 0, 0 }, there = { NULL, 0, 0 }, back = { NULL, 0, 0 };
    choices source = { 777 };
    const int models = (int)sample_size(CONVERTED_MODELS);
    int kept = 0;
    for (int model = 0; model < models; model++) {
        const random_file_spec spec = { (int)random_number_below(&source, 2),
            random_number_below(&source, 2) == 0, random_number_below(&source, 2) == 0 };
        const int to_minor = (int)random_number_below(&source, AP_MRTK_VERSIONS);
        const bool to_published = random_number_below(&source, 2) == 0;
        generate_random_mrtk(&first, &source, &spec);
        const ap_mrtk_losses_and_additions losses =
            convert_mrtk_file(buffer_view(&first), spec.published, to_minor, to_published, &there);
        (void)convert_mrtk_file(buffer_view(&there), to_published, spec.minor, spec.published, &back);
        if (ap_mrtk_has_losses_or_additions(&losses))
            continue;
        expect_bytes(buffer_view(&back), buffer_view(&first), "converted and converted back");
        kept++;
    }
    cr_assert_gt(kept, models / 4);
}

/* The file of version 1.1 has camera and gaze; version 1.0 has no gaze, and always has hands. */
Test(mrtk_rewrite, version_1_1_is_converted_to_1_0)
{
    AT_END(buffer_free) byte_buffer buffer = { NULL, 0, 0 };
    file_build from, wanted;
    build_mrtk_11(&from);
    mrtk_build(&wanted, &(mrtk_spec){ .keys = 3, .markers = 2 });
    const ap_mrtk_losses_and_additions losses =
        convert_mrtk_file(file_build_view(&from), false, 0, false, &buffer);
    expect_bytes(buffer_view(&buffer), file_build_view(&wanted), "version 1.1 converted to 1.0");
    cr_assert(losses.loses_gaze && losses.adds_hands && !losses.adds_camera && losses.keys == 0
              && losses.markers == 0);
    cr_assert_eq(losses.gaze_keys, 18);
    file_build_free(&from);
    file_build_free(&wanted);
}

Test(mrtk_rewrite, version_1_0_is_converted_to_published_1_1)
{
    AT_END(buffer_free) byte_buffer buffer = { NULL, 0, 0 };
    file_build from, wanted;
    build_mrtk_10(&from);
    mrtk_build(&wanted, &(mrtk_spec){ .minor = 1,
                            .published = true,
                            .camera = true,
                            .hand = true,
                            .keys = 3,
                            .boolean_keys = 3,
                            .joint_keys = 2 });
    set_f32(&from, "camera.position_x.keys[0].in_tangent", 1);
    set_f32(&wanted, "camera.position_x.keys[0].in_tangent", 1);
    const ap_mrtk_losses_and_additions losses =
        convert_mrtk_file(file_build_view(&from), false, 1, true, &buffer);
    expect_bytes(buffer_view(&buffer), file_build_view(&wanted), "version 1.0 converted to 1.1, published");
    cr_assert(losses.markers == 2 && losses.keys == 0 && !losses.loses_gaze && !losses.adds_hands
              && !losses.adds_camera);
    file_build_free(&from);
    file_build_free(&wanted);
}

Test(mrtk_rewrite, lost_tangents_are_counted)
{
    AT_END(buffer_free) byte_buffer buffer = { NULL, 0, 0 };
    AT_END(file_build_free) file_build from;
    build_mrtk_10(&from);
    set_f32(&from, "camera.position_x.keys[0].in_tangent", 1);
    set_u32(&from, "camera.position_x.keys[2].out_tangent",
        0x80000000); /* -0 counts as lost, because 0 would be restored */
    set_f32(&from, "camera.rotation_w.keys[1].out_weight", 0.5F);
    set_i32(&from, "hand_joints_left[3].position_y.keys[0].weighted_mode", 0);
    cr_assert_eq(convert_mrtk_file(file_build_view(&from), false, 1, false, &buffer).keys, 4);
    cr_assert_eq(convert_mrtk_file(file_build_view(&from), false, 0, true, &buffer).keys, 0);
}

/* Writers that change a field, so that ap_rewrite_and_compare names the field */

static bool write_changed_wrap_mode(
    ap_view input, const ap_lint_options *options, ap_arena *arena, ap_writer *writer)
{
    ap_mrtk_animation *animation = ap_mrtk_read(input, ap_mrtk_variant_wanted(options), arena);
    animation->records[0].curves[1].post_wrap = 2;
    return ap_mrtk_write(animation, writer);
}

static bool write_fewer_markers(
    ap_view input, const ap_lint_options *options, ap_arena *arena, ap_writer *writer)
{
    ap_mrtk_animation *animation = ap_mrtk_read(input, ap_mrtk_variant_wanted(options), arena);
    animation->marker_count--;
    return ap_mrtk_write(animation, writer);
}

static void expect_difference(ap_format format, const char *path, uint8_t read, uint8_t wrote)
{
    AT_END(ap_arena_free) ap_arena arena;
    AT_END(file_build_free) file_build file;
    ap_rewrite rewrite;
    ap_arena_init(&arena, 0);
    build_mrtk_11(&file);
    format.name = ap_mrtk_format.name;
    cr_assert_eq(ap_rewrite_and_compare(&format, file_build_view(&file), &default_options, &arena, &rewrite),
        AP_REWRITE_DIFFERS);
    cr_assert_eq(rewrite.at, offset_of_field(&file, path));
    cr_assert(rewrite.read.field.known && rewrite.wrote.field.known);
    cr_assert_str_eq(rewrite.read.field.path, path);
    cr_assert_str_eq(rewrite.wrote.field.path, path);
    cr_assert(rewrite.read.shown_bytes == 4 && rewrite.read.shown[0] == read);
    cr_assert(rewrite.wrote.shown_bytes == 4 && rewrite.wrote.shown[0] == wrote);
}

Test(mrtk_rewrite, the_first_difference_is_named_by_its_field)
{
    ap_format format = ap_mrtk_format;
    format.write = write_changed_wrap_mode;
    expect_difference(format, "camera.position_y.post_wrap", 8, 2);
    format.write = write_fewer_markers;
    expect_difference(format, "marker_count", 2, 1);
}
