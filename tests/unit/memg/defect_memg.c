/* Tests the corpus defects of motion files and of their .obj: lint finds what each defect says that it causes. */
#include <criterion/criterion.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/support/defect_run.h"
#include "validators/memg/memg.h"
#include "validators/memg/obj/obj_table.h"

static void build_one_group(file_build *file)
{
    const memg_spec spec = {
        .frames = 1, .timesteps = 1, .groups = { { .name = "b", .vertices = 1, .modes = 1 } }
    };
    memg_build(file, &spec);
}

static void build_rigid_group(file_build *file)
{
    const memg_spec spec = { .frames = 3,
        .timesteps = 5,
        .groups = { { .name = "first_one", .vertices = 4, .modes = 3, .parent = 2 },
            { .name = "second", .vertices = 2, .modes = 0, .first_vertex = 9, .parent = 1 },
            { .name = "third", .vertices = 9, .modes = 1, .first_vertex = 20 } } };
    memg_build(file, &spec);
}

static void build_without_timesteps(file_build *file)
{
    const memg_spec spec = {
        .frames = 2, .timesteps = 0, .groups = { { .name = "b", .vertices = 1, .modes = 0 } }
    };
    memg_build(file, &spec);
}

/* The name is longer than the rest of the only group. */
static void build_long_name(file_build *file)
{
    const memg_spec spec = { .frames = 1,
        .timesteps = 1,
        .groups = {
            { .name = "a_name_that_is_longer_than_the_vertices_and_the_two_empty_matrices_of_its_own_group",
                .vertices = 1 } } };
    memg_build(file, &spec);
}

#define NAME_OF_32 "a_name_of_thirty-two_characters_"

/* With timestep_count one too large, a transform covers the first group, and the name length and first letter of the second.
   The other bytes of the second group are a group of the layout without name lengths. */
static void build_transform_size_ending_in_second_name(file_build *file)
{
    const memg_spec spec = { .frames = 1,
        .timesteps = 1,
        .groups = { { .name = NAME_OF_32 "abc", .vertices = 1 },
            { .name = "xy", .vertices = 1, .first_vertex = 2 } } };
    memg_build(file, &spec);
}

/* The first group has the size of a transform. If a defect makes timestep_count one too large, the added transform is the whole
   first group, and ends where the second group begins. */
static void build_group_of_transform_size(file_build *file)
{
    const memg_spec spec = { .frames = 1,
        .timesteps = 1,
        .groups = { { .name = NAME_OF_32 "abcdefgh", .vertices = 1 },
            { .name = "xy", .vertices = 1, .first_vertex = 2 } } };
    memg_build(file, &spec);
}

/* The only group has the size of a transform. If a defect makes timestep_count one too large, the added transform is the whole
   group, and ends at the end of the file. */
static void build_last_group_of_transform_size(file_build *file)
{
    const memg_spec spec = {
        .frames = 1, .timesteps = 1, .groups = { { .name = NAME_OF_32 "abcdefgh", .vertices = 1 } }
    };
    memg_build(file, &spec);
}

/* The low half of the first number of the second timestep is INT32_MAX, which cannot be a name length. */
static void build_large_low_word(file_build *file)
{
    build_plain_memg(file);
    set_u64(file, "transforms[1][0][0]", UINT64_C(0x3ff000007fffffff));
}

/* The low half of the first number of the second timestep is negative as an int32. */
static void build_negative_low_word(file_build *file)
{
    build_plain_memg(file);
    set_u64(file, "transforms[1][0][0]", UINT64_C(0x3ff0000080000001));
}

/* A file with warnings and notes, which a defect may keep, move or remove. */
static void build_with_warnings_and_notes(file_build *file)
{
    build_rigid_group(file);
    set_i32(file, "framerate", 24);
    set_f64(file, "transforms[1][2][0]", 2);
    set_u64(file, "transforms[4][1][3]", UINT64_C(0x7ff0000000000000));
    file->bytes[offset_of_field(file, "groups[1].name")] = ' ';
    set_i32(file, "groups[2].mapping[8]", 20);
    set_u64(file, "groups[0].mean[3]", UINT64_C(0x7ff8000000000000));
    set_u64(file, "groups[2].coefficients.values[4]", UINT64_C(0x7ff8000000000000));
}

