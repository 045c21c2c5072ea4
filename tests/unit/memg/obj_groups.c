/* Tests which groups ap_obj_parse finds in an .obj, and which vertices their faces use. Known readers keep the CR in a group's
   name, overflow on faces of more than 16 corners, and never merge a group that is opened again. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/support/lint_case.h"
#include "validators/lint_bytes.h"
#include "validators/memg/obj/obj.h"

#define V4 "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"

typedef struct parsed_obj {
    ap_view text;
    ap_arena arena;
    ap_findings findings;
    ap_obj_scene *scene;
} parsed_obj;

static void parse_obj(parsed_obj *run, const char *text)
{
    run->text = copy_view(text_view(text));
    ap_arena_init(&run->arena, 0);
    ap_findings_init(&run->findings, &run->arena, NULL, 0, 0);
    run->scene = ap_obj_parse(run->text, &run->findings);
    cr_assert_not_null(run->scene);
}

static void free_parsed_obj(parsed_obj *run)
{
    ap_arena_free(&run->arena);
    free((void *)run->text.bytes);
}

/* Stores the vertices that the group's faces use as letters ('a' is vertex 1), sorted, one letter for each use. */
static void list_vertex_uses_as_letters(
    const ap_obj_scene *scene, const ap_obj_group *group, char *letters, size_t size)
{
    size_t counts[26] = { 0 };
    size_t used = 0;
    for (const ap_obj_corner_run_list *list = group->runs; list != NULL; list = list->next) {
        for (size_t i = 0; i < list->run->count; i++) {
            const size_t vertex = scene->corners[list->run->first + i];
            cr_assert(vertex >= 1 && vertex <= scene->vertex_count && vertex <= 26);
            counts[vertex - 1]++;
        }
    }
    for (size_t letter = 0; letter < 26; letter++) {
        for (size_t i = 0; i < counts[letter]; i++) {
            cr_assert(used + 1 < size);
            letters[used++] = (char)('a' + letter);
        }
    }
    letters[used] = '\0';
}

typedef struct group_case {
    const char *name, *text;
    const char *groups; /* "name:vertices name:vertices …" in the order of the first mention; "-": no faces */
} group_case;

