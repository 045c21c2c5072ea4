/* A literal reading of memg/transform-spike, for tests with random motions. */
#ifndef MEMG_LITERAL_H
#define MEMG_LITERAL_H

#include <stdbool.h>
#include <stddef.h>

/* Sets each spikes[t] to true if the frame with these positions has a spike at timestep t, and to false otherwise. */
void find_spikes_by_definition(const double (*positions)[3], size_t timesteps, bool *spikes);

#endif
