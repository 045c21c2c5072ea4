/* animproof.h: canonical form, conversion to JSON, and files made from JSON. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/library/handle_case.h"

static void expect_text(animproof *handle, const char *text)
{
    size_t size;
    const char *now = animproof_bytes(handle, &size);
    cr_expect(size == strlen(text) && memcmp(now, text, size) == 0, "unexpected bytes: %.*s", (int)size, now);
}

Test(handle_convert, a_text_gets_its_canonical_form)
{
    size_t size;
    animproof *handle = handle_with_text(
        "MD5Version   10 // a comment\ncommandline \"\"\nnumFrames 2\nframeRate 24\nnumCuts 1\n"
        "cuts {\n\t1\n}\ncamera {\n\t( 0 0 0.0 ) ( 0 0 0 ) 90\n\t( 1 2 3 ) ( 0 0 0 ) 90\n}\n");
    expect_ok(handle, animproof_canonical(handle));
    expect_text(handle, small_camera);
    expect_ok(handle, animproof_canonical(handle));
    expect_text(handle, small_camera);
    cr_expect(lint_open_file(handle).valid == 1);
    expect_ok(handle, animproof_open_file(handle, SMALL_MRTK));
    const void *bytes = animproof_bytes(handle, &size);
    expect_ok(handle, animproof_canonical(handle)); /* a binary file does not change */
    cr_expect(animproof_bytes(handle, &size) == bytes && size == 246);
    animproof_free(handle);
}

/* A file with errors is not converted, also if a setting ignores their rules. */
Test(handle_convert, a_file_with_errors_is_not_converted)
{
    const char *text = "";
    size_t size = 7;
    AT_END(handle_free) animproof *handle = handle_with_text(small_camera);
    expect_ok(handle, animproof_put(handle, "cuts[0]", "7"));
    expect_ok(handle, animproof_set(handle, "ignore", "md5camera"));
    const animproof_status status = animproof_canonical(handle);
    if (status == ANIMPROOF_OK) /* a cut out of range is not an error by default: makes another error */
        expect_ok(handle, animproof_put(handle, "version", "9"));
    expect_call(handle, animproof_canonical(handle), ANIMPROOF_HAS_ERRORS, "the open file has errors: 1");
    expect_call(
        handle, animproof_to_json(handle, &text, &size), ANIMPROOF_HAS_ERRORS, "the open file has errors: 1");
    cr_expect(text == NULL && size == 0);
    size = 7;
    static const char needed[] = "text and size must not be NULL";
    expect_call(handle, animproof_to_json(handle, NULL, &size), ANIMPROOF_MISUSE, needed);
    cr_expect_eq(size, 0);
    expect_call(handle, animproof_to_json(handle, &text, NULL), ANIMPROOF_MISUSE, needed);
}

/* A file converted to JSON and back has equal bytes, if texts are in their canonical form. */
static void check_json_round_trip_and_free_handle(animproof *handle, const char *expected_format)
{
    size_t before_size, size, new_size;
    char *before = copy_bytes_of_open_file(handle, &before_size),
         *document = copy_json_of_open_file(handle, &size);
    expect_ok(handle, animproof_open_buffer(handle, NULL, NULL, 0));
    expect_ok(handle, animproof_from_json(handle, document, size));
    const void *new_bytes = animproof_bytes(handle, &new_size);
    cr_expect(new_size == before_size && memcmp(new_bytes, before, before_size) == 0,
        "%s: the bytes must be equal", expected_format);
    const animproof_result result = lint_open_file(handle);
    cr_expect_str_eq(result.format, expected_format);
    cr_expect_eq(result.valid, 1, "%s: the file must be valid", expected_format);
    free(before);
    free(document);
    animproof_free(handle);
}

Test(handle_convert, json_becomes_the_original_file)
{
    check_json_round_trip_and_free_handle(handle_with_text(small_camera), "md5camera");
    check_json_round_trip_and_free_handle(handle_with_file(SMALL_MRTK), "mrtk");
    check_json_round_trip_and_free_handle(handle_with_file(SMALL_MEMG), "memg");
    check_json_round_trip_and_free_handle(
        handle_with_file("golden/md5mesh/valid/near-vert-unused__fan.md5mesh"), "md5mesh");
}

