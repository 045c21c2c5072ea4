#include "tests/unit/md5/md5_case.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "validators/companion_use.h"
#include "validators/lint_bytes.h"
#include "validators/md5anim/md5anim.h"
#include "validators/md5mesh/md5mesh.h"
#include "validators/registry.h"

enum { OPEN_MARKS = 8, RULE_ID_BYTES = 60, PATH_BYTES = 80 };

const char md5_animation[] = "MD5Version 10\n"
                             "commandline \"\"\n"
                             "\n"
                             "numFrames 2\n"
                             "numJoints 2\n"
                             "frameRate 24\n"
                             "numAnimatedComponents 7\n"
                             "\n"
                             "hierarchy {\n"
                             "\t\"root\" -1 1 0\n"
                             "\t\"hips\" 0 63 1\t// root: ( all of Tx Ty Tz Qx Qy Qz )\n"
                             "}\n"
                             "\n"
                             "bounds {\n"
                             "\t( -1 -2 -3 ) ( 1 2 3 )\n"
                             "\t( -4 -5 -6 ) ( 4 5 6 )\n"
                             "}\n"
                             "\n"
                             "baseframe {\n"
                             "\t( 0 0 0 ) ( 0.1 0.2 0.3 )\n"
                             "\t( 7 8 9 ) ( 0.4 0.5 0.6 )\n"
                             "}\n"
                             "\n"
                             "frame 0 {\n"
                             "\t1.5\n"
                             "\t10 11 12 0.7 0.1 0.2\n"
                             "}\n"
                             "\n"
                             "frame 1 {\n"
                             "\t2.5\n"
                             "\t20 21 22 0.5 0.4 0.3\n"
                             "}\n";

const char md5_mesh[] = "MD5Version 10\n"
                        "commandline \"\"\n"
                        "\n"
                        "numJoints 2\n"
                        "numMeshes 1\n"
                        "\n"
                        "joints {\n"
                        "\t\"root\" -1 ( 0 0 0 ) ( 0.1 0.2 0.3 )\n"
                        "\t\"hips\" 0 ( 7 8 9 ) ( 0.4 0.5 0.6 )\t// root\n"
                        "}\n"
                        "\n"
                        "mesh" MD5_MESH_BODY;

const char md5_camera[] = "MD5Version 10\n"
                          "commandline \"\"\n"
                          "\n"
                          "numFrames 4\n"
                          "frameRate 24\n"
                          "numCuts 2\n"
                          "\n"
                          "cuts {\n"
                          "\t1\n"
                          "\t3\n"
                          "}\n"
                          "\n"
                          "camera {\n"
                          "\t( 1 2 3 ) ( 0.1 0.2 0.3 ) 90\n"
                          "\t( 4 5 6 ) ( 0.4 0.5 0.6 ) 80.5\n"
                          "\t( 7 8 9 ) ( 0.7 0.1 0.2 ) 70\n"
                          "\t( 10 11 12 ) ( 0 0 1 ) 60\n"
                          "}\n";

/* Returns a copy of the text with `to` in place of the only `from`. */
static char *replace_once(const char *text, const char *from, const char *to, const char *name)
{
    const char *at = strstr(text, from);
    char *result = NULL;
    cr_assert_not_null(at, "%s: the text does not contain '%s'", name, from);
    cr_assert_null(strstr(at + 1, from), "%s: the text contains '%s' twice", name, from);
    cr_assert_geq(asprintf(&result, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from)), 0);
    return result;
}

char *md5_text_with_edits(const char *text, const char *const *edits, size_t most, const char *name)
{
    char *result = strdup(text);
    cr_assert_not_null(result);
    for (size_t i = 0; i < 2 * most && edits[i] != NULL; i += 2) {
        char *before = result;
        result = replace_once(before, edits[i], edits[i + 1], name);
        free(before);
    }
    return result;
}

static const char *name_of_case(const md5_case *one)
{
    return one->name != NULL ? one->name : one->rule;
}

