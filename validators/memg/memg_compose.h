/* Writes mesh-ensemble motion out of a model, part by part, through the layouts that read it. */
#ifndef AP_MEMG_COMPOSE_H
#define AP_MEMG_COMPOSE_H

#include "core/files/writer.h"
#include "validators/memg/memg_layout.h"

/* Stays where it is in memory while it is used. */
typedef struct ap_memg_composer {
    ap_io io;
    ap_memg_motion motion;
    ap_memg_cursor cursor;
    size_t group_count; /* written so far */
} ap_memg_composer;

/* Writes the header and both counts. The motion's endian says in which order all that follows is written;
   of its transforms those that it has are written (all, or none: then ap_memg_compose_timestep is to follow
   for each timestep). Views of the model hold numbers in the order of the machine and are the
   caller's. As all of these: false when the writer has failed; the caller finishes the writer. */
bool ap_memg_compose(ap_memg_composer *composer, const ap_memg_motion *motion, ap_writer *writer);

/* Writes the transforms of the next timestep: AP_MEMG_TRANSFORM_BYTES a frame. */
bool ap_memg_compose_timestep(ap_memg_composer *composer, ap_view transforms);

/* Writes a group. The counts are written as they are; the views are as long as they are. */
bool ap_memg_compose_group(ap_memg_composer *composer, const ap_memg_group *group);

#endif
