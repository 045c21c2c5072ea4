/* animproof.h: the fields of a file with their values, and changes of values. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/library/handle_case.h"

/* Some fields of three files: a text, an MRTK file with a magic number and names, and a MEMG file with doubles. */
typedef struct wanted_field {
    const char *path, *type, *role;
    size_t offset, length;
    const char *text;
    size_t text_length;
    double number; /* NAN: not a number */
    const char *meaning;
} wanted_field;

static const wanted_field of_camera[] = {
    { "version", "text", "version", 11, 2, "10", 2, 10, NULL },
    { "commandline", "text", "name", 26, 2, "", 0, NAN, NULL },
    { "num_frames", "text", "count", 39, 1, "2", 1, 2, NULL },
    { "cuts[0]", "text", "index", 73, 1, "1", 1, 1, NULL },
    { "frames[1].position.z", "text", "number", 118, 1, "3", 1, 3, NULL },
    { "frames[1].fov", "text", "number", 132, 2, "90", 2, 90, NULL },
};
static const wanted_field of_mrtk[] = {
    { "magic", "u64", "magic", 0, 8, "0x6a8faf6e0f9e42c6", 18, NAN, NULL },
    { "version.major", "i32", "version", 8, 4, "1", 1, 1, NULL },
    { "has_camera", "u8", "flag", 0x10, 1, "1", 1, 1, NULL },
    { "camera.position_x.pre_wrap", "i32", "enum", 0x13, 4, "8", 1, 8, "ClampForever" },
    { "camera.position_x.key_count", "i32", "count", 0x1b, 4, "2", 1, 2, NULL },
    { "camera.rotation_w.keys[0].value", "f32", "number", 0xcb, 4, "-0.24848822", 11, -0.24848821759223938,
        NULL },
    { "markers[0].name", "bytes", "name", 0xe0, 15, "lJqPRTja13WLUcS", 15, NAN, NULL },
    { "markers[1].name", "bytes", "name", 0xf4, 2, "\xc7\xba", 2, NAN, NULL },
};
static const wanted_field of_memg[] = {
    { "framerate", "i32", "number", 4, 4, "120", 3, 120, NULL },
    { "transforms[0][0][1]", "f64", "number", 0x18, 8, "-0.49791816179812387", 20, -0.49791816179812387,
        NULL },
    { "groups[0].name", "bytes", "name", 0x74, 5, "zsJ_1", 5, NAN, NULL },
    { "groups[0].coefficients.values[0]", "f64", "number", 0x12d, 8, "0.6035793503056232", 18,
        0.6035793503056232, NULL },
};

static void expect_field(const animproof_field *field, const wanted_field *wanted)
{
    cr_expect_str_eq(field->path, wanted->path);
    cr_expect_str_eq(field->type, wanted->type, "%s: wrong type %s", wanted->path, field->type);
    cr_expect_str_eq(field->role, wanted->role, "%s: wrong role %s", wanted->path, field->role);
    cr_expect(field->offset == wanted->offset && field->length == wanted->length, "%s: wrong span %zu+%zu",
        wanted->path, field->offset, field->length);
    cr_expect_str_eq(field->text, wanted->text);
    cr_expect_eq(field->text_length, wanted->text_length, "%s: wrong length of the text", wanted->path);
    cr_expect(isnan(wanted->number) ? isnan(field->number) : memcmp(&field->number, &wanted->number, 8) == 0,
        "%s: wrong number %.17g", wanted->path, field->number);
    if (wanted->meaning == NULL)
        cr_expect_null(field->meaning, "%s: the field's meaning must be NULL", wanted->path);
    else
        cr_expect_str_eq(field->meaning, wanted->meaning);
    cr_expect_eq(field->struct_size, sizeof *field);
}

typedef struct field_counts {
    const wanted_field *wanted;
    size_t count, matched, all, lengths;
} field_counts;

