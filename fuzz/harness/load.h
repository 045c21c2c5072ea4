/* A fuzz target out of a loader: define load, link libanimproof-fuzz.a and an engine. See README.md. */
#ifndef AP_LOAD_H
#define AP_LOAD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Loads an animation that is in memory and forgets it again. The bytes are the caller's, have no terminator
   behind them, and must stay as they are; the next call must not see anything of this one. 0: the loader
   accepts it; any other number: it refuses. */
int load(const uint8_t *data, size_t size);

#ifdef __cplusplus
}
#endif

#endif
