#include "validators/services/compare/md5scale_compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/same_bytes.h"
#include "validators/md5/md5_stream.h"
#include "validators/md5anim/md5anim.h"
#include "validators/md5scale/md5scale.h"
#include "validators/services/compare/differences.h"

enum { NEW, OLD, VERSIONS };

typedef struct scale_pair {
    ap_md5scale_list versions[VERSIONS];
    ap_view
        names; /* joints of the new animation, a result of ap_md5_pack_joint_names_if_complete; of size 0 if unknown */
    ap_changes *changes;
    ap_rounding_statistics rounding;
} scale_pair;

static bool is_scale_positions_switch(const ap_md5scale_joint_key_value *member)
{
    return member->key.size > 0 && member->key.bytes[0] == 's';
}

/* Returns the last member with this joint and key, because readers use the last one; NULL if there is no such member. A key of
   size 0 matches any key of the joint. */
static const ap_md5scale_joint_key_value *find_last_member(
    const ap_md5scale_list *scale, ap_view joint, ap_view key)
{
    for (size_t i = scale->count; i-- > 0;) {
        const ap_md5scale_joint_key_value *member = &scale->items[i];
        if (ap_same_bytes(member->joint, joint) && (key.size == 0 || ap_same_bytes(member->key, key)))
            return member;
    }
    return NULL;
}

/* Returns the value of a member as a number, a switch as 0 or 1. Without a member, a joint has the scale 1, and its positions are
   not scaled. */
static double number_of_member(const ap_md5scale_joint_key_value *member, bool of_switch)
{
    char text[64] = "";
    if (member == NULL)
        return of_switch ? 0 : 1;
    if (of_switch || is_scale_positions_switch(member))
        return member->value.bytes[0] == 't';
    const size_t size = member->value.size < sizeof text ? member->value.size : sizeof text - 1;
    memcpy(text, member->value.bytes, size);
    return strtod(text, NULL);
}

static bool has_name(ap_view names, ap_view name)
{
    size_t bytes;
    for (size_t at = 0; at < names.size; at += sizeof bytes + bytes) {
        memcpy(&bytes, names.bytes + at, sizeof bytes);
        if (ap_same_bytes((ap_view){ names.bytes + at + sizeof bytes, bytes }, name))
            return true;
    }
    return false;
}

static void report_switch(scale_pair *pair, ap_view joint, bool is_scaled_now)
{
    (void)ap_add_change_or_spare(pair->changes, AP_CHANGE_JOINT_SCALE,
        "joint %s: positions are %s by its scales", ap_quote_name(joint).text,
        is_scaled_now ? "scaled, too," : "no longer scaled");
}

/* How the scales of one joint differ between the versions. */
typedef struct joint_scale_difference {
    /* the member of the first frame with another scale, in the order of the file */
    const ap_md5scale_joint_key_value *first;
    double before, after; /* the old and the new scale in the frame of `first` */
    double largest;       /* the largest difference in any frame */
    size_t frames;        /* number of frames with another scale */
} joint_scale_difference;

static void report_scale_difference(scale_pair *pair, ap_view joint, const joint_scale_difference *found)
{
    char more[48] = "";
    const ap_quoted_name frame = ap_quote_name(found->first->key); /* shown without its quotes */
    if (found->frames > 1)
        snprintf(more, sizeof more, " (%zu frames differ)", found->frames);
    ap_change *change = ap_add_change_or_spare(pair->changes, AP_CHANGE_JOINT_SCALE,
        "joint %s: scaled by %s instead of %s in frame %.*s%s", ap_quote_name(joint).text,
        ap_format_rounded(found->after).text, ap_format_rounded(found->before).text,
        (int)strlen(frame.text) - 2, frame.text + 1, more);
    ap_set_change_values(change, ap_double(found->before), ap_double(found->after));
    ap_set_largest_difference(change, found->largest, found->frames);
}

/* Compares the scale in one frame, or the switch, of a joint. `member` is of the new version, or of the old version if the new
   version has no such member. Reports a changed switch, and adds a changed scale to `found`. */
static void report_switch_or_add_difference(
    scale_pair *pair, const ap_md5scale_joint_key_value *member, joint_scale_difference *found)
{
    const bool of_switch = is_scale_positions_switch(member);
    const double before =
        number_of_member(find_last_member(&pair->versions[OLD], member->joint, member->key), of_switch);
    const double after =
        number_of_member(find_last_member(&pair->versions[NEW], member->joint, member->key), of_switch);
    if (ap_differs_at_most_by_rounding(before, after)) {
        if (before != after)
            ap_count_rounding(&pair->rounding, before, after);
    } else if (of_switch) {
        report_switch(pair, member->joint, after > 0);
    } else {
        if (found->frames++ == 0)
            *found = (joint_scale_difference){ member, before, after, 0, 1 };
        if (fabs(after - before) > found->largest)
            found->largest = fabs(after - before);
    }
}

static void compare_joint(scale_pair *pair, ap_view joint)
{
    static const ap_view any = { NULL, 0 };
    const bool is_new = find_last_member(&pair->versions[OLD], joint, any) == NULL;
    joint_scale_difference found = { .frames = 0 };
    if (is_new && pair->names.size > 0 && !has_name(pair->names, joint)) {
        (void)ap_add_change_or_spare(pair->changes, AP_CHANGE_JOINT_SCALE_NAME,
            "joint %s: the animation has no such joint, so its scales are ignored",
            ap_quote_name(joint).text);
        return;
    }
    for (size_t v = 0; v < VERSIONS; v++) {
        const ap_md5scale_list *scale = &pair->versions[v];
        for (size_t i = 0; i < scale->count; i++) {
            const ap_md5scale_joint_key_value *member = &scale->items[i];
            if (ap_same_bytes(member->joint, joint) && find_last_member(scale, joint, member->key) == member
                && (v == NEW || find_last_member(&pair->versions[NEW], joint, member->key) == NULL))
                report_switch_or_add_difference(pair, member, &found);
        }
    }
    if (found.frames > 0)
        report_scale_difference(pair, joint, &found);
}

/* Compares each joint of the two versions once, when its last member is reached: in the new version if that names the joint,
   otherwise in the old version. */
static void compare_joints(scale_pair *pair)
{
    static const ap_view any = { NULL, 0 };
    for (size_t v = 0; v < VERSIONS; v++) {
        const ap_md5scale_list *scale = &pair->versions[v];
        for (size_t i = 0; i < scale->count; i++) {
            const ap_view joint = scale->items[i].joint;
            if (find_last_member(scale, joint, any) == &scale->items[i]
                && (v == NEW || find_last_member(&pair->versions[NEW], joint, any) == NULL))
                compare_joint(pair, joint);
        }
    }
}

bool ap_compare_scales(
    const ap_scales_and_animation *versions, ap_findings *findings, ap_changes *changes, bool *is_old)
{
    scale_pair pair = { .changes = changes };
    *is_old = true;
    if (!ap_md5scale_read(versions->old_input, findings, &pair.versions[OLD]))
        return false;
    *is_old = false;
    if (!ap_md5scale_read(versions->new_input, findings, &pair.versions[NEW]))
        return false;
    if (versions->animation.size > 0)
        pair.names = ap_md5anim_format.companion->wants(versions->animation, findings->arena);
    compare_joints(&pair);
    ap_report_rounding(&pair.rounding, changes);
    if (changes->first == NULL)
        (void)ap_add_change_or_spare(
            changes, AP_CHANGE_SPELLING, "the bytes differ, and the contents are equal");
    return !findings->arena->failed && !changes->arena->failed;
}
