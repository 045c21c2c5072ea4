/* Checks that the bones of a hand keep their lengths. */
#include <math.h>

#include "validators/mrtk/content/mrtk_hands.h"
#include "validators/mrtk/mrtk_rules.h"
#include "validators/mrtk/mrtk_table.h"

static const double most_stretch = 4;

/* Returns true if the bone has at least three lengths, the longest is over most_stretch times the shortest, and the median is
   greater than 0: it may then be too long or too short at some time. Sets *median, which has no meaning otherwise. */
static bool does_bone_length_vary_much(const ap_mrtk_distances *distances, double *median)
{
    ap_mrtk_distances next = *distances;
    double square, least = (double)INFINITY, most = 0;
    size_t count = 0;
    for (; next.next(&next, &square); count++) {
        least = square < least ? square : least;
        most = square > most ? square : most;
    }
    if (count < 3 || most <= most_stretch * most_stretch * (1 - 1e-9) * least)
        return false;
    *median = sqrt(ap_mrtk_lower_median(distances, count));
    return *median > 0;
}

static void report_bone(ap_io *io, const ap_mrtk_distances *at, double length, double median)
{
    char from[AP_MRTK_NAME_BYTES], to[AP_MRTK_NAME_BYTES];
    const size_t key = at->j - 1;
    const ap_field_path path = io->path;
    ap_mrtk_put_record_name(at->one->record, from);
    ap_mrtk_put_record_name(at->other->record, to);
    const ap_span span = ap_mrtk_enter_track_value(io, at->other, 0, key);
    ap_add_finding_at(io, AP_MRTK_RULE(BONE_LENGTH), span, "value",
        ap_value_with_prefix("a bone of about", ap_double(median)),
        ap_value_with_prefix("a bone of", ap_double(length)),
        "the bone from %s to %s is %.6g m long at key %zu, at %.6g s, and usually %.6g m: bones of a hand "
        "keep their length, so one of the two positions is wrong",
        from, to, length, key, ap_mrtk_track_time(at->other, key), median);
    io->path = path;
}

/* Checks the bone that ends at a joint. Returns true if a finding was reported. */
static bool report_if_bone_length_strays(ap_io *io, const ap_mrtk_hand *h, size_t joint)
{
    const ap_mrtk_record *end = &h->joints[joint];
    ap_mrtk_track one, other;
    double median, square;
    if (end->bone_steady || !ap_mrtk_open_position_track(&h->joints[ap_mrtk_bone_start(joint)], &one)
        || !ap_mrtk_open_position_track(end, &other))
        return false;
    const ap_mrtk_distances distances = ap_mrtk_distances_at_common_times(&one, &other);
    if (!does_bone_length_vary_much(&distances, &median))
        return false;
    for (ap_mrtk_distances at = distances; at.next(&at, &square);) {
        const double length = sqrt(square);
        if (length > most_stretch * median || length < median / most_stretch) {
            report_bone(io, &at, length, median);
            return true;
        }
    }
    return false;
}

/* Checks the bones from the wrist, then those along the thumb and the fingers, and reports the first bone that is at some time
   over most_stretch times longer or shorter than usual. Does nothing if a joint of the hand has a spike. */
void ap_mrtk_report_first_stretched_bone(ap_io *io, const ap_mrtk_hand *h)
{
    for (size_t joint = 0; joint < AP_MRTK_JOINTS; joint++) {
        if (h->joints[joint].position_spiked)
            return;
    }
    for (int along = 0; along < 2; along++) {
        for (size_t joint = AP_MRTK_PALM; joint < AP_MRTK_JOINTS; joint++) {
            if ((ap_mrtk_bone_start(joint) != AP_MRTK_WRIST) == along
                && report_if_bone_length_strays(io, h, joint))
                return;
        }
    }
}
