/* What AFL++ asks a library of custom mutators for: docs/custom_mutators.md of AFL++ 4. Buffers that are
   returned belong to the mutator and stay until its next call. */
#ifndef AP_MUTATOR_AFL_H
#define AP_MUTATOR_AFL_H

#include <stddef.h>
#include <stdint.h>

/* The state for all other calls; NULL: failed. AFL's own state is not used. */
void *afl_custom_init(void *afl, unsigned int seed);
void afl_custom_deinit(void *data);

/* Mutates buf; add_buf is another file of the queue, NULL: none. The size; 0: nothing to run. */
size_t afl_custom_fuzz(void *data, uint8_t *buf, size_t buf_size, uint8_t **out_buf, uint8_t *add_buf,
    size_t add_buf_size, size_t max_size);

/* What the last mutation was, for the name of the file. */
const char *afl_custom_describe(void *data, size_t max_description_length);

/* How many steps trimming may take; a step's file; and the next step, with whether that file did the same. */
int32_t afl_custom_init_trim(void *data, uint8_t *buf, size_t buf_size);
size_t afl_custom_trim(void *data, uint8_t **out_buf);
int32_t afl_custom_post_trim(void *data, uint8_t success);

#endif
