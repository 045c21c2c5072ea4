/* Tests meshes with many triangles, vertices or weights: repeated triangles, limits on work and memory, long words. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/md5/md5_case.h"
#include "tests/unit/support/stream_text.h"
#include "tests/unit/support/test_arena.h"
#include "validators/md5mesh/md5mesh.h"
#include "validators/md5mesh/md5mesh_table.h"

ARENA_SUITE(md5mesh_fans);

#define ONE_TRIANGLE "\tnumtris 1\n\ttri 0 0 1 2\n"
#define ONE_WEIGHT   "\tnumweights 1\n\tweight 0 0 1 ( 0 0 0 )\n}\n"

/* Opens a text stream and begins a mesh of one joint up to its number of vertices. */
static FILE *begin_mesh(int verts)
{
    FILE *stream = open_text_stream();
    fprintf(stream,
        "MD5Version 10\ncommandline \"\"\nnumJoints 1\nnumMeshes 1\njoints {\n\t\"a\" -1 ( 0 0 0 ) ( 0 0 0 "
        ")\n}\n"
        "mesh {\n\tshader \"a\"\n\tnumverts %d\n",
        verts);
    return stream;
}

/* Returns the text that was written, valid as long as a text of close_text_stream. */
static ap_view end_mesh(void)
{
    size_t bytes;
    const char *text = close_text_stream(&bytes);
    return (ap_view){ (const uint8_t *)text, bytes };
}

/* A fan: triangles of vertex 0 and each pair of the RIM other vertices. The linter sorts the triangles if a vertex has many of
   them, to find repeated ones. */
enum {
    RIM = 40,
    TRIANGLES = RIM * (RIM - 1) / 2,
    MORE = 6 /* triangles after the fan */
};

/* The vertices of a triangle. */
typedef struct triangle_vertices {
    int a, b, c;
} triangle_vertices;

/* Writes a mesh of the fan and `more` triangles. */
static ap_view write_fan_mesh(const triangle_vertices more[MORE])
{
    FILE *stream = begin_mesh(RIM + 1);
    int index = 0;
    for (int i = 0; i <= RIM; i++)
        fprintf(stream, "\tvert %d ( 0 0 ) 0 1\n", i);
    fprintf(stream, "\tnumtris %d\n", TRIANGLES + MORE);
    for (int a = RIM; a > 1; a--) {
        for (int b = 1; b < a; b++)
            fprintf(stream, "\ttri %d %d %d 0\n", index++, b, a);
    }
    for (int i = 0; i < MORE; i++)
        fprintf(stream, "\ttri %d %d %d %d\n", index++, more[i].a, more[i].b, more[i].c);
    fputs(ONE_WEIGHT, stream);
    return end_mesh();
}

