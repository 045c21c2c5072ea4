/* Tests that every writer stops and fails if the output refuses bytes, after any number of bytes. */
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

static bool refuse_bytes(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    (void)bytes, (void)size;
    size_t *calls = writer->context;
    (*calls)++;
    return false;
}

/* A function that writes a file from `input`: rewrites it, prunes it, or writes a file from a JSON document. */
typedef bool (*write_function)(const ap_format *format, ap_view input, ap_writer *writer);

static bool write_same_format(const ap_format *format, ap_view input, ap_writer *writer)
{
    const ap_lint_options options = { .policy = NULL };
    return format->write(input, &options, &arena, writer);
}

static bool write_pruned(const ap_format *format, ap_view input, ap_writer *writer)
{
    return format->prune(input, &arena, writer);
}

static bool write_from_json(const ap_format *format, ap_view document, ap_writer *writer)
{
    ap_json_filler *json = ap_alloc(&arena, sizeof *json);
    cr_assert(json != NULL && ap_json_filler_open(json, document, &arena));
    const bool complete = format->fill(&json->filler, json->variant, &arena, writer);
    cr_assert_str_empty(json->fault, "%s: the document has a fault", format->name);
    return complete;
}

/* Writes the file `size` times; each time the output refuses bytes after another number of bytes. */
static void expect_failure_after_each_size(const char *name, write_function write, ap_view input, size_t size)
{
    static ap_writer writer;
    const ap_format *format = ap_find_format(name);
    for (size_t room = 0; room < size; room++) {
        size_t calls = 0;
        ap_writer_init(&writer, refuse_bytes, &calls);
        writer.used = sizeof writer.buffer - room;
        ap_arena_reset(&arena);
        const bool complete = write(format, input, &writer);
        cr_assert(!(complete && ap_writer_flush(&writer)) && writer.failed && calls == 1,
            "%s: the output refuses bytes after %zu bytes, but was called %zu times", name, room, calls);
        cr_assert(!arena.failed);
    }
}

/* Converts the file to a JSON document and checks the writing of a file from the document. */
static void check_writing_from_json(const char *name, ap_view input)
{
    static ap_writer writer;
    ap_json_tree_writer tree;
    ap_lint_result about = { .version = NULL };
    ap_lint_options options = { .listener = &tree.listener };
    AT_END(buffer_free) byte_buffer document = { NULL, 0, 0 }, written = { NULL, 0, 0 };
    const ap_format *format = ap_find_format(name);
    arena_replace();
    ap_findings_init(&findings, &arena, NULL, 1, 1);
    format->lint(input, &(ap_lint_options){ .policy = NULL }, &findings, &about);
    empty_buffer_and_init_writer(&document, &writer);
    ap_json_tree_begin(&tree, &writer, input, name, about.variant);
    format->lint(input, &options, &findings, &about);
    ap_json_tree_end(&tree);
    cr_assert(ap_writer_flush(&writer));
    empty_buffer_and_init_writer(&written, &writer);
    cr_assert(write_from_json(format, buffer_view(&document), &writer) && ap_writer_flush(&writer));
    expect_failure_after_each_size(name, write_from_json, buffer_view(&document), written.size);
}

static void check_writing_fails(const char *format, ap_view input)
{
    expect_failure_after_each_size(format, write_same_format, input, input.size);
    check_writing_from_json(format, input);
}

static void check_writing_built_file_fails(const char *format, void (*build)(file_build *file))
{
    AT_END(file_build_free) file_build file;
    build(&file);
    check_writing_fails(format, file_build_view(&file));
}

/* Checks the animation with another frame rate. If not `is_valid_in_file`, only writing from a JSON document with the rate is
   checked. */
static void check_writing_fails_with_frame_rate(const char *rate, bool is_valid_in_file)
{
    const char *text = text_with_replaced_part(md5_animation, "24", rate);
    if (is_valid_in_file)
        check_writing_fails("md5anim", text_view(text));
    else
        check_writing_from_json("md5anim", text_view(text));
}

Test(write_fails, text_files_stop_when_the_output_refuses_bytes)
{
    check_writing_fails("md5anim", text_view(md5_animation));
    check_writing_fails("md5mesh", text_view(md5_mesh));
    check_writing_fails("md5camera", text_view(md5_camera));
    check_writing_fails_with_frame_rate("24.5", true);
    check_writing_fails_with_frame_rate("3000000000.0", false);
}

/* No component of the animation is constant, so the pruned file has the same size. */
Test(write_fails, pruned_files_stop_when_the_output_refuses_bytes)
{
    expect_failure_after_each_size(
        "md5anim", write_pruned, text_view(md5_animation), text_view(md5_animation).size);
}

Test(write_fails, binary_files_stop_when_the_output_refuses_bytes)
{
    check_writing_built_file_fails("mrtk", build_mrtk_11);
    check_writing_built_file_fails("mrtk", build_mrtk_11_published);
    check_writing_built_file_fails("memg", build_plain_memg);
    check_writing_built_file_fails("memg", build_big_endian_memg);
}
