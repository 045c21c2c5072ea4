/* Exports without enough memory, and exports of truncated files: neither may succeed. Hashes of exports that must not
   change. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/export/export_case.h"
#include "tests/unit/support/generated_file.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/test_sample.h"
#include "validators/registry.h"

static const struct {
    const char *format, *path, *mesh; /* mesh NULL: none */
} files[] = {
    { "md5anim", "golden/md5anim/valid/joints-2.md5anim", NULL },
    { "md5anim", "golden/md5anim/valid/joints-2.md5anim", "golden/md5anim/valid/joints-2.md5mesh" },
    { "md5mesh", "golden/md5mesh/valid/near-vert-unused__fan.md5mesh", NULL },
    { "md5camera", "golden/md5camera/valid/cuts-3.md5camera", NULL },
    { "md5camera", "golden/md5camera/valid/cuts-0.md5camera", NULL },
    { "mrtk", "golden/mrtk/valid/near-marker-order__equal.bin", NULL },
    { "memg", "golden/memg/valid/near-endian-indicator__little.bin", NULL },
};
enum { FILES = sizeof files / sizeof *files };

/* Returns the bytes of a file; no bytes if the path is NULL. The caller frees them with free(). */
static ap_view load_file_if_any(const char *path)
{
    return path == NULL ? (ap_view){ NULL, 0 } : load_file(path);
}

/* Makes each allocation fail once: the export must fail for lack of memory, and not refuse the file. */
Test(export_memory, an_export_fails_if_any_allocation_fails)
{
    for (size_t i = 0; i < FILES; i++) {
        const ap_view input = load_file_if_any(files[i].path), mesh = load_file_if_any(files[i].mesh);
        for (export_form form = 0; form < EXPORT_FORMS; form++) {
            export_result all, some;
            if (!can_export_format(form, files[i].format))
                continue;
            export_file_in_form(form, files[i].format, input, mesh, 0, &all);
            cr_assert(all.complete && all.size > 100 && !all.no_memory, "%s must be exported", files[i].path);
            for (size_t at = 1; at <= all.allocations; at += sample_step()) {
                export_file_in_form(form, files[i].format, input, mesh, at, &some);
                cr_expect(!some.complete && some.no_memory && some.refused == NULL,
                    "%s, form %d: the export must fail if allocation %zu of %zu fails", files[i].path, form,
                    at, all.allocations);
                export_result_free(&some);
            }
            export_result_free(&all);
        }
        free((void *)input.bytes);
        free((void *)mesh.bytes);
    }
}

/* A truncated file, or an animation with a truncated mesh, is exported neither as a document nor as a table. */
Test(export_memory, truncated_files_are_not_exported)
{
    for (size_t i = 0; i < FILES; i++) {
        const ap_view input = load_file_if_any(files[i].path), mesh = load_file_if_any(files[i].mesh);
        const ap_view cut_file = mesh.bytes == NULL ? input : mesh;
        const size_t step = 7 * sample_step();
        for (size_t cut = mesh.bytes != NULL; cut < cut_file.size; cut += step) {
            const ap_view part = { cut_file.bytes, cut };
            if (is_without_error(ap_find_format(mesh.bytes == NULL ? files[i].format : "md5mesh"), part))
                continue;
            for (export_form form = 0; form < EXPORT_FORMS; form++) {
                export_result result;
                if (!can_export_format(form, files[i].format) || form == EXPORT_GLB
                    || (mesh.bytes != NULL && form != EXPORT_GLTF))
                    continue;
                export_file_in_form(form, files[i].format, mesh.bytes == NULL ? part : input,
                    mesh.bytes == NULL ? mesh : part, 0, &result);
                cr_expect(!result.complete && !result.no_memory,
                    "%s, form %d: a file truncated to %zu bytes must not be exported", files[i].path, form,
                    cut);
                export_result_free(&result);
            }
        }
        free((void *)input.bytes);
        free((void *)mesh.bytes);
    }
}

/* FNV-1a hashes of exported documents and tables. The documents were checked with tests/cli/commands/test_convert_gltf.py; if a
   document changes, run it again before changing the hash. Cameras have only a table: the angles in their documents depend on
   libm. */
static const struct {
    size_t file;
    export_form form;
    uint64_t sum;
} checked_exports[] = {
    { 0, EXPORT_GLTF, UINT64_C(0x92dbab7052cb352d) },
    { 0, EXPORT_GLB, UINT64_C(0xd775fc93c9dae89b) },
    { 0, EXPORT_CSV, UINT64_C(0x367bd12a45ac4f06) },
    { 1, EXPORT_GLTF, UINT64_C(0x350e2cbfc261b2a9) },
    { 1, EXPORT_GLB, UINT64_C(0xb747b768210fa738) },
    { 1, EXPORT_CSV, UINT64_C(0x367bd12a45ac4f06) },
    { 2, EXPORT_GLTF, UINT64_C(0x9306f44ba1024481) },
    { 2, EXPORT_GLB, UINT64_C(0x2ca868a3828067f9) },
    { 2, EXPORT_CSV, UINT64_C(0x24cb5a5b27262348) },
    { 3, EXPORT_CSV, UINT64_C(0x824216f6e01a37fe) },
    { 5, EXPORT_GLTF, UINT64_C(0x8564aeb2800bb9b6) },
    { 5, EXPORT_GLB, UINT64_C(0xb7ae2c3cd4a7fedf) },
    { 5, EXPORT_CSV, UINT64_C(0xc01aa51fe54a0f5b) },
    { 6, EXPORT_GLTF, UINT64_C(0x869177c05ba771ec) },
    { 6, EXPORT_GLB, UINT64_C(0xa2db7463cbb7e2cb) },
    { 6, EXPORT_CSV, UINT64_C(0xad3eeb5dcd33f79c) },
};

Test(export_memory, exports_do_not_change)
{
    for (size_t i = 0; i < sizeof checked_exports / sizeof *checked_exports; i++) {
        const size_t file = checked_exports[i].file;
        const ap_view input = load_file_if_any(files[file].path), mesh = load_file_if_any(files[file].mesh);
        AT_END(export_result_free) export_result result;
        export_file_in_form(checked_exports[i].form, files[file].format, input, mesh, 0, &result);
        const byte_buffer buffer = { (uint8_t *)result.text, result.size, result.size };
        const uint64_t sum = buffer_hash(&buffer, FNV_BASIS);
        cr_expect_eq(sum, checked_exports[i].sum,
            "%s, form %d: the export must not change, but the hash is now 0x%016" PRIx64, files[file].path,
            checked_exports[i].form, sum);
        free((void *)input.bytes);
        free((void *)mesh.bytes);
    }
}
