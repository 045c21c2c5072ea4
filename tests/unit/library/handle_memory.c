/* animproof.h: makes each allocation of each call fail once, as a memory limit does. The call reports the failure, the open file
   does not change, and the next call succeeds. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/files/sink.h"
#include "core/json/json_filler.h"
#include "tests/unit/library/handle_case.h"
#include "tests/unit/support/test_sample.h"
#include "validators/library/handle.h"
#include "validators/registry.h"

static const struct {
    const char *path, *number, *name;
} files[] = {
    { SMALL_MRTK, "camera.rotation_w.keys[0].value", "markers[1].name" },
    { SMALL_MEMG, "transforms[0][0][1]", "groups[0].name" },
    { "golden/md5camera/valid/cuts-3.md5camera", "frames[0].fov", "commandline" },
    { "golden/md5mesh/valid/near-vert-unused__fan.md5mesh", "meshes[0].verts[1].u", "meshes[0].shader" },
    { "golden/md5anim/valid/joints-2.md5anim", "baseframe[0].position.x", "hierarchy[1].name" },
};

static int count_field(void *user, const animproof_field *field)
{
    ++*(size_t *)user;
    return field->path == NULL;
}

static int count_change(void *user, const animproof_change *change)
{
    ++*(size_t *)user;
    return change->kind == NULL;
}

static int count_member(void *user, const animproof_set_member *member)
{
    ++*(size_t *)user;
    return member->name == NULL;
}

static char *document; /* JSON document of the open file */
static char *version;  /* another version of the open file */
static size_t version_size;

static animproof_status call_function_number(animproof *handle, size_t file, int which)
{
    const char *text;
    size_t size, fields = 0;
    const double *numbers;
    const void *bytes;
    animproof_field field;
    animproof_status status;
    switch (which) {
    case 0:
        return animproof_lint(handle, NULL, 0);
    case 1:
        return animproof_fields(handle, count_field, &fields);
    case 2:
        return animproof_get(handle, files[file].name, &field, sizeof field);
    case 3:
        return animproof_put(handle, files[file].name, "a");
    case 4:
        return animproof_put(handle, files[file].number, "0.5");
    case 5:
        return animproof_put_number(handle, files[file].number, 0.25);
    case 6:
        return animproof_canonical(handle);
    case 7:
        return animproof_to_json(handle, &text, &size);
    case 8:
        return animproof_compare(handle, files[file].path, version, version_size, count_change, &fields);
    case 9:
        return animproof_fix(handle, 0, NULL, NULL);
    case 10:
        status = animproof_poses(handle, NULL, 0, &numbers, &fields, &size);
        return status == ANIMPROOF_UNSUPPORTED ? animproof_lint(handle, NULL, 0) : status;
    case 11:
        return animproof_to_gltf(handle, 1, &bytes, &size, NULL, NULL);
    case 12: {
        const animproof_set_file set[] = { { "a.md5anim", version, version_size },
            { "b.md5mesh", version, version_size }, { files[file].path, version, version_size } };
        return animproof_sets(handle, set, 3, count_member, &fields);
    }
    default:
        return animproof_from_json(handle, document, strlen(document));
    }
}
enum { CALLS = 14 };

static void fail_each_allocation_of_call(animproof *handle, size_t file, int which)
{
    size_t needed = 0;
    for (size_t at = 0; at <= needed; at++) {
        size_t size, now_size;
        expect_ok(handle, animproof_open_file(handle, files[file].path));
        const void *bytes = animproof_bytes(handle, &size);
        const size_t before = handle->work.allocations;
        handle->work.fail_at = at == 0 ? 0 : before + at;
        const animproof_status status = call_function_number(handle, file, which);
        handle->work.fail_at = 0;
        if (at == 0) {
            cr_assert_eq(status, ANIMPROOF_OK, "%s, call %d must succeed: %s", files[file].path, which,
                animproof_why(handle));
            needed = handle->work.allocations - before;
            continue;
        }
        expect_call(handle, status, ANIMPROOF_LIMIT, "max-memory (2147483648 bytes) is reached");
        cr_expect(animproof_bytes(handle, &now_size) == bytes && now_size == size);
        at += sample_step() - 1;
    }
    cr_expect(needed > 0 || which == 5, "%s, call %d must allocate memory", files[file].path, which);
}

