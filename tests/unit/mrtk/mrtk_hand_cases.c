/* Cases of mrtk rules about the shape of hands. */
#include <criterion/criterion.h>

#include "tests/unit/mrtk/mrtk_build.h"
#include "tests/unit/mrtk/mrtk_cases.h"
#include "validators/mrtk/mrtk.h"

#define LEFT(joint, curve)            "hand_joints_left[" #joint "]." curve
#define RIGHT(joint, curve)           "hand_joints_right[" #joint "]." curve
#define VALUE(curve, key)             curve ".keys[" #key "].value"
#define WRIST                         LEFT(1, "position_x.key_count")
#define PALM(part, key, value)        F32(VALUE(LEFT(2, "rotation_" #part), key), value)
#define TIP(key, value)               F32(VALUE(LEFT(26, "position_z"), key), value)
#define MIDDLE(bits)                  BITS32(VALUE(LEFT(13, "position_z"), 0), bits)
#define PITCH(half_sine, half_cosine) PALM(x, 0, half_sine), PALM(w, 0, half_cosine)
#define ROLL(half_sine, half_cosine)  PALM(z, 0, half_sine), PALM(w, 0, half_cosine)

#define HIDDEN    "mrtk/hand-hidden"
#define ORDER     "mrtk/joint-order"
#define SIZE      "mrtk/hand-size"
#define EXCHANGED "mrtk/hand-exchanged"
#define AXES      "mrtk/hand-axes"
#define BONE      "mrtk/bone-length"
#define SPIKE     "mrtk/position-spike"
#define MISMATCH  "mrtk/component-mismatch"

/* Files that only these cases use. Boolean curves have a 1 at the first key. */

#define HANDS .minor = 1, .camera = true, .hand = true, .keys = 4
MRTK_FILE(hands, HANDS, .boolean_keys = 1, .hand_keys = 1)
MRTK_FILE(hands_10, .keys = 4, .boolean_keys = 1, .hand_keys = 1)
MRTK_FILE(hands_of_three_keys, HANDS, .boolean_keys = 2, .hand_keys = 3)
MRTK_FILE(long_hands_10, .keys = 4, .boolean_keys = 2, .hand_keys = 3)
MRTK_FILE(quick_hands, HANDS, .boolean_keys = 2, .hand_keys = 3, .step = 0.125F)
MRTK_FILE(short_hands, HANDS, .boolean_keys = 2, .hand_keys = 2)
MRTK_FILE(exchanged, HANDS, .boolean_keys = 1, .hand_keys = 1, .exchanged = true)
MRTK_FILE(from_0_to_25, HANDS, .boolean_keys = 1, .hand_keys = 1, .last_joint = 25)
MRTK_FILE(from_0_to_26, HANDS, .boolean_keys = 1, .hand_keys = 1, .last_joint = 26)
MRTK_FILE(from_1_to_25, HANDS, .boolean_keys = 1, .hand_keys = 1, .first_joint = 1, .last_joint = 25)
MRTK_FILE(
    from_0_to_25_exchanged, HANDS, .boolean_keys = 1, .hand_keys = 1, .last_joint = 25, .exchanged = true)

