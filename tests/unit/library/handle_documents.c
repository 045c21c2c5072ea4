/* animproof.h: documents with a missing or wrong value are refused, and the open file does not change. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/library/handle_case.h"
#include "tests/unit/support/test_sample.h"

static const char *const files[] = { SMALL_MRTK, "golden/mrtk/bad/layout-published__markers-missing.bin",
    SMALL_MEMG, "golden/md5camera/valid/cuts-3.md5camera",
    "golden/md5mesh/valid/near-vert-unused__fan.md5mesh", "golden/md5anim/valid/joints-2.md5anim" };
enum {
    FILES = sizeof files / sizeof *files,
    ALL_TRIED_UP_TO = 40,
    SOME_TRIED_UP_TO = 160,
    EACH = 3 /* of the scalars after ALL_TRIED_UP_TO, up to SOME_TRIED_UP_TO, every third is tried */
};

/* Finds the next scalar and sets its length. Names of members are skipped. */
static const char *find_next_scalar(const char *at, size_t *length)
{
    while (*at != '\0') {
        if (*at == '"') {
            const char *end = at + 1;
            while (*end != '"')
                end += *end == '\\' ? 2 : 1;
            *length = (size_t)(end + 1 - at);
            if (end[1] != ':')
                return at;
            at = end + 1;
        } else if (strchr("{}[],: \n", *at) == NULL) {
            *length = strcspn(at, "{}[],: \n");
            return at;
        } else {
            at++;
        }
    }
    return NULL;
}

static void check_document_with_value(animproof *handle, const char *text, const char *at, size_t length,
    const char *replacement, bool must_fail)
{
    size_t size, before_size;
    char *document = malloc(strlen(text) + strlen(replacement) + 1);
    const void *before = animproof_bytes(handle, &before_size);
    sprintf(document, "%.*s%s%s", (int)(at - text), text, replacement, at + length);
    const animproof_status status = animproof_from_json(handle, document, strlen(document));
    cr_expect(status == ANIMPROOF_BAD_DOCUMENT || (!must_fail && status == ANIMPROOF_OK),
        "%.60s instead of %.30s must be refused: %s", replacement, at, animproof_status_name(status));
    if (status == ANIMPROOF_OK) {
        cr_expect_eq(animproof_lint(handle, NULL, 0), ANIMPROOF_OK);
    } else {
        cr_expect(strlen(animproof_why(handle)) > 10 && strlen(animproof_why(handle)) < 400);
        cr_expect(animproof_bytes(handle, &size) == before && size == before_size);
    }
    free(document);
}

Test(handle_documents, a_wrong_value_is_refused)
{
    static const char *const values[] = { "null", "true", "[]", "{\"bytes\": \"4\"}", "\"4x\"", "-2147483649",
        "0.5", "1e39" };
    enum { REFUSED = 4 /* the first four values are refused for every field */ };
    for (size_t i = 0; i < FILES; i++) {
        size_t size, length, number = 0;
        AT_END(handle_free) animproof *handle = handle_with_file(files[i]);
        char *text = copy_json_of_open_file(handle, &size);
        const char *fields = strstr(text, "\"fields\"") + strlen("\"fields\":");
        for (const char *at = find_next_scalar(fields, &length); at != NULL;
             at = find_next_scalar(at + length, &length)) {
            number++;
            if (number % sample_step() != 0 || number > SOME_TRIED_UP_TO
                || (number > ALL_TRIED_UP_TO && number % EACH != 0))
                continue;
            for (size_t v = 0; v < sizeof values / sizeof *values; v++)
                check_document_with_value(handle, text, at, length, values[v], v < REFUSED);
            expect_ok(handle, animproof_open_file(handle, files[i]));
        }
        cr_expect(number > 20, "%s: expected more scalars than %zu", files[i], number);
        free(text);
    }
}

/* Renames each of the first ALL_TRIED_UP_TO members once: the member is missing then, and its new name is unknown. */
Test(handle_documents, a_renamed_member_is_refused)
{
    for (size_t i = 0; i < FILES; i++) {
        size_t size, number = 0;
        AT_END(handle_free) animproof *handle = handle_with_file(files[i]);
        char *text = copy_json_of_open_file(handle, &size);
        for (char *at = strstr(text, "\":"); at != NULL && number < ALL_TRIED_UP_TO;
             at = strstr(at + 1, "\":")) {
            const char last = at[-1];
            if (++number % sample_step() != 0)
                continue;
            at[-1] = '~';
            const animproof_status status = animproof_from_json(handle, text, strlen(text));
            cr_expect_eq(status, ANIMPROOF_BAD_DOCUMENT, "%s: a renamed member must be refused: %.40s",
                files[i], at - 20);
            at[-1] = last;
        }
        cr_expect(number > 10);
        free(text);
    }
}

Test(handle_documents, a_truncated_document_is_refused)
{
    for (size_t i = 0; i < FILES; i++) {
        size_t size;
        AT_END(handle_free) animproof *handle = handle_with_file(files[i]);
        char *text = copy_json_of_open_file(handle, &size);
        for (size_t cut = 0; cut + 2 < size; cut += (size / 97 + 1) * sample_step())
            cr_expect_eq(animproof_from_json(handle, text, cut), ANIMPROOF_BAD_DOCUMENT,
                "%s: the first %zu bytes must be refused", files[i], cut);
        expect_ok(handle, animproof_from_json(handle, text, size));
        free(text);
    }
}

/* An object {"bytes": ...} is a name only if it has no other member. */
Test(handle_documents, a_name_may_be_given_as_bytes)
{
    size_t size, before_size;
    AT_END(handle_free) animproof *handle = handle_with_file(SMALL_MEMG);
    char *text = copy_json_of_open_file(handle, &size), *at = strstr(text, "\"name\": \"");
    cr_assert_not_null(at);
    at += strlen("\"name\": ");
    const size_t length = strcspn(at + 1, "\"") + 2;
    check_document_with_value(handle, text, at, length, "{\"bytes\": \"4142\", \"more\": 1}", true);
    cr_expect_not_null(
        strstr(animproof_why(handle), "a string is needed, or {\"bytes\": hexadecimal digits}"));
    char *document = malloc(strlen(text) + 64);
    cr_assert_not_null(document);
    sprintf(document, "%.*s{\"bytes\": \"", (int)(at - text), text);
    for (size_t i = 1; i + 1 < length; i++)
        sprintf(document + strlen(document), "%02x", (unsigned char)at[i]);
    strcat(strcat(document, "\"}"), at + length);
    char *bytes = copy_bytes_of_open_file(handle, &before_size);
    expect_ok(handle, animproof_from_json(handle, document, strlen(document)));
    const void *after = animproof_bytes(handle, &size);
    cr_expect(size == before_size && memcmp(after, bytes, size) == 0);
    free(bytes);
    free(document);
    free(text);
}
