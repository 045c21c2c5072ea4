/* Tests that animations are written in canonical form, from files and from generated models, and that a listener gets every
   field. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "tests/unit/md5/md5_case.h"
#include "tests/unit/md5/md5_random.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/reading_ways.h"
#include "tests/unit/support/rewrite_case.h"
#include "tests/unit/support/stream_text.h"
#include "tests/unit/support/test_arena.h"
#include "tests/unit/support/test_sample.h"
#include "validators/md5anim/md5anim.h"
#include "validators/md5anim/md5anim_table.h"

ARENA_SUITE(md5anim_canonical);

enum { MODELS = 100000, RANDOM_FILES = 20000, MOST_JOINTS = 6, MOST_FRAMES = 3, MODEL_VALUES = 512 };

static const ap_lint_options default_options = { .listener = NULL };

/* Writes the canonical form of a file to the buffer. Returns false if the writer refuses the file. */
static bool write_canonical(ap_view input, byte_buffer *buffer)
{
    static ap_writer writer;
    arena_replace();
    empty_buffer_and_init_writer(buffer, &writer);
    const bool complete =
        ap_md5anim_format.write(input, &default_options, &arena, &writer) && ap_writer_flush(&writer);
    cr_assert_not(arena.failed);
    return complete;
}

static void expect_canonical_text(const char *text, const char *canonical)
{
    AT_END(buffer_free) byte_buffer buffer = { NULL, 0, 0 };
    cr_assert(write_canonical(text_view(text), &buffer), "the writer refuses:\n%s", text);
    expect_bytes(buffer_view(&buffer), text_view(canonical), "canonical form");
    cr_assert(write_canonical(text_view(canonical), &buffer));
    expect_bytes(buffer_view(&buffer), text_view(canonical), "canonical form of the canonical form");
}

static const char incomplete[] = "MD5Version 10 // made by hand\r\n"
                                 "commandline \"a \\b // {\t\xff\"\r\n\r\n"
                                 "numFrames 2\r\nnumJoints 3 numAnimatedComponents\r\n";

Test(md5anim_canonical, files_with_errors_are_refused)
{
    AT_END(buffer_free) byte_buffer buffer = { NULL, 0, 0 };
    cr_assert_not(write_canonical(text_view(incomplete), &buffer));
    cr_assert_not(write_canonical(text_view(""), &buffer));
    cr_assert_not(write_canonical(text_view(md5_mesh), &buffer));
}

static const char canonical_form[] = "MD5Version 10\n"
                                     "commandline \"a \\b // {\t\xff\"\n"
                                     "numFrames 2\n"
                                     "numJoints 4\n"
                                     "frameRate 24\n"
                                     "numAnimatedComponents 5\n"
                                     "\n"
                                     "hierarchy {\n"
                                     "\t\"root\" -1 3 0\n"
                                     "\t\"a b\" 0 0 0 // root\n"
                                     "\t\"c\" 1 4 2 // a b\n"
                                     "\t\"d\" 0 3 3 // root\n"
                                     "}\n"
                                     "\n"
                                     "bounds {\n"
                                     "\t( -0 0.5 -0.25 ) ( 10 2 3 )\n"
                                     "\t( 0 0 0 ) ( 0 0 0 )\n"
                                     "}\n"
                                     "\n"
                                     "baseframe {\n"
                                     "\t( 0 0 0 ) ( 0 0 0 )\n"
                                     "\t( 0 0 0 ) ( 0.1 0 0 )\n"
                                     "\t( 0 0 0 ) ( 0 1.5e-15 -0 )\n"
                                     "\t( 0 0 0 ) ( 0 0 0 )\n"
                                     "}\n"
                                     "\n"
                                     "frame 0 {\n"
                                     "\t0.000000000000015 1.2345678e-12\n"
                                     "\t0\n"
                                     "\t0 1\n"
                                     "}\n"
                                     "\n"
                                     "frame 1 {\n"
                                     "\t13 0.0000001\n"
                                     "\t10\n"
                                     "\t10 11\n"
                                     "}\n";

/* The file has comments, CR LF, components out of order and used twice, a joint without components, a number of more than 15
   decimals (written with an exponent), and content after the last frame. */
