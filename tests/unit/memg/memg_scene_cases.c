/* memg.md, rules: a motion file together with its .obj. */
#include <criterion/criterion.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/memg/memg_cases.h"
#include "validators/memg/memg.h"

/* memg_plain maps vertices 1 and 2 to "body" and 3 to "head". */
#define VERTICES "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
#define BODY     "g body\nf 1 2 1\n"
#define HEAD     "g head\nf 3 3 3\n"

#define NOT_IN_OBJ     "memg/group-not-in-obj"
#define WITHOUT_MOTION "memg/obj-group-without-motion"
#define UNMAPPED       "memg/vertex-unmapped"
#define RANGE          "memg/mapping-range"
#define IN_SCENE(id, text, bytes)                                                                            \
    {                                                                                                        \
        .rule = (id), .field = (text), .length = (bytes), .in_scene = true                                   \
    }

static void two_namesakes(file_build *file)
{
    const memg_group_spec body = { .name = "body", .vertices = 1, .modes = 1 };
    memg_build(file, &(memg_spec){ .frames = 1, .timesteps = 1, .groups = { body, body } });
}

static const rule_case scene_cases[] = {
    { .rule = NOT_IN_OBJ,
        .name = "another case; case counts",
        .build = memg_plain,
        .scene = VERTICES BODY "g Head\nf 3 3 3\n",
        .wants = { AT(NOT_IN_OBJ, "groups[1].name", 4), IN_SCENE(WITHOUT_MOTION, "g Head", 6) } },
    { .rule = NOT_IN_OBJ,
        .name = "an .obj without groups",
        .build = memg_plain,
        .scene = VERTICES,
        .wants = { AT(NOT_IN_OBJ, "groups[0].name", 4), AT(NOT_IN_OBJ, "groups[1].name", 4) } },
    { .rule = NOT_IN_OBJ,
        .near_miss = true,
        .name = "all are there, in any order",
        .build = memg_plain,
        .scene = VERTICES HEAD BODY },
    { .rule = NOT_IN_OBJ,
        .near_miss = true,
        .name = "a group without faces",
        .build = memg_plain,
        .scene = VERTICES BODY "g head\n" },
    { .rule = NOT_IN_OBJ,
        .near_miss = true,
        .name = "CR LF is no part of a name",
        .build = memg_plain,
        .scene = "v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\ng body\r\nf 1 2 1\r\ng head\r\nf 3 3 3\r\n" },
    { .rule = NOT_IN_OBJ,
        .name = "a duplicate is skipped",
        .build = two_namesakes,
        .scene = VERTICES,
        .wants = { AT(NOT_IN_OBJ, "groups[0].name", 4), AT("memg/name-duplicate", "groups[1].name", 4) } },

    { .rule = WITHOUT_MOTION,
        .name = "at its first g statement",
        .build = memg_plain,
        .scene = VERTICES BODY HEAD "g tail legs \n g  tail\nf 1 2 3\n",
        .wants = { IN_SCENE(WITHOUT_MOTION, "g tail legs", 11) },
        .says = "\"tail\"" },
    { .rule = WITHOUT_MOTION,
        .name = "default, which no g named: at its first face",
        .build = memg_plain,
        .scene = VERTICES "f 1 3 2 # face\nf 1 2 1\n" BODY HEAD,
        .wants = { IN_SCENE(WITHOUT_MOTION, "f 1 3 2", 7) },
        .says = "\"default\"" },
    { .rule = WITHOUT_MOTION,
        .name = "a face of a g without a name",
        .build = memg_plain,
        .scene = VERTICES BODY HEAD "g \nf 1 2 3\n",
        .wants = { IN_SCENE(WITHOUT_MOTION, "g \n", 1) },
        .says = "\"default\"" },
    { .rule = WITHOUT_MOTION,
        .name = "a malformed face counts",
        .build = memg_plain,
        .scene = VERTICES BODY HEAD "g tail\nf x\n",
        .wants = { IN_SCENE(WITHOUT_MOTION, "g tail", 6), IN_SCENE("obj/statement", "f x", 3),
            IN_SCENE("obj/number", "x", 1) } },
    { .rule = WITHOUT_MOTION,
        .near_miss = true,
        .name = "no faces",
        .build = memg_plain,
        .scene = VERTICES BODY HEAD "g tail\n" },
    { .rule = WITHOUT_MOTION,
        .near_miss = true,
        .name = "the motion was not read to its end",
        .build = memg_plain,
        .scene = VERTICES BODY HEAD "g tail\nf 1 2 3\n",
        .edits = { APPEND("\0") },
        .wants = { AT_AS("memg/trailing-bytes", "end", 1, "") } },
    { .rule = WITHOUT_MOTION,
        .near_miss = true,
        .name = "the motion is broken",
        .build = memg_plain,
        .scene = VERTICES BODY HEAD "g tail\nf 1 2 3\n",
        .edits = { CUT("groups[1].parent_frame", 0) },
        .wants = { AT("memg/truncated", "groups[1].parent_frame", 0) } },

    { .rule = UNMAPPED,
        .name = "once a group, with the count",
        .build = memg_plain,
        .scene = VERTICES "v 1 1 1\ng body\nf 4 3 1\nf 3 3 4\n" HEAD,
        .wants = { AT(UNMAPPED, "groups[0].vertex_count", 4) },
        .says =
            "the mapping of groups[0] leaves out 2 vertices that the group's faces use, the lowest is .obj "
            "vertex 3" },
    { .rule = UNMAPPED,
        .name = "by a negative index",
        .build = memg_plain,
        .scene = VERTICES BODY "g head\nf -1 -1 -2\n",
        .wants = { AT(UNMAPPED, "groups[1].vertex_count", 4) },
        .says = "leaves out 1 vertex that the group's faces use: .obj vertex 2" },
    { .rule = UNMAPPED,
        .name = "a re-opened group goes on",
        .build = memg_plain,
        .scene = VERTICES BODY HEAD "g body\nf 1 2 3\n",
        .wants = { AT(UNMAPPED, "groups[0].vertex_count", 4) } },
    { .rule = UNMAPPED,
        .name = "a face of two groups",
        .build = memg_plain,
        .scene = VERTICES "g body head\nf 1 2 3\n",
        .wants = { AT(UNMAPPED, "groups[0].vertex_count", 4), AT(UNMAPPED, "groups[1].vertex_count", 4) } },
    { .rule = UNMAPPED,
        .name = "a good index of a malformed face",
        .build = memg_plain,
        .scene = VERTICES "g body\nf 1 0 3\n" HEAD,
        .wants = { AT(UNMAPPED, "groups[0].vertex_count", 4), IN_SCENE("obj/index-range", "0 3\ng", 1) } },
    { .rule = UNMAPPED,
        .near_miss = true,
        .name = "all are mapped",
        .build = memg_plain,
        .scene = VERTICES BODY HEAD },
    { .rule = UNMAPPED,
        .near_miss = true,
        .name = "an index out of range is none",
        .build = memg_plain,
        .scene = VERTICES "g body\nf 1 2 9\n" HEAD,
        .wants = { IN_SCENE("obj/index-range", "9", 1) } },
    { .rule = UNMAPPED,
        .near_miss = true,
        .name = "mapped twice is mapped",
        .build = memg_plain,
        .scene = VERTICES "g body\nf 2 2 2\n" HEAD,
        .edits = { INT("groups[0].mapping[0]", 2) },
        .wants = { AT("memg/mapping-duplicate", "groups[0].mapping[1]", 4) } },

    { .rule = RANGE,
        .name = "above the .obj's vertices",
        .build = memg_plain,
        .scene = VERTICES BODY HEAD,
        .edits = { INT("groups[1].mapping[0]", 4) },
        .wants = { AT(RANGE, "groups[1].mapping[0]", 4), AT(UNMAPPED, "groups[1].vertex_count", 4) },
        .says = "3 vertices" },
    { .rule = RANGE,
        .near_miss = true,
        .name = "a malformed v still counts",
        .build = memg_plain,
        .scene = "v 0 0 0\nv 1 0 0\nv nan\n" BODY HEAD,
        .wants = { IN_SCENE("obj/statement", "v nan", 5), IN_SCENE("obj/number", "nan", 3) } },
    { .rule = "memg/mapping-duplicate",
        .near_miss = true,
        .name = "entries above the .obj's vertices are not compared",
        .build = memg_plain,
        .scene = VERTICES "g body\n" HEAD,
        .edits = { INT("groups[0].mapping[0]", 4), INT("groups[0].mapping[1]", 4) },
        .wants = { AT(RANGE, "groups[0].mapping[0]", 4), AT(RANGE, "groups[0].mapping[1]", 4) } },
};

const case_table memg_scene_cases = CASES(scene_cases);

Test(memg_rules, the_obj_beside_the_motion)
{
    check_cases(&ap_memg_format, memg_scene_cases);
}
