/* Helpers shared by the generators: knobs, extreme numbers, names, and smooth motion without math
   functions. Each choice must be a statement of its own: compilers evaluate the operands of an expression
   in different orders, and generated files must not depend on the compiler. */
#ifndef AP_GENERATOR_PARTS_H
#define AP_GENERATOR_PARTS_H

#include "core/number/rotation.h"
#include "corpus/generate/generator.h"

/* Draws a value for each knob, in knob order. */
void ap_choose_knob_values(
    const ap_generation_request *make, size_t knob_count, int64_t values[AP_GENERATOR_KNOBS]);

/* Returns a number from 0 to `most` that is usually small; 0 if most <= 0. */
int64_t ap_choose_small_count(ap_choices *choices, int64_t most);

/* Store any possible float: zeros of both signs, denormals, limits of the range, infinities, NaNs with and
   without payload, or random bits. The result is stored through a pointer, because returning a float in an
   x87 register changes a signalling NaN into a quiet one. */
void ap_choose_wild_float(ap_choices *choices, float *value);
void ap_choose_wild_double(ap_choices *choices, double *value);

/* Returns a float like one of ap_choose_wild_float, but always a finite one. */
float ap_choose_wild_finite_float(ap_choices *choices);

/* Rounds to the nearest float32. Generators must use this function for each float made of a double: if
   such a float is converted back to double, gcc 12 may omit the rounding when it vectorises the code (SLP,
   -O2 and above, -fno-tree-slp-vectorize disables it). A value forced into a register or into memory is
   always rounded. */
static inline float ap_round_to_float(double value)
{
#ifdef __SSE2__
    float rounded = (float)value;
    __asm__("" : "+x"(rounded));
    return rounded;
#else
    const volatile float rounded = (float)value;
    return rounded;
#endif
}

/* The characters that a generated name may have. */
typedef enum ap_name_kind {
    AP_NAME_WORD, /* ASCII letters, digits and underscores; the first byte is not a digit */
    /* well-formed UTF-8 of one to four bytes per character, without ASCII spaces, control characters and double quotes */
    AP_NAME_UTF8,
    AP_NAME_TOKEN, /* bytes above 0x20, except DEL and the characters with a meaning in a text format */
    AP_NAME_BYTES, /* any bytes except NUL, line ends and the double quote */
    AP_NAME_RAW,   /* any bytes */
} ap_name_kind;

/* Returns a random name of `size` bytes, allocated in the arena; NULL bytes when out of memory. */
ap_view ap_make_name(const ap_generation_request *make, ap_name_kind kind, size_t size);

/* Copies the text to the arena; NULL bytes when out of memory. */
ap_view ap_copy_text_for_file(const ap_generation_request *make, const char *text);

enum { AP_SWINGS = 4 };

/* Up to four sine-like motions, each with its own centre, and with its own amplitude to either side of the centre. They advance
   by one step at a time. If the struct was cleared, a motion that was not started stays 0. The values of the motions are in
   arrays, so that compilers can vectorise the loops. */
typedef struct ap_oscillations {
    double centre[AP_SWINGS];
    double now[AP_SWINGS], before[AP_SWINGS]; /* values of this step and of the step before, relative to
                                                 the centre */
    /* twice the cosine of the angle by which the motion's phase advances in one step */
    double twice_cosine[AP_SWINGS];
} ap_oscillations;

/* Starts motion i, below AP_SWINGS. */
void ap_oscillation_init(
    ap_oscillations *swings, size_t i, ap_choices *choices, double centre, double amplitude);

/* Stores the values of this step, and advances all motions by one step. */
static inline void ap_oscillations_next(ap_oscillations *swings, double values[AP_SWINGS])
{
    for (size_t i = 0; i < AP_SWINGS; i++)
        values[i] = swings->centre[i] + swings->now[i];
    for (size_t i = 0; i < AP_SWINGS; i++) {
        const double next = swings->twice_cosine[i] * swings->now[i] - swings->before[i];
        swings->before[i] = swings->now[i];
        swings->now[i] = next;
    }
}

/* In one of four wild files, writes one of the texts, chosen at random; otherwise writes nothing. Generators call this before the
   first token and after the last. Returns false if the writer has failed. */
bool ap_write_wild_surrounding_text(
    const ap_generation_request *make, const char *const *texts, size_t count);

/* Returns a random rotation as a unit quaternion (core/number/rotation.h). */
void ap_make_rotation(ap_choices *choices, double q[4]);

#endif
