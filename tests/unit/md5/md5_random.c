#include "tests/unit/md5/md5_random.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One value of a frame: its text, and the findings that the text must cause. */
typedef struct random_value {
    char text[64];
    bool malformed, exponent, infinite;
} random_value;

__attribute__((format(printf, 2, 3))) static void append_text(
    random_animation *animation, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length =
        vsnprintf(animation->text + animation->used, RANDOM_TEXT_BYTES - animation->used, format, arguments);
    va_end(arguments);
    cr_assert(length >= 0 && (size_t)length < RANDOM_TEXT_BYTES - animation->used, "the text is too small");
    animation->used += (size_t)length;
}

static bool is_chosen_once_in(choices *random, unsigned once_in)
{
    return once_in > 0 && random_number_below(random, once_in) == 0;
}

static unsigned count_bits(int flags)
{
    return (unsigned)__builtin_popcount((unsigned)flags);
}

static double random_number_up_to_half(choices *random)
{
    return ((double)random_number_below(random, 1000001) - 500000)
           / 1000000; /* at most 0.5: three such components are a valid rotation */
}

/* Appends blanks or a line end between two values; with the rate `rates.blank` a byte or block comment that causes a finding. */
static void append_blank(random_animation *animation, choices *random, fault_rates rates)
{
    static const char *const blanks[] = { " ", " ", " ", "  ", "\t", "\n", "\n\t", "\r\n" };
    if (!is_chosen_once_in(random, rates.blank)) {
        append_text(animation, "%s", blanks[random_number_below(random, sizeof blanks / sizeof *blanks)]);
        return;
    }
    switch (random_number_below(random, 4)) {
    case 0:
        append_text(animation, "\r");
        break;
    case 3:
        append_text(animation, "%s", random_number_below(random, 2) == 0 ? "\f" : " \x1a ");
        break;
    case 1:
        animation->text[animation->used++] = '\0';
        break;
    default:
        append_text(animation, " /* } */ ");
        break;
    }
}

static void choose_valid_number(random_value *value, choices *random)
{
    switch (random_number_below(random, 8)) {
    case 0:
        strcpy(value->text, random_number_below(random, 2) == 0 ? "0" : "-0");
        break;
    case 1:
        snprintf(value->text, sizeof value->text, "%s.%02u", random_number_below(random, 2) == 0 ? "-" : "",
            random_number_below(random, 50));
        break;
    case 2:
        snprintf(value->text, sizeof value->text, "%.30f", random_number_up_to_half(random));
        break;
    case 3:
        strcpy(value->text, random_number_below(random, 2) == 0 ? "-0." : "0.");
        break;
    default:
        snprintf(value->text, sizeof value->text, "%.*f", (int)random_number_below(random, 10) + 1,
            random_number_up_to_half(random));
        break;
    }
}

static void choose_faulty_or_unusual_number(random_value *value, choices *random)
{
    static const char *const malformed[] = { "nan", "+1", "1E5", "0x10", "00.5", "1.5f", "1,5,", "- 1",
        "1.2.3", "1e", "inf", "three", "1.#IND", "--1", ".", "-.", "5-", "0e5" };
    static const char *const infinite[] = { "340282356779733661637539395458142568448.", "-1e39", "9e99999" };
    static const char *const exponents[] = { "1e-3", "-2.5e-01", ".1e+0", "0.e5" };
    static const char *const rotation_parts[] = { "1.0000048876", "1.0000050068", "1.00049984", "1.00049996",
        "-7.25", "1" };
    switch (random_number_below(random, 4)) {
    case 0:
        strcpy(value->text, malformed[random_number_below(random, sizeof malformed / sizeof *malformed)]);
        value->malformed = true;
        break;
    case 1:
        strcpy(value->text, infinite[random_number_below(random, 3)]);
        value->infinite = true;
        break;
    case 2:
        strcpy(value->text, exponents[random_number_below(random, 4)]);
        break;
    default:
        strcpy(value->text, rotation_parts[random_number_below(random, 6)]);
        break;
    }
    value->exponent = !value->malformed && strchr(value->text, 'e') != NULL;
}

static void append_sections_before_frames(random_animation *animation, unsigned frames)
{
    append_text(animation,
        "MD5Version 10\ncommandline \"a string that makes the file as long as its counts need it to be\"\n\n"
        "numFrames %u\nnumJoints %d\nframeRate 24\nnumAnimatedComponents %u\n\nhierarchy {\n",
        frames, RANDOM_JOINTS, animation->components);
    unsigned start = 0;
    for (int i = 0; i < RANDOM_JOINTS; i++) {
        append_text(animation, "\t\"joint%d\" %d %d %u\n", i, i - 1, animation->flags[i],
            animation->flags[i] == 0 ? 0 : start);
        start += count_bits(animation->flags[i]);
    }
    append_text(animation, "}\n\nbounds {\n");
    for (unsigned i = 0; i < frames; i++)
        append_text(animation, "\t( -1 -1 -1 ) ( 1 1 1 )\n");
    append_text(animation, "}\n\nbaseframe {\n");
    for (int i = 0; i < RANDOM_JOINTS; i++)
        append_text(animation, "\t( 0 0 0 ) ( %s %s %s )\n", animation->base[i][0], animation->base[i][1],
            animation->base[i][2]);
    append_text(animation, "}\n\n");
}

