/* Rules about the hands of a recording: a hand with keys that is never tracked, and joints in another order. Also calls the
   rules about the shape of a hand. */
#include <stdio.h>

#include "validators/mrtk/content/mrtk_content.h"
#include "validators/mrtk/content/mrtk_hands.h"
#include "validators/mrtk/mrtk_rules.h"
#include "validators/mrtk/mrtk_table.h"

enum { LAST_JOINT = AP_MRTK_JOINTS - 1 };

void ap_mrtk_report_at_key_count(ap_io *io, const ap_rule *rule, const ap_mrtk_record *record,
    ap_value expected, ap_value found, const char *message)
{
    const ap_mrtk_curve *curve = &record->curves[0];
    const ap_field_path path = io->path;
    ap_enter_element(io, record->name, record->index);
    if (record->shape->curve_names != NULL)
        ap_enter_record(io, record->shape->curve_names[0]);
    ap_add_finding_at(io, rule, (ap_span){ curve->key_count_at, sizeof curve->key_count }, "key_count",
        expected, found, "%s", message);
    io->path = path;
}

bool ap_mrtk_open_position_track(const ap_mrtk_record *joint, ap_mrtk_track *track)
{
    return joint->position_valid && ap_mrtk_open_track(joint, false, track);
}

static void check_untracked_with_keys(ap_io *io, const ap_mrtk_hand *h)
{
    bool any = false;
    char message[AP_MRTK_MESSAGE_BYTES];
    for (size_t joint = 0; joint < AP_MRTK_JOINTS && !any; joint++)
        any = ap_mrtk_has_keys(&h->joints[joint]);
    if (!any || ap_mrtk_has_key_with_value_1(h->tracked))
        return;
    snprintf(message, sizeof message,
        "the joints of the %s hand have keys, but the hand is never tracked: MRTK does not show it; give %s "
        "a key of value 1 at the time when the hand appears",
        h->side, h->tracked->name);
    ap_mrtk_report_at_key_count(io, AP_MRTK_RULE(HAND_HIDDEN), h->tracked, ap_text_value("a key of value 1"),
        ap_integer(h->tracked->curves[0].key_count), message);
}

/* Reports a hand if all joints but the last have keys: the joints are then in another order. Returns true if
   a finding was reported. */
static bool report_if_joints_in_other_order(ap_io *io, const ap_mrtk_hand *h)
{
    char message[AP_MRTK_MESSAGE_BYTES];
    for (size_t joint = 0; joint < LAST_JOINT; joint++) {
        if (!ap_mrtk_has_keys(&h->joints[joint]))
            return false;
    }
    if (ap_mrtk_has_keys(&h->joints[LAST_JOINT]))
        return false;
    snprintf(message, sizeof message,
        "the %s hand has keys in joints 0 to %d and none in joint %d %s, as 26 joints in the order of MRTK 3 "
        "or "
        "OpenXR would: in this format joint 0 is %s, 1 %s and 2 %s, so every joint is the wrong one",
        h->side, LAST_JOINT - 1, LAST_JOINT, ap_mrtk_joint_name(LAST_JOINT), ap_mrtk_joint_name(0),
        ap_mrtk_joint_name(1), ap_mrtk_joint_name(2));
    ap_mrtk_report_at_key_count(io, AP_MRTK_RULE(JOINT_ORDER), &h->joints[LAST_JOINT],
        ap_value_with_prefix("at least", ap_integer(1)), ap_integer(0), message);
    return true;
}

void ap_mrtk_check_hands(ap_io *io, const ap_mrtk_animation *animation)
{
    static const char *const sides[] = { "left", "right" };
    static const char *const tracked[] = { "hand_tracked_left", "hand_tracked_right" };
    static const char *const joints[] = { "hand_joints_left", "hand_joints_right" };
    for (size_t i = 0; i < 2; i++) {
        const ap_mrtk_hand h = { sides[i], ap_mrtk_first_record(animation, tracked[i]),
            ap_mrtk_first_record(animation, joints[i]) };
        if (h.joints == NULL)
            return;
        check_untracked_with_keys(io, &h);
        if (report_if_joints_in_other_order(io, &h))
            continue;
        ap_mrtk_check_hand_shape(io, &h);
        ap_mrtk_report_first_stretched_bone(io, &h);
    }
}
