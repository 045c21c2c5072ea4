/* core/gltf: times and values that glTF cannot store, documents as .gltf and .glb, and writers that fail. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/base64_text.h"
#include "core/files/sink.h"
#include "tests/unit/md5/md5_case.h"
#include "tests/unit/support/stream_text.h"
#include "tests/unit/support/test_arena.h"
#include "validators/registry.h"
#include "validators/services/export/export_csv.h"
#include "validators/services/export/export_gltf.h"

static ap_gltf gltf;

static ap_writer writer;
static uint8_t output[32 * 1024]; /* what `writer` has written; more is dropped */
static ap_fixed_buffer keeper;

static void begin_output(void)
{
    ap_fixed_buffer_init(&keeper, &writer, output, sizeof output);
}

static ap_view end_output(void)
{
    cr_expect(ap_writer_flush(&writer));
    return (ap_view){ output, keeper.size };
}

static bool refuse_bytes(ap_writer *refusing, const uint8_t *bytes, size_t size)
{
    (void)refusing, (void)bytes, (void)size;
    return false;
}

ARENA_SUITE(gltf_parts);

#define COUNT(array) (sizeof(array) / sizeof *(array))

Test(gltf_parts, other_formats_are_refused)
{
    const ap_format other = { .name = "other" };
    const ap_export_source source = { .mesh = { NULL, 0 } };
    ap_gltf_init(&gltf, &arena);
    cr_expect_not(ap_export_gltf(&other, &source, &gltf));
    cr_expect_str_eq(gltf.refused, "a file of this format cannot be converted to glTF");
    cr_expect_not(ap_export_csv(&other, source.input, NULL, &(ap_csv){ .arena = &arena }));
}

Test(gltf_parts, equal_and_infinite_times_are_refused)
{
    static const char one_time[] =
        "two neighbouring times are equal as float32: a glTF document cannot store them";
    static const char no_number[] = "a value is not finite as float32: a glTF document cannot store it";
    static const struct {
        float time_values[3];
        const char *why;
    } cases[] = {
        { { 0, 1, 2 }, NULL },
        { { 0.5F, 1, 2 }, NULL },
        { { 0, 1, 1 }, one_time },
        { { 0, 0, 1 }, one_time },
        { { 1, 0, 2 }, one_time },
        { { -0.5F, 1, 2 }, one_time },
        { { 0, 1, INFINITY }, no_number },
        { { NAN, 1, 2 }, no_number },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        float time_values[3];
        const ap_gltf_accessor times = {
            .floats = memcpy(time_values, cases[i].time_values, sizeof time_values), .count = 3
        };
        ap_gltf_init(&gltf, &arena);
        cr_expect_eq(ap_gltf_check_times(&gltf, &times), cases[i].why == NULL,
            "case %zu: times must be accepted or refused as the row says", i);
        cr_expect(cases[i].why == NULL ? gltf.refused == NULL : strcmp(gltf.refused, cases[i].why) == 0,
            "case %zu: wrong reason", i);
    }
}

/* A .glb stores its length in 32 bits. */
Test(gltf_parts, a_binary_document_of_four_gigabytes_is_refused)
{
    ap_gltf_accessor huge = { .type = AP_GLTF_MAT4, .count = (size_t)1 << 26 }; /* 4 GiB */
    ap_gltf_init(&gltf, &arena);
    gltf.accessors = (ap_gltf_item_list){ &huge, &huge, 1 };
    begin_output();
    cr_expect_not(ap_gltf_write(&gltf, true, &writer));
    cr_expect_str_eq(
        gltf.refused, "the document has 4 GiB or more, too much for a .glb: write a .gltf instead");
    cr_expect_eq(end_output().size, 0);
}

