#include "corpus/generate/generator_parts.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/base/bytes.h"

void ap_choose_knob_values(
    const ap_generation_request *make, size_t knob_count, int64_t values[AP_GENERATOR_KNOBS])
{
    assert(knob_count <= AP_GENERATOR_KNOBS);
    for (size_t i = 0; i < knob_count; i++)
        values[i] = ap_choose_between(make->choices, make->ranges[i].least, make->ranges[i].greatest);
}

int64_t ap_choose_small_count(ap_choices *choices, int64_t most)
{
    const int64_t few = 4;
    if (most <= 0)
        return 0;
    if (most > few && !ap_choose_one_in(choices, 4))
        most = few;
    return ap_choose_between(choices, 0, most);
}

/* Numbers */

static uint32_t random_special_float_bits(ap_choices *choices)
{
    static const uint32_t odd[] = { 0, 0x80000000, 1, 0x80000001, 0x007fffff, 0x00800000, 0x7f7fffff,
        0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001, 0x7fbfffff, 0x3f800000,
        0xbf800000, 0x4b7fffff, 0x4b800001, 0x3dcccccd, 0x5f000000 };
    if (ap_choose_one_in(choices, 3))
        return (uint32_t)ap_choose_bits(choices);
    return odd[ap_choose_below(choices, sizeof odd / sizeof *odd)];
}

void ap_choose_wild_float(ap_choices *choices, float *value)
{
    const uint32_t bits = random_special_float_bits(choices);
    memcpy(value, &bits, sizeof bits);
}

float ap_choose_wild_finite_float(ap_choices *choices)
{
    const uint32_t highest_exponent_bit = UINT32_C(1) << 30;
    const uint32_t bits = random_special_float_bits(choices);
    return ap_float_of_bits(ap_are_f32_bits_finite(bits) ? bits : bits ^ highest_exponent_bit);
}

void ap_choose_wild_double(ap_choices *choices, double *value)
{
    static const uint64_t odd[] = { 0, UINT64_C(0x8000000000000000), 1, UINT64_C(0x800fffffffffffff),
        UINT64_C(0x0010000000000000), UINT64_C(0x7fefffffffffffff), UINT64_C(0xffefffffffffffff),
        UINT64_C(0x7ff0000000000000), UINT64_C(0xfff0000000000000), UINT64_C(0x7ff8000000000000),
        UINT64_C(0xfff8000000012345), UINT64_C(0x7ff0000000000001), UINT64_C(0x3ff0000000000000),
        UINT64_C(0x4340000000000001), UINT64_C(0x5fe0000000000000) };
    const uint64_t bits = ap_choose_one_in(choices, 3)
                              ? ap_choose_bits(choices)
                              : odd[ap_choose_below(choices, sizeof odd / sizeof *odd)];
    memcpy(value, &bits, sizeof bits);
}

/* Names */

static uint8_t choose_word_byte(ap_choices *choices, size_t i)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    const size_t first_only = 53;
    return (uint8_t)letters[ap_choose_below(choices, i == 0 ? first_only : sizeof letters - 1)];
}

static uint8_t choose_token_byte(ap_choices *choices)
{
    static const char not_these[] = "\"#/\\{}()";
    uint8_t byte = (uint8_t)ap_choose_between(choices, 0x21, 0xff);
    return byte == 0x7f || memchr(not_these, byte, sizeof not_these - 1) != NULL ? (uint8_t)'~' : byte;
}

static uint8_t choose_text_byte(ap_choices *choices)
{
    uint8_t byte = (uint8_t)ap_choose_between(choices, 1, 0xff);
    return byte == '\n' || byte == '\r' || byte == '"' ? (uint8_t)' ' : byte;
}

/* Writes one UTF-8 character of at most `room` bytes; returns its size in bytes. */
static size_t put_random_utf8(ap_choices *choices, uint8_t *at, size_t room)
{
    static const uint32_t greatest[] = { 0x7e, 0x7ff, 0xd7ff, 0x10ffff };
    static const uint32_t least[] = { 0x21, 0xa1, 0x800, 0x10000 };
    static const uint8_t mark[] = { 0, 0xc0, 0xe0, 0xf0 };
    const size_t more = ap_choose_below(choices, room < 4 ? room : 4);
    uint32_t code = (uint32_t)ap_choose_between(choices, least[more], greatest[more]);
    if (code == '"')
        code = '\'';
    for (size_t i = more; i > 0; i--, code >>= 6)
        at[i] = (uint8_t)(0x80 | (code & 0x3f));
    at[0] = (uint8_t)(mark[more] | code);
    return more + 1;
}

ap_view ap_make_name(const ap_generation_request *make, ap_name_kind kind, size_t size)
{
    uint8_t *bytes = ap_alloc(make->arena, size);
    ap_choices *choices = make->choices;
    if (bytes == NULL)
        return (ap_view){ NULL, 0 };
    for (size_t i = 0; i < size;) {
        if (kind == AP_NAME_UTF8) {
            i += put_random_utf8(choices, bytes + i, size - i);
            continue;
        }
        if (kind == AP_NAME_WORD)
            bytes[i] = choose_word_byte(choices, i);
        else if (kind == AP_NAME_TOKEN)
            bytes[i] = choose_token_byte(choices);
        else
            bytes[i] =
                kind == AP_NAME_BYTES ? choose_text_byte(choices) : (uint8_t)ap_choose_below(choices, 256);
        i++;
    }
    return (ap_view){ bytes, size };
}

ap_view ap_copy_text_for_file(const ap_generation_request *make, const char *text)
{
    return (ap_view){ (const uint8_t *)ap_arena_copy_text(make->arena, text, strlen(text)), strlen(text) };
}

/* Motion */

void ap_oscillation_init(
    ap_oscillations *swings, size_t i, ap_choices *choices, double centre, double amplitude)
{
    assert(i < AP_SWINGS);
    const double cosine = ap_choose_real(choices, 0.9, 0.9999); /* cosine of the phase angle of one step; a
                                                                   full period takes 14 to 444 steps */
    const double sine = sqrt(1 - cosine * cosine);
    const double start = ap_choose_real(choices, -1, 1);
    const double other = sqrt(1 - start * start);
    swings->centre[i] = centre;
    swings->twice_cosine[i] = 2 * cosine;
    swings->now[i] = amplitude * start;
    swings->before[i] = amplitude * (start * cosine + other * sine);
}

void ap_make_rotation(ap_choices *choices, double q[4])
{
    for (size_t i = 0; i < 4; i++)
        q[i] = ap_choose_real(choices, -1, 1);
    ap_normalise_or_identity(q, 4);
}

bool ap_write_wild_surrounding_text(const ap_generation_request *make, const char *const *texts, size_t count)
{
    if (!make->wild || !ap_choose_one_in(make->choices, 4))
        return true;
    const char *text = texts[ap_choose_below(make->choices, count)];
    return ap_write(make->writer, text, strlen(text));
}
