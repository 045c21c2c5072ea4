#include "validators/memg/memg_compose.h"

bool ap_memg_compose_header_and_transforms(
    ap_memg_composer *composer, const ap_memg_motion *motion, ap_writer *writer)
{
    *composer = (ap_memg_composer){ .motion = *motion };
    composer->cursor.motion = &composer->motion;
    ap_io_init_writer(&composer->io, writer, AP_MACHINE_IS_BIG);
    composer->io.scope = &composer->cursor;
    return ap_memg_read_or_write_endian_and_framerate(&composer->io)
           && ap_memg_read_or_write_frames(&composer->io);
}

bool ap_memg_compose_timestep(ap_memg_composer *composer, ap_view transforms)
{
    return ap_memg_read_or_write_timestep(&composer->io, &composer->motion, &transforms);
}

bool ap_memg_compose_unchecked_group(ap_memg_composer *composer, const ap_memg_group *group)
{
    composer->cursor.group = *group;
    return ap_memg_read_or_write_group(&composer->io, composer->group_count++);
}