Test(md5anim_canonical, a_file_in_free_form_is_written_in_canonical_form)
{
    expect_canonical_text("MD5Version 10 // made by hand\r\n"
                          "commandline \"a \\b // {\t\xff\"\r\n\r\n"
                          "numFrames 2\r\nnumJoints 4\r\nframeRate 24\r\nnumAnimatedComponents 5\r\n"
                          "hierarchy{\"root\" -1 3 3 \"a b\" 0 0 4 \"c\" 1 4 0 \"d\" 0 3 0 }\n"
                          "bounds { (-0 0.50 -.25) (1e1 2. 3.0000000001)\n(0 0 0)(0 0 0) }\n"
                          "baseframe { ( 0 0 0 ) ( 0 0 0 ) ( 0 0 0 ) ( 0.1 0 0 )\n"
                          "( 0 0 0 ) ( 0 1.5e-15 -0.0000 ) ( 0 0 0 ) ( 0 0 0 ) }\n"
                          "frame 0 { 0 1 2 15e-15 0.0000000000012345678 }\n"
                          "frame 1\n{ 10 11\n12 13.000 1e-7 } // the end\nMD5Version 10",
        canonical_form);
}

Test(md5anim_canonical, a_fractional_frame_rate_is_kept)
{
    static const char *const rates[] = { "frameRate 29.97", "frameRate 1234567.9" };
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        const char *text = text_with_replaced_part(canonical_form, "frameRate 24", rates[i]);
        expect_canonical_text(text, text);
    }
}

static size_t count_warnings_and_notes(const lint_run *run)
{
    return run->findings.counts[AP_WARNING] + run->findings.counts[AP_NOTE];
}

/* Counts the errors that keep a file from being written: all except orientations that are too long for a rotation. */
static size_t count_errors_preventing_writing(const lint_run *run)
{
    return run->findings.counts[AP_ERROR]
           - ap_findings_count_of_rule(&run->findings, AP_MD5ANIM_RULE(ROTATION_VALUES));
}

/* Expects a canonical form without errors, with at most `most_warnings_and_notes` warnings and notes, that is its own canonical
   form. */
static void expect_own_canonical_form(
    ap_view input_for_messages, const byte_buffer *buffer, size_t most_warnings_and_notes)
{
    lint_run run;
    AT_END(buffer_free) byte_buffer again = { NULL, 0, 0 };
    lint_begin(&run, &ap_md5anim_format, buffer_view(buffer), NULL);
    cr_assert_eq(count_errors_preventing_writing(&run), 0, "the canonical form has an error:\n%.*s",
        (int)input_for_messages.size, (const char *)input_for_messages.bytes);
    cr_assert_leq(count_warnings_and_notes(&run), most_warnings_and_notes,
        "the canonical form has more warnings:\n%.*s", (int)input_for_messages.size,
        (const char *)input_for_messages.bytes);
    lint_end(&run);
    cr_assert(write_canonical(buffer_view(buffer), &again));
    expect_bytes(buffer_view(&again), buffer_view(buffer), "canonical form of the canonical form");
}

/* Every second file has random faults of every kind in its frames. */
Test(md5anim_canonical, a_random_file_is_refused_if_and_only_if_it_has_an_error)
{
    static random_animation animation;
    choices random = { 11 };
    AT_END(buffer_free) byte_buffer buffer = { NULL, 0, 0 };
    const unsigned files = sample_size(RANDOM_FILES);
    size_t refused = 0;
    for (unsigned i = 0; i < files; i++) {
        AT_END(lint_end) lint_run run;
        const unsigned rate = i % 2 == 0 ? 0 : 200;
        random_animation_generate(&animation, &random, (fault_rates){ rate, rate, rate, rate });
        const ap_view input = { (const uint8_t *)animation.text, animation.used };
        lint_begin(&run, &ap_md5anim_format, input, NULL);
        const bool complete = write_canonical(input, &buffer);
        cr_assert_eq(complete, count_errors_preventing_writing(&run) == 0, "file %u", i);
        if (complete)
            expect_own_canonical_form(input, &buffer, count_warnings_and_notes(&run));
        refused += !complete;
    }
    cr_assert(refused > files / 20 && refused < files / 2 + 1,
        "from 1/20 to 1/2 of the files must be refused, not %zu of %u", refused, files);
}