static int check_field(void *user, const animproof_field *field)
{
    field_counts *w = user;
    w->all++;
    if (strcmp(field->type, "length") == 0) {
        w->lengths++;
        cr_expect_eq(field->number, w->lengths == 1 ? 15 : 2);
        cr_expect_str_eq(field->text, w->lengths == 1 ? "15" : "2");
        return 0;
    }
    for (size_t i = 0; i < w->count; i++) {
        if (strcmp(w->wanted[i].path, field->path) != 0)
            continue;
        expect_field(field, &w->wanted[i]);
        w->matched++;
    }
    return 0;
}

static int stop_at_second_field(void *user, const animproof_field *field)
{
    (void)field;
    return ++*(size_t *)user == 2;
}

static void check_fields_and_free_handle(
    animproof *handle, const wanted_field *wanted, size_t count, size_t all, size_t lengths)
{
    field_counts w = { .wanted = wanted, .count = count };
    size_t reported = 0;
    expect_ok(handle, animproof_fields(handle, check_field, &w));
    cr_expect(w.matched == count && w.all == all && w.lengths == lengths,
        "wrong counts: %zu matching fields, %zu fields, %zu lengths", w.matched, w.all, w.lengths);
    expect_ok(handle, animproof_fields(handle, stop_at_second_field, &reported));
    cr_expect_eq(reported, 2);
    for (size_t i = 0; i < count; i++) {
        animproof_field field;
        expect_ok(handle, animproof_get(handle, wanted[i].path, &field, sizeof field));
        expect_field(&field, &wanted[i]);
    }
    animproof_field field;
    expect_call(handle, animproof_get(handle, "no.such[3]", &field, sizeof field), ANIMPROOF_NO_FIELD,
        "the file has no field no.such[3]");
    expect_call(handle, animproof_fields(handle, NULL, NULL), ANIMPROOF_MISUSE, "the callback is NULL");
    animproof_free(handle);
}

Test(handle_values, fields_are_reported_with_their_values)
{
    check_fields_and_free_handle(
        handle_with_text(small_camera), of_camera, sizeof of_camera / sizeof *of_camera, 20, 0);
    check_fields_and_free_handle(
        handle_with_file(SMALL_MRTK), of_mrtk, sizeof of_mrtk / sizeof *of_mrtk, 62, 2);
    check_fields_and_free_handle(
        handle_with_file(SMALL_MEMG), of_memg, sizeof of_memg / sizeof *of_memg, 111, 0);
}

/* Expects the bytes of the file to be those before, with `removed` bytes at `offset` replaced. */
static void expect_bytes_replaced(animproof *handle, const char *before, size_t before_size, size_t offset,
    size_t removed, const void *bytes, size_t count, const char *what)
{
    size_t size;
    const char *now = animproof_bytes(handle, &size);
    cr_assert_eq(size, before_size - removed + count, "%s: wrong size %zu", what, size);
    cr_expect(
        memcmp(now, before, offset) == 0 && memcmp(now + offset, bytes, count) == 0
            && memcmp(now + offset + count, before + offset + removed, before_size - offset - removed) == 0,
        "%s: wrong bytes", what);
}

typedef struct value_change {
    const char *path, *text;
    size_t offset, removed;
    const char *bytes; /* NULL: the value is refused */
    size_t count;
    const char *why;
} value_change;

/* Makes each change twice. A handle with a text has the caller's bytes the first time, and its own copy the second time. */
static void check_changes(const char *path, const char *text, const value_change *changes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const value_change *c = &changes[i];
        AT_END(handle_free)
        animproof *handle = path == NULL ? handle_with_text(text) : handle_with_file(path);
        size_t size;
        char *before = copy_bytes_of_open_file(handle, &size);
        for (int again = 0; again < 2; again++) {
            if (c->bytes == NULL) {
                expect_call(handle, animproof_put(handle, c->path, c->text), ANIMPROOF_BAD_VALUE, c->why);
                expect_bytes_replaced(handle, before, size, 0, 0, "", 0, c->why);
            } else {
                expect_ok(handle, animproof_put(handle, c->path, c->text));
                expect_bytes_replaced(
                    handle, before, size, c->offset, c->removed, c->bytes, c->count, c->text);
            }
        }
        free(before);
    }
}

