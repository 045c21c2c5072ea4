#include "validators/mrtk/mrtk_write.h"

#include <string.h>

#include "validators/mrtk/mrtk_layout.h"

static bool write_animation(ap_mrtk_animation *animation, const ap_filler *filler, ap_writer *writer)
{
    ap_io io;
    ap_mrtk_cursor cursor = { .animation = animation };
    ap_io_init_writer(&io, writer, false);
    io.filler = filler;
    io.joint = ap_mrtk_joint_of_path;
    io.scope = &cursor;
    return ap_mrtk_read_or_write_header(&io, animation) && ap_mrtk_read_or_write_flags(&io, animation)
           && ap_mrtk_read_or_write_curves(&io) && ap_mrtk_read_or_write_markers(&io);
}

bool ap_mrtk_write(ap_mrtk_animation *animation, ap_writer *writer)
{
    return write_animation(animation, NULL, writer);
}

bool ap_mrtk_fill(const ap_filler *filler, const char *variant, ap_arena *arena, ap_writer *writer)
{
    ap_mrtk_animation *animation = ap_alloc(arena, sizeof *animation);
    if (animation == NULL)
        return false;
    const ap_enum_name *wanted = variant == NULL ? NULL : ap_find_enum_name(ap_mrtk_variants, variant);
    animation->variant =
        wanted != NULL && wanted->value == AP_MRTK_PUBLISHED ? AP_MRTK_PUBLISHED : AP_MRTK_WRITER;
    return write_animation(animation, filler, writer);
}

bool ap_mrtk_rewrite(ap_view input, const ap_lint_options *options, ap_arena *arena, ap_writer *writer)
{
    ap_mrtk_animation *animation = ap_mrtk_read(input, ap_mrtk_variant_wanted(options), arena);
    return animation != NULL && ap_mrtk_write(animation, writer);
}
