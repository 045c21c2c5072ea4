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

static bool make_document(const ap_format *format, ap_view input, ap_view mesh, bool binary, ap_arena *arena,
    FILE *stream, exported *made)
{
    ap_gltf gltf;
    const ap_export_source source = { .input = input, .mesh = mesh, .options = &usual };
    ap_gltf_init(&gltf, arena);
    const bool whole = ap_export_gltf(format, &source, &gltf) && ap_gltf_write(&gltf, binary, stream);
    made->refused = gltf.refused;
    for (const ap_gltf_remark *remark = gltf.remarks.first; remark != NULL; remark = remark->next) {
        const size_t used = strlen(made->remarks);
        snprintf(made->remarks + used, sizeof made->remarks - used, "%s\n", remark->text);
    }
    return whole;
}

static bool make_table(const ap_format *format, ap_view input, ap_arena *arena, FILE *stream, exported *made)
{
    ap_csv csv = { .stream = stream, .arena = arena };
    const bool whole = ap_export_csv(format, input, &usual, &csv);
    made->refused = csv.refused;
    return whole;
}

void export_as(
    export_form form, const char *format, ap_view input, ap_view mesh, size_t fail_at, exported *made)
{
    ap_arena arena;
    size_t renamed;
    const ap_format *of = ap_find_format(format);
    *made = (exported){ .whole = false };
    FILE *stream = open_memstream(&made->text, &made->size);
    cr_assert_not_null(stream);
    ap_arena_init(&arena, 0);
    arena.fail_at = fail_at;
    if (form == EXPORT_CSV)
        made->whole = make_table(of, input, &arena, stream, made);
    else if (form == EXPORT_BVH)
        made->whole = ap_md5anim_to_bvh(input, &arena, stream, &renamed);
    else
        made->whole = make_document(of, input, mesh, form == EXPORT_GLB, &arena, stream, made);
    made->allocations = arena.allocations;
    made->no_memory = arena.failed;
    fclose(stream);
    ap_arena_free(&arena);
}

void export_free(exported *made)
{
    free(made->text);
}