static const group_case cases[] = {
    { "one group", V4 "g a\nf 1 2 3\n", "a:abc" },
    { "no line end after the last face", V4 "g a\nf 1 2 3", "a:abc" },
    { "CR LF line ends", "v 0 0 0\r\nv 0 0 0\r\nv 0 0 0\r\ng a\r\nf 1 2 3\r\n", "a:abc" },
    { "CR line ends", "v 0 0 0\rv 0 0 0\rv 0 0 0\rg a\rf 1 2 3\r", "a:abc" },
    { "tabs and blanks between words", V4 "\tg \t a  \n  f\t1 2\t 3  \n", "a:abc" },
    { "comments at line ends", V4 "g a # b\nf 1 2 3 # 4\n", "a:abc" },
    { "a # inside a name", V4 "g a#b\nf 1 2 3\n", "a#b:abc" },
    { "a g and an f statement continued on the next line", V4 "g a \\\n b\nf 1 2 \\\r\n 3\n", "a:abc b:abc" },
    { "a continued name ends at the line", V4 "g a\\\nb\nf 1 2 3\n", "a:abc b:abc" },
    { "a backslash inside a line", V4 "g a\\b\nf 1 2 3\n", "a\\b:abc" },
    { "a byte order mark", "\xef\xbb\xbfg a\n" V4 "f 1 2 3\n", "a:abc" },
    { "a face without a g statement", V4 "f 1 2 3\n", "default:abc" },
    { "neither g statements nor faces", V4, "" },
    { "a face before the first g statement", V4 "f 1 2 3\ng a\nf 2 3 4\n", "default:abc a:bcd" },
    { "a g statement without a name", V4 "g a\nf 1 2 3\ng\nf 2 3 4\n", "a:abc default:bcd" },
    { "the group default, with and without its name", V4 "g default\nf 1 2 3\ng\nf 4 4 4\n",
        "default:abcddd" },
    { "a g statement with several names puts faces into each of the groups", V4 "g a b c\nf 1 2 3\n",
        "a:abc b:abc c:abc" },
    { "a g statement with one name twice", V4 "g a a\nf 1 2 3\n", "a:abc" },
    { "a group that is opened again", V4 "g a\nf 1 2 3\ng b\nf 4 4 4\ng a\nf 2 3 4\n", "a:abbccd b:ddd" },
    { "a group that is opened again with another group", V4 "g a\nf 1 1 1\ng b a\nf 2 2 2\n",
        "a:aaabbb b:bbb" },
    { "a group without faces", V4 "g a\ng b\nf 1 2 3\n", "a:- b:abc" },
    { "o, s and usemtl statements do not change the group", V4 "g a\no b\ns 1\nusemtl c\nf 1 2 3\n",
        "a:abc" },
    { "a face of 20 corners", V4 "g a\nf 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4\n",
        "a:aaaaabbbbbcccccddddd" },
    { "fo in place of f", V4 "g a\nfo 1 2 3\n", "a:abc" },
    { "references v/vt, v//vn and v/vt/vn",
        V4 "vt 0\nvn 0 0 1\ng a\nf 1/1 2/1 3/1\nf 1//1 2//1 4//1\nf 1/1/1 2/1/1 1/1/1\n", "a:aaaabbbcd" },
    { "negative indices count back from the vertex before the face",
        "v 0 0 0\nv 0 0 0\nv 0 0 0\ng a\nf -1 -2 -3\nv 0 0 0\nf -1 -2 -2\n", "a:abcccd" },
    { "valid indices in a malformed face", V4 "g a\nf 1 0 x 9 4\n", "a:ad" },
    { "a face without a valid index", V4 "g a\nf 0 0 0\n", "a:-" },
    { "index -0 is out of range", "v 0 0 0\nv 0 0 0\ng a\nf 1 2 -0\nv 0 0 0\n", "a:ab" },
    { "index -4 of four vertices", V4 "g a\nf -1 -4 -5\n", "a:ad" },
    { "a face of two references", V4 "g a\nf 1 2\n", "a:ab" },
    { "a face before its vertices", "g a\nf 1 2 3\n" V4, "a:abc" },
    { "names that differ in case or length", V4 "g a\nf 1 1 1\ng A\nf 2 2 2\ng aa\nf 3 3 3\n",
        "a:aaa A:bbb aa:ccc" },
};

static void list_groups_as_text(const ap_obj_scene *scene, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < scene->group_count; i++) {
        char letters[64];
        const ap_obj_group *group = &scene->groups[i];
        cr_assert_eq(ap_obj_find_group(scene, group->name), group);
        list_vertex_uses_as_letters(scene, group, letters, sizeof letters);
        int length = snprintf(text + used, size - used, "%s%.*s:%s", i > 0 ? " " : "", (int)group->name.size,
            (const char *)group->name.bytes, letters[0] != '\0' ? letters : "-");
        used += (size_t)length;
        cr_assert(used < size);
    }
}

Test(obj_groups, groups_have_the_vertices_of_their_faces)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        parsed_obj run;
        char text[256];
        parse_obj(&run, cases[i].text);
        list_groups_as_text(run.scene, text, sizeof text);
        cr_assert_str_eq(text, cases[i].groups, "%s: the groups are '%s'", cases[i].name, text);
        free_parsed_obj(&run);
    }
}

Test(obj_groups, malformed_vertices_and_faces_are_counted)
{
    parsed_obj run;
    parse_obj(&run, "v\nv x y z\nv 1 2 3 4 5\ng a\nf\ng b\nf 0 0 0\ng c\n");
    cr_assert_eq(run.scene->vertex_count, 3);
    cr_assert(run.scene->groups[0].has_faces, "a face without references must count as a face of its group");
    cr_assert(
        run.scene->groups[1].has_faces, "a face without a valid index must count as a face of its group");
    cr_assert(!run.scene->groups[2].has_faces, "a group without a face must have no faces");
    free_parsed_obj(&run);
}

