/* What the makers have in common: knobs, odd numbers, names, and smooth motion without a mathematics
   library. Choices are made one a statement: in which order the operands of an expression are evaluated is
   the compiler's matter, and files must not be. */
#ifndef AP_GENERATOR_PARTS_H
#define AP_GENERATOR_PARTS_H

#include "core/number/rotation.h"
#include "corpus/generate/generator.h"

/* The values of a file: one for each knob, drawn in the order of the knobs. */
void ap_draw_knobs(const ap_make *make, size_t knob_count, int64_t values[AP_GENERATOR_KNOBS]);

/* A number from 0 to `most` that is small more often than not; 0 where most <= 0. */
int64_t ap_make_few(ap_choices *choices, int64_t most);

/* Any float there is: zeros of both signs, denormals, the ends of the range, infinities, NaNs with and
   without payload, and arbitrary bits. Given through a pointer: where floats are returned in registers of the x87,
   a signalling NaN comes out quiet. */
void ap_wild_float(ap_choices *choices, float *value);
void ap_wild_double(ap_choices *choices, double *value);

/* The same, but finite. */
float ap_wild_finite(ap_choices *choices);

/* The nearest float32. To be used for each float that a maker makes of a double: where such a float is made a
   double again, gcc 12 may leave the rounding out when it makes vectors of the code (SLP, -O2 and above; the
   flag is -fno-tree-slp-vectorize). What a register or memory was asked to hold is rounded. */
static inline float ap_rounded(double value)
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

/* What a name may hold. */
typedef enum ap_name_kind {
    AP_NAME_WORD,  /* letters and digits */
    AP_NAME_UTF8,  /* well-formed, of one to four bytes a character, none of them a control character */
    AP_NAME_TOKEN, /* any bytes above the blank, DEL apart, that no text format takes for something else */
    AP_NAME_BYTES, /* any bytes but NUL, line ends, and the quote */
    AP_NAME_RAW,   /* any bytes */
} ap_name_kind;

/* A name of `size` bytes in the arena; NULL bytes when memory has run out. */
ap_view ap_make_name(const ap_make *make, ap_name_kind kind, size_t size);

/* A copy of the text in the arena; NULL bytes when memory has run out. */
ap_view ap_make_text(const ap_make *make, const char *text);

enum { AP_SWINGS = 4 };

/* Values that go up and down, smoothly, each `amplitude` to either side of its `centre`, a step at a time. One that was
   not begun stays 0 where the struct was cleared. Lists of four, not four structs: a processor takes a list at once. */
typedef struct ap_swings {
    double centre[AP_SWINGS];
    double now[AP_SWINGS], before[AP_SWINGS]; /* relative to the centre */
    double twice_cosine[AP_SWINGS];           /* of the angle that a step turns */
} ap_swings;

/* Begins value i, which is below AP_SWINGS. */
void ap_swing_init(ap_swings *swings, size_t i, ap_choices *choices, double centre, double amplitude);

/* All values of this step, and on to the next. */
static inline void ap_swings_next(ap_swings *swings, double values[AP_SWINGS])
{
    for (size_t i = 0; i < AP_SWINGS; i++)
        values[i] = swings->centre[i] + swings->now[i];
    for (size_t i = 0; i < AP_SWINGS; i++) {
        const double next = swings->twice_cosine[i] * swings->now[i] - swings->before[i];
        swings->before[i] = swings->now[i];
        swings->now[i] = next;
    }
}

/* Sometimes writes one of the texts, where the file is wild: what may be before its first word, or after its
   last. */
bool ap_make_surroundings(const ap_make *make, const char *const *texts, size_t count);

/* Any rotation there is (core/number/rotation.h). */
void ap_make_rotation(ap_choices *choices, double q[4]);

#endif
