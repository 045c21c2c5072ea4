#include "core/number/number_run.h"

#include <string.h>

#include "core/number/number.h"
#include "core/number/number_run_avx2.h"

enum { TAIL_BYTES = AP_FAST_NUMBER_BYTES };

/* The bytes of the input from offset `first` to `end`. AP_FAST_NUMBER_BYTES more bytes are readable after
   them. */
typedef struct number_block {
    const uint8_t *bytes;
    size_t first, end;
} number_block;

typedef enum window_end { WINDOW_PASSED, WINDOW_STOPPED, WINDOW_UNUSUAL } window_end;

static bool is_usual_blank(uint8_t byte)
{
    return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r';
}

static bool is_comma(const ap_number_run *run, uint8_t byte)
{
    return run->commas && byte == ',';
}

/* Moves past blanks, and past commas if run->commas. Returns false at a blank other than space, tab, LF and CR LF. */
static bool skip_usual_blanks(ap_number_run *run, const number_block *w)
{
    const uint8_t *at = w->bytes + (run->at - w->first), *end = w->bytes + (w->end - w->first);
    bool fine = true;
    for (; at < end && (*at <= 0x20 || is_comma(run, *at)) && fine; at++)
        fine = is_comma(run, *at) || (is_usual_blank(*at) && (*at != '\r' || at[1] == '\n'));
    run->at = (size_t)(at - w->bytes) + w->first;
    return fine;
}

static window_end read_window(ap_number_run *run, const number_block *w, uint8_t stop)
{
    for (;;) {
        float value;
        if (!skip_usual_blanks(run, w))
            return WINDOW_UNUSUAL;
        if (run->at >= w->end)
            return WINDOW_PASSED;
        const uint8_t *at = w->bytes + (run->at - w->first);
        if (*at == stop)
            return WINDOW_STOPPED;
        if (!ap_scan_float(&at, &value) || (*at > 0x20 && *at != stop && !is_comma(run, *at)))
            return WINDOW_UNUSUAL;
        run->at = run->number_end = (size_t)(at - w->bytes) + w->first;
        if (run->count < run->room)
            run->values[run->count] = value;
        run->count++;
    }
}

/* Reads the last bytes of the input from a copy, since AP_FAST_NUMBER_BYTES bytes must be readable after them. */
static window_end read_last_numbers(ap_number_run *run, uint8_t stop)
{
    uint8_t tail[2 * TAIL_BYTES] = { 0 };
    const number_block w = { tail, run->at, run->input.size };
    memcpy(tail, run->input.bytes + run->at, run->input.size - run->at);
    return read_window(run, &w, stop);
}

bool ap_read_plain_numbers(ap_number_run *run, uint8_t stop)
{
    const size_t size = run->input.size;
    window_end end = WINDOW_PASSED;
    if (size - run->at > TAIL_BYTES) {
        const number_block w = { run->input.bytes, 0, size - TAIL_BYTES };
        end = read_window(run, &w, stop);
    }
    if (end == WINDOW_PASSED)
        end = read_last_numbers(run, stop);
    return end == WINDOW_STOPPED;
}

bool ap_read_number_run(ap_number_run *run, uint8_t stop, bool no_simd)
{
    run->number_end = run->at;
    run->count = 0;
    if (!no_simd && ap_can_use_avx2() && !ap_read_numbers_avx2(run))
        return false;
    return ap_read_plain_numbers(run, stop);
}
