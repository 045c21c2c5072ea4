/* animproof.h: finding which files belong together. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/library/handle_case.h"

#define PATH_OF(name) "golden/md5anim/valid/joints-16." name

enum { MOST_FILES = 8 };

/* The calls of a callback: for each call the text "name format members companion: reason", with `-` for a value that is NULL.
   `most`: number of the call that asks to stop; 0: none. */
typedef struct recorded_members {
    size_t count, most;
    char lines[MOST_FILES][200];
} recorded_members;

static int record_member_and_stop_at_most(void *user, const animproof_set_member *member)
{
    recorded_members *seen = user;
    cr_expect_eq(member->struct_size, sizeof *member);
    (void)snprintf(seen->lines[seen->count], sizeof seen->lines[0], "%s %s %zu %s: %s", member->name,
        member->format == NULL ? "-" : member->format, member->members,
        member->companion == NULL ? "-" : member->companion, member->reason == NULL ? "-" : member->reason);
    cr_expect_eq(member->file, seen->count);
    return ++seen->count == seen->most;
}

/* Reads a file of golden/ for a set; the caller frees its bytes. */
static animproof_set_file file_for_set(const char *name, const char *path)
{
    size_t size;
    AT_END(handle_free) animproof *handle = handle_with_file(path);
    return (animproof_set_file){ name, copy_bytes_of_open_file(handle, &size), size };
}

static void free_files(const animproof_set_file *files, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free((void *)files[i].bytes);
}

static void expect_lines(const recorded_members *seen, const char *const *lines, size_t count)
{
    cr_expect_eq(seen->count, count);
    for (size_t i = 0; i < count; i++)
        cr_expect_str_eq(seen->lines[i], lines[i]);
}

Test(handle_sets, companions_are_found_by_name_and_by_content)
{
    static const char *const lines[] = {
        "walk.md5anim md5anim 0 walk.md5mesh: the same name",
        "walk.md5mesh md5mesh 1 -: -",
        "hero/run.md5anim md5anim 0 hero/body.MD5MESH: the only .md5mesh file of the folder with "
        "the same joint names",
        "hero/body.MD5MESH md5mesh 1 -: -",
        "hero/sword.md5mesh md5mesh 0 -: no file has it as its companion",
        "pets/far/cat.md5anim md5anim 0 -: its folder has no .md5mesh file; 2 below ../../ have "
        "the same joint names, and no "
        "single one has a name that begins the file's",
        "notes.txt - 0 -: it has no known format",
        "walk.md5camera md5camera 0 -: files of its format belong to no set",
    };
    const animproof_set_file files[] = {
        file_for_set("walk.md5anim", PATH_OF("md5anim")),
        file_for_set("walk.md5mesh", PATH_OF("md5mesh")),
        file_for_set("hero/run.md5anim", PATH_OF("md5anim")),
        file_for_set("hero/body.MD5MESH", PATH_OF("md5mesh")),
        file_for_set("hero/sword.md5mesh", "golden/md5anim/valid/joints-2.md5mesh"),
        file_for_set("pets/far/cat.md5anim", PATH_OF("md5anim")),
        { "notes.txt", NULL, 0 },
        { "walk.md5camera", strdup(small_camera), strlen(small_camera) },
    };
    recorded_members all = { 0 }, two = { .most = 2 };
    AT_END(handle_free) animproof *handle = animproof_new(NULL);
    expect_ok(handle, animproof_sets(handle, files, MOST_FILES, record_member_and_stop_at_most, &all));
    expect_lines(&all, lines, MOST_FILES);
    expect_ok(handle, animproof_sets(handle, files, MOST_FILES, record_member_and_stop_at_most, &two));
    expect_lines(&two, lines, 2);
    free_files(files, MOST_FILES);
}

Test(handle_sets, an_animation_has_its_scales_and_a_mesh_of_another_folder)
{
    static const char *const lines[] = {
        ("anims/run.md5anim md5anim 0 models/hero.md5mesh: the only .md5mesh file below ../ with "
         "the same joint names"),
        "models/hero.md5mesh md5mesh 1 -: -",
        "anims/run.md5scale - 1 -: -",
    };
    const animproof_set_file files[] = {
        file_for_set("anims/run.md5anim", PATH_OF("md5anim")),
        file_for_set("models/hero.md5mesh", PATH_OF("md5mesh")),
        { "anims/run.md5scale", NULL, 0 },
    };
    recorded_members seen = { 0 };
    AT_END(handle_free) animproof *handle = animproof_new(NULL);
    expect_ok(handle, animproof_sets(handle, files, 3, record_member_and_stop_at_most, &seen));
    expect_lines(&seen, lines, 3);
    free_files(files, 3);
}

Test(handle_sets, files_without_names_bytes_or_memory_are_refused)
{
    recorded_members seen = { 0 };
    const animproof_set_file nameless = { NULL, "x", 1 }, empty = { "a", NULL, 1 };
    const animproof_set_file twice[] = { { "b/a.md5mesh", "x", 1 }, { "c", "x", 1 },
        { "b/a.md5mesh", "y", 1 } };
    AT_END(handle_free) animproof *handle = animproof_new(NULL);
    expect_ok(handle, animproof_sets(handle, NULL, 0, record_member_and_stop_at_most, &seen));
    expect_call(handle, animproof_sets(handle, NULL, 1, record_member_and_stop_at_most, &seen),
        ANIMPROOF_MISUSE, "the files are NULL, but their number is not 0");
    expect_call(handle, animproof_sets(handle, &nameless, 1, record_member_and_stop_at_most, &seen),
        ANIMPROOF_MISUSE, "the name of a file is NULL");
    expect_call(handle, animproof_sets(handle, &empty, 1, record_member_and_stop_at_most, &seen),
        ANIMPROOF_MISUSE, "the bytes of a file are NULL, but their size is not 0");
    expect_call(
        handle, animproof_sets(handle, twice, 3, NULL, NULL), ANIMPROOF_MISUSE, "the callback is NULL");
    expect_call(handle, animproof_sets(handle, twice, 3, record_member_and_stop_at_most, &seen),
        ANIMPROOF_MISUSE, "two files have the name b/a.md5mesh");
    cr_expect_eq(animproof_sets(NULL, twice, 1, record_member_and_stop_at_most, &seen), ANIMPROOF_MISUSE);
    cr_expect_eq(seen.count, 0);
}

Test(handle_sets, the_limit_of_memory_applies_before_the_first_callback)
{
    recorded_members seen = { 0 };
    const animproof_set_file files[] = { file_for_set("walk.md5anim", PATH_OF("md5anim")),
        file_for_set("walk.md5mesh", PATH_OF("md5mesh")) };
    AT_END(handle_free) animproof *handle = animproof_new(NULL);
    expect_ok(handle, animproof_set(handle, "max-memory", "4K"));
    cr_expect_eq(animproof_sets(handle, files, 2, record_member_and_stop_at_most, &seen), ANIMPROOF_LIMIT);
    cr_expect_eq(seen.count, 0);
    free_files(files, 2);
}