static void check_put_number(
    const char *path, const char *field, double number, const char *text, const char *why)
{
    AT_END(handle_free)
    animproof *handle = path == NULL ? handle_with_text(small_camera) : handle_with_file(path);
    animproof_field now;
    if (text == NULL) {
        expect_call(handle, animproof_put_number(handle, field, number), ANIMPROOF_BAD_VALUE, why);
    } else {
        expect_ok(handle, animproof_put_number(handle, field, number));
        expect_ok(handle, animproof_get(handle, field, &now, sizeof now));
        cr_expect_str_eq(now.text, text, "%s: wrong text %s", field, now.text);
    }
}

#define U8_NEEDED  "an integer from 0 to 255 is needed"
#define I32_NEEDED "a 32-bit integer is needed"

Test(handle_values, numbers_of_binary_files_are_changed)
{
    static const char value[] = "camera.rotation_w.keys[0].value", wrap[] = "camera.position_x.pre_wrap";
    const value_change changes[] = {
        { "has_camera", "0", 0x10, 1, "\0", 1, NULL },
        { "has_camera", "255", 0x10, 1, "\xff", 1, NULL },
        { "has_camera", "256", 0, 0, NULL, 0, "has_camera: " U8_NEEDED },
        { "has_camera", "-1", 0, 0, NULL, 0, "has_camera: " U8_NEEDED },
        { "has_camera", "1.5", 0, 0, NULL, 0, "has_camera: " U8_NEEDED },
        { wrap, "2147483647", 0x13, 4, "\xff\xff\xff\x7f", 4, NULL },
        { wrap, "-2147483648", 0x13, 4, "\0\0\0\x80", 4, NULL },
        { wrap, "16909060", 0x13, 4, "\4\3\2\1", 4, NULL },
        { wrap, "2147483648", 0, 0, NULL, 0, "camera.position_x.pre_wrap: " I32_NEEDED },
        { wrap, "", 0, 0, NULL, 0, "camera.position_x.pre_wrap: " I32_NEEDED },
        { value, "1", 0xcb, 4, "\0\0\x80\x3f", 4, NULL },
        { value, "-0.5", 0xcb, 4, "\0\0\0\xbf", 4, NULL },
        { value, "inf", 0xcb, 4, "\0\0\x80\x7f", 4, NULL },
        { value, "nan (0x7fc00001)", 0xcb, 4, "\1\0\xc0\x7f", 4, NULL },
        { value, "1e39", 0, 0, NULL, 0,
            "camera.rotation_w.keys[0].value: a number in the range of the field is needed" },
        { value, "many", 0, 0, NULL, 0,
            "camera.rotation_w.keys[0].value: a number in the range of the field is needed" },
        { "magic", "0x0102030405060708", 0, 8, "\x8\7\6\5\4\3\2\1", 8, NULL },
        { "magic", "7", 0, 0, NULL, 0, "magic: a text such as 0x6a8faf6e0f9e42c6 is needed" },
        { "magic", "many", 0, 0, NULL, 0, "magic: a text such as 0x6a8faf6e0f9e42c6 is needed" },
    };
    check_changes(SMALL_MRTK, NULL, changes, sizeof changes / sizeof *changes);
    const value_change doubles[] = {
        { "transforms[0][0][1]", "1", 0x18, 8, "\0\0\0\0\0\0\xf0\x3f", 8, NULL },
        { "transforms[0][0][1]", "-inf", 0x18, 8, "\0\0\0\0\0\0\xf0\xff", 8, NULL },
        { "framerate", "30", 4, 4, "\x1e\0\0\0", 4, NULL },
    };
    check_changes(SMALL_MEMG, NULL, doubles, sizeof doubles / sizeof *doubles);
}

