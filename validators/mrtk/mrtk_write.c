#include "validators/mrtk/mrtk_write.h"

#include "validators/mrtk/mrtk_layout.h"

bool ap_mrtk_write(ap_mrtk_animation *animation, ap_writer *writer)
{
    ap_io io;
    ap_mrtk_place place = { .animation = animation };
    ap_io_init_writer(&io, writer, false);
    io.scope = &place;
    return ap_mrtk_header(&io, animation) && ap_mrtk_flags(&io, animation) && ap_mrtk_curves(&io)
           && ap_mrtk_markers(&io);
}

bool ap_mrtk_write_file(ap_view input, const ap_lint_options *options, ap_arena *arena, ap_writer *writer)
{
    ap_mrtk_animation *animation = ap_mrtk_read(input, options->mrtk_layout, arena);
    return animation != NULL && ap_mrtk_write(animation, writer);
}
