/* Tests that animations are written in the styles of known exporters. golden/reference/md5anim has files of these exporters. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/md5/md5_style.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/rewrite_case.h"
#include "validators/md5anim/md5anim.h"

static bool fill_bounds_of_frame(ap_md5anim_source *source, size_t frame, ap_md5_vector_pair *pair)
{
    (void)source;
    for (size_t axis = 0; axis < 3; axis++) {
        pair->first[axis].value = -17.3152847F;
        pair->second[axis].value = 41.25F + (float)frame;
    }
    return true;
}

static bool fill_baseframe_of_joint(ap_md5anim_source *source, size_t joint, ap_md5_vector_pair *pair)
{
    (void)source;
    for (size_t axis = 0; axis < 3; axis++) {
        pair->first[axis].value = (float)joint * 3.5F;
        pair->second[axis].value = axis == 0 ? -0.0F : 0.0871557444F;
    }
    return true;
}

static bool fill_values_of_frame(ap_md5anim_source *source, size_t frame, float *values)
{
    (void)source;
    (void)frame;
    values[0] = 0.1F;
    values[1] = -0.5F;
    values[2] = -1e-7F;
    return true;
}

static bool write_animation_in_style(ap_md5_exporter_style family, ap_writer *writer)
{
    static const ap_md5anim_joint joints[] = { { { (const uint8_t *)"origin", 6 }, -1, 0 },
        { { (const uint8_t *)"Body", 4 }, 0, 1 | 16 | 32 } };
    ap_md5anim_source source = { fill_bounds_of_frame, fill_baseframe_of_joint, fill_values_of_frame };
    ap_text_style random_style;
    ap_choices choices;
    AT_END(ap_arena_free) ap_arena arena;
    ap_choices_from_seed(&choices, 1);
    const ap_generation_request make = { .choices = &choices, .ranges = &(ap_knob_range){ 0, 0 } };
    const ap_md5anim animation = { .commandline = { (const uint8_t *)"anim", 4 },
        .frame_count = 1,
        .frame_rate = 24,
        .joints = joints,
        .joint_count = 2,
        .style = ap_md5_choose_style_unless_canonical(&make, 0, family, &random_style) };
    ap_arena_init(&arena, 0);
    const bool complete = ap_md5anim_write(&animation, &source, &arena, writer) && ap_writer_flush(writer);
    cr_expect_not(arena.failed);
    return complete;
}

static void fill_with_animation_in_style(ap_md5_exporter_style family, byte_buffer *buffer)
{
    static ap_writer writer;
    empty_buffer_and_init_writer(buffer, &writer);
    cr_assert(write_animation_in_style(family, &writer));
}

typedef struct style_case {
    ap_md5_exporter_style family;
    const char *text; /* the expected start of the file */
} style_case;

