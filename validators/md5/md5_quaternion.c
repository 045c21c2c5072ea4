#include "validators/md5/md5_quaternion.h"

#include <stdio.h>

#include "validators/md5/md5_stream.h"

/* Without a quaternion-tolerance in [policy], a larger x*x + y*y + z*z is reported as quaternion-length, and a sum from
   AP_MD5_MOST_ROUNDED_SQUARE up to this one as quaternion-rounding. With a tolerance, every sum above it is reported as
   quaternion-length. */
static const double most_square_by_rounding = 1 + 1e-3;

/* Reference path of ap_md5_is_quaternion_clean and check_rotations for quaternion-rounding and quaternion-length. */
void ap_md5_check_quaternion(ap_md5_stream *stream, const float xyz[3], ap_span span, const char *name)
{
    const double sum = ap_md5_squared_xyz_length(xyz);
    if (sum <= stream->most_squared_length)
        return;
    const bool by_policy = stream->policy != NULL && stream->policy->tolerance > 0;
    if (by_policy || sum > most_square_by_rounding) {
        if (stream->long_quaternions.count++ == 0)
            stream->long_quaternions.first =
                (ap_md5_long_quaternion){ stream->text.io.path, name, span, sum };
        return;
    }
    stream->of_rotation = true;
    ap_add_finding_at(&stream->text.io, &stream->rules[MD5_QUATERNION_ROUNDING], span, name,
        ap_value_with_prefix("at most", ap_integer(1)), ap_double(sum),
        " has x*x + y*y + z*z = %.9g, more than rounding explains", sum);
    stream->of_rotation = false;
}

void ap_md5_report_long_quaternions(ap_md5_stream *stream)
{
    const ap_md5_long_quaternion *first = &stream->long_quaternions.first;
    const bool by_policy = stream->policy != NULL && stream->policy->tolerance > 0;
    char others[80] = "";
    if (stream->long_quaternions.count == 0 || stream->long_quaternions.is_postponed || stream->other_type
        || stream->text.io.arena->failed)
        return;
    if (stream->long_quaternions.count > 1)
        snprintf(others, sizeof others, "; %zu orientations of the file are too long",
            stream->long_quaternions.count);
    const ap_field_path path = stream->text.io.path;
    stream->text.io.path = first->path;
    stream->of_rotation = true;
    ap_add_finding_at(&stream->text.io, &stream->rules[MD5_QUATERNION_LENGTH], first->span, first->name,
        ap_value_with_prefix("at most", ap_integer(1)), ap_double(first->sum),
        " has x*x + y*y + z*z = %.9g, %s%s", first->sum,
        by_policy ? "which exceeds quaternion-tolerance in [policy]"
                  : "but a unit quaternion needs at most 1",
        others);
    stream->of_rotation = false;
    stream->text.io.path = path;
}