static char *text_with_edits_of_case(const md5_table *table, const md5_case *one)
{
    return md5_text_with_edits(
        one->text != NULL ? one->text : table->text, one->edits, MD5_EDITS, name_of_case(one));
}

/* A position in a text, counted from 1. */
typedef struct line_column {
    size_t line, column;
} line_column;

static line_column next_position(line_column at, char byte, char next)
{
    if (byte == '\n' || (byte == '\r' && next != '\n'))
        return (line_column){ at.line + 1, 1 };
    return (line_column){ at.line, at.column + 1 };
}

/* The spans between < and > in a text, in the order of the < characters. */
typedef struct marked_spans {
    expected items[MD5_WANTS + 1];
    size_t count;
    size_t open[OPEN_MARKS], depth; /* indices in `items` of spans without their > so far */
} marked_spans;

static void begin_marked_span(marked_spans *all, size_t offset, line_column at)
{
    cr_assert(all->count < MD5_WANTS && all->depth < OPEN_MARKS);
    all->open[all->depth++] = all->count;
    all->items[all->count++] = (expected){ .offset = offset, .line = at.line, .column = at.column };
}

static void end_marked_span(marked_spans *all, size_t offset)
{
    cr_assert_gt(all->depth, 0U);
    expected *item = &all->items[all->open[--all->depth]];
    item->length = offset - item->offset;
}

static char byte_for_placeholder_or_itself(char letter)
{
    switch (letter) {
    case '@':
        return '\0';
    case '`':
        return '<';
    case '^':
        return '>';
    default:
        return letter;
    }
}

/* Removes < and > from the text in place and stores the spans between them in `all`. Returns the file's bytes. */
static ap_view remove_marks(char *text, marked_spans *all)
{
    char *out = text;
    line_column at = { 1, 1 };
    *all = (marked_spans){ .count = 0 };
    for (const char *in = text; *in != '\0'; in++) {
        if (*in == '<') {
            begin_marked_span(all, (size_t)(out - text), at);
        } else if (*in == '>') {
            end_marked_span(all, (size_t)(out - text));
        } else {
            at = next_position(at, *in, in[1] == '<' || in[1] == '>' ? in[2] : in[1]);
            *out++ = byte_for_placeholder_or_itself(*in);
        }
    }
    cr_assert_eq(all->depth, 0U, "the text has a < without a >");
    return (ap_view){ (const uint8_t *)text, (size_t)(out - text) };
}

/* Storage of the full rule ids and paths that `expected` points to. */
typedef struct full_ids_and_paths {
    char ids[MD5_WANTS][RULE_ID_BYTES], paths[MD5_WANTS][PATH_BYTES];
} full_ids_and_paths;

static void expand_path(const md5_table *table, const char *path, char name[PATH_BYTES])
{
    const char *prefix = path[0] == '$' ? table->position : path[0] == '&' ? table->orientation : NULL;
    snprintf(name, PATH_BYTES, "%s%s", prefix != NULL ? prefix : "", path + (prefix != NULL));
}

/* Gives each span in `all` the rule and path of its entry in `one->wants`. */
static void fill_expected_findings(
    const md5_table *table, const md5_case *one, marked_spans *all, full_ids_and_paths *named)
{
    size_t count = 0;
    bool fires = false;
    for (; count < MD5_WANTS && one->wants[2 * count] != NULL; count++) {
        const char *rule = one->wants[2 * count];
        snprintf(named->ids[count], RULE_ID_BYTES, "%s/%s", table->format, rule);
        expand_path(table, one->wants[2 * count + 1], named->paths[count]);
        all->items[count].rule = named->ids[count];
        all->items[count].path = named->paths[count];
        fires |= one->rule != NULL && strcmp(one->rule, rule) == 0;
    }
    cr_assert_eq(count, all->count, "%s: %zu expected findings, but %zu spans between < and >",
        name_of_case(one), count, all->count);
    cr_assert(one->says == NULL || fires, "%s: no expected finding can have the message '%s'",
        name_of_case(one), one->says);
    all->items[count].rule = NULL;
}