Test(handle_memory, a_call_fails_if_any_allocation_fails)
{
    for (size_t file = 0; file < sizeof files / sizeof *files; file++) {
        size_t size;
        AT_END(handle_free) animproof *handle = handle_with_file(files[file].path);
        document = copy_json_of_open_file(handle, &size);
        expect_ok(handle, animproof_put(handle, files[file].name, "a"));
        version = copy_bytes_of_open_file(handle, &version_size);
        for (int which = 0; which < CALLS; which++)
            fail_each_allocation_of_call(handle, file, which);
        free(document);
        free(version);
    }
}

static animproof_status lint_file(animproof *handle)
{
    return animproof_lint(handle, NULL, 0);
}

static int count_outcome(void *user, const animproof_fix_outcome *outcome)
{
    ++*(size_t *)user;
    return outcome->does == NULL;
}

static animproof_status fix_file(animproof *handle)
{
    size_t outcomes = 0;
    const animproof_status status = animproof_fix(handle, 0, count_outcome, &outcomes);
    cr_expect(status == ANIMPROOF_OK || outcomes == 0, "a fix that fails has no outcomes");
    return status;
}

static animproof_status convert_file_to_gltf(animproof *handle)
{
    const void *bytes;
    size_t size;
    const animproof_status status = animproof_to_gltf(handle, 0, &bytes, &size, NULL, NULL);
    cr_expect_eq(bytes != NULL, status == ANIMPROOF_OK, "only a conversion that succeeds has a document");
    return status;
}

/* Reading the companion may run out of memory, too. */
Test(handle_memory, a_call_with_a_companion_fails_without_memory)
{
    static const struct {
        const char *file, *kind, *companion;
        animproof_status (*call)(animproof *handle);
    } cases[] = {
        { "golden/md5anim/valid/joints-2.md5anim", "mesh", "golden/md5anim/valid/joints-2.md5mesh",
            lint_file },
        { "golden/md5anim/valid/joints-2.md5anim", "mesh", "golden/md5anim/valid/joints-2.md5mesh",
            fix_file },
        { "golden/md5anim/valid/joints-2.md5anim", "mesh", "golden/md5anim/valid/joints-2.md5mesh",
            convert_file_to_gltf },
        { "golden/memg/valid/near-obj-line-ending__crlf.bin", "obj",
            "golden/memg/valid/near-obj-line-ending__crlf.obj", lint_file },
        { "golden/memg/bad/obj-scale__centimetres.bin", "obj", "golden/memg/bad/obj-scale__centimetres.obj",
            lint_file },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t needed = 0;
        AT_END(handle_free) animproof *handle = handle_with_file(cases[i].file);
        expect_ok(handle, animproof_companion_file(handle, cases[i].kind, cases[i].companion));
        for (size_t at = 0; at <= needed; at++) {
            const size_t before = handle->work.allocations;
            handle->work.fail_at = at == 0 ? 0 : before + at;
            const animproof_status status = cases[i].call(handle);
            cr_expect_eq(status, at == 0 ? ANIMPROOF_OK : ANIMPROOF_LIMIT,
                "case %zu, %s: the call must fail if allocation %zu fails", i, cases[i].file, at);
            needed = at == 0 ? handle->work.allocations - before : needed;
        }
        cr_expect(needed > 3, "expected more allocations than %zu", needed);
    }
}

typedef struct call_of_file {
    const char *file, *mesh; /* mesh NULL: none */
    animproof_status (*call)(animproof *handle);
    size_t least; /* least number of allocations of the call */
} call_of_file;

/* Calls while each allocation of the call fails once: it reports the failure, and the file does not change. */
static void expect_missing_memory_reported(animproof *handle, counted_memory *count, const call_of_file *one)
{
    bool complete = false;
    size_t at = 0;
    while (!complete && at < 100) {
        size_t size, now_size;
        expect_ok(handle, animproof_open_file(handle, one->file));
        if (one->mesh != NULL)
            expect_ok(handle, animproof_companion_file(handle, "mesh", one->mesh));
        const void *bytes = animproof_bytes(handle, &size);
        count->fail_at = count->calls + ++at;
        const animproof_status status = one->call(handle);
        complete = count->calls < count->fail_at;
        count->fail_at = 0;
        expect_call(handle, status, complete ? ANIMPROOF_OK : ANIMPROOF_NO_MEMORY,
            complete ? "" : "the allocator returned no memory");
        cr_expect(complete || (animproof_bytes(handle, &now_size) == bytes && now_size == size));
        expect_ok(handle, animproof_close(handle));
    }
    cr_expect(complete && at > one->least, "%s: %zu allocations", one->file, at);
}