Test(md5mesh_fans, repeated_triangles_of_a_fan_are_found)
{
    static const struct {
        triangle_vertices more[MORE];
        const char *path, *says; /* path and message of the finding; NULL: no triangle is repeated */
    } rows[] = {
        { { { 0, 2, 1 }, { 0, 3, 1 }, { 1, 0, 4 }, { 1, 0, 5 }, { 0, 40, 39 }, { 0, 40, 1 } }, NULL, NULL },
        { { { 0, 2, 1 }, { 0, 3, 1 }, { 1, 0, 4 }, { 1, 0, 5 }, { 0, 40, 39 }, { 2, 1, 0 } },
            "meshes[0].tris[785]", "tris[785] has the corners of an earlier triangle [" },
        { { { 0, 1, 2 }, { 0, 3, 1 }, { 1, 0, 4 }, { 1, 0, 5 }, { 0, 40, 39 }, { 0, 40, 1 } },
            "meshes[0].tris[780]", "tris[780] has the corners of an earlier triangle [" },
        { { { 0, 1, 1 }, { 1, 1, 0 }, { 0, 39, 40 }, { 2, 0, 1 }, { 0, 1, 2 }, { 40, 0, 39 } },
            "meshes[0].tris[782]",
            "tris[782] has the corners of an earlier triangle; this mesh has 4 such triangles [" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        AT_END(lint_end) lint_run run;
        lint_begin(&run, &ap_md5mesh_format, write_fan_mesh(rows[i].more), NULL);
        const ap_finding *found = find_finding_of_rule(&run.findings, "md5mesh/tri-duplicate");
        cr_assert_eq(ap_findings_count_of_rule(&run.findings, AP_MD5MESH_RULE(TRI_DUPLICATE)),
            rows[i].path != NULL, "row %zu", i);
        if (found != NULL)
            check_message(&run.findings,
                (expected){ found->rule->id, found->span.offset, found->span.length, rows[i].path, 0, 0 },
                rows[i].says, "a fan with a repeated triangle");
    }
}

Test(md5mesh_fans, each_failing_allocation_is_reported)
{
    static const triangle_vertices more[MORE] = { { 0, 1, 2 }, { 0, 3, 1 }, { 1, 0, 4 }, { 1, 0, 5 },
        { 0, 40, 39 }, { 0, 40, 1 } };
    const ap_view mesh = write_fan_mesh(more);
    size_t needed = 0;
    for (size_t at = 0; at <= needed; at++) {
        ap_lint_result result;
        const ap_lint_options default_options = { .listener = NULL };
        arena_replace();
        arena.fail_at = at;
        ap_md5mesh_format.lint(mesh, &default_options, &findings, &result);
        cr_expect_eq(arena.failed, at > 0, "allocation %zu", at);
        needed = at == 0 ? arena.allocations : needed;
    }
    cr_expect(needed > 5, "only %zu allocations", needed);
}

/* If the number of joints is unknown, vert-joint-repeated compares joints below 2^20. */
Test(md5mesh_fans, repeated_joints_are_found_below_a_limit)
{
    enum { WEIGHTS = 40 }; /* enough weights for the fast path */
    static const int joints[] = { 1048575, 1048576, -1 };
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++) {
        FILE *stream = begin_mesh(3);
        fprintf(stream,
            "\tvert 0 ( 0 0 ) 0 2\n\tvert 1 ( 0 0 ) 0 1\n\tvert 2 ( 0 0 ) 0 1\n" ONE_TRIANGLE
            "\tnumweights %d\n",
            WEIGHTS);
        for (int w = 0; w < WEIGHTS; w++)
            fprintf(stream, "\tweight %d %d 0.5 ( 0 0 0 )\n", w, joints[i]);
        fputs("}\n", stream);
        const char *text = text_with_replaced_part(close_text_stream(NULL), "numJoints 1", "numJoints x");
        text = text_with_replaced_part(
            text, "-1 ( 0 0 0 )", "-1 ( 0 0 )"); /* nor does the list say the number */
        AT_END(lint_end) lint_run run;
        lint_begin(&run, &ap_md5mesh_format, text_view(text), NULL);
        cr_expect_eq(ap_findings_count_of_rule(&run.findings, AP_MD5MESH_RULE(VERT_JOINT_REPEATED)), i == 0,
            "joint %d", joints[i]);
    }
}

#ifndef TEST_IS_SANITIZED
static bool has_message_with(const lint_run *run, const char *words)
{
    const ap_finding *finding = run->findings.first;
    while (finding != NULL && strstr(finding->message, words) == NULL)
        finding = finding->next;
    return finding != NULL;
}

/* weights-apart and winding are skipped if all vertices together use more than 64 times as many weights as the file has;
   weight-sum adds up at most 2^27 weights, then it is skipped too. The biases of each vertex add up to 100; weight-range says
   that they are per cent only if the sums of all vertices can be computed. */