Test(handle_convert, documents_that_do_not_describe_a_file_are_refused)
{
    static const struct {
        const char *text, *why;
    } cases[] = {
        { "", "line 1, column 1: the text ends where a value is needed" },
        { "[]", "the document is not an object" },
        { "{\"format\": \"fbx\", \"fields\": {}}", "format: unknown format" },
        { "{\"format\": \"md5camera\", \"fields\": {}}", "version: is missing" },
    };
    AT_END(handle_free) animproof *handle = handle_with_text(small_camera);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_call(handle, animproof_from_json(handle, cases[i].text, strlen(cases[i].text)),
            ANIMPROOF_BAD_DOCUMENT, cases[i].why);
    expect_call(handle, animproof_from_json(handle, NULL, 0), ANIMPROOF_MISUSE, "the text is NULL");
    expect_text(handle, small_camera);
}

/* A file made in one layout is linted in that layout, whatever the setting, until another file is opened. */
Test(handle_convert, a_new_file_is_linted_in_its_own_layout)
{
    static const char path[] = "golden/mrtk/bad/layout-published__markers-missing.bin";
    size_t size;
    AT_END(handle_free) animproof *handle = handle_with_file(path);
    char *document = copy_json_of_open_file(handle, &size);
    expect_ok(handle, animproof_set(handle, "mrtk-layout", "writer"));
    expect_ok(handle, animproof_from_json(handle, document, size));
    cr_expect_str_eq(lint_open_file(handle).variant, "published");
    expect_ok(handle, animproof_open_file(handle, path));
    cr_expect_str_eq(lint_open_file(handle).variant, "writer");
    free(document);
}

/* A document has a marker name that is larger than a block of the arena, once as text and once as hexadecimal digits. The name is
   read in full, and nothing is written past its memory. */
Test(handle_convert, long_names_fit_their_memory)
{
    enum { NAME_BYTES = 96 * 1024 };
    size_t size;
    counted_memory count = { 0 };
    const animproof_memory memory = { allocate_counted, free_counted, &count };
    animproof *handle = animproof_new(&memory);
    expect_ok(handle, animproof_open_file(handle, SMALL_MRTK));
    char *before = copy_json_of_open_file(handle, &size), *name = strstr(before, "\"lJqPRTja13WLUcS\"");
    cr_assert_not_null(name);
    const char *after = name + 17;
    *name = '\0';
    for (int as_digits = 0; as_digits < 2; as_digits++) {
        const size_t digits = NAME_BYTES * (as_digits ? 2U : 1U);
        char *document = malloc(size + digits + 100), *at = document;
        at += sprintf(at, "%s%s", before, as_digits ? "{\"bytes\": \"" : "\"");
        for (size_t i = 0; i < digits; i++)
            *at++ = as_digits ? "6f"[i % 2] : 'o';
        sprintf(at, "%s%s", as_digits ? "\"}" : "\"", after);
        expect_ok(handle, animproof_from_json(handle, document, strlen(document)));
        free(document);
        animproof_field field;
        expect_ok(handle, animproof_get(handle, "markers[0].name", &field, sizeof field));
        cr_expect_eq(field.text_length, NAME_BYTES);
        cr_expect_eq(strspn(field.text, "o"), NAME_BYTES);
    }
    free(before);
    animproof_free(handle);
    cr_expect_eq(count.alive, 0);
}

/* Strings of a text format cannot contain quotes, line ends and NULs. */
Test(handle_convert, strings_with_quotes_or_line_ends_are_refused)
{
    static const struct {
        const char *letter;
        animproof_status status;
    } cases[] = { { "\\\"", ANIMPROOF_BAD_DOCUMENT }, { "\\n", ANIMPROOF_BAD_DOCUMENT },
        { "\\r", ANIMPROOF_BAD_DOCUMENT }, { "\\u0000", ANIMPROOF_BAD_DOCUMENT }, { "\\t", ANIMPROOF_OK },
        { "\\u000e", ANIMPROOF_OK }, { "'", ANIMPROOF_OK } };
    size_t size;
    AT_END(handle_free) animproof *handle = handle_with_text(small_camera);
    char *before = copy_json_of_open_file(handle, &size), *at = strstr(before, "\"commandline\": \"\"");
    cr_assert_not_null(at);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *document = malloc(size + 32);
        sprintf(document, "%.*s\"commandline\": \"a%sb\"%s", (int)(at - before), before, cases[i].letter,
            at + strlen("\"commandline\": \"\""));
        cr_expect_eq(animproof_from_json(handle, document, strlen(document)), cases[i].status,
            "'%s' has the wrong status: %s", cases[i].letter, animproof_why(handle));
        free(document);
    }
    free(before);
}
