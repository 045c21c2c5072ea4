/* Cases of memg rules about a motion file and its .obj. */
#include <criterion/criterion.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/memg/memg_cases.h"
#include "validators/memg/memg.h"

/* In build_plain_memg, the group "body" maps vertices 1 and 2, "head" maps vertex 3. */
#define VERTICES "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
#define BODY     "g body\nf 1 2 1\n"
#define HEAD     "g head\nf 3 3 3\n"

#define NOT_IN_OBJ     "memg/group-not-in-obj"
#define WITHOUT_MOTION "memg/obj-group-without-motion"
#define UNMAPPED       "memg/vertex-unmapped"
#define RANGE          "memg/mapping-range"
#define FOREIGN        "memg/mapping-foreign"
#define IN_SCENE(id, text, bytes)                                                                            \
    {                                                                                                        \
        .rule = (id), .field = (text), .length = (bytes), .in_scene = true                                   \
    }

static void build_two_groups_of_one_name(file_build *file)
{
    const memg_group_spec body = { .name = "body", .vertices = 1, .modes = 1 };
    memg_build(file, &(memg_spec){ .frames = 1, .timesteps = 1, .groups = { body, body } });
}

static const rule_case scene_cases[] = {
    FIRES_IN(NOT_IN_OBJ, "the names of a group differ in case", build_plain_memg,
        .wants = { AT(NOT_IN_OBJ, "groups[1].name", 4), IN_SCENE(WITHOUT_MOTION, "g Head", 6) },
        .scene = VERTICES BODY "g Head\nf 3 3 3\n"),
    FIRES_IN(NOT_IN_OBJ, "an .obj without groups", build_plain_memg,
        .wants = { AT(NOT_IN_OBJ, "groups[0].name", 4), AT(NOT_IN_OBJ, "groups[1].name", 4) },
        .scene = VERTICES),
    SILENT_IN(NOT_IN_OBJ, "the .obj has every group, in another order", build_plain_memg,
        .scene = VERTICES HEAD BODY),
    SILENT_IN(NOT_IN_OBJ, "the .obj has the group, but no faces of the group", build_plain_memg,
        .scene = VERTICES BODY "g head\n"),
    SILENT_IN(NOT_IN_OBJ, "the CR of CR LF does not belong to a name", build_plain_memg,
        .scene = "v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\ng body\r\nf 1 2 1\r\ng head\r\nf 3 3 3\r\n"),
    FIRES_IN(NOT_IN_OBJ, "the second group of one name is not reported", build_two_groups_of_one_name,
        .wants = { AT(NOT_IN_OBJ, "groups[0].name", 4), AT("memg/name-duplicate", "groups[1].name", 4) },
        .scene = VERTICES),

    FIRES_IN(WITHOUT_MOTION, "the first g statement of a group is reported", build_plain_memg,
        .wants = { IN_SCENE(WITHOUT_MOTION, "g tail legs", 11) }, .says = "\"tail\"",
        .scene = VERTICES BODY HEAD "g tail legs \n g  tail\nf 1 2 3\n"),
    FIRES_IN(WITHOUT_MOTION, "the default group is reported at its first face", build_plain_memg,
        .wants = { IN_SCENE(WITHOUT_MOTION, "f 1 3 2", 7) }, .says = "\"default\"",
        .scene = VERTICES "f 1 3 2 # face\nf 1 2 1\n" BODY HEAD),
    FIRES_IN(WITHOUT_MOTION, "the default group is reported at a g statement without a name",
        build_plain_memg, .wants = { IN_SCENE(WITHOUT_MOTION, "g \n", 1) }, .says = "\"default\"",
        .scene = VERTICES BODY HEAD "g \nf 1 2 3\n"),
    FIRES_IN(WITHOUT_MOTION, "a malformed face counts as a face of its group", build_plain_memg,
        .wants = { IN_SCENE(WITHOUT_MOTION, "g tail", 6), IN_SCENE("obj/statement", "f x", 3),
            IN_SCENE("obj/number", "x", 1) },
        .scene = VERTICES BODY HEAD "g tail\nf x\n"),
    SILENT_IN(WITHOUT_MOTION, "each face of the group is in a group with motion", build_plain_memg,
        .scene = VERTICES "g body all\nf 1 2 1\ng all head\nf 3 3 3\n"),
    FIRES_IN(WITHOUT_MOTION, "one face of the group is in no group with motion", build_plain_memg,
        .wants = { IN_SCENE(WITHOUT_MOTION, "g body all", 10) }, .says = "\"all\"",
        .scene = VERTICES "g body all\nf 1 2 1\n" HEAD "g all\nf 3 3 3\n"),
    FIRES_IN(WITHOUT_MOTION, "two groups of one face without motion", build_plain_memg,
        .wants = { IN_SCENE(WITHOUT_MOTION, "g tail all", 10), IN_SCENE(WITHOUT_MOTION, "g tail all", 10) },
        .scene = VERTICES "g tail all\nf 3 3 3\ng body all\nf 1 2 1\ng head all\nf 3 3 3\n"),
    SILENT_IN(WITHOUT_MOTION, "a malformed face of a group with motion", build_plain_memg,
        .wants = { IN_SCENE("obj/statement", "f x", 3), IN_SCENE("obj/number", "x", 1) },
        .scene = VERTICES BODY HEAD "g tail body\nf x\n"),
    SILENT_IN(
        WITHOUT_MOTION, "a group without faces", build_plain_memg, .scene = VERTICES BODY HEAD "g tail\n"),
    SILENT_IN(WITHOUT_MOTION, "not checked if bytes follow the groups of the motion", build_plain_memg,
        { APPEND("\0") }, { AT_AS("memg/trailing-bytes", "end", 1, "") },
        .scene = VERTICES BODY HEAD "g tail\nf 1 2 3\n"),
    SILENT_IN(WITHOUT_MOTION, "not checked if the motion is truncated", build_plain_memg,
        { CUT("groups[1].parent_frame", 0) }, { AT("memg/truncated", "groups[1].parent_frame", 0) },
        .scene = VERTICES BODY HEAD "g tail\nf 1 2 3\n"),

    FIRES_IN(UNMAPPED, "two unmapped vertices are one finding with the count", build_plain_memg,
        .wants = { AT(UNMAPPED, "groups[0].vertex_count", 4) },
        .says =
            "the mapping of groups[0] leaves out 2 vertices that the group's faces use, the lowest is .obj "
            "vertex 3",
        .scene = VERTICES "v 1 1 1\ng body\nf 4 3 1\nf 3 3 4\n" HEAD),
    FIRES_IN(UNMAPPED, "an unmapped vertex with a negative index", build_plain_memg,
        .wants = { AT(UNMAPPED, "groups[1].vertex_count", 4) },
        .says = "leaves out 1 vertex that the group's faces use: .obj vertex 2",
        .scene = VERTICES BODY "g head\nf -1 -1 -2\n"),
    FIRES_IN(UNMAPPED, "an unmapped vertex in a group that is opened again", build_plain_memg,
        .wants = { AT(UNMAPPED, "groups[0].vertex_count", 4) },
        .scene = VERTICES BODY HEAD "g body\nf 1 2 3\n"),
    FIRES_IN(UNMAPPED, "an unmapped vertex in a face of two groups", build_plain_memg,
        .wants = { AT(UNMAPPED, "groups[0].vertex_count", 4), AT(UNMAPPED, "groups[1].vertex_count", 4) },
        .scene = VERTICES "g body head\nf 1 2 3\n"),
    FIRES_IN(UNMAPPED, "an unmapped vertex with a valid index in a malformed face", build_plain_memg,
        .wants = { AT(UNMAPPED, "groups[0].vertex_count", 4), IN_SCENE("obj/index-range", "0 3\ng", 1) },
        .scene = VERTICES "g body\nf 1 0 3\n" HEAD),
    SILENT_IN(UNMAPPED, "an entry out of range explains one unmapped vertex", build_plain_memg,
        { INT("groups[0].mapping[0]", 9) }, { AT(RANGE, "groups[0].mapping[0]", 4) },
        .scene = VERTICES BODY HEAD),
    FIRES_IN(UNMAPPED, "an entry out of range does not explain two unmapped vertices", build_plain_memg,
        { INT("groups[0].mapping[0]", 9) },
        { AT(RANGE, "groups[0].mapping[0]", 4), AT(UNMAPPED, "groups[0].vertex_count", 4) },
        .says = "leaves out 2 vertices that the group's faces use, the lowest is .obj vertex 1",
        .scene = VERTICES "v 1 1 1\ng body\nf 1 2 4\n" HEAD),
    SILENT_IN(UNMAPPED, "a duplicate entry explains one unmapped vertex", build_plain_memg,
        { INT("groups[0].mapping[1]", 1) }, { AT("memg/mapping-duplicate", "groups[0].mapping[1]", 4) },
        .scene = VERTICES BODY HEAD),
    FIRES_IN(UNMAPPED,
        "foreign entries explain two unmapped vertices of their group, not one of another group",
        build_plain_memg, { INT("groups[0].mapping[0]", 3), INT("groups[0].mapping[1]", 4) },
        { AT(FOREIGN, "groups[0].mapping[0]", 4), AT(UNMAPPED, "groups[1].vertex_count", 4) },
        .scene = VERTICES "v 1 1 1\n" BODY HEAD "f 3 4 4\n"),
    FIRES_IN(UNMAPPED, "two equal foreign entries explain two unmapped vertices, not three", build_plain_memg,
        { INT("groups[0].mapping[0]", 3), INT("groups[0].mapping[1]", 3) },
        { AT(FOREIGN, "groups[0].mapping[0]", 4), AT("memg/mapping-duplicate", "groups[0].mapping[1]", 4),
            AT(UNMAPPED, "groups[0].vertex_count", 4) },
        .says = "leaves out 3 vertices", .scene = VERTICES "v 1 1 1\ng body\nf 1 2 4\n" HEAD),
    SILENT_IN(UNMAPPED, "the mappings count from 0: an entry 0, and a foreign entry in the other group",
        build_plain_memg,
        { INT("groups[0].mapping[0]", 0), INT("groups[0].mapping[1]", 1), INT("groups[1].mapping[0]", 2) },
        { AT(RANGE, "groups[0].mapping[0]", 4) }, .scene = VERTICES BODY HEAD),

    FIRES_IN(FOREIGN, "an entry with a vertex of another group", build_plain_memg,
        { INT("groups[1].mapping[0]", 2) }, { AT(FOREIGN, "groups[1].mapping[0]", 4) },
        .says = "!such entries", .scene = VERTICES BODY HEAD),
    FIRES_IN(FOREIGN, "three entries of two groups are two findings", build_plain_memg,
        { INT("groups[0].mapping[0]", 4), INT("groups[0].mapping[1]", 3), INT("groups[1].mapping[0]", 1) },
        { AT(FOREIGN, "groups[0].mapping[0]", 4), AT(FOREIGN, "groups[1].mapping[0]", 4),
            AT(UNMAPPED, "groups[1].vertex_count", 4) },
        .says = "groups[0].mapping[0] is 4; only faces of other groups use this vertex of the .obj; the "
                "group has 2 such "
                "entries",
        .scene = VERTICES "v 1 1 1\n" BODY HEAD "f 3 4 4\n"),
    FIRES_IN(FOREIGN, "the file ends after an entry 0", build_plain_memg,
        { INT("groups[0].mapping[0]", 0), INT("groups[0].mapping[1]", 3), CUT("groups[1].parent_frame", 0) },
        { AT(RANGE, "groups[0].mapping[0]", 4), AT(FOREIGN, "groups[0].mapping[1]", 4),
            AT("memg/truncated", "groups[1].parent_frame", 0) },
        .scene = VERTICES BODY HEAD),
    SILENT_IN(FOREIGN, "another group has an entry 0", build_plain_memg,
        { INT("groups[0].mapping[1]", 3), INT("groups[1].mapping[0]", 0) },
        { AT(RANGE, "groups[1].mapping[0]", 4) }, .scene = VERTICES BODY HEAD),
    SILENT_IN(FOREIGN, "an entry with a vertex that no face uses", build_plain_memg,
        { INT("groups[0].mapping[1]", 4) }, .scene = VERTICES "v 1 1 1\ng body\nf 1 1 1\n" HEAD),
    SILENT_IN(FOREIGN, "a group without faces", build_plain_memg, { INT("groups[1].mapping[0]", 2) },
        .scene = VERTICES BODY "g head\n"),
    SILENT_IN(FOREIGN, "a face of both groups", build_plain_memg, { INT("groups[1].mapping[0]", 2) },
        .scene = VERTICES BODY "g head body\nf 2 2 2\n"),
    SILENT_IN(UNMAPPED, "every vertex is mapped", build_plain_memg, .scene = VERTICES BODY HEAD),
    SILENT_IN(UNMAPPED, "a face with an index out of range", build_plain_memg,
        .wants = { IN_SCENE("obj/index-range", "9", 1) }, .scene = VERTICES "g body\nf 1 2 9\n" HEAD),
    SILENT_IN(UNMAPPED, "a vertex that is mapped twice", build_plain_memg, { INT("groups[0].mapping[0]", 2) },
        { AT("memg/mapping-duplicate", "groups[0].mapping[1]", 4) },
        .scene = VERTICES "g body\nf 2 2 2\n" HEAD),

    FIRES_IN(RANGE, "a mapping entry greater than the number of vertices of the .obj", build_plain_memg,
        { INT("groups[1].mapping[0]", 4) }, { AT(RANGE, "groups[1].mapping[0]", 4) }, .says = "3 vertices",
        .scene = VERTICES BODY HEAD),
    SILENT_IN(RANGE, "a malformed v statement counts as a vertex", build_plain_memg,
        .wants = { IN_SCENE("obj/statement", "v nan", 5), IN_SCENE("obj/number", "nan", 3) },
        .scene = "v 0 0 0\nv 1 0 0\nv nan\n" BODY HEAD),
    SILENT_IN("memg/mapping-duplicate",
        "equal entries above the number of vertices are reported as mapping-range", build_plain_memg,
        { INT("groups[0].mapping[0]", 4), INT("groups[0].mapping[1]", 4) },
        { AT(RANGE, "groups[0].mapping[0]", 4), AT(RANGE, "groups[0].mapping[1]", 4) },
        .scene = VERTICES "g body\n" HEAD),
};

CHECKED_CASES(memg_rules, cases_of_a_motion_and_its_obj_have_their_findings, &ap_memg_format,
    memg_scene_cases, scene_cases)