Test(md5anim_canonical, failing_writes_and_memory_are_reported)
{
    AT_END(buffer_free) byte_buffer buffer = { NULL, 0, 0 };
    cr_assert(write_canonical(text_view(md5_animation), &buffer));
    expect_rewritten_same(&ap_md5anim_format, buffer_view(&buffer), &default_options, "canonical");
    expect_write_fails(&ap_md5anim_format, buffer_view(&buffer), &default_options);
    expect_rewritten_or_no_memory(&ap_md5anim_format, buffer_view(&buffer), &default_options);
}

/* A random animation model; a writer reads the model through the callbacks of `source`. */

typedef struct random_model {
    ap_md5anim_source source; /* first member: the callbacks cast a source to its model */
    choices random;
    size_t components;
    float values[MODEL_VALUES]; /* the values given to the writer, in file order */
    size_t given;
} random_model;

/* Adds a number to model->values and returns it. The number is between -1 and 1, or any finite number. */
static float random_model_value(random_model *model)
{
    uint32_t bits = (uint32_t)(next_random_number(&model->random) >> 32);
    if (!ap_are_f32_bits_finite(bits))
        bits &= 0x3fffffff;
    const float small = (float)((int)random_number_below(&model->random, 2000001) - 1000000) / 1000000;
    cr_assert(model->given < MODEL_VALUES);
    return model->values[model->given++] =
               random_number_below(&model->random, 2) == 0 ? small : ap_float_of_bits(bits);
}

static bool fill_random_pair(ap_md5anim_source *source, size_t index, ap_md5_vector_pair *pair)
{
    (void)index;
    for (size_t axis = 0; axis < 3; axis++)
        pair->first[axis].value = random_model_value((random_model *)source);
    for (size_t axis = 0; axis < 3; axis++)
        pair->second[axis].value = random_model_value((random_model *)source);
    return true;
}

static bool fill_random_frame_values(ap_md5anim_source *source, size_t frame, float *values)
{
    random_model *model = (random_model *)source;
    (void)frame;
    for (size_t i = 0; i < model->components; i++)
        values[i] = random_model_value(model);
    return true;
}

static void generate_random_animation(
    random_model *model, ap_md5anim *animation, ap_md5anim_joint joints[MOST_JOINTS])
{
    static const char *const names[MOST_JOINTS] = { "root", "b c", "d{", "//e", "f", "\xc3\xa4" };
    model->source = (ap_md5anim_source){ fill_random_pair, fill_random_pair, fill_random_frame_values };
    model->components = model->given = 0;
    *animation = (ap_md5anim){ .commandline =
                                   text_view(random_number_below(&model->random, 2) == 0 ? "" : "a {b} //\\"),
        .frame_count = 1 + (int32_t)random_number_below(&model->random, MOST_FRAMES),
        .frame_rate = 1 + (int32_t)random_number_below(&model->random, INT32_MAX / 1000),
        .joints = joints,
        .joint_count = 1 + random_number_below(&model->random, MOST_JOINTS) };
    for (size_t i = 0; i < animation->joint_count; i++) {
        const int32_t flags = (int32_t)random_number_below(&model->random, 64);
        joints[i] = (ap_md5anim_joint){ .name = text_view(names[i]),
            .parent = i == 0 ? -1 : (int32_t)random_number_below(&model->random, (unsigned)i),
            .flags = random_number_below(&model->random, 3) == 0 ? 0 : flags };
        model->components += (size_t)__builtin_popcount((unsigned)joints[i].flags);
    }
}

/* Expects that strtof reads the numbers after the hierarchy as the values of the model. */
static void expect_values_of_animation(const random_model *model, byte_buffer *buffer)
{
    append_u8(buffer, 0);
    buffer->size--;
    const char *text = strstr((const char *)buffer->bytes, "\nbounds {");
    size_t found = 0;
    cr_assert(text != NULL);
    for (text += strcspn(text, "(") + 1; *text != '\0';) {
        char *end;
        if (strncmp(text, "frame ", 6) == 0)
            text += strcspn(text, "{");
        const float value = strtof(text, &end);
        if (end == text) {
            text++;
            continue;
        }
        cr_assert(found < model->given);
        cr_assert_eq(ap_bits_of_float(value), ap_bits_of_float(model->values[found]), "value %zu", found);
        found++;
        text = end;
    }
    cr_assert_eq(found, model->given);
}

