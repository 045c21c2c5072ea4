/* A fuzz target from a loader: define load, link libanimproof-fuzz.a and an engine. See docs/use/fuzzing.md. */
#ifndef AP_LOAD_H
#define AP_LOAD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Loads an animation from memory and forgets it again. The bytes are the caller's, have no terminator and
   must not be changed; a call must not depend on earlier ones. Returns 0 if the loader accepts it; any other
   number: it refuses. */
int load(const uint8_t *data, size_t size);

#ifdef __cplusplus
}
#endif

#endif