Test(md5mesh_fans, sums_of_too_many_weights_are_skipped)
{
    enum { WEIGHTS = 1 << 14, MOST_VERTS = 1 << 13 };
    for (int more = 0; more < 2; more++) {
        const int verts = MOST_VERTS + more;
        FILE *stream = begin_mesh(verts);
        for (int i = 0; i < verts; i++)
            fprintf(stream, "\tvert %d ( 0 0 ) 0 %d\n", i, WEIGHTS);
        fprintf(stream, ONE_TRIANGLE "\tnumweights %d\n", WEIGHTS);
        for (int i = 0; i < WEIGHTS; i++)
            fprintf(stream, "\tweight %d 0 %s ( 0 0 0 )\n", i, i % 2 == 0 ? "1.51220703" : "-1.5");
        fputs("}\n", stream);
        AT_END(lint_end) lint_run run;
        lint_begin(&run, &ap_md5mesh_format, end_mesh(), NULL);
        cr_expect_eq(ap_findings_count_of_rule(&run.findings, AP_MD5MESH_RULE(WEIGHT_SUM)), 1);
        cr_expect_eq(has_message_with(&run, "weights of this mesh are outside"), true);
        cr_expect_eq(has_message_with(&run, "they are per cent"), more == 0);
        cr_expect_eq(
            run.findings.skipped_checks, 2 + (size_t)more, "%zu checks skipped", run.findings.skipped_checks);
    }
}
#endif

/* A comment of 160000 bytes keeps count-exceeds-file silent. */
Test(md5mesh_fans, counts_above_the_limit_of_a_reader_are_reported)
{
    static const struct {
        const char *counted, *path;
        int limit;
    } rows[] = { { "numverts 3", "meshes[0].num_verts", 6144 }, { "numtris 1", "meshes[0].num_tris", 6144 },
        { "numweights 4", "meshes[0].num_weights", 8192 } };
    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        const char *counted = rows[i / 2].counted, *value = strchr(counted, ' ') + 1;
        const size_t at = (size_t)(strstr(md5_mesh, counted) - md5_mesh) + (size_t)(value - counted);
        const bool more = i % 2 != 0;
        char says[40];
        fprintf(open_text_stream(), "%.*s%d%s//%0160000d", (int)at, md5_mesh, rows[i / 2].limit + more,
            md5_mesh + at + strlen(value), 0);
        const ap_view view = end_mesh();
        const expected limit = { "md5mesh/mesh-limit", at, 4, rows[i / 2].path, 0, 0 };
        snprintf(says, sizeof says, "one reader accepts at most %d", rows[i / 2].limit);
        if (more)
            expect_message(&ap_md5mesh_format, view, NULL, limit, says, counted);
        else
            expect_rule_absent(&ap_md5mesh_format, view, NULL, "md5mesh/mesh-limit", counted);
    }
}

/* The word is on a line of its own, and shorter or longer than the bytes that the fast path reads at once. */
Test(md5mesh_fans, a_long_word_among_vertices_is_reported_whole)
{
    enum { VERTS = 40 };
    for (size_t letters = 1; letters < 140; letters += 23) {
        FILE *stream = begin_mesh(VERTS);
        for (int i = 0; i < VERTS; i++) {
            if (i == 20) {
                for (size_t l = 0; l < letters; l++)
                    fputc('x', stream);
                fputc('\n', stream);
            }
            fprintf(stream, "vert %d ( 0 0 ) 0 1\n", i);
        }
        fputs(ONE_TRIANGLE ONE_WEIGHT, stream);
        const ap_view mesh = end_mesh();
        const char *text = (const char *)mesh.bytes;
        const size_t word = (size_t)(strstr(text, "\nx") + 1 - text);
        AT_END(lint_end) lint_run run;
        lint_begin(&run, &ap_md5mesh_format, mesh, NULL);
        const ap_finding *found = find_finding_of_rule(&run.findings, "md5mesh/unexpected-token");
        cr_expect(found != NULL && found->span.offset == word && found->span.length == letters,
            "a word of %zu letters must be reported in full", letters);
    }
}