Test(md5anim_canonical, random_models_are_written_without_a_loss)
{
    static ap_writer writer;
    static random_model model = { .random = { 7 } };
    AT_END(buffer_free) byte_buffer buffer = { NULL, 0, 0 }, again = { NULL, 0, 0 };
    for (unsigned i = 0, models = sample_size(MODELS); i < models; i++) {
        ap_md5anim animation;
        ap_md5anim_joint joints[MOST_JOINTS];
        generate_random_animation(&model, &animation, joints);
        arena_replace();
        empty_buffer_and_init_writer(&buffer, &writer);
        cr_assert(ap_md5anim_write(&animation, &model.source, &arena, &writer) && ap_writer_flush(&writer));
        expect_values_of_animation(&model, &buffer);
        cr_assert(
            write_canonical(buffer_view(&buffer), &again), "model %u:\n%s", i, (const char *)buffer.bytes);
        expect_bytes(buffer_view(&again), buffer_view(&buffer), "a model, read and written again");
    }
}

/* The numbers of fields that a listener received. */

typedef struct field_counts_and_last_path {
    size_t fields, numbers, names;
    char last[64]; /* path of the last field */
} field_counts_and_last_path;

static void count_field_and_keep_path(void *context, const ap_io *io, ap_field_type type, ap_field_role role)
{
    field_counts_and_last_path *received = context;
    cr_assert_eq(type, AP_TYPE_TEXT);
    cr_assert(io->field.span.length > 0);
    received->fields++;
    received->numbers += role == AP_ROLE_NUMBER;
    received->names += role == AP_ROLE_NAME;
    ap_snprint_field_path(&io->path, io->field.name, received->last, sizeof received->last);
}

/* The header has six values, a joint four, an entry of bounds or baseframe six; a frame has its values and an index. */
Test(md5anim_canonical, a_listener_gets_each_value)
{
    static const char text[] =
        "MD5Version 10\ncommandline \"\"\nnumFrames 2\nnumJoints 2\nframeRate 24\n"
        "numAnimatedComponents 3\nhierarchy {\n\"a\" -1 3 0\n\"b\" 0 8 2\n}\n"
        "bounds {\n( 0 0 0 ) ( 1 1 1 )\n( 0 0 0 ) ( 1 1 1 )\n}\n"
        "baseframe {\n( 0 0 0 ) ( 0 0 0 )\n( 0 0 0 ) ( 0 0 0 )\n}\n"
        "frame 0 {\n1 2 0\n}\nframe 1 {\n1 2 0\n}\n                                     ";
    field_counts_and_last_path received = { 0 };
    const ap_listener listener = { .field = count_field_and_keep_path, .context = &received };
    const ap_lint_options options = { .listener = &listener };
    AT_END(lint_end) lint_run run;
    lint_begin(&run, &ap_md5anim_format, text_view(text), &options);
    cr_assert_eq(run.findings.counts[AP_ERROR], 0);
    cr_assert_eq(received.fields, 6 + 2 * 4 + 2 * 6 + 2 * 6 + 2 * (1 + 3));
    cr_assert_eq(received.numbers, 1 + 2 * 6 + 2 * 6 + 2 * 3);
    cr_assert_eq(received.names, 1 + 2);
    cr_assert_str_eq(received.last, "frames[1].values[2]");
}

/* With a listener, files are read token by token. */
Test(md5anim_canonical, reading_token_by_token_finds_the_same_in_broken_files)
{
    static const char bytes[] = " \t\n\r\"(){}/-.e0123456789x";
    static random_animation animation;
    choices random = { 5 };
    for (int i = 0, files = (int)sample_size(RANDOM_FILES); i < files; i++) {
        random_animation_generate(&animation, &random, (fault_rates){ 0, 0, 0, 0 });
        for (unsigned changes = random_number_below(&random, 4); changes > 0; changes--)
            animation.text[random_number_below(&random, (unsigned)animation.used)] =
                bytes[random_number_below(&random, sizeof bytes - 1)];
        (void)expect_equal_readings(
            &ap_md5anim_format, (ap_view){ (const uint8_t *)animation.text, animation.used }, i);
    }
}
