/* corpus/corpus_formats.h and corpus/generate/generator.h: kits are found, and knobs of makers set. */
#include <criterion/criterion.h>
#include <string.h>

#include "corpus/corpus_formats.h"
#include "validators/registry.h"

Test(generated_knobs, each_format_has_a_corpus)
{
    size_t count, corpus_format_count;
    const ap_format *const *formats = ap_formats(&count);
    const ap_corpus_format *const *kits = ap_corpus_formats(&corpus_format_count);
    cr_assert_eq(corpus_format_count, count);
    for (size_t i = 0; i < count; i++) {
        const ap_generator *generator = ap_find_generator(formats[i]->name);
        cr_assert_not_null(generator, "%s", formats[i]->name);
        cr_assert_eq(generator->format, formats[i]);
        cr_assert_eq(kits[i]->generator, generator, "kits are in the order of the formats");
        cr_assert_leq(generator->knob_count, AP_GENERATOR_KNOBS);
    }
    cr_assert_null(ap_find_generator("obj"));
    cr_assert_null(ap_find_generator(""));
}

/* The table says what it means: ranges within ranges, words within what may be, names once. */
Test(generated_knobs, tables)
{
    size_t count;
    const ap_corpus_format *const *kits = ap_corpus_formats(&count);
    for (size_t k = 0; k < count; k++) {
        const ap_generator *one = kits[k]->generator;
        for (size_t i = 0; i < one->knob_count; i++) {
            const ap_knob *knob = &one->knobs[i];
            cr_assert(knob->least <= knob->usual_least && knob->usual_least <= knob->usual_most
                          && knob->usual_most <= knob->greatest,
                "%s", knob->name);
            for (const ap_enum_name *word = knob->words; word != NULL && word->word != NULL; word++)
                cr_assert(word->value >= knob->least && word->value <= knob->greatest, "%s", word->word);
            for (size_t j = 0; j < i; j++)
                cr_assert_neq(strcmp(knob->name, one->knobs[j].name), 0, "%s", knob->name);
        }
    }
}

static const ap_enum_name fruits[] = { { "1.0", 0 }, { "apple", 1 }, { "pear", 2 }, { NULL, 0 } };
static const ap_knob knobs[] = { { "fruit", "", 0, 2, 0, 1, fruits }, { "size", "", -5, 1000, 3, 7, NULL } };
static const ap_generator generator = { .knobs = knobs, .knob_count = 2 };

typedef struct knob_case {
    const char *text;
    ap_knob_result result;
    size_t knob;
    ap_range range;
} knob_case;

static const knob_case cases[] = {
    { "size=4", AP_KNOB_SET, 1, { 4, 4 } },
    { "size=0..1000", AP_KNOB_SET, 1, { 0, 1000 } },
    { "size=-5..-1", AP_KNOB_SET, 1, { -5, -1 } },
    { "size=007", AP_KNOB_SET, 1, { 7, 7 } },
    { "fruit=pear", AP_KNOB_SET, 0, { 2, 2 } },
    { "fruit=1.0..pear", AP_KNOB_SET, 0, { 0, 2 } },
    { "fruit=1", AP_KNOB_SET, 0, { 1, 1 } },
    { "size=1001", AP_KNOB_RANGE, 1, { 3, 7 } },
    { "size=-6", AP_KNOB_RANGE, 1, { 3, 7 } },
    { "size=5..4", AP_KNOB_RANGE, 1, { 3, 7 } },
    { "size=999999999999999999", AP_KNOB_RANGE, 1, { 3, 7 } },
    { "size=9999999999999999999", AP_KNOB_MALFORMED, 1, { 3, 7 } },
    { "size", AP_KNOB_MALFORMED, 1, { 3, 7 } },
    { "size=", AP_KNOB_MALFORMED, 1, { 3, 7 } },
    { "size=-", AP_KNOB_MALFORMED, 1, { 3, 7 } },
    { "size=4..", AP_KNOB_MALFORMED, 1, { 3, 7 } },
    { "size=..4", AP_KNOB_MALFORMED, 1, { 3, 7 } },
    { "size=4 ", AP_KNOB_MALFORMED, 1, { 3, 7 } },
    { "size=0x4", AP_KNOB_MALFORMED, 1, { 3, 7 } },
    { "size=1..2..3", AP_KNOB_MALFORMED, 1, { 3, 7 } },
    { "size=apple", AP_KNOB_MALFORMED, 1, { 3, 7 } },
    { "fruit=plum", AP_KNOB_MALFORMED, 0, { 0, 1 } },
    { "siz=4", AP_KNOB_UNKNOWN, 1, { 3, 7 } },
    { "sizes=4", AP_KNOB_UNKNOWN, 1, { 3, 7 } },
    { "", AP_KNOB_UNKNOWN, 1, { 3, 7 } },
    { "=4", AP_KNOB_UNKNOWN, 1, { 3, 7 } },
};

Test(generated_knobs, set)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ap_range ranges[AP_GENERATOR_KNOBS];
        const knob_case *one = &cases[i];
        ap_usual_ranges(&generator, ranges);
        cr_assert_eq(ap_set_knob(&generator, one->text, ranges), one->result, "%s", one->text);
        cr_assert_eq(ranges[one->knob].least, one->range.least, "%s", one->text);
        cr_assert_eq(ranges[one->knob].greatest, one->range.greatest, "%s", one->text);
    }
}