/* The stored length of a name changes with the name: in MRTK one to three bytes, in MEMG an int32. */
Test(handle_values, names_of_binary_files_are_changed_with_their_length)
{
    static char name[20000];
    memset(name, 'n', sizeof name - 1);
    static const struct {
        size_t size;
        const char *head;
        size_t head_size;
    } lengths[] = { { 0, "\0", 1 }, { 1, "\1", 1 }, { 15, "\17", 1 }, { 127, "\x7f", 1 },
        { 128, "\x80\1", 2 }, { 16383, "\xff\x7f", 2 }, { 16384, "\x80\x80\1", 3 } };
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        static char bytes[20010];
        const size_t size = lengths[i].size, head = lengths[i].head_size;
        memcpy(bytes, lengths[i].head, head);
        memset(bytes + head, 'n', size);
        name[size] = '\0';
        const value_change c = { "markers[0].name", name, 0xdf, 16, bytes, head + size, NULL };
        check_changes(SMALL_MRTK, NULL, &c, 1);
        name[size] = 'n';
        const uint8_t count[4] = { (uint8_t)size, (uint8_t)(size >> 8), (uint8_t)(size >> 16), 0 };
        memcpy(bytes, count, 4);
        memset(bytes + 4, 'n', size);
        name[size] = '\0';
        const value_change m = { "groups[0].name", name, 0x70, 9, bytes, 4 + size, NULL };
        check_changes(SMALL_MEMG, NULL, &m, 1);
        name[size] = 'n';
    }
}

Test(handle_values, a_big_endian_file_stays_big_endian)
{
    const value_change changes[] = {
        { "framerate", "16909060", 4, 4, "\1\2\3\4", 4, NULL },
        { "transforms[0][0][0]", "1", 16, 8, "\x3f\xf0\0\0\0\0\0\0", 8, NULL },
        { "groups[0].name", "ab", 0x490, 14, "\0\0\0\2ab", 6, NULL },
    };
    check_changes(
        "golden/memg/bad/byte-order__big-endian.bin", NULL, changes, sizeof changes / sizeof *changes);
    check_put_number("golden/memg/bad/byte-order__big-endian.bin", "framerate", -2, "-2", NULL);
}

Test(handle_values, tokens_of_a_text_are_changed)
{
    const value_change changes[] = {
        { "frames[1].fov", "45.5", 132, 2, "45.5", 4, NULL },
        { "frames[1].fov", "7", 132, 2, "7", 1, NULL },
        { "frames[1].fov", "80", 132, 2, "80", 2, NULL },
        { "frames[1].fov", "inf", 0, 0, NULL, 0,
            "frames[1].fov: a number in the range of the field is needed" },
        { "frames[1].fov", "1 2", 0, 0, NULL, 0,
            "frames[1].fov: a number in the range of the field is needed" },
        { "num_frames", "3", 39, 1, "3", 1, NULL },
        { "num_frames", "2.5", 0, 0, NULL, 0, "num_frames: " I32_NEEDED },
        { "cuts[0]", "x", 0, 0, NULL, 0, "cuts[0]: " I32_NEEDED },
        { "commandline", "a 'b' \\", 26, 2, "\"a 'b' \\\"", 9, NULL },
        { "commandline", "", 26, 2, "\"\"", 2, NULL },
        { "commandline", "a\"b", 0, 0, NULL, 0, "commandline: a string cannot hold a quote or a line end" },
        { "commandline", "a\nb", 0, 0, NULL, 0, "commandline: a string cannot hold a quote or a line end" },
        { "commandline", "a\rb", 0, 0, NULL, 0, "commandline: a string cannot hold a quote or a line end" },
    };
    check_changes(NULL, small_camera, changes, sizeof changes / sizeof *changes);
}

