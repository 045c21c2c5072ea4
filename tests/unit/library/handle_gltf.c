/* animproof.h: converting the open file to glTF. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/library/handle_case.h"

#define WALK "golden/md5anim/valid/frames-8."

static int add_remark(void *user, const char *remark)
{
    strncat(user, remark, 200);
    return 0;
}

static int stop_at_once(void *user, const char *remark)
{
    ++*(size_t *)user;
    return remark[0] != '\0';
}

Test(handle_gltf, a_document_is_text_or_binary)
{
    char remarks[512] = "";
    const void *bytes;
    size_t size, calls = 0;
    AT_END(handle_free) animproof *handle = handle_with_file(WALK "md5anim");
    expect_ok(handle, animproof_to_gltf(handle, 0, &bytes, &size, add_remark, remarks));
    cr_expect(size > 200 && memmem(bytes, size, "\"nodes\":[", 9) != NULL
              && memmem(bytes, size, "\"skins\"", 7) == NULL);
    cr_expect_str_eq(remarks, "lost: the bounds of 8 frames");
    expect_ok(handle, animproof_to_gltf(handle, 1, &bytes, &size, stop_at_once, &calls));
    cr_expect(size > 200 && memcmp(bytes, "glTF\2", 5) == 0);
    cr_expect_eq(calls, 1);
}

Test(handle_gltf, an_animation_gets_its_mesh)
{
    const void *bytes;
    size_t size;
    AT_END(handle_free) animproof *handle = handle_with_file(WALK "md5anim");
    expect_ok(handle, animproof_companion_file(handle, "mesh", WALK "md5mesh"));
    expect_ok(handle, animproof_to_gltf(handle, 0, &bytes, &size, NULL, NULL));
    cr_expect(memmem(bytes, size, "\"skins\"", 7) != NULL);
    expect_ok(handle, animproof_companion_file(handle, "mesh", "golden/md5anim/valid/joints-16.md5mesh"));
    const animproof_status status = animproof_to_gltf(handle, 0, &bytes, &size, NULL, NULL);
    cr_expect_eq(status, ANIMPROOF_HAS_ERRORS);
    cr_expect(strstr(animproof_why(handle), "the mesh has errors, or does not fit the animation: ") != NULL);
    cr_expect(bytes == NULL && size == 0);
    expect_ok(handle, animproof_companion_buffer(handle, "mesh", "x", 1));
    expect_call(handle, animproof_to_gltf(handle, 0, &bytes, &size, NULL, NULL), ANIMPROOF_HAS_ERRORS,
        "the mesh has errors, or does not fit the animation: 1");
}

/* A comment that suppresses the error about a mesh with another number of joints does not make the mesh fit. */
Test(handle_gltf, suppressed_errors_about_the_mesh_count)
{
    static const char line[] = "numJoints 2", comment[] = " // animproof: ignore md5anim/mesh-joint-count";
    const void *bytes;
    size_t size;
    AT_END(handle_free) animproof *handle = handle_with_file(WALK "md5anim");
    char *text = copy_bytes_of_open_file(handle, &size), *all = malloc(size + sizeof comment);
    const size_t before = (size_t)(strstr(text, line) - text) + strlen(line);
    sprintf(all, "%.*s%s%s", (int)before, text, comment, text + before);
    expect_ok(handle, animproof_open_buffer(handle, "a.md5anim", all, strlen(all)));
    expect_ok(handle, animproof_companion_file(handle, "mesh", "golden/md5anim/valid/joints-16.md5mesh"));
    cr_expect_eq(animproof_to_gltf(handle, 0, &bytes, &size, NULL, NULL), ANIMPROOF_HAS_ERRORS);
    free(text);
    free(all);
}

Test(handle_gltf, broken_files_and_some_contents_have_no_document)
{
    const void *bytes = "";
    size_t size = 1;
    AT_END(handle_free) animproof *handle = handle_with_text("MD5Version 9");
    expect_ok(handle, animproof_open_buffer(handle, "a.md5camera", "MD5Version 9", 12));
    cr_expect_eq(animproof_to_gltf(handle, 1, &bytes, &size, NULL, NULL), ANIMPROOF_HAS_ERRORS);
    cr_expect(bytes == NULL && size == 0);
    expect_ok(handle, animproof_open_file(handle, SMALL_MEMG));
    expect_ok(handle, animproof_put(handle, "transforms[0][0][1]", "1e300"));
    expect_call(handle, animproof_to_gltf(handle, 1, &bytes, &size, NULL, NULL), ANIMPROOF_UNSUPPORTED,
        "a value is not finite as float32: a glTF document cannot store it");
    static const char needed[] = "bytes and size must not be NULL";
    expect_call(handle, animproof_to_gltf(handle, 1, NULL, &size, NULL, NULL), ANIMPROOF_MISUSE, needed);
    expect_call(handle, animproof_to_gltf(handle, 1, &bytes, NULL, NULL, NULL), ANIMPROOF_MISUSE, needed);
    expect_ok(handle, animproof_close(handle));
    expect_call(handle, animproof_to_gltf(handle, 1, &bytes, &size, NULL, NULL), ANIMPROOF_NOT_OPEN,
        "no file is open");
    cr_expect_eq(animproof_to_gltf(NULL, 1, &bytes, &size, NULL, NULL), ANIMPROOF_MISUSE);
}
