/* core/base/path_glob.h: patterns that match field paths. */
#include <criterion/criterion.h>

#include "core/base/path_glob.h"

static const struct {
    const char *pattern, *path;
    bool matches;
} cases[] = {
    { "magic", "magic", true },
    { "magic", "magi", false },
    { "magi", "magic", false },
    { "", "magic", false },
    { "*", "magic", true },
    { "*", "", true },
    { "camera.*.key_count", "camera.position_x.key_count", true },
    { "camera.*.key_count", "camera.position_x.key_counts", false },
    { "camera.*.key_count", "gaze.origin_x.key_count", false },
    { "*.key_count", "hand_joints_left[3].rotation_w.key_count", true },
    { "*key*", "hand_joints_left[3].rotation_w.key_count", true },
    { "*.time", "camera.position_x.keys[12].time", true },
    { "*[12]*", "camera.position_x.keys[12].time", true },
    { "*[1]*", "camera.position_x.keys[12].time", false },
    { "camera.*.keys[*].time", "camera.position_x.keys[12].time", true },
    { "camera.*.keys[*].value", "camera.position_x.keys[12].time", false },
    { "groups[*].name", "groups[0].name", true },
    { "groups[*].name", "groups[0].name_length", false },
    { "groups[*].name", "groups[].name", false },
    { "transforms[*][*][3]", "transforms[10][0][3]", true },
    { "transforms[*][3]", "transforms[10][0][3]", false },
    { "*[*].x", "vertices[1][2].x", true },
    { "[*]", "[7]", true },
    { "[*]", "[x]", false },
    /* The pattern of a record matches the fields in the record. */
    { "camera", "camera.position_x.key_count", true },
    { "camera", "camera2.position_x", false },
    { "groups[2]", "groups[2].mean[1]", true },
    { "groups[2]", "groups[21].mean[1]", false },
    { "groups", "groups[2].mean[1]", true },
    { "transforms[*]", "transforms[1][2][3]", true },
    { "*.mean", "groups[2].mean[1]", true },
    { "*a", "a.ba", true },
    { "a*b*c", "aXbXbYc", true },
    { "a*b*c", "aXbXbY", false },
    { "**", "x", true },
    { "*.keys[*].t*e", "keys.keys[1].keys[22].time", true },
    /* A star matches all digits of an index only as "[*]". */
    { "keys[*1*", "keys[21].time", true },
    { "keys[*1]", "keys[21]", true },
    { "keys[*]", "keys[2x]", false },
    { "key*]", "keys[21]", true },
    /* A name after an index may be typed with the index, without it, or left out. */
    { "joints[7 hips].x", "joints[7 hips].x", true },
    { "joints[7].x", "joints[7 hips].x", true },
    { "joints[hips].x", "joints[7 hips].x", true },
    { "joints[*].x", "joints[7 hips].x", true },
    { "joints[7]", "joints[7 hips].x", true },
    { "joints[hips]", "joints[7 hips].keys[3]", true },
    { "*[hips].*[3]", "joints[7 hips].keys[3]", true },
    { "*[hips].*[4]", "joints[7 hips].keys[3]", false },
    { "joints[h*s].x", "joints[7 hips].x", true },
    { "joints[*ips].x", "joints[7 hips].x", true },
    { "joints[8 hips].x", "joints[7 hips].x", false },
    { "joints[7 hand].x", "joints[7 hips].x", false },
    { "joints[Hips].x", "joints[7 hips].x", false },
    { "joints[hip].x", "joints[7 hips].x", false },
    { "joints[ips].x", "joints[7 hips].x", false },
    { "joints[].x", "joints[7 hips].x", false },
    { "joints[hips].x", "joints[7].x", false },
    { "joints[7 hips].x", "joints[7].x", false },
    { "frames[2].values[17]", "frames[2].values[17 hips Qx]", true },
    { "frames[*].values[hips Qx]", "frames[2].values[17 hips Qx]", true },
    { "frames[2].values[17 hips Qx]", "frames[2].values[17 hips Qx]", true },
    { "frames[2].values[hips *]", "frames[2].values[17 hips Qx]", true },
    { "frames[2].values[\"a]b\" Qx]", "frames[2].values[17 \"a]b\" Qx]", true },
    { "frames[2].values[17]", "frames[2].values[17 \"a]b\" Qx]", true },
    { "frames[2].values[hips]", "frames[2].values[17 hips Qx]", false },
    { "frames[2].values[hips Qy]", "frames[2].values[17 hips Qx]", false },
    { "joints[17].x", "joints[7 17].x", false },
    { "joints[7].x", "joints[17 7].x", false },
    { "joints[\"left ]arm\"].x", "joints[7 \"left ]arm\"].x", true },
    { "joints[7].x", "joints[7 \"left ]arm\"].x", true },
    { "joints[*].x", "joints[7 \"a\\\"] b\"].x", true },
    { "joints[7].x", "joints[7 \"left 7]arm\"].y", false },
    { "joints[\"2nd\"].x", "joints[7 \"2nd\"].x", true },
    { "joints[arm.L].x", "joints[7 arm.L].x", true },
    { "joints[7 arm", "joints[7 arm.L].x", false },
    { "*arm", "joints[7 arm.L].x", false },
};

Test(core_path_glob, patterns_match_paths)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_eq(ap_field_path_matches(cases[i].pattern, cases[i].path), cases[i].matches,
            "pattern '%s' must match path '%s' exactly as the row says", cases[i].pattern, cases[i].path);
}
