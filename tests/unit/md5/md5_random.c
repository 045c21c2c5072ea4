#include "tests/unit/md5/md5_random.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One value of a frame, and what there is to be found about it. */
typedef struct spelled {
    char text[64];
    bool malformed, exponent, infinite;
} spelled;

__attribute__((format(printf, 2, 3))) static void put(random_animation *made, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(made->text + made->used, RANDOM_TEXT_BYTES - made->used, format, arguments);
    va_end(arguments);
    cr_assert(length >= 0 && (size_t)length < RANDOM_TEXT_BYTES - made->used, "the text is too small");
    made->used += (size_t)length;
}

static bool happens(choices *random, unsigned once_in)
{
    return once_in > 0 && choice_below(random, once_in) == 0;
}

static unsigned bits_of(int flags)
{
    return (unsigned)__builtin_popcount((unsigned)flags);
}

static double small_number(choices *random)
{
    return ((double)choice_below(random, 1000001) - 500000) / 1000000; /* three of them make a rotation */
}

/* Blanks between two values, one that ends a line now and then; rarely one that is worth a finding. */
static void put_blank(random_animation *made, choices *random, fault_rates rates)
{
    static const char *const blanks[] = { " ", " ", " ", "  ", "\t", "\n", "\n\t", "\r\n" };
    if (!happens(random, rates.blank)) {
        put(made, "%s", blanks[choice_below(random, sizeof blanks / sizeof *blanks)]);
        return;
    }
    switch (choice_below(random, 4)) {
    case 0:
        put(made, "\r");
        break;
    case 3:
        put(made, "%s", choice_below(random, 2) == 0 ? "\f" : " \x1a ");
        break;
    case 1:
        made->text[made->used++] = '\0';
        break;
    default:
        put(made, " /* } */ ");
        break;
    }
}

static void spell_sound(spelled *value, choices *random)
{
    switch (choice_below(random, 8)) {
    case 0:
        strcpy(value->text, choice_below(random, 2) == 0 ? "0" : "-0");
        break;
    case 1:
        snprintf(value->text, sizeof value->text, "%s.%02u", choice_below(random, 2) == 0 ? "-" : "",
            choice_below(random, 50));
        break;
    case 2:
        snprintf(value->text, sizeof value->text, "%.30f", small_number(random));
        break;
    case 3:
        strcpy(value->text, choice_below(random, 2) == 0 ? "-0." : "0.");
        break;
    default:
        snprintf(
            value->text, sizeof value->text, "%.*f", (int)choice_below(random, 10) + 1, small_number(random));
        break;
    }
}

static void spell_faulty(spelled *value, choices *random)
{
    static const char *const malformed[] = { "nan", "+1", "1E5", "0x10", "00.5", "1.5f", "1,5,", "- 1",
        "1.2.3", "1e", "inf", "three", "1.#IND", "--1", ".", "-.", "5-", "0e5" };
    static const char *const infinite[] = { "340282356779733661637539395458142568448.", "-1e39", "9e99999" };
    static const char *const exponents[] = { "1e-3", "-2.5e-01", ".1e+0", "0.e5" };
    static const char *const long_ones[] = { "1.0000048876", "1.0000050068", "1.00049984", "1.00049996",
        "-7.25", "1" };
    switch (choice_below(random, 4)) {
    case 0:
        strcpy(value->text, malformed[choice_below(random, sizeof malformed / sizeof *malformed)]);
        value->malformed = true;
        break;
    case 1:
        strcpy(value->text, infinite[choice_below(random, 3)]);
        value->infinite = true;
        break;
    case 2:
        strcpy(value->text, exponents[choice_below(random, 4)]);
        break;
    default:
        strcpy(value->text, long_ones[choice_below(random, 6)]);
        break;
    }
    value->exponent = !value->malformed && strchr(value->text, 'e') != NULL;
}

