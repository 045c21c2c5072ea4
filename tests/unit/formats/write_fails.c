/* The promise of all writers: what takes no more bytes ends the writing, at whatever byte, and that is said. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "core/json/json_filler.h"
#include "core/json/json_tree.h"
#include "tests/unit/md5/md5_case.h"
#include "tests/unit/memg/memg_build.h"
#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/rewrite_case.h"
#include "tests/unit/support/stream_text.h"
#include "tests/unit/support/test_arena.h"
#include "validators/registry.h"

ARENA_SUITE(write_fails);

static bool take_nothing(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    (void)bytes, (void)size;
    size_t *calls = writer->context;
    (*calls)++;
    return false;
}

/* A way of writing a file: its bytes, or the document that has its values. */
typedef bool (*way)(const ap_format *format, ap_view input, ap_writer *writer);

static bool write_again(const ap_format *format, ap_view input, ap_writer *writer)
{
    const ap_lint_options options = { .policy = NULL };
    return format->write(input, &options, &arena, writer);
}

static bool prune(const ap_format *format, ap_view input, ap_writer *writer)
{
    return format->prune(input, &arena, writer);
}

static bool fill(const ap_format *format, ap_view document, ap_writer *writer)
{
    ap_json_filler *json = ap_alloc(&arena, sizeof *json);
    cr_assert(json != NULL && ap_json_open(json, document, &arena));
    const bool whole = format->fill(&json->filler, json->variant, &arena, writer);
    cr_assert_str_empty(json->fault, "%s: the document is not at fault", format->name);
    return whole;
}

/* Once for each byte of so many that is the first for which there is no room. */
static void check_each(const char *name, way written, ap_view input, size_t size)
{
    static ap_writer writer;
    const ap_format *format = ap_find_format(name);
    for (size_t room = 0; room < size; room++) {
        size_t calls = 0;
        ap_writer_init(&writer, take_nothing, &calls);
        writer.used = sizeof writer.buffer - room;
        ap_arena_reset(&arena);
        const bool whole = written(format, input, &writer);
        cr_assert(!(whole && ap_writer_finish(&writer)) && writer.failed && calls == 1,
            "%s: room for %zu bytes: %zu calls", name, room, calls);
        cr_assert(!arena.failed);
    }
}

/* The file as a document, of which the same bytes come. */
static void check_filled(const char *name, ap_view input)
{
    static ap_writer writer;
    ap_json_tree tree;
    ap_lint_result about = { .version = NULL };
    ap_lint_options options = { .listener = &tree.listener };
    byte_buffer document = { NULL, 0, 0 }, made = { NULL, 0, 0 };
    const ap_format *format = ap_find_format(name);
    arena_renew();
    ap_findings_init(&findings, &arena, NULL, 1, 1);
    format->lint(input, &(ap_lint_options){ .policy = NULL }, &findings, &about);
    buffer_writer(&document, &writer);
    ap_json_tree_begin(&tree, &writer, input, name, about.variant);
    format->lint(input, &options, &findings, &about);
    ap_json_tree_end(&tree);
    cr_assert(ap_writer_finish(&writer));
    buffer_writer(&made, &writer);
    cr_assert(fill(format, buffer_view(&document), &writer) && ap_writer_finish(&writer));
    check_each(name, fill, buffer_view(&document), made.size);
    free(made.bytes);
    free(document.bytes);
}

static void check(const char *format, ap_view input)
{
    check_each(format, write_again, input, input.size);
    check_filled(format, input);
}

static void check_built(const char *format, void (*build)(file_build *file))
{
    file_build file;
    build(&file);
    check(format, build_view(&file));
    build_free(&file);
}

/* The animation with another frame rate; one that no file may have comes out of a document alone. */
static void check_rate(const char *rate, bool in_file)
{
    const char *text = text_with(md5_animation, "24", rate);
    if (in_file)
        check("md5anim", text_view(text));
    else
        check_filled("md5anim", text_view(text));
}

Test(write_fails, of_texts)
{
    check("md5anim", text_view(md5_animation));
    check("md5mesh", text_view(md5_mesh));
    check("md5camera", text_view(md5_camera));
    check_rate("24.5", true);
    check_rate("3000000000.0", false);
}

/* Nothing of the animation is constant: all of it is left. */
Test(write_fails, of_what_is_pruned)
{
    check_each("md5anim", prune, text_view(md5_animation), text_view(md5_animation).size);
}

Test(write_fails, of_binary_files)
{
    check_built("mrtk", mrtk_11);
    check_built("mrtk", mrtk_11_published);
    check_built("memg", memg_plain);
    check_built("memg", memg_swapped);
}
