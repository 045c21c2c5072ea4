/* Writes MRTK input animation, with the functions that also read the format. */
#ifndef AP_MRTK_WRITE_H
#define AP_MRTK_WRITE_H

#include "core/files/writer.h"
#include "validators/mrtk/mrtk.h"

/* Writes the animation in its own version and layout. Reads the stored bytes only through the views. Lists
   the records of the animation again and overwrites key_count_at of its curves; changes nothing else in it.
   Returns false if the writer failed; the caller finishes the writer. */
bool ap_mrtk_write(ap_mrtk_animation *animation, ap_writer *writer);

/* Implements ap_format.write: writes the same bytes again, including the encoding of marker name lengths. */
bool ap_mrtk_rewrite(ap_view input, const ap_lint_options *options, ap_arena *arena, ap_writer *writer);

/* Implements ap_format.fill. */
bool ap_mrtk_fill(const ap_filler *filler, const char *variant, ap_arena *arena, ap_writer *writer);

#endif