static void put_header(random_animation *made, unsigned frames)
{
    put(made,
        "MD5Version 10\ncommandline \"a string that makes the file as long as its counts need it to be\"\n\n"
        "numFrames %u\nnumJoints %d\nframeRate 24\nnumAnimatedComponents %u\n\nhierarchy {\n",
        frames, RANDOM_JOINTS, made->components);
    unsigned start = 0;
    for (int i = 0; i < RANDOM_JOINTS; i++) {
        put(made, "\t\"joint%d\" %d %d %u\n", i, i - 1, made->flags[i], made->flags[i] == 0 ? 0 : start);
        start += bits_of(made->flags[i]);
    }
    put(made, "}\n\nbounds {\n");
    for (unsigned i = 0; i < frames; i++)
        put(made, "\t( -1 -1 -1 ) ( 1 1 1 )\n");
    put(made, "}\n\nbaseframe {\n");
    for (int i = 0; i < RANDOM_JOINTS; i++)
        put(made, "\t( 0 0 0 ) ( %s %s %s )\n", made->base[i][0], made->base[i][1], made->base[i][2]);
    put(made, "}\n\n");
}

/* x*x + y*y + z*z of a joint in a frame: squares of float32 values, summed in double. */
static double squared_length(const random_animation *made, int joint, const spelled *values)
{
    unsigned at = 0;
    double sum = 0;
    for (int i = 0; i < joint; i++)
        at += bits_of(made->flags[i]);
    at += bits_of(made->flags[joint] & 7);
    for (int axis = 0; axis < 3; axis++) {
        const bool animated = (made->flags[joint] & (8 << axis)) != 0;
        const double component = (double)strtof(animated ? values[at++].text : made->base[joint][axis], NULL);
        sum += component * component;
    }
    return sum;
}

static void expect_rotations(random_animation *made, const spelled *values)
{
    for (int i = 0; i < RANDOM_JOINTS; i++) {
        const double sum = squared_length(made, i, values);
        if ((made->flags[i] & 56) == 0)
            continue;
        made->length += sum > 1 + 1e-3;
        made->rounding += sum > 1 + 1e-5 && sum <= 1 + 1e-3;
    }
}

static void expect_values(random_animation *made, const spelled *values, unsigned count)
{
    bool malformed = false, infinite = false;
    for (unsigned i = 0; i < count; i++) {
        made->number += values[i].malformed;
        made->number_exponent += values[i].exponent;
        made->number_range += values[i].infinite;
        malformed |= values[i].malformed;
        infinite |= values[i].infinite;
    }
    if (count != made->components)
        made->frame_values += !malformed;
    else if (!malformed && !infinite)
        expect_rotations(made, values);
}

/* A token that does not belong in a frame; or no brace at its end. */
static bool put_structure_fault(random_animation *made, choices *random, fault_rates rates)
{
    static const char *const tokens[] = { "(", "\"string\"", "\"open\n", "{", "bounds", "hierarchyx { }",
        "" };
    if (!happens(random, rates.structure))
        return false;
    put(made, " %s ", tokens[choice_below(random, sizeof tokens / sizeof *tokens)]);
    made->broken = true;
    return true;
}

static void put_frame(random_animation *made, choices *random, unsigned index, fault_rates rates)
{
    spelled values[RANDOM_VALUES] = { { .text = "" } };
    unsigned count = made->components;
    if (happens(random, rates.count))
        count = choice_below(random, made->components + 3);
    put(made, "frame %u {", index);
    made->fillers[made->frames++] = made->used;
    put(made, "     \n");
    for (unsigned i = 0; i < count; i++) {
        if (happens(random, rates.value))
            spell_faulty(&values[i], random);
        else
            spell_sound(&values[i], random);
        put(made, "%s", values[i].text);
        put_blank(made, random, rates);
    }
    if (!put_structure_fault(made, random, rates))
        put(made, "\n}");
    put(made, "\n");
    expect_values(made, values, count);
}

static void choose_joints(random_animation *made, choices *random)
{
    static const int flags[] = { 63, 56, 7, 40, 17, 32, 0, 8 };
    for (int i = 0; i < RANDOM_JOINTS; i++) {
        made->flags[i] = flags[choice_below(random, sizeof flags / sizeof *flags)];
        made->components += bits_of(made->flags[i]);
        for (int axis = 0; axis < 3; axis++)
            snprintf(made->base[i][axis], sizeof made->base[i][axis], "%.4f", small_number(random));
    }
}

void random_animation_make(random_animation *made, choices *random, fault_rates rates)
{
    const unsigned frames = 1 + choice_below(random, 6);
    *made = (random_animation){ .used = 0 };
    choose_joints(made, random);
    put_header(made, frames);
    for (unsigned i = 0; i < frames; i++)
        put_frame(made, random, i, rates);
    if (choice_below(random, 2) == 0) /* room to be read fast up to the last brace */
        put(made, "%60s\n", "");
}
