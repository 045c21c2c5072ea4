/* Writes a mesh-ensemble motion from a model, part by part, with the functions that also read the format. */
#ifndef AP_MEMG_COMPOSE_H
#define AP_MEMG_COMPOSE_H

#include "core/files/writer.h"
#include "validators/memg/memg_layout.h"

/* State of a writer. Must not be moved in memory while in use. */
typedef struct ap_memg_composer {
    ap_io io;
    ap_memg_motion motion;
    ap_memg_cursor cursor;
    size_t group_count; /* number of groups written so far */
} ap_memg_composer;

/* Writes the header, which ends with both counts, and then motion->transforms. If that view is empty, call
   ap_memg_compose_timestep afterwards for each timestep. motion->endian sets the byte order of the output. Views of the
   model belong to the caller and hold numbers in the machine's byte order. This function and the two below
   return false if the writer failed; the caller finishes the writer. */
bool ap_memg_compose_header_and_transforms(
    ap_memg_composer *composer, const ap_memg_motion *motion, ap_writer *writer);

/* Writes the transforms of the next timestep: AP_MEMG_TRANSFORM_BYTES per frame. */
bool ap_memg_compose_timestep(ap_memg_composer *composer, ap_view transforms);

/* Writes a group, with its counts and views as given, even if they disagree. */
bool ap_memg_compose_unchecked_group(ap_memg_composer *composer, const ap_memg_group *group);

#endif