/* An empty document, as .gltf and as .glb. */
Test(gltf_parts, an_empty_document_is_written)
{
    for (int binary = 0; binary < 2; binary++) {
        ap_gltf_init(&gltf, &arena);
        begin_output();
        cr_expect(ap_gltf_write(&gltf, binary, &writer) && ap_write(&writer, "", 1));
        const size_t size = end_output().size - 1; /* without the NUL */
        const char *text = (const char *)output;
        if (binary) {
            uint32_t words[5];
            memcpy(words, text, sizeof words);
            cr_expect(words[0] == 0x46546c67 && words[1] == 2 && words[2] == size && words[3] == size - 20);
            cr_expect(words[4] == 0x4e4f534a && size % 4 == 0);
        }
        const char *json = binary ? text + 20 : text;
        cr_expect(json[0] == '{' && strstr(json, "\"asset\"") != NULL && strstr(json, "\"2.0\"") != NULL,
            "not a glTF document: %s", json);
    }
}

/* The first words of an output, and its size. */
typedef struct first_words_and_size {
    uint32_t words[4];
    size_t size;
} first_words_and_size;

static bool add_size_and_keep_first_words(ap_writer *measuring, const uint8_t *bytes, size_t size)
{
    first_words_and_size *measured = measuring->context;
    if (measured->size == 0)
        memcpy(measured->words, bytes, sizeof measured->words);
    measured->size += size;
    return true;
}

/* The JSON of a .glb is measured before it is written, also if it is longer than the buffer of a writer. */
Test(gltf_parts, a_binary_document_with_a_long_name_has_its_length)
{
    static const char name[AP_WRITER_BYTES + 1];
    first_words_and_size measured = { .size = 0 };
    ap_gltf_init(&gltf, &arena);
    cr_assert_not_null(ap_gltf_add_node(&gltf, NULL, (ap_view){ (const uint8_t *)name, sizeof name }));
    ap_writer_init(&writer, add_size_and_keep_first_words, &measured);
    cr_expect(ap_gltf_write(&gltf, true, &writer) && ap_writer_flush(&writer));
    cr_expect(measured.words[0] == 0x46546c67 && measured.words[2] == measured.size
              && measured.words[3] == measured.size - 20);
    cr_expect_gt(measured.size, 6 * sizeof name, "each NUL is written as six characters");
}

Test(gltf_parts, a_writer_that_takes_no_bytes_fails)
{
    static float floats[70000];
    for (int binary = 0; binary < 2; binary++) {
        ap_gltf_accessor accessor = { .type = AP_GLTF_SCALAR, .count = COUNT(floats), .floats = floats };
        ap_gltf_init(&gltf, &arena);
        gltf.accessors = (ap_gltf_item_list){ &accessor, &accessor, 1 };
        ap_writer_init(&writer, refuse_bytes, NULL);
        cr_expect_not(ap_gltf_write(&gltf, binary, &writer));
        cr_expect_null(gltf.refused);
    }
}

/* The binary form has its length before its JSON, and needs memory to measure the JSON. */
Test(gltf_parts, the_binary_form_needs_memory)
{
    begin_output();
    ap_gltf_init(&gltf, &arena);
    arena.fail_at = arena.allocations + 1;
    cr_expect_not(ap_gltf_write(&gltf, true, &writer));
    cr_expect(arena.failed && gltf.refused == NULL && end_output().size == 0);
}

/* A quaternion and its negation are the same rotation. Of the two, the document has the one that is nearer to the quaternion of
   the key before. */
Test(gltf_parts, rotations_are_negated_to_be_near_the_one_before)
{
    float turns[] = { 0, 0, 0, 1, 0.1F, 0, 0, -0.9F, 0, 0.2F, 0, -0.9F, 1, 0, 0, 0 };
    static const float joined[] = { 0, 0, 0, 1, -0.1F, 0, 0, 0.9F, 0, -0.2F, 0, 0.9F, 1, 0, 0, 0 };
    ap_gltf_make_rotations_continuous(turns, 4);
    for (size_t i = 0; i < COUNT(joined); i++)
        cr_expect(turns[i] == joined[i], "wrong component %zu: %g", i, (double)turns[i]);
}

