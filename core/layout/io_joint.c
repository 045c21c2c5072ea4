/* Names the joint that a field belongs to. */
#include "core/layout/io.h"

ap_view ap_joint_of(const ap_io *io, const ap_field_path *path)
{
    const bool indexed = io->joint != NULL && path->depth > 0 && path->parts[0].index != AP_NO_INDEX;
    return indexed ? io->joint(io, path) : (ap_view){ NULL, 0 };
}
