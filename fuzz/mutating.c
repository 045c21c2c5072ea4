#include "fuzz/mutating.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz/oracle.h"
#include "validators/recognize.h"
#include "validators/registry.h"

/* The shape of a target's inputs. */
typedef struct shape {
    const char *target, *format; /* "": any format */
    size_t front_bytes;
    bool is_pair;
} shape;

static const shape shapes[] = { FUZZ_SHAPES }; /* rows of fuzz/targets.tsv, by fuzz/fuzz.mk */

void fuzz_mutating_init(fuzz_mutating *m, const char *target)
{
    const char *name = target == NULL ? "" : target;
    *m = (fuzz_mutating){ .format = ap_find_format(name) };
    ap_arena_init(&m->arena, 0);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        if (strcmp(shapes[i].target, name) != 0)
            continue;
        m->format = ap_find_format(shapes[i].format);
        m->front_bytes = shapes[i].front_bytes;
        m->is_pair = shapes[i].is_pair;
    }
    if (m->format == NULL && getenv("ANIMPROOF_FORMAT") != NULL)
        m->format = ap_find_format(getenv("ANIMPROOF_FORMAT"));
}

ap_span fuzz_file_span(const fuzz_mutating *m, ap_view input)
{
    ap_view companion, file = input;
    size_t at = m->front_bytes < input.size ? m->front_bytes : input.size;
    if (m->is_pair) {
        fuzz_split(input, &companion, &file);
        at = input.size - file.size;
    }
    return (ap_span){ at, input.size - at };
}

static ap_view file_in(const fuzz_mutating *m, ap_view input)
{
    if (input.bytes == NULL)
        return input;
    const ap_span span = fuzz_file_span(m, input);
    return (ap_view){ input.bytes + span.offset, span.length };
}

const ap_format *fuzz_format_of(const fuzz_mutating *m, ap_view file)
{
    return m->format != NULL ? m->format : ap_recognize(file, AP_MATCH_RESEMBLES);
}

size_t fuzz_mutate(fuzz_mutating *m, ap_view input, ap_view other, uint64_t seed, uint8_t *out, size_t room,
    ap_mutation *what)
{
    ap_choices choices;
    const ap_view file = file_in(m, input);
    const size_t front = input.size - file.size;
    const ap_format *format = fuzz_format_of(m, file);
    if (format == NULL || front > room)
        return 0;
    if (front > 0)
        memcpy(out, input.bytes, front);
    ap_choices_seed(&choices, seed);
    const size_t size =
        ap_mutate_some(format, file, file_in(m, other), &choices, &m->arena, out + front, room - front, what);
    ap_arena_reset(&m->arena);
    return size == 0 ? 0 : front + size;
}

void fuzz_mutating_free(fuzz_mutating *m)
{
    ap_arena_free(&m->arena);
}
