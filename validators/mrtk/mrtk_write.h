/* Writes MRTK input animation through the layouts that read it. */
#ifndef AP_MRTK_WRITE_H
#define AP_MRTK_WRITE_H

#include "core/files/writer.h"
#include "validators/mrtk/mrtk.h"

/* Writes the animation in its own version and layout. Its views are only read, but its records are named
   anew. False when the writer has failed; the caller finishes the writer. */
bool ap_mrtk_write(ap_mrtk_animation *animation, ap_writer *writer);

/* ap_format.write: the bytes of the file again, the spelling of markers' lengths among them. */
bool ap_mrtk_write_file(ap_view input, const ap_lint_options *options, ap_arena *arena, ap_writer *writer);

/* ap_format.fill. */
bool ap_mrtk_fill(const ap_filler *filler, const char *variant, ap_arena *arena, ap_writer *writer);

#endif
