/* corpus/corpus_formats.h and corpus/generate/generator.h: each format has a generator, and knobs are set from text. */
#include <criterion/criterion.h>
#include <string.h>

#include "corpus/corpus_formats.h"
#include "validators/registry.h"

Test(generated_knobs, each_format_has_a_corpus)
{
    size_t count, corpus_format_count;
    const ap_format *const *formats = ap_formats(&count);
    const ap_corpus_format *const *corpus_formats = ap_corpus_formats(&corpus_format_count);
    cr_assert_eq(corpus_format_count, count);
    for (size_t i = 0; i < count; i++) {
        const ap_generator *generator = ap_find_generator(formats[i]->name);
        cr_assert_not_null(generator, "format %s must have a generator", formats[i]->name);
        cr_assert_eq(generator->format, formats[i]);
        cr_assert_eq(
            corpus_formats[i]->generator, generator, "corpus formats must be in the order of the formats");
        cr_assert_leq(generator->knob_count, AP_GENERATOR_KNOBS);
    }
    cr_assert_null(ap_find_generator("obj"));
    cr_assert_null(ap_find_generator(""));
}

/* Each knob has a unique name. The usual range and the values of the words are inside the knob's range. */
Test(generated_knobs, knobs_are_consistent)
{
    size_t count;
    const ap_corpus_format *const *corpus_formats = ap_corpus_formats(&count);
    for (size_t k = 0; k < count; k++) {
        const ap_generator *one = corpus_formats[k]->generator;
        for (size_t i = 0; i < one->knob_count; i++) {
            const ap_knob *knob = &one->knobs[i];
            cr_assert(knob->least <= knob->usual_least && knob->usual_least <= knob->usual_most
                          && knob->usual_most <= knob->greatest,
                "%s: the usual range must be inside the range", knob->name);
            for (const ap_enum_name *word = knob->words; word != NULL && word->word != NULL; word++)
                cr_assert(word->value >= knob->least && word->value <= knob->greatest,
                    "%s: the value must be inside the range", word->word);
            for (size_t j = 0; j < i; j++)
                cr_assert_neq(
                    strcmp(knob->name, one->knobs[j].name), 0, "two knobs have the name %s", knob->name);
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
    ap_knob_range range;
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

Test(generated_knobs, knobs_are_set_from_text)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ap_knob_range ranges[AP_GENERATOR_KNOBS];
        const knob_case *one = &cases[i];
        ap_default_knob_ranges(&generator, ranges);
        cr_assert_eq(ap_set_knob(&generator, one->text, ranges), one->result, "%s: wrong result", one->text);
        cr_assert_eq(ranges[one->knob].least, one->range.least, "%s: wrong least value", one->text);
        cr_assert_eq(ranges[one->knob].greatest, one->range.greatest, "%s: wrong greatest value", one->text);
    }
}