Test(handle_values, numbers_are_put_into_fields)
{
    static const char value[] = "camera.rotation_w.keys[0].value", wrap[] = "camera.position_x.pre_wrap";
    static const char fits[] =
        "camera.rotation_w.keys[0].value: a number in the range of the field is needed";
    check_put_number(SMALL_MRTK, "has_camera", 255, "255", NULL);
    check_put_number(SMALL_MRTK, "has_camera", 0, "0", NULL);
    check_put_number(SMALL_MRTK, "has_camera", 256, NULL, "has_camera: " U8_NEEDED);
    check_put_number(SMALL_MRTK, "has_camera", -1, NULL, "has_camera: " U8_NEEDED);
    check_put_number(SMALL_MRTK, "has_camera", 0.5, NULL, "has_camera: " U8_NEEDED);
    check_put_number(SMALL_MRTK, wrap, 2147483647.0, "2147483647", NULL);
    check_put_number(SMALL_MRTK, wrap, -2147483648.0, "-2147483648", NULL);
    check_put_number(SMALL_MRTK, wrap, 2147483648.0, NULL, "camera.position_x.pre_wrap: " I32_NEEDED);
    check_put_number(SMALL_MRTK, wrap, -2147483649.0, NULL, "camera.position_x.pre_wrap: " I32_NEEDED);
    check_put_number(SMALL_MRTK, wrap, NAN, NULL, "camera.position_x.pre_wrap: " I32_NEEDED);
    check_put_number(SMALL_MRTK, value, 0.1, "0.1", NULL);
    check_put_number(SMALL_MRTK, value, FLT_MAX, "3.4028235e+38", NULL);
    check_put_number(SMALL_MRTK, value, INFINITY, "inf", NULL);
    check_put_number(SMALL_MRTK, value, 1e39, NULL, fits);
    check_put_number(SMALL_MRTK, "magic", 1, NULL, "magic: a text such as 0x6a8faf6e0f9e42c6 is needed");
    check_put_number(
        SMALL_MRTK, "markers[0].name", 1, NULL, "markers[0].name: the field is a name, not a number");
    check_put_number(SMALL_MEMG, "transforms[0][0][1]", 1e300, "1e+300", NULL);
    check_put_number(SMALL_MEMG, "transforms[0][0][1]", -INFINITY, "-inf", NULL);
    check_put_number(NULL, "frames[1].fov", 45.5, "45.5", NULL);
    check_put_number(NULL, "frames[1].fov", -0.0, "-0", NULL);
    check_put_number(NULL, "frames[1].fov", 0.0, "0", NULL);
    check_put_number(NULL, "frames[1].fov", 2147483647.0, "2147483647", NULL);
    check_put_number(
        NULL, "frames[1].fov", 1e39, NULL, "frames[1].fov: a number in the range of the field is needed");
    check_put_number(
        NULL, "frames[1].fov", NAN, NULL, "frames[1].fov: a number in the range of the field is needed");
    check_put_number(NULL, "num_frames", 3, "3", NULL);
    check_put_number(NULL, "num_frames", 2.5, NULL, "num_frames: " I32_NEEDED);
    check_put_number(NULL, "commandline", 1, NULL, "commandline: the field is a name, not a number");
}

Test(handle_values, wrong_calls_are_refused)
{
    AT_END(handle_free) animproof *handle = handle_with_text(small_camera);
    static const char needed[] = "path and text must not be NULL";
    size_t size;
    expect_call(handle, animproof_put(handle, NULL, "1"), ANIMPROOF_MISUSE, needed);
    expect_call(handle, animproof_put(handle, "version", NULL), ANIMPROOF_MISUSE, needed);
    expect_call(handle, animproof_put_number(handle, NULL, 1), ANIMPROOF_MISUSE, needed);
    expect_call(
        handle, animproof_put(handle, "no.such", "1"), ANIMPROOF_NO_FIELD, "the file has no field no.such");
    expect_call(handle, animproof_put_number(handle, "no.such", 1), ANIMPROOF_NO_FIELD,
        "the file has no field no.such");
    cr_expect(animproof_bytes(handle, &size) == (const void *)small_camera && size == strlen(small_camera));
    expect_ok(handle, animproof_put(handle, "version", "11"));
    cr_expect(animproof_bytes(handle, &size) != (const void *)small_camera);
    const void *owned = animproof_bytes(handle, NULL);
    expect_ok(handle, animproof_put(handle, "version", "10"));
    cr_expect(
        animproof_bytes(handle, NULL) == owned); /* the bytes that the handle owns were changed in place */
}

Test(handle_values, names_with_a_nul_are_reported_in_full)
{
    AT_END(handle_free) animproof *handle = handle_with_file(SMALL_MRTK);
    size_t size;
    char *copy = copy_bytes_of_open_file(handle, &size);
    copy[0xe2] = '\0';
    expect_ok(handle, animproof_open_buffer(handle, NULL, copy, size));
    animproof_field field;
    expect_ok(handle, animproof_get(handle, "markers[0].name", &field, sizeof field));
    cr_expect(field.text_length == 15 && memcmp(field.text, "lJ\0PRTja13WLUcS", 16) == 0);
    free(copy);
}
