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

enum { OPEN_PLACES = 8, RULE_ID_BYTES = 60, PATH_BYTES = 80 };

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
                             "\t\"hips\" 0 63 1\t// root ( Tx Ty Tz Qx Qy Qz )\n"
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

/* The text with `to` in place of `from`. */
static char *edited(const char *text, const char *from, const char *to, const char *name)
{
    const char *at = strstr(text, from);
    char *result = NULL;
    cr_assert_not_null(at, "%s: '%s' does not stand in the text", name, from);
    cr_assert_null(strstr(at + 1, from), "%s: '%s' stands in the text twice", name, from);
    cr_assert_geq(asprintf(&result, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from)), 0);
    return result;
}

char *md5_edited(const char *text, const char *const *edits, size_t most, const char *name)
{
    char *result = strdup(text);
    cr_assert_not_null(result);
    for (size_t i = 0; i < 2 * most && edits[i] != NULL; i += 2) {
        char *before = result;
        result = edited(before, edits[i], edits[i + 1], name);
        free(before);
    }
    return result;
}

static const char *name_of(const md5_case *one)
{
    return one->name != NULL ? one->name : one->rule;
}

static char *marked_text(const md5_table *table, const md5_case *one)
{
    return md5_edited(one->text != NULL ? one->text : table->text, one->edits, MD5_EDITS, name_of(one));
}

/* Lines and columns, counted here once more. */
typedef struct place {
    size_t line, column;
} place;

static place next_place(place at, char byte, char next)
{
    if (byte == '\n' || (byte == '\r' && next != '\n'))
        return (place){ at.line + 1, 1 };
    return (place){ at.line, at.column + 1 };
}

/* The places between the marks, in their order. */
typedef struct marks {
    expected items[MD5_WANTS + 1];
    size_t count;
    size_t open[OPEN_PLACES], depth;
} marks;

static void open_mark(marks *all, size_t offset, place at)
{
    cr_assert(all->count < MD5_WANTS && all->depth < OPEN_PLACES);
    all->open[all->depth++] = all->count;
    all->items[all->count++] = (expected){ .offset = offset, .line = at.line, .column = at.column };
}

static void close_mark(marks *all, size_t offset)
{
    cr_assert_gt(all->depth, 0U);
    expected *item = &all->items[all->open[--all->depth]];
    item->length = offset - item->offset;
}

static char stands_for(char letter)
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

/* Takes the marks out of the text. */
static ap_view take_marks(char *text, marks *all)
{
    char *out = text;
    place at = { 1, 1 };
    *all = (marks){ .count = 0 };
    for (const char *in = text; *in != '\0'; in++) {
        if (*in == '<') {
            open_mark(all, (size_t)(out - text), at);
        } else if (*in == '>') {
            close_mark(all, (size_t)(out - text));
        } else {
            at = next_place(at, *in, in[1] == '<' || in[1] == '>' ? in[2] : in[1]);
            *out++ = stands_for(*in);
        }
    }
    cr_assert_eq(all->depth, 0U, "a < without its >");
    return (ap_view){ (const uint8_t *)text, (size_t)(out - text) };
}

/* The rules and paths of the wants as findings have them. */
typedef struct names {
    char ids[MD5_WANTS][RULE_ID_BYTES], paths[MD5_WANTS][PATH_BYTES];
} names;

static void name_path(const md5_table *table, const char *path, char name[PATH_BYTES])
{
    const char *prefix = path[0] == '$' ? table->position : path[0] == '&' ? table->orientation : NULL;
    snprintf(name, PATH_BYTES, "%s%s", prefix != NULL ? prefix : "", path + (prefix != NULL));
}

/* The marks with the rules and paths of the wants. */
static void name_wants(const md5_table *table, const md5_case *one, marks *all, names *named)
{
    size_t count = 0;
    bool fires = false;
    for (; count < MD5_WANTS && one->wants[2 * count] != NULL; count++) {
        const char *rule = one->wants[2 * count];
        snprintf(named->ids[count], RULE_ID_BYTES, "%s/%s", table->format, rule);
        name_path(table, one->wants[2 * count + 1], named->paths[count]);
        all->items[count].rule = named->ids[count];
        all->items[count].path = named->paths[count];
        fires |= one->rule != NULL && strcmp(one->rule, rule) == 0;
    }
    cr_assert_eq(count, all->count, "%s: %zu wants, %zu places", name_of(one), count, all->count);
    cr_assert(one->says == NULL || fires, "%s: nothing says '%s'", name_of(one), one->says);
    all->items[count].rule = NULL;
}

