/* core/finding/joint_path.h: paths with the names of joints. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/finding/joint_path.h"

typedef struct path_with_joint_name_case {
    const char *path, *name, *shown;
} path_with_joint_name_case;

#define LONG_NAME                                                                                            \
    "abcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefgh" /* as long as a name is shown */

static const path_with_joint_name_case cases[] = {
    { "hierarchy[7].parent_index", "hips", "hierarchy[7 hips].parent_index" },
    { "joints[0]", "Bip01.L-arm_2", "joints[0 Bip01.L-arm_2]" },
    { "joints[0].x[1]", "hips", "joints[0 hips].x[1]" },
    { "joints[0]", "", "joints[0]" },
    { "frames", "hips", "frames" },
    { "", "hips", "" },
    { "joints[0]", "left arm", "joints[0 \"left arm\"]" },
    { "joints[0]", "a]b", "joints[0 \"a]b\"]" },
    { "joints[0]", "a[b", "joints[0 \"a[b\"]" },
    { "joints[0]", "a*", "joints[0 \"a*\"]" },
    { "joints[0]", "7", "joints[0 \"7\"]" },
    { "joints[0]", "a\"b", "joints[0 \"a\\\"b\"]" },
    { "joints[0]", "\"", "joints[0 \"\\\"\"]" },
    { "joints[0]", "a\nb\x1b", "joints[0 \"a\\nb\\x1b\"]" },
    { "joints[0]", "\xff", "joints[0 \"\\xff\"]" },
    { "joints[0]", "\xc3\xa9t\xc3\xa9", "joints[0 \xc3\xa9t\xc3\xa9]" },
    { "joints[0]", "\xe2\x80\xae", "joints[0 \"\\u{202e}\"]" },
    { "joints[0]", LONG_NAME, "joints[0 " LONG_NAME "]" },
    { "joints[0].x", LONG_NAME "i", "joints[0 " LONG_NAME "...].x" },
    { "joints[0].x", LONG_NAME "\"", "joints[0 " LONG_NAME "...].x" },
};

Test(core_joint_path, a_name_follows_the_first_index)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const path_with_joint_name_case *c = &cases[i];
        char joint[AP_JOINT_TEXT_BYTES], shown[AP_SHOWN_PATH_BYTES];
        const ap_view name = { (const uint8_t *)c->name, strlen(c->name) };
        cr_expect_eq(ap_joint_text(name, false, joint), strlen(joint), "%s", c->shown);
        const ap_joint_and_component_text first = { joint, NULL };
        cr_expect_eq(ap_write_path_with_joint(c->path, first, shown), strlen(c->shown), "%s", c->shown);
        cr_expect_str_eq(shown, c->shown);
    }
}

Test(core_joint_path, a_path_without_a_joint_is_unchanged)
{
    char shown[AP_SHOWN_PATH_BYTES];
    cr_expect_eq(
        ap_write_path_with_joint("frames[3]", (ap_joint_and_component_text){ .name = NULL }, shown), 9);
    cr_expect_str_eq(shown, "frames[3]");
    cr_expect_eq(ap_write_path_with_joint("frames[3]", (ap_joint_and_component_text){ "", "Qx" }, shown), 9);
    cr_expect_str_eq(shown, "frames[3]");
}

Test(core_joint_path, a_name_with_a_component_follows_the_last_index)
{
    static const path_with_joint_name_case of_components[] = {
        { "frames[12].values[17]", "spine", "frames[12].values[17 spine Qx]" },
        { "frames[12].values[17]", "left arm", "frames[12].values[17 \"left arm\" Qx]" },
        { "values[17]", "spine", "values[17 spine Qx]" },
        { "frames[12].values[17]", "", "frames[12].values[17]" },
    };
    char shown[AP_SHOWN_PATH_BYTES];
    for (size_t i = 0; i < sizeof of_components / sizeof *of_components; i++) {
        const path_with_joint_name_case *c = &of_components[i];
        cr_expect_eq(ap_write_path_with_joint(c->path, (ap_joint_and_component_text){ c->name, "Qx" }, shown),
            strlen(c->shown));
        cr_expect_str_eq(shown, c->shown);
    }
}

Test(core_joint_path, ascii_names_have_escapes_for_all_other_characters)
{
    char joint[AP_JOINT_TEXT_BYTES];
    const ap_view name = { (const uint8_t *)"\xc3\xa9", 2 };
    cr_expect_eq(ap_joint_text(name, true, joint), 8);
    cr_expect_str_eq(joint, "\\xc3\\xa9");
}

/* The longest escapes of 64 bytes, and the longest path, fit. */
Test(core_joint_path, the_longest_path_and_name_fit)
{
    uint8_t bytes[100];
    char joint[AP_JOINT_TEXT_BYTES], path[AP_PATH_TEXT_BYTES], shown[AP_SHOWN_PATH_BYTES];
    memset(bytes, 0xff, sizeof bytes);
    memset(path, 'x', sizeof path);
    path[sizeof path - 1] = '\0';
    memcpy(path, "joints[7]", 9);
    const size_t length = ap_joint_text((ap_view){ bytes, sizeof bytes }, false, joint);
    cr_assert_eq(length, 64 * 4 + 3);
    cr_expect_eq(ap_write_path_with_joint(path, (ap_joint_and_component_text){ joint, NULL }, shown),
        sizeof path - 1 + length + 3);
    cr_expect_str_eq(shown + strlen(shown) - 10, path + sizeof path - 11);
    cr_expect_eq(ap_write_path_with_joint(path, (ap_joint_and_component_text){ joint, "Qx" }, shown),
        sizeof path - 1 + length + 6);
}
