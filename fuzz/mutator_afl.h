/* Declares the functions that AFL++ calls in a custom mutator library (AFL++ 4, docs/custom_mutators.md).
   Returned buffers belong to the mutator and are valid until its next call. */
#ifndef AP_MUTATOR_AFL_H
#define AP_MUTATOR_AFL_H

#include <stddef.h>
#include <stdint.h>

/* Returns the state that AFL++ passes to all other calls, or NULL when out of memory. `afl` is not used. */
void *afl_custom_init(void *afl, unsigned int seed);
void afl_custom_deinit(void *data);

/* Mutates buf, and sets *out_buf to the result of at most max_size bytes. add_buf is another input of AFL++'s
   queue, or NULL. Returns the size of the result, or 0 if there is no result. */
size_t afl_custom_fuzz(void *data, uint8_t *buf, size_t buf_size, uint8_t **out_buf, uint8_t *add_buf,
    size_t add_buf_size, size_t max_size);

/* Returns the name of the first mutation of the last afl_custom_fuzz, "none" if that made no input, or "" if the name is too
   long. AFL++ puts the name into the name of the file. */
const char *afl_custom_describe(void *data, size_t max_description_length);

/* Trimming. afl_custom_init_trim returns the number of steps; afl_custom_trim makes the shorter input of the
   current step; AFL++ passes to afl_custom_post_trim whether the shorter input had the same coverage, and
   gets the number of the next step. */
int32_t afl_custom_init_trim(void *data, uint8_t *buf, size_t buf_size);
size_t afl_custom_trim(void *data, uint8_t **out_buf);
int32_t afl_custom_post_trim(void *data, uint8_t success);

#endif