#define VERTICES_4 "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"

static const char two_groups[] = VERTICES_4 "vt 0 0\n"
                                            "g body\nf 1 2 1\nf 2 1 2\n"
                                            "g head\nf 3 3 3\n";

/* An .obj with findings, and with vertices that no group maps. */
static const char suspicious_scene[] =
    VERTICES_4 VERTICES_4 "# comment\r\ng head\nf 3 3 4 # unmapped\ng unused\ng body\nf 1 1 2\n";

static const char three_groups[] =
    VERTICES_4 VERTICES_4 VERTICES_4 VERTICES_4 VERTICES_4 VERTICES_4 VERTICES_4
    "g third\nf 20 21 22\nf 28 27 26 25\ng first_one\nf 1 2 3 4\ng second\nf 9 10 9\n";

/* Vertices in a row parallel to the diagonal x = y = z. At timestep 0 they are at their mean, as in scene_of_row. */
static void build_row_of_vertices(file_build *file)
{
    memg_build(
        file, &(memg_spec){
                  .frames = 1, .timesteps = 2, .groups = { { .name = "row", .vertices = 8, .modes = 1 } } });
    set_f64(file, "groups[0].coefficients.values[0]", 0);
}

static const char scene_of_row[] =
    "v 0 .25 .5\nv .75 1 1.25\nv 1.5 1.75 2\nv 2.25 2.5 2.75\nv 3 3.25 3.5\nv 3.75 4 4.25\n"
    "v 4.5 4.75 5\nv 5.25 5.5 5.75\ng row\nf 1 2 3\nf 3 4 5\nf 5 6 7\nf 7 8 1\n";

typedef struct memg_base {
    const char *name;
    void (*build)(file_build *file);
    const char *scene;
} memg_base;

Test(defect_memg, each_defect_causes_the_finding_that_it_names)
{
    static const memg_base memg_bases[] = { { "plain", build_plain_memg, NULL },
        { "groupless", build_memg_without_groups, NULL }, { "one_group", build_one_group, NULL },
        { "without timesteps", build_without_timesteps, NULL }, { "rigid", build_rigid_group, NULL },
        { "suspicious", build_with_warnings_and_notes, NULL }, { "long name", build_long_name, NULL },
        { "transform ends in a name", build_transform_size_ending_in_second_name, NULL },
        { "transform ends at a group", build_group_of_transform_size, NULL },
        { "transform ends with the file", build_last_group_of_transform_size, NULL },
        { "large low word", build_large_low_word, NULL },
        { "negative low word", build_negative_low_word, NULL },
        { "plain with scene", build_plain_memg, two_groups },
        { "plain with suspicious scene", build_plain_memg, suspicious_scene },
        { "rigid with scene", build_rigid_group, three_groups },
        { "row with scene", build_row_of_vertices, scene_of_row } };
    enum { BASES = sizeof memg_bases / sizeof *memg_bases };
    file_build files[BASES];
    defect_base bases[BASES] = { 0 };
    for (size_t i = 0; i < BASES; i++) {
        memg_bases[i].build(&files[i]);
        bases[i] = (defect_base){ .name = memg_bases[i].name, .file = file_build_view(&files[i]) };
        if (memg_bases[i].scene != NULL)
            bases[i].companion =
                (ap_view){ (const uint8_t *)memg_bases[i].scene, strlen(memg_bases[i].scene) };
    }
    check_defects(&ap_memg_format, bases, BASES);
    for (size_t i = 0; i < BASES; i++)
        file_build_free(&files[i]);
}

Test(defect_memg, each_rule_has_a_defect)
{
    check_rules_have_defects(ap_memg_format.rules);
    check_rules_have_defects((ap_rule_table){ ap_obj_rules, OBJ_RULES });
}
