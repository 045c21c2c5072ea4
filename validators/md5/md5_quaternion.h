/* Checks the lengths of the x y z of orientations. A length slightly above 1 is reported at once; orientations that are far too
   long, or longer than the policy allows, are counted and reported together in one finding after reading. */
#ifndef AP_MD5_QUATERNION_H
#define AP_MD5_QUATERNION_H

#include "core/base/field_path.h"
#include "core/base/span.h"

typedef struct ap_md5_stream ap_md5_stream;

/* The first orientation that ap_md5_report_long_quaternions reports. */
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

/* ap_md5_squared_xyz_length returns x*x + y*y + z*z of a rotation. A result up to AP_MD5_MOST_ROUNDED_SQUARE gets no finding. If
   [policy] sets a quaternion-tolerance, the limit is 1 + quaternion-tolerance instead. */
#define AP_MD5_MOST_ROUNDED_SQUARE (1 + 1e-5)

static inline double ap_md5_squared_xyz_length(const float xyz[3])
{
    const double x = (double)xyz[0], y = (double)xyz[1], z = (double)xyz[2];
    return x * x + y * y + z * z;
}

/* Checks the x, y, z of a rotation. If they are longer than rounding explains, either reports them, or counts them for
   ap_md5_report_long_quaternions if they are far too long or exceed the policy's tolerance. `span` and `name` are those of the
   field of the rotation. */
void ap_md5_check_quaternion(ap_md5_stream *stream, const float xyz[3], ap_span span, const char *name);

/* Reports the first and the number of the orientations that ap_md5_check_quaternion counted, unless that is postponed. Called
   after reading. */
void ap_md5_report_long_quaternions(ap_md5_stream *stream);

#endif