/* Returns x*x + y*y + z*z of the rotation of a joint in a frame. The components are float32, the squares are summed in double. */
static double squared_length_of_rotation(
    const random_animation *animation, int joint, const random_value *values)
{
    unsigned at = 0;
    double sum = 0;
    for (int i = 0; i < joint; i++)
        at += count_bits(animation->flags[i]);
    at += count_bits(animation->flags[joint] & 7);
    for (int axis = 0; axis < 3; axis++) {
        const bool animated = (animation->flags[joint] & (8 << axis)) != 0;
        const double component =
            (double)strtof(animated ? values[at++].text : animation->base[joint][axis], NULL);
        sum += component * component;
    }
    return sum;
}

static void add_expected_rotation_findings(random_animation *animation, const random_value *values)
{
    for (int i = 0; i < RANDOM_JOINTS; i++) {
        const double sum = squared_length_of_rotation(animation, i, values);
        if ((animation->flags[i] & 56) == 0)
            continue;
        animation->length += sum > 1 + 1e-3;
        animation->rounding += sum > 1 + 1e-5 && sum <= 1 + 1e-3;
    }
}

static void add_expected_value_findings(
    random_animation *animation, const random_value *values, unsigned count)
{
    bool malformed = false, infinite = false;
    for (unsigned i = 0; i < count; i++) {
        animation->number += values[i].malformed;
        animation->number_exponent += values[i].exponent;
        animation->number_range += values[i].infinite;
        malformed |= values[i].malformed;
        infinite |= values[i].infinite;
    }
    if (count != animation->components)
        animation->frame_values += !malformed;
    else if (!malformed && !infinite)
        add_expected_rotation_findings(animation, values);
}

/* With the rate `rates.structure`, appends a token that a frame must not have, or "" for a missing }. Returns true then. */
static bool append_structure_fault(random_animation *animation, choices *random, fault_rates rates)
{
    static const char *const tokens[] = { "(", "\"string\"", "\"open\n", "{", "bounds", "hierarchyx { }",
        "" };
    if (!is_chosen_once_in(random, rates.structure))
        return false;
    append_text(animation, " %s ", tokens[random_number_below(random, sizeof tokens / sizeof *tokens)]);
    animation->broken = true;
    return true;
}

static void append_frame(random_animation *animation, choices *random, unsigned index, fault_rates rates)
{
    random_value values[RANDOM_VALUES] = { { .text = "" } };
    unsigned count = animation->components;
    if (is_chosen_once_in(random, rates.count))
        count = random_number_below(random, animation->components + 3);
    append_text(animation, "frame %u {", index);
    animation->fillers[animation->frames++] = animation->used;
    append_text(animation, "     \n");
    for (unsigned i = 0; i < count; i++) {
        if (is_chosen_once_in(random, rates.value))
            choose_faulty_or_unusual_number(&values[i], random);
        else
            choose_valid_number(&values[i], random);
        append_text(animation, "%s", values[i].text);
        append_blank(animation, random, rates);
    }
    if (!append_structure_fault(animation, random, rates))
        append_text(animation, "\n}");
    append_text(animation, "\n");
    add_expected_value_findings(animation, values, count);
}

static void choose_joint_flags_and_base(random_animation *animation, choices *random)
{
    static const int flags[] = { 63, 56, 7, 40, 17, 32, 0, 8 };
    for (int i = 0; i < RANDOM_JOINTS; i++) {
        animation->flags[i] = flags[random_number_below(random, sizeof flags / sizeof *flags)];
        animation->components += count_bits(animation->flags[i]);
        for (int axis = 0; axis < 3; axis++)
            snprintf(animation->base[i][axis], sizeof animation->base[i][axis], "%.4f",
                random_number_up_to_half(random));
    }
}

void random_animation_generate(random_animation *animation, choices *random, fault_rates rates)
{
    const unsigned frames = 1 + random_number_below(random, 6);
    *animation = (random_animation){ .used = 0 };
    choose_joint_flags_and_base(animation, random);
    append_sections_before_frames(animation, frames);
    for (unsigned i = 0; i < frames; i++)
        append_frame(animation, random, i, rates);
    if (random_number_below(random, 2) == 0) /* the fast path needs bytes after the last } */
        append_text(animation, "%60s\n", "");
}