/* The base64 of a buffer is written in parts, but padded only at its end. */
Test(gltf_parts, a_buffer_of_any_length_is_encoded)
{
    static float floats[4000];
    static const size_t counts[] = { 1, 2, 3, 767, 768, 769, 1023, 1024, 1025, 4000 };
    for (size_t i = 0; i < COUNT(floats); i++)
        floats[i] = (float)i / 3;
    for (size_t c = 0; c < COUNT(counts); c++) {
        size_t size;
        ap_gltf_accessor accessor = { .type = AP_GLTF_SCALAR, .count = counts[c], .floats = floats };
        ap_gltf_init(&gltf, &arena);
        gltf.accessors = (ap_gltf_item_list){ &accessor, &accessor, 1 };
        begin_output();
        ap_gltf_put_buffer(&gltf, false, &writer);
        const ap_view bytes = end_output();
        cr_expect(bytes.size == 4 * counts[c] && memcmp(bytes.bytes, floats, bytes.size) == 0,
            "%zu numbers must be written as their bytes", counts[c]);
        begin_output();
        ap_gltf_put_buffer(&gltf, true, &writer);
        const ap_view text = end_output();
        ap_put_base64(open_text_stream(), (ap_view){ (const uint8_t *)floats, 4 * counts[c] });
        const char *encoded = close_text_stream(&size);
        cr_expect(size == text.size && memcmp(text.bytes, encoded, size) == 0, "%zu numbers: wrong base64",
            counts[c]);
    }
}

Test(gltf_parts, an_angle_of_view_that_never_changes_has_no_channel)
{
    static const char constant[] =
        "MD5Version 10\ncommandline \"\"\nnumFrames 2\nframeRate 24\nnumCuts 0\n\n"
        "cuts {\n}\n\ncamera {\n\t( 0 0 0 ) ( 0 0 0 ) 90\n\t( 1 2 3 ) ( 0 0 0 ) %s\n}\n";
    for (int changes = 0; changes < 2; changes++) {
        char text[256];
        size_t channels = 0;
        const ap_lint_options usual = { .listener = NULL };
        snprintf(text, sizeof text, constant, changes ? "80" : "90");
        const ap_export_source source = { .input = text_view(text), .options = &usual };
        ap_gltf_init(&gltf, &arena);
        cr_assert(ap_export_gltf(ap_find_format("md5camera"), &source, &gltf));
        for (const ap_gltf_channel *one = gltf.channels.first; one != NULL; one = one->next)
            channels += one->path == AP_GLTF_HEIGHT_ANGLE;
        cr_expect_eq(channels, (size_t)changes);
    }
}

/* The name of a mesh comes from the label of its block, and the material from its shader. */
Test(gltf_parts, names_that_are_not_utf_8_are_remarked)
{
    static const struct {
        const char *label, *shader;
        bool lost;
    } cases[] = { { "body", "skin", false }, { "b\xff", "skin", true }, { "body", "sk\xff", true } };
    static const ap_lint_options usual = { .listener = NULL };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char names[64];
        snprintf(names, sizeof names, "// meshes: %s\n\tshader \"%s\"", cases[i].label, cases[i].shader);
        const char *text = text_with_replaced_part(md5_mesh, "shader \"skin\"", names);
        const ap_export_source source = { .input = text_view(text), .options = &usual };
        arena_replace();
        ap_gltf_init(&gltf, &arena);
        cr_assert(ap_export_gltf(ap_find_format("md5mesh"), &source, &gltf));
        const ap_gltf_remark *remark = gltf.remarks.first;
        while (remark != NULL && strcmp(remark->text, "lost: bytes of names that are not UTF-8") != 0)
            remark = remark->next;
        cr_expect_eq(remark != NULL, cases[i].lost, "case %zu", i);
    }
}
