/* The defects of .md5anim, some of them in its .md5mesh: what they know is what is found. */
#include <criterion/criterion.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "core/files/input.h"
#include "tests/unit/support/defect_run.h"
#include "tests/unit/support/test_sample.h"
#include "validators/md5anim/md5anim.h"
#include "validators/md5anim/md5anim_table.h"

enum { GOLDEN_SEEDS = 1 };

/* Made files */

ALL_MADE_DEFECTS(defect_md5anim, &ap_md5anim_format)

/* Golden files, which none of the makers wrote */

/* The mesh beside an animation; false when there is none. */
static bool load_mesh(ap_input *mesh, const char *animation)
{
    char path[512];
    const size_t stem = strlen(animation) - strlen(ap_md5anim_format.extension);
    cr_assert_lt(stem + sizeof ".md5mesh", sizeof path);
    memcpy(path, animation, stem);
    strcpy(path + stem, ".md5mesh");
    return ap_input_load(mesh, path) == AP_OK;
}

/* With every seed; and once more with its mesh. Whether it has one. */
static bool check_file(const char *path, ap_view file, ap_input *mesh)
{
    defect_base base = { .name = path, .file = file };
    for (uint64_t seed = 0; seed < GOLDEN_SEEDS; seed++)
        check_defects_on(&ap_md5anim_format, &base, seed);
    if (!load_mesh(mesh, path))
        return false;
    base.companion = mesh->view;
    check_defects_on(&ap_md5anim_format, &base, GOLDEN_SEEDS);
    return true;
}

/* Each defect reads its base again: a file of 1025 frames takes as long as a hundred others. */
enum { LARGEST_BASE = 40000 };

/* How many of the files have a mesh. */
static size_t check_golden(const char *pattern)
{
    glob_t found;
    ap_input input, mesh;
    size_t meshes = 0;
    cr_assert_eq(glob(pattern, 0, NULL, &found), 0, "no %s: is this the root?", pattern);
    ap_input_init(&input, 0);
    ap_input_init(&mesh, 0);
    for (size_t i = 0; i < found.gl_pathc; i += test_each()) {
        cr_assert_eq(ap_input_load(&input, found.gl_pathv[i]), AP_OK);
        if (input.view.size > LARGEST_BASE)
            continue;
        meshes += check_file(found.gl_pathv[i], input.view, &mesh);
    }
    ap_input_free(&input);
    ap_input_free(&mesh);
    globfree(&found);
    return meshes;
}

Test(defect_md5anim, golden_files)
{
    (void)check_golden("golden/md5anim/valid/*.md5anim");
}

Test(defect_md5anim, reference_files)
{
    const size_t meshes = check_golden("golden/reference/md5anim/*.md5anim");
    cr_expect(meshes > 0 || test_each() > 1, "none has a mesh");
}

/* The tables */

Test(defect_md5anim, each_rule_has_a_defect)
{
    check_rules_covered((ap_rule_table){ ap_md5anim_rules, MD5ANIM_RULES });
}

static int by_name(const void *a, const void *b)
{
    const ap_defect *const *left = a;
    const ap_defect *const *right = b;
    return strcmp((*left)->name, (*right)->name);
}

/* A defect's name is that of its rule (of a mesh's, after "md5mesh-"), "_", and what it does. */
static void check_name(const ap_defect *defect)
{
    const char *mesh = "md5mesh-", *rule = strchr(defect->rule, '/') + 1;
    const char *name = defect->name;
    if (strncmp(defect->rule, "md5mesh/", strlen(mesh)) == 0) {
        cr_expect(strncmp(name, mesh, strlen(mesh)) == 0, "%s", name);
        name += strlen(mesh);
    }
    cr_expect(strncmp(name, rule, strlen(rule)) == 0 && name[strlen(rule)] == '_', "%s is not named after %s",
        defect->name, defect->rule);
    cr_expect(defect->reason != NULL && defect->reason[0] != '\0', "%s has no reason", defect->name);
    cr_expect(
        !defect->in_companion || defect->needs_companion, "%s changes what may be missing", defect->name);
}

Test(defect_md5anim, names_are_after_rules_and_each_is_there_once)
{
    const ap_defect *all[1024];
    const ap_corpus_format *kit = ap_find_corpus_format("md5anim");
    size_t count = 0;
    for (; ap_format_defect(kit, count) != NULL; count++) {
        cr_assert_lt(count, sizeof all / sizeof *all);
        all[count] = ap_format_defect(kit, count);
        check_name(all[count]);
    }
    qsort(all, count, sizeof *all, by_name);
    for (size_t i = 1; i < count; i++)
        cr_expect_str_neq(all[i - 1]->name, all[i]->name);
}
