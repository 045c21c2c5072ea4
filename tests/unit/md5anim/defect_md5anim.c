/* Tests the corpus defects of .md5anim and of its .md5mesh: lint finds what each defect says that it causes. */
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

/* Generated files */

ALL_GENERATED_DEFECTS(defect_md5anim, &ap_md5anim_format)

/* The tests below apply defects to golden files, which were not generated. */

/* Loads the file at the animation's path with .md5mesh in place of .md5anim. Returns false if there is no such file. */
static bool load_mesh_of_animation(ap_input *mesh, const char *animation)
{
    char path[512];
    const size_t stem = strlen(animation) - strlen(ap_md5anim_format.extension);
    cr_assert_lt(stem + sizeof ".md5mesh", sizeof path);
    memcpy(path, animation, stem);
    strcpy(path + stem, ".md5mesh");
    return ap_input_load(mesh, path) == AP_OK;
}

/* Applies each defect to the file, with and without its mesh. Returns true if the file has a mesh. */
static bool check_defects_with_mesh_if_exists(const char *path, ap_view file, ap_input *mesh)
{
    defect_base base = { .name = path, .file = file };
    for (uint64_t seed = 0; seed < GOLDEN_SEEDS; seed++)
        check_defects_on_base(&ap_md5anim_format, &base, seed);
    if (!load_mesh_of_animation(mesh, path))
        return false;
    base.companion = mesh->view;
    check_defects_on_base(&ap_md5anim_format, &base, GOLDEN_SEEDS);
    return true;
}

/* Golden files of more bytes are skipped: each defect reads the file again, and 1025 frames take as long as a hundred files. */
enum { LARGEST_BASE = 40000 };

/* Checks the golden files that match the pattern. Returns how many of these files have a mesh. */
static size_t check_golden_defects_and_count_meshes(const char *pattern)
{
    glob_t found;
    ap_input input, mesh;
    size_t meshes = 0;
    cr_assert_eq(glob(pattern, 0, NULL, &found), 0,
        "no file matches %s: run the tests in the root of the repository", pattern);
    ap_input_init(&input, 0);
    ap_input_init(&mesh, 0);
    for (size_t i = 0; i < found.gl_pathc; i += sample_step()) {
        cr_assert_eq(ap_input_load(&input, found.gl_pathv[i]), AP_OK);
        if (input.view.size > LARGEST_BASE)
            continue;
        meshes += check_defects_with_mesh_if_exists(found.gl_pathv[i], input.view, &mesh);
    }
    ap_input_free_memory(&input);
    ap_input_free_memory(&mesh);
    globfree(&found);
    return meshes;
}

Test(defect_md5anim, defects_of_golden_files_are_found)
{
    (void)check_golden_defects_and_count_meshes("golden/md5anim/valid/*.md5anim");
}

Test(defect_md5anim, defects_of_reference_files_are_found)
{
    const size_t meshes = check_golden_defects_and_count_meshes("golden/reference/md5anim/*.md5anim");
    cr_expect(meshes > 0 || sample_step() > 1, "no reference file has a mesh");
}

/* Tests of the table of defects */

Test(defect_md5anim, each_rule_has_a_defect)
{
    check_rules_have_defects((ap_rule_table){ ap_md5anim_rules, MD5ANIM_RULES });
}

static int compare_names(const void *a, const void *b)
{
    const ap_defect *const *left = a;
    const ap_defect *const *right = b;
    return strcmp((*left)->name, (*right)->name);
}

/* A defect is named RULE_CHANGE, or md5mesh-RULE_CHANGE for a rule of md5mesh. */
static void check_defect_name_and_reason(const ap_defect *defect)
{
    const char *mesh = "md5mesh-", *rule = strchr(defect->rule, '/') + 1;
    const char *name = defect->name;
    if (strncmp(defect->rule, "md5mesh/", strlen(mesh)) == 0) {
        cr_expect(strncmp(name, mesh, strlen(mesh)) == 0,
            "the defect %s changes a mesh, but its name does not begin with md5mesh-", name);
        name += strlen(mesh);
    }
    cr_expect(strncmp(name, rule, strlen(rule)) == 0 && name[strlen(rule)] == '_',
        "the defect %s is not named after its rule %s", defect->name, defect->rule);
    cr_expect(
        defect->reason != NULL && defect->reason[0] != '\0', "the defect %s has no reason", defect->name);
    cr_expect(!defect->in_companion || defect->needs_companion,
        "%s changes the companion, but does not need one", defect->name);
}

Test(defect_md5anim, names_begin_with_the_rule_and_are_unique)
{
    const ap_defect *all[1024];
    const ap_corpus_format *format = ap_find_corpus_format("md5anim");
    size_t count = 0;
    for (; ap_nth_defect_of_format(format, count) != NULL; count++) {
        cr_assert_lt(count, sizeof all / sizeof *all);
        all[count] = ap_nth_defect_of_format(format, count);
        check_defect_name_and_reason(all[count]);
    }
    qsort(all, count, sizeof *all, compare_names);
    for (size_t i = 1; i < count; i++)
        cr_expect_str_neq(all[i - 1]->name, all[i]->name);
}