static const style_case cases[] = {
    { AP_MD5_CANONICAL, "MD5Version 10\ncommandline \"anim\"\nnumFrames 1\nnumJoints 2\nframeRate 24\n"
                        "numAnimatedComponents 3\n\nhierarchy {\n\t\"origin\" -1 0 0\n"
                        "\t\"Body\" 0 49 0 // origin\n}\n\nbounds {\n"
                        "\t( -17.315285 -17.315285 -17.315285 ) ( 41.25 41.25 41.25 )\n}\n\nbaseframe {\n"
                        "\t( 0 0 0 ) ( -0 0.087155744 0.087155744 )\n"
                        "\t( 3.5 3.5 3.5 ) ( -0 0.087155744 0.087155744 )\n}\n\n"
                        "frame 0 {\n\t0.1 -0.5 -0.0000001\n}\n" },
    { AP_MD5_ID, "MD5Version 10\ncommandline \"anim\"\nnumFrames 1\nnumJoints 2\nframeRate 24\n"
                 "numAnimatedComponents 3\n\nhierarchy {\n\t\"origin\"\t-1 0 0\t//\n"
                 "\t\"Body\"\t0 49 0\t// origin ( Tx Qy Qz )\n}\n\nbounds {\n"
                 "\t( -17.315284729 -17.315284729 -17.315284729 ) ( 41.25 41.25 41.25 )\n}\n\n" },
    { AP_MD5_BLENDER, "MD5Version 10\ncommandline \"anim\"\nnumFrames 1\nnumJoints 2\nframeRate 24\n"
                      "numAnimatedComponents 3\n\nhierarchy {\n\t\"origin\"\t-1 0 0\t//\n"
                      "\t\"Body\"\t0 49 0\t// origin\n}\n\nbounds {\n"
                      "\t( -17.315285 -17.315285 -17.315285 ) ( 41.250000 41.250000 41.250000 )\n}\n\n"
                      "baseframe {\n\t( 0.000000 0.000000 0.000000 ) ( -0.000000 0.087156 0.087156 )\n"
                      "\t( 3.500000 3.500000 3.500000 ) ( -0.000000 0.087156 0.087156 )\n}\n\n"
                      "frame 0 {\n\t0.100000 -0.500000 -0.000000\n}\n" },
    { AP_MD5_IO_SCENE, "MD5Version 10 // Parameters used during export: Reorient: False; Scale: 1.0\n"
                       "commandline \"anim\"\nnumFrames 1\nnumJoints 2\nframeRate 24\n"
                       "numAnimatedComponents 3\n\nhierarchy {\n  \"origin\" -1 0 0 //\n"
                       "  \"Body\" 0 49 0 // origin\n}\n\nbounds {\n"
                       "  ( -17.3152847290 -17.3152847290 -17.3152847290 )" },
    { AP_MD5_MAX, "MD5Version 10\r\ncommandline \"anim\"\r\nnumFrames 1\r\nnumJoints 2\r\nframeRate 24\r\n"
                  "numAnimatedComponents 3\r\n\r\nhierarchy {\r\n\t\"origin\" -1 0 0 //\r\n"
                  "\t\"Body\" 0 49 0 // origin ( Tx Qy Qz )\r\n}\r\n\r\nbounds {\r\n"
                  "\t( -17.315285 -17.315285 -17.315285 ) ( 41.25 41.25 41.25 ) \r\n}\r\n\r\n" },
    { AP_MD5_OTHER,
        "MD5Version 10\ncommandline \"anim\"\nnumFrames 1\nnumJoints 2\nframeRate 24\n"
        "numAnimatedComponents 3\n\nhierarchy {\n\"origin\" -1 0 0\n\"Body\" 0 49 0\n}\n\nbounds {\n"
        "( -17.315285 -17.315285 -17.315285 ) ( 41.25 41.25 41.25 )\n}\n\nbaseframe {\n" },
};

Test(md5anim_styles, each_style_is_written_as_its_exporter_does_and_has_no_finding)
{
    AT_END(buffer_free) byte_buffer buffer = { NULL, 0, 0 };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const size_t length = strlen(cases[i].text);
        fill_with_animation_in_style(cases[i].family, &buffer);
        cr_assert(buffer.size >= length && memcmp(buffer.bytes, cases[i].text, length) == 0,
            "style %zu: %.*s", i, (int)buffer.size, (const char *)buffer.bytes);
        expect_findings(&ap_md5anim_format, buffer_view(&buffer), NULL, NULL, "a style");
    }
}

/* AP_MD5_OTHER spells each value as the canonical form does. */
Test(md5anim_styles, a_file_in_another_style_is_rewritten_in_canonical_form)
{
    static ap_writer writer;
    AT_END(buffer_free)
    byte_buffer other = { NULL, 0, 0 }, canonical = { NULL, 0, 0 }, again = { NULL, 0, 0 };
    AT_END(ap_arena_free) ap_arena arena;
    ap_arena_init(&arena, 0);
    fill_with_animation_in_style(AP_MD5_OTHER, &other);
    fill_with_animation_in_style(AP_MD5_CANONICAL, &canonical);
    empty_buffer_and_init_writer(&again, &writer);
    const ap_lint_options default_options = { .listener = NULL };
    cr_assert(ap_md5anim_write_file(buffer_view(&other), &default_options, &arena, &writer)
              && ap_writer_flush(&writer));
    expect_bytes(buffer_view(&again), buffer_view(&canonical),
        "the canonical form of a file in the style AP_MD5_OTHER");
}

static bool fail_to_write(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    (void)bytes, (void)size;
    ++*(size_t *)writer->context;
    return false;
}

/* Writes a file in each style to outputs that refuse bytes after 0, 1, 2 … bytes of the file. */
Test(md5anim_styles, writing_stops_when_the_output_refuses_bytes)
{
    static ap_writer writer;
    AT_END(buffer_free) byte_buffer buffer = { NULL, 0, 0 };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fill_with_animation_in_style(cases[i].family, &buffer);
        for (size_t room = 0; room < buffer.size; room++) {
            size_t calls = 0;
            ap_writer_init(&writer, fail_to_write, &calls);
            writer.used = sizeof writer.buffer - room;
            cr_expect(!write_animation_in_style(cases[i].family, &writer) && writer.failed && calls == 1,
                "style %zu: the output refuses bytes after %zu bytes, but was called %zu times", i, room,
                calls);
        }
    }
}
