/* The promise of all writers: what takes no more bytes ends the writing, at whatever byte, and that is said. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "tests/unit/md5/md5_case.h"
#include "tests/unit/memg/memg_build.h"
#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/lint_case.h"
#include "validators/registry.h"

static bool take_nothing(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    (void)bytes, (void)size;
    size_t *calls = writer->context;
    (*calls)++;
    return false;
}

/* Once for each byte that is the first for which there is no room. */
static void check(const char *format, ap_view input)
{
    ap_arena arena;
    const ap_lint_options options = { .house = NULL };
    ap_writer *writer = malloc(sizeof *writer);
    cr_assert_not_null(writer);
    ap_arena_init(&arena, 0);
    for (size_t room = 0; room < input.size; room++) {
        size_t calls = 0;
        ap_writer_init(writer, take_nothing, &calls);
        writer->used = sizeof writer->buffer - room;
        ap_arena_reset(&arena);
        const bool whole = ap_find_format(format)->write(input, &options, &arena, writer);
        cr_assert(!(whole && ap_writer_finish(writer)) && writer->failed && calls == 1,
            "%s: room for %zu bytes: %zu calls", format, room, calls);
        cr_assert(!arena.failed);
    }
    free(writer);
    ap_arena_free(&arena);
}

static void check_built(const char *format, void (*build)(file_build *file))
{
    file_build file;
    build(&file);
    check(format, build_view(&file));
    build_free(&file);
}

Test(write_fails, of_texts)
{
    check("md5anim", text_view(md5_animation));
    check("md5mesh", text_view(md5_mesh));
    check("md5camera", text_view(md5_camera));
}

Test(write_fails, of_binary_files)
{
    check_built("mrtk", mrtk_11);
    check_built("mrtk", mrtk_11_published);
    check_built("memg", memg_plain);
    check_built("memg", memg_swapped);
}