static void check_expected_findings(
    const ap_findings *findings, size_t bytes, const md5_case *one, const marked_spans *all)
{
    check_findings(findings, bytes, all->items, name_of_case(one));
    for (size_t i = 0; one->says != NULL && i < all->count; i++) {
        if (strcmp(one->wants[2 * i], one->rule) == 0)
            check_message(findings, all->items[i], one->says, name_of_case(one));
    }
}

/* Reads a mesh as the companion of an animation. The findings get sorted, with lines and columns. */
static void read_mesh_as_companion(
    ap_companion_use *use, ap_view input, ap_findings *findings, ap_arena *arena)
{
    ap_arena_init(arena, 0);
    ap_findings_init(findings, arena, NULL, 0, 0);
    cr_assert(ap_parse_companion_for_use(use, ap_md5anim_format.companion, input, findings));
    ap_sort_and_locate_findings(findings, input, true);
}

static void check_case_as_mesh(ap_view file, const md5_case *one, const marked_spans *all)
{
    ap_companion_use use;
    ap_findings findings;
    AT_END(ap_arena_free) ap_arena arena;
    ap_view input = copy_view(file);
    read_mesh_as_companion(&use, input, &findings, &arena);
    check_expected_findings(&findings, input.size, one, all);
    free((void *)input.bytes);
}

/* Lints an animation, a camera path, or a mesh of a folder (`set`), and checks the findings. */
static void check_case_as_file(
    const ap_format *format, ap_view file, const md5_case *one, const marked_spans *all)
{
    AT_END(lint_end) lint_run run;
    ap_findings findings;
    AT_END(ap_arena_free) ap_arena arena;
    ap_companion_use use;
    ap_expected_skeleton set = { .files = 5 };
    ap_lint_options options = { .companions = NULL };
    ap_arena_init(&arena, 0);
    if (one->mesh != NULL)
        read_mesh_as_companion(options.companions = &use, text_view(one->mesh), &findings, &arena);
    if (one->set != NULL) {
        ap_arena_init(&arena, 0);
        set.skeleton = format->set->skeleton(text_view(one->set), &arena);
        cr_assert(set.skeleton.size > 0);
        options.set = &set;
    }
    lint_begin(&run, format, file, &options);
    check_expected_findings(&run.findings, file.size, one, all);
}

/* Lints the file that has the sidecar, and checks the findings of the sidecar. */
static void check_case_as_sidecar(
    const md5_table *table, ap_view sidecar, const md5_case *one, const marked_spans *all)
{
    AT_END(lint_end) lint_run run;
    ap_findings findings;
    AT_END(ap_arena_free) ap_arena arena;
    ap_companion_use use;
    ap_lint_options options = { .companions = &use };
    const ap_format *format = ap_find_format(table->format);
    ap_view input = copy_view(sidecar);
    ap_arena_init(&arena, 0);
    ap_findings_init(&findings, &arena, NULL, 0, 0);
    cr_assert(ap_parse_companion_for_use(&use, format->sidecar, input, &findings));
    lint_begin(&run, format, text_view(one->mesh != NULL ? one->mesh : table->sidecar_of), &options);
    ap_sort_and_locate_findings(&findings, input, true);
    check_expected_findings(&findings, input.size, one, all);
    free((void *)input.bytes);
}

void md5_check_cases(const md5_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        const md5_case *one = &table->cases[i];
        full_ids_and_paths named;
        marked_spans all;
        ap_view file = remove_marks(text_with_edits_of_case(table, one), &all);
        fill_expected_findings(table, one, &all, &named);
        if (table->sidecar_of != NULL)
            check_case_as_sidecar(table, file, one, &all);
        else if (strcmp(table->format, "md5mesh") == 0 && one->set == NULL)
            check_case_as_mesh(file, one, &all);
        else
            check_case_as_file(ap_find_format(table->format), file, one, &all);
        free((void *)file.bytes);
    }
}
