/* Implements the structure-aware mutator as a library for AFL++ (AFL_CUSTOM_MUTATOR_LIBRARY): fuzz, describe,
   trim. The environment variable ANIMPROOF_TARGET names the target that takes the inputs ("memory-mrtk",
   "mesh"), or ANIMPROOF_FORMAT names a format; if neither is set, the format is recognised by the content. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/mutating.h"

/* Declares the functions that AFL++ calls in a custom mutator library (AFL++ 4, docs/custom_mutators.md).
   Returned buffers belong to the mutator and are valid until its next call. */

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

enum {
    /* bytes, limit to which mutation makes inputs grow: larger inputs only slow the target down */
    GROWTH_LIMIT_BYTES = 16384,
    TRIM_STEPS = 256, /* limit of trimming steps for an input: each step runs the target once */
};

typedef struct mutator {
    fuzz_format_mutator mutating;
    ap_choices choices;
    ap_mutation what;
    bool done; /* true if the last call of afl_custom_fuzz succeeded, so that `what` is set */
    uint8_t *out;
    size_t room;

    /* Trimming: `kept` is the smallest input so far; tried_size is the size of the input of the current step, or 0 if there is
       none; candidate is the number of the next part to remove from `kept`. */
    uint8_t *kept;
    size_t kept_size, kept_room, tried_size;
    size_t candidate, steps, most_steps;
} mutator;

/* Grows the buffer to at least `bytes`, without keeping its content. Returns false when out of memory. */
static bool reserve_buffer(uint8_t **buffer, size_t *room, size_t bytes)
{
    if (bytes <= *room)
        return true;
    free(*buffer);
    *buffer = malloc(bytes);
    *room = *buffer == NULL ? 0 : bytes;
    return *buffer != NULL;
}

void *afl_custom_init(void *afl, unsigned int seed)
{
    mutator *m = calloc(1, sizeof *m);
    (void)afl;
    if (m == NULL || !reserve_buffer(&m->out, &m->room, GROWTH_LIMIT_BYTES)) {
        free(m);
        return NULL;
    }
    fuzz_format_mutator_init(&m->mutating, getenv("ANIMPROOF_TARGET"));
    ap_choices_from_seed(&m->choices, seed);
    return m;
}

void afl_custom_deinit(void *data)
{
    mutator *m = data;
    fuzz_format_mutator_free(&m->mutating);
    free(m->out);
    free(m->kept);
    free(m);
}

size_t afl_custom_fuzz(void *data, uint8_t *buf, size_t buf_size, uint8_t **out_buf, uint8_t *add_buf,
    size_t add_buf_size, size_t max_size)
{
    mutator *m = data;
    size_t room = buf_size > GROWTH_LIMIT_BYTES ? buf_size : GROWTH_LIMIT_BYTES;
    room = room < max_size ? room : max_size;
    m->done = false;
    *out_buf = buf; /* AFL++ does not allow NULL in *out_buf, even if the size is 0 */
    if (!reserve_buffer(&m->out, &m->room, room))
        return 0;
    const ap_view input = { buf, buf_size }, other = { add_buf, add_buf == NULL ? 0 : add_buf_size };
    const size_t size =
        fuzz_mutate(&m->mutating, input, other, ap_choose_bits(&m->choices), m->out, room, &m->what);
    m->done = size > 0;
    *out_buf = m->out;
    return size;
}

const char *afl_custom_describe(void *data, size_t max_description_length)
{
    const mutator *m = data;
    const char *name = m->done ? ap_mutation_name(m->what) : "none";
    return strlen(name) <= max_description_length ? name : "";
}

static ap_view file_in_kept_input(const mutator *m)
{
    const ap_view kept = { m->kept, m->kept_size };
    const ap_span span = fuzz_find_mutable_file(&m->mutating, kept);
    return (ap_view){ m->kept + span.offset, span.length };
}

int32_t afl_custom_init_trim(void *data, uint8_t *buf, size_t buf_size)
{
    mutator *m = data;
    m->candidate = m->steps = m->most_steps = 0;
    if (buf_size == 0 || !reserve_buffer(&m->kept, &m->kept_room, buf_size)
        || !reserve_buffer(&m->out, &m->room, buf_size))
        return 0;
    memcpy(m->kept, buf, buf_size);
    m->kept_size = buf_size;
    const ap_view file = file_in_kept_input(m);
    const ap_format *format = fuzz_recognize_target_format(&m->mutating, file);
    if (format == NULL)
        return 0;
    m->most_steps = ap_count_removable_parts(format, file, &m->mutating.arena);
    ap_arena_reset(&m->mutating.arena);
    if (m->most_steps > TRIM_STEPS)
        m->most_steps = TRIM_STEPS;
    return (int32_t)m->most_steps;
}

/* Removes the part with the number m->candidate from the kept input. Returns 0 if there is no such part, if the result is not
   smaller, or when out of memory: AFL++ then does not run the input, and counts the step as failed. */
size_t afl_custom_trim(void *data, uint8_t **out_buf)
{
    mutator *m = data;
    const ap_view file = file_in_kept_input(m);
    const ap_format *format = fuzz_recognize_target_format(&m->mutating, file);
    const size_t front = m->kept_size - file.size;
    size_t size = m->room - front;
    *out_buf = m->out;
    m->tried_size = 0;
    if (format == NULL)
        return 0;
    memcpy(m->out, m->kept, front);
    if (ap_remove_part(format, file, m->candidate, &m->mutating.arena, m->out + front, &size))
        m->tried_size = front + size;
    ap_arena_reset(&m->mutating.arena);
    return m->tried_size;
}

/* After a success, the removed part is no longer counted, so the same number now denotes the next part. */
int32_t afl_custom_post_trim(void *data, uint8_t success)
{
    mutator *m = data;
    m->steps++;
    if (success && m->tried_size > 0) {
        memcpy(m->kept, m->out, m->tried_size);
        m->kept_size = m->tried_size;
    } else {
        m->candidate++;
    }
    return (int32_t)m->steps;
}
