/* Finds frames that jump away for one timestep and return: memg/transform-spike. The rule needs the median of a frame's steps,
   and therefore all timesteps. While the timesteps are read, a fast check of three consecutive timesteps records the frames
   that may have a spike. */
#ifndef AP_MEMG_SPIKES_H
#define AP_MEMG_SPIKES_H

#include "validators/memg/memg_layout.h"

/* Transforms of consecutive timesteps in the input. */
typedef struct ap_memg_timesteps {
    const uint8_t *bytes;
    size_t count;
    size_t before; /* number of timesteps directly before `bytes` in the input, which may be read too */
    size_t frame_count;
    bool swap;
} ap_memg_timesteps;

/* Returns false if one of the timesteps may end a spike: the timestep before it may be the spike. */
bool ap_memg_are_free_of_spikes(const ap_memg_timesteps *timesteps);

/* Records the frames that may have a spike at the timestep before the timestep that was read into `frames`. io->scope is an
   ap_memg_cursor with a state. If memory runs out, io->arena has failed. */
void ap_memg_record_possible_spikes(ap_io *io, const ap_memg_motion *motion, ap_view frames);

/* Checks memg/transform-spike, after all transforms were read. If memory runs out, io->arena has failed. */
void ap_memg_check_spikes(ap_io *io, const ap_memg_motion *motion);

#endif
