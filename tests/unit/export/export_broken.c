/* Files with faults, all of golden/: none that is malformed is written again, or becomes a document or a table; of others,
   whose values alone are wrong, memory is not what is wanting. */
#include <criterion/criterion.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/export/export_case.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/rewrite_case.h"
#include "tests/unit/support/test_sample.h"
#include "validators/registry.h"

enum { LARGEST_BYTES = 1 << 18 };

static ap_view load(const char *path)
{
    static uint8_t bytes[LARGEST_BYTES];
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "%s", path);
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return (ap_view){ bytes, size };
}

/* Whether the file cannot be read to its end as what it is: an error that leaves something unjudged. */
static bool is_malformed(const lint_run *run)
{
    for (const ap_finding *one = run->findings.first; one != NULL; one = one->next) {
        if (one->rule->kind == AP_MALFORMED && one->severity == AP_ERROR)
            return true;
    }
    return false;
}

static bool is_written(const ap_format *format, ap_view input)
{
    static const ap_lint_options usual = { .listener = NULL };
    static ap_writer writer;
    byte_pile pile = { NULL, 0, 0 };
    ap_arena arena;
    ap_arena_init(&arena, 0);
    pile_writer(&pile, &writer);
    const bool whole = format->write(input, &usual, &arena, &writer) && ap_writer_finish(&writer);
    cr_expect_not(arena.failed);
    ap_arena_free(&arena);
    free(pile.bytes);
    return whole;
}

static void check_file(const char *path, const ap_format *format, size_t *malformed)
{
    lint_run run;
    lint_begin(&run, format, load(path), NULL);
    const bool is_whole = !is_malformed(&run);
    *malformed += !is_whole;
    cr_expect(!is_written(format, run.input) || is_whole, "%s is written", path);
    for (export_form form = EXPORT_GLTF; form <= EXPORT_BVH; form++) {
        exported made;
        if (form == EXPORT_GLB || (form == EXPORT_BVH && strcmp(format->name, "md5anim") != 0))
            continue;
        export_as(form, format->name, run.input, (ap_view){ NULL, 0 }, 0, &made);
        cr_expect(!made.whole || is_whole, "%s in form %d", path, form);
        cr_expect_not(made.no_memory, "%s in form %d", path, form);
        export_free(&made);
    }
    lint_end(&run);
}

Test(export_broken, malformed_files)
{
    size_t count, malformed = 0;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        char pattern[100];
        glob_t found;
        snprintf(pattern, sizeof pattern, "golden/%s/bad/*%s", formats[i]->name, formats[i]->extension);
        cr_assert_eq(glob(pattern, 0, NULL, &found), 0, "%s", pattern);
        for (size_t f = 0; f < found.gl_pathc; f += test_each())
            check_file(found.gl_pathv[f], formats[i], &malformed);
        globfree(&found);
    }
    cr_expect(malformed > (test_each() == 1 ? 50U : 0U), "%zu", malformed);
}