Test(handle_memory, a_call_fails_if_the_allocator_returns_no_memory)
{
    static const call_of_file cases[] = {
        { "golden/md5camera/valid/near-blank__in-comment.md5camera", NULL, animproof_canonical, 0 },
        { "golden/md5camera/bad/keyword-comment__count.md5camera", NULL, fix_file, 4 },
        { "golden/md5anim/valid/frames-8.md5anim", "golden/md5anim/valid/frames-8.md5mesh",
            convert_file_to_gltf, 3 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        counted_memory count = { .fail_at = 1 };
        const animproof_memory memory = { allocate_counted, free_counted, &count };
        cr_expect_null(animproof_new(&memory));
        animproof *handle = animproof_new(&memory);
        expect_missing_memory_reported(handle, &count, &cases[i]);
        animproof_free(handle);
        cr_expect_eq(count.alive, 0);
    }
}

/* An unknown member of a document is reported with its name, or as a lack of memory. */
Test(handle_memory, an_unknown_member_is_reported_unless_memory_runs_out)
{
    static const char text[] =
        "{\"format\": \"md5camera\", \"fields\": {\"version\": 10, \"commandline\": \"\", "
        "\"num_frames\": 1, \"frame_rate\": 24, \"num_cuts\": 0, \"cuts\": [], \"frames\": "
        "[{\"position\": {\"x\": 0, \"y\": 0, \"z\": 0}, \"orientation\": {\"x\": 0, \"y\": 0, "
        "\"z\": 0}, \"fov\": 90}], \"more\": 1}}";
    size_t needed = 0;
    for (size_t at = 0; at <= needed; at++) {
        AT_END(handle_free) animproof *handle = handle_with_file(files[0].path);
        const size_t before = handle->work.allocations;
        handle->work.fail_at = at == 0 ? 0 : before + at;
        const animproof_status status = animproof_from_json(handle, text, strlen(text));
        needed = at == 0 ? handle->work.allocations - before : needed;
        expect_call(handle, status, at == 0 ? ANIMPROOF_BAD_DOCUMENT : ANIMPROOF_LIMIT,
            at == 0 ? "\"more\" is not a field of this file, or occurs twice"
                    : "max-memory (2147483648 bytes) is reached");
    }
    cr_expect(needed > 3);
}

/* Filling a file from JSON must itself report missing memory, because not every caller lints the new file. For instance, a name
   without memory must not become an empty name of length 0. */
static void fail_each_allocation_of_filling_from_json(animproof *handle, const char *path)
{
    const char *text;
    size_t size;
    expect_ok(handle, animproof_open_file(handle, path));
    expect_ok(handle, animproof_to_json(handle, &text, &size));
    bool complete = false;
    for (size_t at = 1; !complete; at++) {
        AT_END(ap_arena_free) ap_arena arena;
        ap_buffer store;
        ap_writer writer;
        ap_json_filler json;
        ap_arena_init(&arena, 0);
        arena.fail_at = at;
        ap_buffer_init(&store);
        ap_buffer_init_writer(&store, &writer);
        complete = ap_json_filler_open(&json, (ap_view){ (const uint8_t *)text, size }, &arena)
                   && ap_find_format(json.format)->fill(&json.filler, json.variant, &arena, &writer);
        cr_assert(!(complete && arena.failed), "%s: filling must fail if allocation %zu fails", path, at);
        complete = complete && ap_writer_flush(&writer) && ap_json_filler_check_all_used(&json);
        cr_assert_neq(complete, arena.failed,
            "%s: filling must fail exactly if memory ran out: allocation %zu of %zu fails", path, at,
            arena.allocations);
        ap_buffer_free(&store);
    }
}

Test(handle_memory, filling_a_file_fails_without_memory)
{
    AT_END(handle_free) animproof *handle = handle_with_file("golden/reference/mrtk/s11_11_markers.bin");
    fail_each_allocation_of_filling_from_json(handle, "golden/reference/mrtk/s11_11_markers.bin");
    for (size_t file = 0; file < sizeof files / sizeof *files; file++)
        fail_each_allocation_of_filling_from_json(handle, files[file].path);
}
