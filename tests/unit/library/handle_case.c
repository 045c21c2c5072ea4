#include "tests/unit/library/handle_case.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

const char small_camera[] = "MD5Version 10\ncommandline \"\"\nnumFrames 2\nframeRate 24\nnumCuts 1\n\n"
                            "cuts {\n\t1\n}\n\ncamera {\n\t( 0 0 0 ) ( 0 0 0 ) 90\n"
                            "\t( 1 2 3 ) ( 0 0 0 ) 90\n}\n";

animproof *handle_with_text(const char *text)
{
    animproof *handle = animproof_new(NULL);
    cr_assert_not_null(handle);
    cr_assert(animproof_open_buffer(handle, NULL, text, strlen(text)) == ANIMPROOF_OK);
    return handle;
}

animproof *handle_with_file(const char *path)
{
    animproof *handle = animproof_new(NULL);
    cr_assert_not_null(handle);
    cr_assert(animproof_open_file(handle, path) == ANIMPROOF_OK, "the file must open, but: %s",
        animproof_why(handle));
    return handle;
}

void handle_free(animproof **handle)
{
    animproof_free(*handle);
}

animproof_result lint_open_file(animproof *handle)
{
    animproof_result result;
    cr_assert(animproof_lint(handle, &result, sizeof result) == ANIMPROOF_OK, "the file must lint, but: %s",
        animproof_why(handle));
    return result;
}

static char *copy_bytes_of_text(const char *text, size_t size)
{
    char *copy = calloc(1, size + 1);
    cr_assert_not_null(copy);
    return memcpy(copy, text, size);
}

char *copy_bytes_of_open_file(animproof *handle, size_t *size)
{
    const char *bytes = animproof_bytes(handle, size);
    return copy_bytes_of_text(bytes, *size);
}

char *copy_json_of_open_file(animproof *handle, size_t *size)
{
    const char *text;
    expect_ok(handle, animproof_to_json(handle, &text, size));
    cr_assert(text[*size] == '\0' && strlen(text) == *size && text[*size - 1] == '\n');
    return copy_bytes_of_text(text, *size);
}

/* A block has HEAD_BYTES with its size before it, and GUARD_BYTES after it that must not change. */
enum { HEAD_BYTES = 16, GUARD_BYTES = 64, GUARD = 0xa5 };

void *allocate_counted(void *user, size_t size)
{
    counted_memory *count = user;
    if (++count->calls == count->fail_at)
        return NULL;
    unsigned char *memory = malloc(HEAD_BYTES + size + GUARD_BYTES);
    cr_assert_not_null(memory);
    memcpy(memory, &size, sizeof size);
    memset(memory + HEAD_BYTES, 0x5a, size);
    memset(memory + HEAD_BYTES + size, GUARD, GUARD_BYTES);
    count->alive++;
    return memory + HEAD_BYTES;
}

void free_counted(void *user, void *given)
{
    counted_memory *count = user;
    unsigned char *memory = (unsigned char *)given - HEAD_BYTES;
    size_t size;
    memcpy(&size, memory, sizeof size);
    for (size_t i = 0; i < GUARD_BYTES; i++)
        cr_assert_eq(memory[HEAD_BYTES + size + i], GUARD,
            "byte %zu after a block of %zu bytes was overwritten", i, size);
    count->alive--;
    free(memory);
}