static void check_list(const ap_findings *findings, size_t bytes, const md5_case *one, const marks *all)
{
    check_findings(findings, bytes, all->items, name_of(one));
    for (size_t i = 0; one->says != NULL && i < all->count; i++) {
        if (strcmp(one->wants[2 * i], one->rule) == 0)
            check_message(findings, all->items[i], one->says, name_of(one));
    }
}

/* Reads a mesh; the list is sorted and located. */
static void read_mesh(ap_companion_use *use, ap_view input, ap_findings *findings, ap_arena *arena)
{
    ap_arena_init(arena, 0);
    ap_findings_init(findings, arena, NULL, 0, 0);
    cr_assert(ap_use_companion(use, ap_md5anim_format.companion, input, findings));
    ap_settle_findings(findings, input, true);
}

static void check_mesh(ap_view file, const md5_case *one, const marks *all)
{
    ap_companion_use use;
    ap_findings findings;
    ap_arena arena;
    ap_view input = copy_view(file);
    read_mesh(&use, input, &findings, &arena);
    check_list(&findings, input.size, one, all);
    ap_arena_free(&arena);
    free((void *)input.bytes);
}

/* Of an animation or a camera. */
static void check_file(const ap_format *format, ap_view file, const md5_case *one, const marks *all)
{
    lint_run run;
    ap_findings findings;
    ap_arena arena;
    ap_companion_use use;
    ap_lint_options options = { .companions = NULL };
    ap_arena_init(&arena, 0);
    if (one->mesh != NULL)
        read_mesh(options.companions = &use, text_view(one->mesh), &findings, &arena);
    lint_begin(&run, format, file, &options);
    check_list(&run.findings, file.size, one, all);
    lint_end(&run);
    ap_arena_free(&arena);
}

void md5_check(const md5_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        const md5_case *one = &table->cases[i];
        names named;
        marks all;
        ap_view file = take_marks(marked_text(table, one), &all);
        name_wants(table, one, &all, &named);
        if (strcmp(table->format, "md5mesh") == 0)
            check_mesh(file, one, &all);
        else
            check_file(ap_find_format(table->format), file, one, &all);
        free((void *)file.bytes);
    }
}

/* Coverage */

static bool wants_rule(const md5_case *one)
{
    for (size_t i = 0; i < 2 * MD5_WANTS && one->wants[i] != NULL; i += 2) {
        if (strcmp(one->wants[i], one->rule) == 0)
            return true;
    }
    return false;
}

/* How many cases of the rule there are in which it fires, or in which it does not. */
static size_t cases_of(const char *id, bool fires, const md5_table *const *tables, size_t table_count)
{
    size_t count = 0;
    for (size_t t = 0; t < table_count; t++) {
        const size_t length = strlen(tables[t]->format);
        if (strncmp(id, tables[t]->format, length) != 0 || id[length] != '/')
            continue;
        for (size_t i = 0; i < tables[t]->count; i++) {
            const md5_case *one = &tables[t]->cases[i];
            count += one->rule != NULL && strcmp(one->rule, id + length + 1) == 0 && wants_rule(one) == fires;
        }
    }
    return count;
}

static bool is_rule(const char *format, const char *rule, ap_rule_table rules)
{
    char id[RULE_ID_BYTES];
    snprintf(id, sizeof id, "%s/%s", format, rule);
    for (size_t i = 0; i < rules.count; i++) {
        if (strcmp(rules.rules[i].id, id) == 0)
            return true;
    }
    return false;
}

void md5_check_covered(ap_rule_table rules, const md5_table *const *tables, size_t table_count)
{
    for (size_t i = 0; i < rules.count; i++) {
        const char *id = rules.rules[i].id;
        cr_expect_gt(cases_of(id, true, tables, table_count), 0U, "%s has no case in which it fires", id);
        cr_expect_gt(cases_of(id, false, tables, table_count), 0U, "%s has no near miss", id);
    }
    for (size_t t = 0; t < table_count; t++) {
        for (size_t i = 0; i < tables[t]->count; i++) {
            const char *rule = tables[t]->cases[i].rule;
            cr_expect(rule == NULL || is_rule(tables[t]->format, rule, rules), "%s is no rule", rule);
        }
    }
}
