/* Makes a fuzz target from a loader: define load(), and link libanimproof-fuzz.a and an engine. See
   docs/use/fuzzing.md. */
#ifndef AP_LOAD_H
#define AP_LOAD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Loads an animation from memory, and frees all memory before it returns. `data` belongs to the caller, is
   not NUL-terminated and must not be changed. A call must not depend on earlier calls. Returns 0 if the
   loader accepts the file, otherwise another value. */
int load(const uint8_t *data, size_t size);

#ifdef __cplusplus
}
#endif

#endif
