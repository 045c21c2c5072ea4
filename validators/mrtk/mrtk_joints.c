/* Names the joints of hands. */
#include <string.h>

#include "validators/mrtk/mrtk_layout.h"

/* The joints of a hand, in the order of MRTK's enumeration TrackedHandJoint. */
static const char *const joint_names[AP_MRTK_JOINTS] = { "None", "Wrist", "Palm", "ThumbMetacarpalJoint",
    "ThumbProximalJoint", "ThumbDistalJoint", "ThumbTip", "IndexMetacarpal", "IndexKnuckle",
    "IndexMiddleJoint", "IndexDistalJoint", "IndexTip", "MiddleMetacarpal", "MiddleKnuckle",
    "MiddleMiddleJoint", "MiddleDistalJoint", "MiddleTip", "RingMetacarpal", "RingKnuckle", "RingMiddleJoint",
    "RingDistalJoint", "RingTip", "PinkyMetacarpal", "PinkyKnuckle", "PinkyMiddleJoint", "PinkyDistalJoint",
    "PinkyTip" };

const char *ap_mrtk_joint_name(size_t joint)
{
    return joint_names[joint];
}

ap_joint_and_component ap_mrtk_joint_of_path(const ap_io *io, const ap_field_path *path)
{
    static const char hand[] = "hand_joints_";
    const ap_field_path_part first = path->parts[0];
    (void)io;
    if (strncmp(first.name, hand, sizeof hand - 1) != 0 || first.index >= AP_MRTK_JOINTS)
        return (ap_joint_and_component){ .component = NULL };
    const char *name = joint_names[first.index];
    return (ap_joint_and_component){ { (const uint8_t *)name, strlen(name) }, NULL };
}
