/* Exports the bad files of golden/. A malformed file is neither rewritten nor exported, and no export fails for lack
   of memory. */
#include <criterion/criterion.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/export/export_case.h"
#include "tests/unit/md5/md5_case.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/rewrite_case.h"
#include "tests/unit/support/test_arena.h"
#include "tests/unit/support/test_sample.h"
#include "validators/registry.h"

ARENA_SUITE(export_broken);

/* Returns true if the file has an error of a rule of class malformed: it cannot be read to its end. */
static bool has_malformed_finding(const lint_run *run)
{
    for (const ap_finding *one = run->findings.first; one != NULL; one = one->next) {
        if (one->rule->kind == AP_MALFORMED && one->severity == AP_ERROR)
            return true;
    }
    return false;
}

static bool can_file_be_rewritten(const ap_format *format, ap_view input)
{
    static const ap_lint_options usual = { .listener = NULL };
    static ap_writer writer;
    AT_END(buffer_free) byte_buffer buffer = { NULL, 0, 0 };
    arena_replace();
    empty_buffer_and_init_writer(&buffer, &writer);
    const bool complete = format->write(input, &usual, &arena, &writer) && ap_writer_flush(&writer);
    cr_expect_not(arena.failed);
    return complete;
}

/* Expects that a malformed file is neither rewritten nor exported. */
static void expect_not_rewritten_or_exported(const char *path, const ap_format *format, ap_view input)
{
    cr_expect_not(can_file_be_rewritten(format, input), "malformed file %s must not be rewritten", path);
    for (export_form form = 0; form < EXPORT_FORMS; form++) {
        export_result result;
        if (form == EXPORT_GLB || !can_export_format(form, format->name))
            continue;
        export_file_in_form(form, format->name, input, (ap_view){ NULL, 0 }, 0, &result);
        cr_expect_not(result.complete, "malformed file %s must not be exported in form %d", path, form);
        cr_expect_not(result.no_memory, "%s in form %d must not run out of memory", path, form);
        export_result_free(&result);
    }
}

/* Finds the malformed files of the format and checks a sample of them. Returns their number. */
static size_t check_malformed_files(const ap_format *format)
{
    char pattern[100];
    glob_t found;
    size_t malformed = 0;
    snprintf(pattern, sizeof pattern, "golden/%s/bad/*%s", format->name, format->extension);
    cr_assert_eq(glob(pattern, 0, NULL, &found), 0, "files must match %s", pattern);
    for (size_t f = 0; f < found.gl_pathc; f++) {
        AT_END(lint_end) lint_run run;
        const ap_view file = load_file(found.gl_pathv[f]);
        lint_begin(&run, format, file, NULL);
        free((void *)file.bytes);
        if (has_malformed_finding(&run) && malformed++ % sample_step() == 0)
            expect_not_rewritten_or_exported(found.gl_pathv[f], format, run.input);
    }
    globfree(&found);
    return malformed;
}

Test(export_broken, malformed_files_are_not_exported)
{
    size_t count, malformed = 0;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++)
        malformed += check_malformed_files(formats[i]);
    cr_expect_gt(malformed, 50U, "expected more malformed files than %zu", malformed);
}

Test(export_broken, a_part_of_a_camera_is_not_exported)
{
    static const export_form forms[] = { EXPORT_GLTF, EXPORT_CSV };
    const size_t size = strlen(md5_camera) - strlen("\n}\n");
    for (size_t bytes = 1; bytes <= size; bytes++) {
        for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
            export_result result;
            export_file_in_form(forms[i], "md5camera", (ap_view){ (const uint8_t *)md5_camera, bytes },
                (ap_view){ NULL, 0 }, 0, &result);
            cr_expect_not(result.complete, "%zu bytes in form %d", bytes, forms[i]);
            export_result_free(&result);
        }
    }
}
