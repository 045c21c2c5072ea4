/* The names of the joints of hands, as the published page lists them. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/support/lint_case.h"
#include "validators/mrtk/mrtk_layout.h"

/* The table "Joint pose curves" of the page. */
static const char *const page[] = { "None", "Wrist", "Palm", "ThumbMetacarpalJoint", "ThumbProximalJoint",
    "ThumbDistalJoint", "ThumbTip", "IndexMetacarpal", "IndexKnuckle", "IndexMiddleJoint", "IndexDistalJoint",
    "IndexTip", "MiddleMetacarpal", "MiddleKnuckle", "MiddleMiddleJoint", "MiddleDistalJoint", "MiddleTip",
    "RingMetacarpal", "RingKnuckle", "RingMiddleJoint", "RingDistalJoint", "RingTip", "PinkyMetacarpal",
    "PinkyKnuckle", "PinkyMiddleJoint", "PinkyDistalJoint", "PinkyTip" };

Test(mrtk_joints, joints_have_the_names_of_the_page)
{
    cr_assert_eq(sizeof page / sizeof *page, AP_MRTK_JOINTS);
    for (size_t i = 0; i < AP_MRTK_JOINTS; i++)
        cr_expect_str_eq(ap_mrtk_joint_name(i), page[i]);
}

Test(mrtk_joints, only_joints_of_hands_have_names)
{
    static const ap_field_path_part parts[] = { { "hand_joints_left", 1 }, { "hand_joints_right", 26 },
        { "hand_joints_left", 27 }, { "hand_tracked_left", 1 }, { "markers", 1 } };
    static const char *const names[] = { "Wrist", "PinkyTip", "", "", "" };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const ap_field_path path = { { parts[i] }, 1 };
        const ap_view name = ap_mrtk_joint_of_path(NULL, &path).name;
        cr_expect(
            name.size == strlen(names[i]) && (name.size == 0 || memcmp(name.bytes, names[i], name.size) == 0),
            "%s[%zu]", parts[i].name, parts[i].index);
    }
}
