/* Triangles that are there twice where so many begin at one vertex that they are sorted. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/support/lint_case.h"
#include "validators/md5mesh/md5mesh.h"

enum {
    RIM = 40,
    TRIANGLES = RIM * (RIM - 1) / 2 /* a pair of the rim's vertices each, and vertex 0 */,
    MORE = 6
};

/* What follows the fan: each by its corners. */
typedef struct corners {
    int a, b, c;
} corners;

static char *mesh_of(const corners more[MORE], size_t *bytes)
{
    char *text = NULL;
    FILE *stream = open_memstream(&text, bytes);
    int index = 0;
    fputs("MD5Version 10\ncommandline \"\"\nnumJoints 1\nnumMeshes 1\njoints {\n\t\"a\" -1 ( 0 0 0 ) ( 0 0 0 "
          ")\n}\n",
        stream);
    fprintf(stream, "mesh {\n\tshader \"a\"\n\tnumverts %d\n", RIM + 1);
    for (int i = 0; i <= RIM; i++)
        fprintf(stream, "\tvert %d ( 0 0 ) 0 1\n", i);
    fprintf(stream, "\tnumtris %d\n", TRIANGLES + MORE);
    for (int a = RIM; a > 1; a--) {
        for (int b = 1; b < a; b++)
            fprintf(stream, "\ttri %d %d %d 0\n", index++, b, a);
    }
    for (int i = 0; i < MORE; i++)
        fprintf(stream, "\ttri %d %d %d %d\n", index++, more[i].a, more[i].b, more[i].c);
    fputs("\tnumweights 1\n\tweight 0 0 1 ( 0 0 0 )\n}\n", stream);
    cr_assert_eq(fclose(stream), 0);
    return text;
}

static size_t found_of(const lint_run *run, const char *rule)
{
    size_t count = 0;
    for (const ap_finding *finding = run->findings.first; finding != NULL; finding = finding->next)
        count += strcmp(finding->rule->id, rule) == 0;
    return count;
}

Test(md5mesh_fans, triangles_that_are_there_twice)
{
    static const struct {
        corners more[MORE];
        const char *path, *says; /* NULL: none is there twice */
    } rows[] = {
        { { { 0, 2, 1 }, { 0, 3, 1 }, { 1, 0, 4 }, { 1, 0, 5 }, { 0, 40, 39 }, { 0, 40, 1 } }, NULL, NULL },
        { { { 0, 2, 1 }, { 0, 3, 1 }, { 1, 0, 4 }, { 1, 0, 5 }, { 0, 40, 39 }, { 2, 1, 0 } },
            "meshes[0].tris[785]", "tris[785] has the corners of an earlier triangle [" },
        { { { 0, 1, 2 }, { 0, 3, 1 }, { 1, 0, 4 }, { 1, 0, 5 }, { 0, 40, 39 }, { 0, 40, 1 } },
            "meshes[0].tris[780]", "tris[780] has the corners of an earlier triangle [" },
        { { { 0, 1, 1 }, { 1, 1, 0 }, { 0, 39, 40 }, { 2, 0, 1 }, { 0, 1, 2 }, { 40, 0, 39 } },
            "meshes[0].tris[782]",
            "tris[782] has the corners of an earlier triangle; 4 triangles of this mesh are so [" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t bytes = 0;
        char *text = mesh_of(rows[i].more, &bytes);
        const ap_view input = { (const uint8_t *)text, bytes };
        lint_run run;
        lint_begin(&run, &ap_md5mesh_format, input, NULL);
        cr_assert_eq(found_of(&run, "md5mesh/tri-duplicate"), rows[i].path != NULL, "row %zu", i);
        for (const ap_finding *finding = run.findings.first; finding != NULL; finding = finding->next) {
            if (strcmp(finding->rule->id, "md5mesh/tri-duplicate") == 0) {
                const expected one = { "md5mesh/tri-duplicate", finding->span.offset, finding->span.length,
                    rows[i].path, 0, 0 };
                check_message(&run.findings, one, rows[i].says, "a fan");
            }
        }
        lint_end(&run);
        free(text);
    }
}