static const rule_case hand_cases[] = {
    SAYS_AT(HIDDEN, "the only key of the tracked curve is 0", hands, "hand_tracked_left.key_count", 4,
        "give hand_tracked_left a key of value 1", F32("hand_tracked_left.keys[0].value", 0)),
    FIRES_IN(HIDDEN, "both hands", hands_10,
        { F32("hand_tracked_left.keys[0].value", 0), F32("hand_tracked_right.keys[0].value", 0) },
        { AT(HIDDEN, "hand_tracked_left.key_count", 4), AT(HIDDEN, "hand_tracked_right.key_count", 4) }),
    SILENT_IN(HIDDEN, "the second key of the tracked curve is 1", hands_of_three_keys,
        { F32("hand_tracked_left.keys[0].value", 0), F32("hand_tracked_left.keys[1].value", 1) }),

    FIRES_IN(ORDER, "all joints of both hands but the last have keys", from_0_to_25,
        .wants = { AT(ORDER, LEFT(26, "position_x.key_count"), 4),
            AT(ORDER, RIGHT(26, "position_x.key_count"), 4) },
        .says = "joint 0 is None, 1 Wrist and 2 Palm"),
    FIRES_IN(ORDER, "hands with another order of joints: of the other rules, only hidden hands are checked",
        from_0_to_25_exchanged, { F32("hand_tracked_left.keys[0].value", 0) },
        { AT(HIDDEN, "hand_tracked_left.key_count", 4), AT(ORDER, LEFT(26, "position_x.key_count"), 4),
            AT(ORDER, RIGHT(26, "position_x.key_count"), 4) }),
    SILENT_IN(ORDER, "all joints have keys", from_0_to_26),
    SILENT_IN(ORDER, "the joints None and 26 have no keys", from_1_to_25),

    SAYS_AT(SIZE, "the hand measures just below 0.03", hands, WRIST, 4,
        "in feet: multiply all positions by 0.3048", MIDDLE(0x3cf5c28f)),
    SAYS_AT(SIZE, "the hand measures just above 0.2", hands, WRIST, 4, "multiply all positions by 0.3048",
        MIDDLE(0x3e4ccccd)),
    SAYS_AT(SIZE, "a right hand in centimetres", hands_10, RIGHT(1, "position_x.key_count"), 4,
        "the right hand measures 8 from Wrist to MiddleKnuckle", F32(VALUE(RIGHT(13, "position_z"), 0), 8)),
    SAYS_AT(SIZE, "a hand in millimetres", hands, WRIST, 4, "in millimetres: multiply",
        F32(VALUE(LEFT(13, "position_z"), 0), 80)),
    SAYS_AT(SIZE, "a hand in kilometres", hands, WRIST, 4, "in kilometres: multiply all positions by 1000",
        F32(VALUE(LEFT(13, "position_z"), 0), 8e-5)),
    FIRES_AT(SIZE, "the hand is too small at two of three keys", hands_of_three_keys, WRIST, 4,
        F32(VALUE(LEFT(13, "position_z"), 0), 0.024), F32(VALUE(LEFT(13, "position_z"), 2), 0.024),
        F32(VALUE(LEFT(12, "position_z"), 0), 0.006), F32(VALUE(LEFT(12, "position_z"), 2), 0.006)),
    SILENT_IN(SIZE, "the hand measures just above 0.03", hands, { MIDDLE(0x3cf5c290) }),
    SILENT_IN(SIZE, "the hand measures just below 0.2", hands, { MIDDLE(0x3e4ccccc) }),
    SILENT_IN(SIZE, "wrist and knuckle are at one place", hands, { MIDDLE(0) }),
    SILENT_IN(SIZE, "a value of the knuckle is not finite", hands,
        { F32(VALUE(LEFT(13, "position_z"), 0), 8), BITS32(VALUE(LEFT(13, "position_x"), 0), QUIET_NAN32) },
        { AT("mrtk/value-not-finite", VALUE(LEFT(13, "position_x"), 0), 4) }),

    FIRES_IN(EXCHANGED, "both hands", exchanged,
        .wants = { AT(EXCHANGED, WRIST, 4), AT(EXCHANGED, RIGHT(1, "position_x.key_count"), 4) },
        .says = "the joints of the left hand are those of a right hand"),
    FIRES_IN(EXCHANGED, "the palm is pitched by 25.8 degrees", exchanged, { PITCH(0.22325011, 0.97476119) },
        { AT(EXCHANGED, WRIST, 4), AT(EXCHANGED, RIGHT(1, "position_x.key_count"), 4) }),
    FIRES_IN(EXCHANGED, "the palm is rolled by 36.8 degrees", exchanged, { ROLL(0.31564904, 0.94887601) },
        { AT(EXCHANGED, WRIST, 4), AT(EXCHANGED, RIGHT(1, "position_x.key_count"), 4) }),
    SILENT_IN(EXCHANGED, "the palm is pitched by 25.9 degrees", exchanged,
        { PITCH(0.22410077, 0.97456598), F32(VALUE(RIGHT(2, "rotation_x"), 0), 0.22410077),
            F32(VALUE(RIGHT(2, "rotation_w"), 0), 0.97456598) }),
    SILENT_IN(EXCHANGED, "the palm is rolled by 36.9 degrees", exchanged,
        { ROLL(0.31647696, 0.94860020), F32(VALUE(RIGHT(2, "rotation_z"), 0), 0.31647696),
            F32(VALUE(RIGHT(2, "rotation_w"), 0), 0.94860020) }),

    SAYS_AT(AXES, "the palm is pitched by 60.1 degrees", hands, WRIST, 4,
        "over 60 degrees off the fingers at 1 of 1 key of the Wrist", PITCH(0.50075566, 0.86558862)),
    SAYS_AT(AXES, "the palm is pitched by 154 degrees", hands, WRIST, 4, "!OpenXR",
        PITCH(0.97437006, 0.22495105)),
    SAYS_AT(AXES, "the palm is pitched by 154.3 degrees", hands, WRIST, 4,
        "away from the fingers; in MRTK it points to the fingers, and y out of the back of the hand: "
        "these "
        "are the axes of OpenXR",
        PITCH(0.97495565, 0.22239945)),
    FIRES_IN(AXES, "a rotation 0 0 0 0 is left out", hands_of_three_keys,
        { PALM(w, 0, 0), PALM(x, 1, 1), PALM(w, 1, 0) },
        { AT("mrtk/quaternion-zero", VALUE(LEFT(2, "rotation_w"), 0), 4), AT(AXES, WRIST, 4) }),
    SILENT_IN(AXES, "the palm is pitched by 59.9 degrees", hands, { PITCH(0.49924433, 0.86646118) }),
    SILENT_IN(AXES, "the palm points away from the fingers at one of three keys", hands_of_three_keys,
        { PALM(x, 1, 1), PALM(w, 1, 0) }),
    SILENT_IN(AXES, "the times of the palm's rotation differ", hands,
        { PITCH(1, 0), F32("hand_joints_left[2].rotation_y.keys[0].time", 0.25) },
        { AT(MISMATCH, "hand_joints_left[2].rotation_y.keys[0].time", 4) }),

    SAYS_AT(BONE, "a bone is just over 4 times as long at one key", hands_of_three_keys,
        VALUE(LEFT(26, "position_x"), 1), 4,
        "the bone from hand_joints_left[25 PinkyDistalJoint] to hand_joints_left[26 PinkyTip] is 0.0802 m "
        "long "
        "at key 1, at 0.5 s, and usually 0.02 m",
        TIP(1, 0.2102)),
    FIRES_AT(BONE, "a bone is just below a quarter as long at one key", long_hands_10,
        VALUE(LEFT(26, "position_x"), 2), 4, TIP(2, 0.1349)),
    FIRES_IN(BONE, "the bones from the wrist are first, and each hand has a finding", hands_of_three_keys,
        { TIP(0, 0.23), F32(VALUE(LEFT(22, "position_z"), 2), 0.2),
            F32(VALUE(RIGHT(26, "position_z"), 0), 0.23) },
        { AT(BONE, VALUE(LEFT(22, "position_x"), 2), 4), AT(BONE, VALUE(RIGHT(26, "position_x"), 0), 4) }),
    FIRES_IN(BONE, "a spike of a position silences only its own hand", quick_hands,
        { TIP(1, 0.45), F32(VALUE(RIGHT(26, "position_z"), 0), 0.23) },
        { AT(SPIKE, VALUE(LEFT(26, "position_x"), 1), 4), AT(BONE, VALUE(RIGHT(26, "position_x"), 0), 4) }),
    SILENT_IN(
        BONE, "a bone is just under 4 times as long at one key", hands_of_three_keys, { TIP(1, 0.2098) }),
    SILENT_IN(
        BONE, "a bone is just above a quarter as long at one key", hands_of_three_keys, { TIP(1, 0.1351) }),
    SILENT_IN(BONE, "the hand has keys at only two times", short_hands, { TIP(1, 0.23) }),
    SILENT_IN(BONE, "the joints of the bone share only two times", hands_of_three_keys,
        { TIP(1, 0.23), F32("hand_joints_left[26].position_x.keys[2].time", 2),
            F32("hand_joints_left[26].position_y.keys[2].time", 2),
            F32("hand_joints_left[26].position_z.keys[2].time", 2) }),
};

CHECKED_CASES(mrtk_rules, cases_of_hands_have_their_findings, &ap_mrtk_format, mrtk_hand_cases, hand_cases)
