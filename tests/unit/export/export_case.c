#include "tests/unit/export/export_case.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "validators/registry.h"
#include "validators/services/export/export_csv.h"
#include "validators/services/export/export_gltf.h"
#include "validators/services/export/md5anim_bvh.h"

static const ap_lint_options usual = { .listener = NULL };

static bool write_to_stream(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    return fwrite(bytes, 1, size, writer->context) == size;
}

static bool write_document(const ap_format *format, ap_view input, ap_view mesh, bool binary, ap_arena *arena,
    FILE *stream, export_result *result)
{
    static ap_writer writer;
    ap_gltf gltf;
    const ap_export_source source = { .input = input, .mesh = mesh, .options = &usual };
    ap_gltf_init(&gltf, arena);
    ap_writer_init(&writer, write_to_stream, stream);
    const bool complete = ap_export_gltf(format, &source, &gltf) && ap_gltf_write(&gltf, binary, &writer)
                          && ap_writer_flush(&writer);
    result->refused = gltf.refused;
    for (const ap_gltf_remark *remark = gltf.remarks.first; remark != NULL; remark = remark->next) {
        const size_t used = strlen(result->remarks);
        snprintf(result->remarks + used, sizeof result->remarks - used, "%s\n", remark->text);
    }
    return complete;
}

static bool write_table(
    const ap_format *format, ap_view input, ap_arena *arena, FILE *stream, export_result *result)
{
    ap_csv csv = { .stream = stream, .arena = arena };
    const bool complete = ap_export_csv(format, input, &usual, &csv);
    result->refused = csv.refused;
    return complete;
}

bool can_export_format(export_form form, const char *format)
{
    return form != EXPORT_BVH || strcmp(format, "md5anim") == 0;
}

void export_file_in_form(
    export_form form, const char *format, ap_view input, ap_view mesh, size_t fail_at, export_result *result)
{
    AT_END(ap_arena_free) ap_arena arena;
    size_t renamed;
    const ap_format *of = ap_find_format(format);
    *result = (export_result){ .complete = false };
    FILE *stream = open_memstream(&result->text, &result->size);
    cr_assert_not_null(stream);
    ap_arena_init(&arena, 0);
    arena.fail_at = fail_at;
    if (form == EXPORT_CSV)
        result->complete = write_table(of, input, &arena, stream, result);
    else if (form == EXPORT_BVH)
        result->complete = ap_md5anim_to_bvh(input, &arena, stream, &renamed);
    else
        result->complete = write_document(of, input, mesh, form == EXPORT_GLB, &arena, stream, result);
    result->allocations = arena.allocations;
    result->no_memory = arena.failed;
    fclose(stream);
}

void export_result_free(export_result *result)
{
    free(result->text);
}

ap_view load_file(const char *path)
{
    enum { LARGEST_BYTES = 1 << 18 };
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(LARGEST_BYTES);
    cr_assert(file != NULL && bytes != NULL, "%s must be readable", path);
    const size_t size = fread(bytes, 1, LARGEST_BYTES, file);
    fclose(file);
    return (ap_view){ bytes, size };
}
