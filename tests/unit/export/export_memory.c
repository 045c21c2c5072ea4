/* Documents and tables of files for which memory runs out, or which end too early: none is told to be whole. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/export/export_case.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/made_file.h"
#include "tests/unit/support/test_sample.h"
#include "validators/registry.h"

static const struct {
    const char *format, *path, *mesh; /* below golden/ */
} files[] = {
    { "md5anim", "md5anim/valid/joints-2.md5anim", NULL },
    { "md5anim", "md5anim/valid/joints-2.md5anim", "md5anim/valid/joints-2.md5mesh" },
    { "md5mesh", "md5mesh/valid/near-vert-unused__fan.md5mesh", NULL },
    { "md5camera", "md5camera/valid/cuts-3.md5camera", NULL },
    { "md5camera", "md5camera/valid/cuts-0.md5camera", NULL },
    { "mrtk", "mrtk/valid/near-marker-order__equal.bin", NULL },
    { "memg", "memg/valid/near-endian-indicator__little.bin", NULL },
};
enum { FILES = sizeof files / sizeof *files };

static ap_view load(const char *path)
{
    char whole[200];
    static const ap_view none = { NULL, 0 };
    if (path == NULL)
        return none;
    snprintf(whole, sizeof whole, "golden/%s", path);
    FILE *file = fopen(whole, "rb");
    uint8_t *bytes = malloc(1 << 16);
    cr_assert(file != NULL && bytes != NULL, "%s", whole);
    const size_t size = fread(bytes, 1, 1 << 16, file);
    fclose(file);
    return (ap_view){ bytes, size };
}

static bool has_form(size_t file, export_form form)
{
    return form != EXPORT_BVH || strcmp(files[file].format, "md5anim") == 0;
}

/* Each allocation fails once: that is said, and of the file itself nothing is. */
Test(export_memory, each_allocation_fails)
{
    for (size_t i = 0; i < FILES; i++) {
        const ap_view input = load(files[i].path), mesh = load(files[i].mesh);
        for (export_form form = EXPORT_GLTF; form <= EXPORT_BVH; form++) {
            exported all, some;
            if (!has_form(i, form))
                continue;
            export_as(form, files[i].format, input, mesh, 0, &all);
            cr_assert(all.whole && all.size > 100 && !all.no_memory, "%s", files[i].path);
            for (size_t at = 1; at <= all.allocations; at += test_each()) {
                export_as(form, files[i].format, input, mesh, at, &some);
                cr_expect(!some.whole && some.no_memory && some.refused == NULL,
                    "%s, form %d: allocation %zu of %zu", files[i].path, form, at, all.allocations);
                export_free(&some);
            }
            export_free(&all);
        }
        free((void *)input.bytes);
        free((void *)mesh.bytes);
    }
}

/* A file that ends too early has no document, and no table. */
Test(export_memory, files_that_end_too_early)
{
    for (size_t i = 0; i < FILES; i++) {
        const ap_view input = load(files[i].path), mesh = load(files[i].mesh);
        const ap_view cut_file = mesh.bytes == NULL ? input : mesh;
        const size_t step = 7 * test_each();
        for (size_t cut = mesh.bytes != NULL; cut < cut_file.size; cut += step) {
            const ap_view part = { cut_file.bytes, cut };
            if (is_without_error(ap_find_format(mesh.bytes == NULL ? files[i].format : "md5mesh"), part))
                continue;
            for (export_form form = EXPORT_GLTF; form <= EXPORT_BVH; form++) {
                exported made;
                if (!has_form(i, form) || form == EXPORT_GLB || (mesh.bytes != NULL && form != EXPORT_GLTF))
                    continue;
                export_as(form, files[i].format, mesh.bytes == NULL ? part : input,
                    mesh.bytes == NULL ? mesh : part, 0, &made);
                cr_expect(
                    !made.whole && !made.no_memory, "%s, form %d, of %zu bytes", files[i].path, form, cut);
                export_free(&made);
            }
        }
        free((void *)input.bytes);
        free((void *)mesh.bytes);
    }
}

/* What documents of these files were when tests/cli/commands/convert_gltf.py had evaluated them, as sums of FNV-1a: a
   document that has become another has to be looked at anew. Cameras are not among them: their angles are libm's. */
static const struct {
    size_t file;
    export_form form;
    uint64_t sum;
} made_before[] = {
    { 0, EXPORT_GLTF, UINT64_C(0x2755067f51531548) },
    { 0, EXPORT_GLB, UINT64_C(0x1429c8c539a554f8) },
    { 0, EXPORT_CSV, UINT64_C(0x9887f00fa32753ba) },
    { 1, EXPORT_GLTF, UINT64_C(0x86b609ba610abb96) },
    { 1, EXPORT_GLB, UINT64_C(0xf2363465eddeedf7) },
    { 1, EXPORT_CSV, UINT64_C(0x9887f00fa32753ba) },
    { 2, EXPORT_GLTF, UINT64_C(0x9306f44ba1024481) },
    { 2, EXPORT_GLB, UINT64_C(0x2ca868a3828067f9) },
    { 2, EXPORT_CSV, UINT64_C(0x78dd1eaa4d010741) },
    { 3, EXPORT_CSV, UINT64_C(0x824216f6e01a37fe) },
    { 5, EXPORT_GLTF, UINT64_C(0xb5a080466c916738) },
    { 5, EXPORT_GLB, UINT64_C(0x4565e2b4cb4174d1) },
    { 5, EXPORT_CSV, UINT64_C(0x3807ad4e2dee35cf) },
    { 6, EXPORT_GLTF, UINT64_C(0x97c71d24c28fdeeb) },
    { 6, EXPORT_GLB, UINT64_C(0xd8aeb2e6c9cdc872) },
    { 6, EXPORT_CSV, UINT64_C(0xa2457cc16d8f57ad) },
};

Test(export_memory, what_was_made_before)
{
    for (size_t i = 0; i < sizeof made_before / sizeof *made_before; i++) {
        const size_t file = made_before[i].file;
        const ap_view input = load(files[file].path), mesh = load(files[file].mesh);
        exported made;
        export_as(made_before[i].form, files[file].format, input, mesh, 0, &made);
        const byte_pile pile = { (uint8_t *)made.text, made.size, made.size };
        const uint64_t sum = pile_hash(&pile, FNV_BASIS);
        cr_expect_eq(sum, made_before[i].sum, "%s, form %d: 0x%016" PRIx64, files[file].path,
            made_before[i].form, sum);
        export_free(&made);
        free((void *)input.bytes);
        free((void *)mesh.bytes);
    }
}
