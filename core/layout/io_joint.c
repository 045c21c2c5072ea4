#include "core/layout/io_joint.h"

ap_joint_and_component ap_joint_of_path(const ap_io *io, const ap_field_path *path)
{
    const bool indexed = io->joint != NULL && path->depth > 0 && path->parts[0].index != AP_NO_INDEX;
    return indexed ? io->joint(io, path) : (ap_joint_and_component){ .component = NULL };
}

ap_joint_and_component_text ap_joint_texts_of_path(
    const ap_io *io, const ap_field_path *path, bool ascii, char name[AP_JOINT_TEXT_BYTES])
{
    const ap_joint_and_component joint = ap_joint_of_path(io, path);
    (void)ap_joint_text(joint.name, ascii, name);
    return (ap_joint_and_component_text){ name, joint.component };
}

bool ap_find_reference_target(const ap_io *io, ap_field_path *target)
{
    return io->target != NULL && io->target(io, target);
}

ap_view ap_joint_referred_to(const ap_io *io)
{
    ap_field_path target;
    const ap_joint_and_component none = { .component = NULL };
    return (ap_find_reference_target(io, &target) ? ap_joint_of_path(io, &target) : none).name;
}