Test(obj_groups, find_group_needs_the_whole_name)
{
    parsed_obj run;
    parse_obj(&run, V4 "g ab\nf 1 2 3\n");
    cr_assert_null(ap_obj_find_group(run.scene, text_view("a")));
    cr_assert_null(ap_obj_find_group(run.scene, text_view("abc")));
    cr_assert_null(ap_obj_find_group(run.scene, text_view("default")));
    cr_assert_not_null(ap_obj_find_group(run.scene, text_view("ab")));
    free_parsed_obj(&run);
    parse_obj(&run, "");
    cr_assert_null(ap_obj_find_group(run.scene, text_view("default")), "an empty .obj");
    free_parsed_obj(&run);
}

/* Lines and columns are counted from 1, columns in bytes. The LF after a backslash, CR LF, and a lone CR each end a line. */
Test(obj_groups, findings_have_lines_and_columns)
{
    parsed_obj run;
    parse_obj(&run, "v 0 0 0\r\nv 0 0 \\\n x\nv 0 0 0\r\tf 1 2 0\n");
    const expected list[] = {
        { "obj/number", 18, 1, "", 3, 2 },
        { "obj/line-ending", 27, 1, "", 4, 8 },
        { "obj/index-range", 35, 1, "", 5, 8 },
        { .rule = NULL },
    };
    ap_sort_and_locate_findings(&run.findings, run.text, true);
    check_findings(&run.findings, run.text.size, list, "lines and columns");
    free_parsed_obj(&run);
}

Test(obj_groups, a_face_may_have_100000_corners)
{
    enum { CORNERS = 100000, CORNER_BYTES = 2 };
    parsed_obj run;
    char *text = malloc(sizeof V4 + 1 + CORNERS * CORNER_BYTES);
    cr_assert_not_null(text);
    size_t used = sizeof V4 "f" - 1;
    memcpy(text, V4 "f", used);
    for (int i = 0; i < CORNERS; i++, used += CORNER_BYTES)
        memcpy(text + used, i % 2 == 0 ? " 1" : " 3", CORNER_BYTES);
    text[used] = '\0';
    parse_obj(&run, text);
    check_findings(&run.findings, run.text.size, NULL, "a face of 100000 corners");
    cr_assert_eq(run.scene->corner_count, CORNERS);
    cr_assert_eq(run.scene->corners[CORNERS - 1], 3);
    free_parsed_obj(&run);
    free(text);
}

/* The lists of groups and of names grow. */
Test(obj_groups, a_g_statement_may_have_40_names)
{
    enum { NAMES = 40 };
    parsed_obj run;
    char text[sizeof V4 + 16 + 4 * NAMES] = V4 "g";
    for (int i = 0; i < NAMES; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), " %d", i);
    strcat(text, "\nf 1 2 3\n");
    parse_obj(&run, text);
    cr_assert_eq(run.scene->group_count, NAMES);
    for (int i = 0; i < NAMES; i++) {
        char name[4], vertices[8];
        snprintf(name, sizeof name, "%d", i);
        const ap_obj_group *group = ap_obj_find_group(run.scene, text_view(name));
        cr_assert_eq(group, &run.scene->groups[i], "group %s is not found", name);
        list_vertex_uses_as_letters(run.scene, group, vertices, sizeof vertices);
        cr_expect_str_eq(vertices, "abc", "vertices of group %s", name);
    }
    free_parsed_obj(&run);
}

Test(obj_groups, each_failing_allocation_is_reported)
{
    static const char *const texts[] = { V4 "f 1 2 3\n", V4 "g a b\nf 1 2 3\ng\nf 2 3 4\no c\nf 1 3 4\n",
        V4 "g a\nf 1 2 3\ng b\nf 1 2 3\ng a\nf 4 3 2\n" };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        size_t needed = 0;
        for (size_t at = 0; at <= needed; at++) {
            AT_END(ap_arena_free) ap_arena arena;
            ap_findings findings;
            ap_arena_init(&arena, 0);
            ap_findings_init(&findings, &arena, NULL, 0, 0);
            arena.fail_at = at;
            const ap_obj_scene *scene = ap_obj_parse(text_view(texts[i]), &findings);
            cr_expect_eq(arena.failed, at > 0,
                "text %zu: memory must run out exactly if an allocation fails, here %zu", i, at);
            cr_expect(at > 0 || scene != NULL);
            needed = at == 0 ? arena.allocations : needed;
        }
        cr_expect(needed >= 3, "text %zu: parsing must need at least 3 allocations, not %zu", i, needed);
    }
}
