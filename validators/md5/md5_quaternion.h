/* Checks the lengths of orientations. Orientations that no w can complete are one finding, which is made at
   the end of the file, with their number. */
#ifndef AP_MD5_QUATERNION_H
#define AP_MD5_QUATERNION_H

#include "core/base/field_path.h"
#include "core/base/span.h"

typedef struct ap_md5_stream ap_md5_stream;

/* The first orientation with x y z that are too long for a unit quaternion. */
typedef struct ap_md5_long_quaternion {
    ap_field_path path;
    const char *name; /* name of the field after `path`; NULL if `path` is the field */
    ap_span span;
    double sum; /* x*x + y*y + z*z */
} ap_md5_long_quaternion;

typedef struct ap_md5_long_quaternion_count_and_first {
    size_t count;
    bool
        is_postponed; /* ap_md5_report_long_quaternions does nothing yet: more orientations will be checked after reading */
    ap_md5_long_quaternion first;
} ap_md5_long_quaternion_count_and_first;

/* ap_md5_squared_xyz_length returns x*x + y*y + z*z of a rotation. A result up to AP_MD5_MOST_ROUNDED_SQUARE gets no
   finding, unless [policy] sets a quaternion-tolerance, which then is the limit. */
#define AP_MD5_MOST_ROUNDED_SQUARE (1 + 1e-5)

static inline double ap_md5_squared_xyz_length(const float xyz[3])
{
    const double x = (double)xyz[0], y = (double)xyz[1], z = (double)xyz[2];
    return x * x + y * y + z * z;
}

/* Checks the x, y, z of a rotation. Reports a length that rounding does not explain, and counts a rotation that no w can
   complete. `span` and `name` are those of
   its field. */
void ap_md5_check_quaternion(ap_md5_stream *stream, const float xyz[3], ap_span span, const char *name);

/* Reports the orientations that no w can complete, unless that is postponed. Called after reading. */
void ap_md5_report_long_quaternions(ap_md5_stream *stream);

#endif
