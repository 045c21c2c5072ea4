#include "validators/services/compare/md5_compare.h"

#include "core/number/distance.h"
#include "validators/md5/md5_same.h"
#include "validators/md5/md5_transform.h"

enum { AXES = 3, QUATERNION = 4 };

void ap_compare_rate(double before, double after, size_t frames, ap_changes *changes)
{
    if (before == after)
        return;
    const double steps = frames > 1 ? (double)(frames - 1) : 0;
    ap_change *change = ap_add_change_or_spare(changes, AP_CHANGE_FRAME_RATE,
        "%s frames a second instead of %s: %zu frame%s %s s instead of %s s", ap_format_rounded(after).text,
        ap_format_rounded(before).text, frames, frames == 1 ? " takes" : "s take",
        ap_format_rounded(after > 0 ? steps / after : 0).text,
        ap_format_rounded(before > 0 ? steps / before : 0).text);
    ap_set_change_path(change, "frame_rate");
    ap_set_change_values(change, ap_double(before), ap_double(after));
}

void ap_compare_commandlines(ap_view one, ap_view other, ap_changes *changes)
{
    if (ap_md5_is_same_text_or_both_missing(one, other))
        return;
    ap_change *change = ap_add_change_or_spare(changes, AP_CHANGE_COMMANDLINE,
        "the commandline is %s instead of %s", ap_quote_name(other).text, ap_quote_name(one).text);
    ap_set_change_path(change, "commandline");
    ap_set_change_values(change, ap_bytes(one), ap_bytes(other));
}

double ap_degrees_between_orientations(const float one[AXES], const float other[AXES])
{
    static const float origin[AXES] = { 0, 0, 0 };
    ap_md5_transform a, b;
    double apart = 0, opposite = 0;
    ap_md5_unit_transform_of_numbers(origin, one, &a);
    ap_md5_unit_transform_of_numbers(origin, other, &b);
    for (size_t i = 0; i < QUATERNION; i++) {
        apart += (a.rotation[i] - b.rotation[i]) * (a.rotation[i] - b.rotation[i]);
        opposite += (a.rotation[i] + b.rotation[i]) * (a.rotation[i] + b.rotation[i]);
    }
    const double half = sqrt(apart < opposite ? apart : opposite) / 2;
    return 4 * asin(half > 1 ? 1 : half) * (180 / 3.14159265358979323846);
}

double ap_distance_between(const float one[AXES], const float other[AXES])
{
    const double a[AXES] = { (double)one[0], (double)one[1], (double)one[2] };
    const double b[AXES] = { (double)other[0], (double)other[1], (double)other[2] };
    return ap_distance(a, b);
}
