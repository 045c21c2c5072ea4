#include "tests/unit/support/betrayed.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/support/lint_case.h"

const char *betrayed_at(const ap_findings *findings, size_t offset)
{
    for (const ap_finding *finding = findings->first; finding != NULL; finding = finding->next) {
        for (const ap_related *place = finding->related; place != NULL; place = place->next) {
            if (place->span.offset == offset && place->span.length == 4
                && strncmp(place->label, "with ", 5) == 0)
                return place->label;
        }
    }
    return NULL;
}

void expect_betrayed(const ap_format *format, const betrayed_case *one)
{
    file_build file;
    lint_run run;
    char says[160];
    one->build(&file);
    set_i32(&file, one->path, one->wrong);
    snprintf(says, sizeof says, "with %s %d the rest reads to the end of the file without an error",
        one->path, (int)one->right);
    lint_begin(&run, format, build_view(&file), NULL);
    const char *label = betrayed_at(&run.findings, offset_of(&file, one->path));
    cr_expect(
        label != NULL && strcmp(label, says) == 0, "%s: says '%s'", one->name, label == NULL ? "" : label);
    lint_end(&run);
    build_free(&file);
}
