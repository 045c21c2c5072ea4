/* The defects of motion files and of their scenes: what they know is what is found. */
#include <criterion/criterion.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/support/defect_run.h"
#include "validators/memg/memg.h"
#include "validators/memg/obj/obj_table.h"

static void one_group(file_build *file)
{
    const memg_spec spec = {
        .frames = 1, .timesteps = 1, .groups = { { .name = "b", .vertices = 1, .modes = 1 } }
    };
    memg_build(file, &spec);
}

static void rigid(file_build *file)
{
    const memg_spec spec = { .frames = 3,
        .timesteps = 5,
        .groups = { { .name = "first_one", .vertices = 4, .modes = 3, .parent = 2 },
            { .name = "second", .vertices = 2, .modes = 0, .first_vertex = 9, .parent = 1 },
            { .name = "third", .vertices = 9, .modes = 1, .first_vertex = 20 } } };
    memg_build(file, &spec);
}

/* Nothing moves: there are no timesteps. */
static void still(file_build *file)
{
    const memg_spec spec = {
        .frames = 2, .timesteps = 0, .groups = { { .name = "b", .vertices = 1, .modes = 0 } }
    };
    memg_build(file, &spec);
}

/* The last group is little besides its name and its vertices. */
static void long_name(file_build *file)
{
    const memg_spec spec = { .frames = 1,
        .timesteps = 1,
        .groups = {
            { .name = "a_name_that_is_longer_than_all_that_stands_behind_it_in_its_group_which_is_the_last",
                .vertices = 1 } } };
    memg_build(file, &spec);
}

#define NAME_OF_32 "a_name_of_thirty-two_characters_"

/* The first group takes the room of a transform; of the second, a count that is one too large takes in its name's length
   and first letter. The rest is a group of a layout without lengths of names. */
static void ends_in_a_name(file_build *file)
{
    const memg_spec spec = { .frames = 1,
        .timesteps = 1,
        .groups = { { .name = NAME_OF_32 "abc", .vertices = 1 },
            { .name = "xy", .vertices = 1, .first_vertex = 2 } } };
    memg_build(file, &spec);
}

/* The same, and the second group begins behind that room. */
static void ends_at_a_group(file_build *file)
{
    const memg_spec spec = { .frames = 1,
        .timesteps = 1,
        .groups = { { .name = NAME_OF_32 "abcdefgh", .vertices = 1 },
            { .name = "xy", .vertices = 1, .first_vertex = 2 } } };
    memg_build(file, &spec);
}

/* The same, without a second group. */
static void ends_with_the_file(file_build *file)
{
    const memg_spec spec = {
        .frames = 1, .timesteps = 1, .groups = { { .name = NAME_OF_32 "abcdefgh", .vertices = 1 } }
    };
    memg_build(file, &spec);
}

/* The transforms of the second timestep begin with a number that makes no sense as the length of a name. */
static void odd_low_words(file_build *file)
{
    memg_plain(file);
    set_u64(file, "transforms[1][0][0]", UINT64_C(0x3ff000007fffffff));
}

static void negative_low_words(file_build *file)
{
    memg_plain(file);
    set_u64(file, "transforms[1][0][0]", UINT64_C(0x3ff0000080000001));
}

/* With findings that are no errors: they must stay, move or go with the defect. */
static void suspicious(file_build *file)
{
    rigid(file);
    set_i32(file, "framerate", 24);
    set_f64(file, "transforms[1][2][0]", 2);
    set_u64(file, "transforms[4][1][3]", UINT64_C(0x7ff0000000000000));
    file->bytes[offset_of(file, "groups[1].name")] = ' ';
    set_i32(file, "groups[2].mapping[8]", 20);
    set_u64(file, "groups[0].mean[3]", UINT64_C(0x7ff8000000000000));
    set_u64(file, "groups[2].coefficients.values[4]", UINT64_C(0x7ff8000000000000));
}

#define VERTICES_4 "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"

static const char two_groups[] = VERTICES_4 "vt 0 0\n"
                                            "g body\nf 1 2 1\nf 2 1 2\n"
                                            "g head\nf 3 3 3\n";

/* With findings of its own, and vertices that nothing maps. */
static const char suspicious_scene[] =
    VERTICES_4 VERTICES_4 "# comment\r\ng head\nf 3 3 4 # unmapped\ng unused\ng body\nf 1 1 2\n";

static const char three_groups[] =
    VERTICES_4 VERTICES_4 VERTICES_4 VERTICES_4 VERTICES_4 VERTICES_4 VERTICES_4
    "g third\nf 20 21 22\nf 28 27 26 25\ng first_one\nf 1 2 3 4\ng second\nf 9 10 9\n";

typedef struct memg_base {
    const char *name;
    void (*build)(file_build *file);
    const char *scene;
} memg_base;

Test(defect_memg, every_defect_is_found_where_it_says)
{
    static const memg_base memg_bases[] = { { "plain", memg_plain, NULL },
        { "groupless", memg_groupless, NULL }, { "one_group", one_group, NULL }, { "still", still, NULL },
        { "rigid", rigid, NULL }, { "suspicious", suspicious, NULL }, { "long_name", long_name, NULL },
        { "ends_in_a_name", ends_in_a_name, NULL }, { "ends_at_a_group", ends_at_a_group, NULL },
        { "ends_with_the_file", ends_with_the_file, NULL }, { "odd_low_words", odd_low_words, NULL },
        { "negative_low_words", negative_low_words, NULL }, { "plain with scene", memg_plain, two_groups },
        { "plain with suspicious scene", memg_plain, suspicious_scene },
        { "rigid with scene", rigid, three_groups } };
    enum { BASES = sizeof memg_bases / sizeof *memg_bases };
    file_build files[BASES];
    defect_base bases[BASES] = { 0 };
    for (size_t i = 0; i < BASES; i++) {
        memg_bases[i].build(&files[i]);
        bases[i] = (defect_base){ .name = memg_bases[i].name, .file = build_view(&files[i]) };
        if (memg_bases[i].scene != NULL)
            bases[i].companion =
                (ap_view){ (const uint8_t *)memg_bases[i].scene, strlen(memg_bases[i].scene) };
    }
    check_defects(&ap_memg_format, bases, BASES);
    for (size_t i = 0; i < BASES; i++)
        build_free(&files[i]);
}

Test(defect_memg, each_rule_has_a_defect)
{
    check_rules_covered(ap_memg_format.rules);
    check_rules_covered((ap_rule_table){ ap_obj_rules, OBJ_RULES });
}
