/* Sets the knobs of generators. */
#include <assert.h>
#include <string.h>

#include "corpus/generate/generator.h"

void ap_default_knob_ranges(const ap_generator *generator, ap_knob_range ranges[AP_GENERATOR_KNOBS])
{
    assert(generator->knob_count <= AP_GENERATOR_KNOBS);
    for (size_t i = 0; i < generator->knob_count; i++)
        ranges[i] = (ap_knob_range){ generator->knobs[i].usual_least, generator->knobs[i].usual_most };
}

/* Reads one word of the knob, or a decimal number of at most 18 digits. */
static bool read_knob_value(const ap_knob *knob, const char *text, size_t length, int64_t *value)
{
    const size_t most_digits = 18;
    const bool negative = length > 0 && text[0] == '-';
    for (const ap_enum_name *word = knob->words; word != NULL && word->word != NULL; word++) {
        if (strlen(word->word) == length && memcmp(word->word, text, length) == 0) {
            *value = word->value;
            return true;
        }
    }
    if (length <= negative || length > most_digits + negative)
        return false;
    *value = 0;
    for (size_t i = negative; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        *value = 10 * *value + (text[i] - '0');
    }
    *value = negative ? -*value : *value;
    return true;
}

/* Reads FIRST..LAST, or a single value as both ends. */
static bool read_knob_range(const ap_knob *knob, const char *text, ap_knob_range *range)
{
    const size_t length = strlen(text);
    const char *dots = strstr(text, "..");
    if (dots == NULL) {
        if (!read_knob_value(knob, text, length, &range->least))
            return false;
        range->greatest = range->least;
        return true;
    }
    const size_t first = (size_t)(dots - text);
    return read_knob_value(knob, text, first, &range->least)
           && read_knob_value(knob, dots + 2, length - first - 2, &range->greatest);
}

ap_knob_result ap_set_knob(
    const ap_generator *generator, const char *text, ap_knob_range ranges[AP_GENERATOR_KNOBS])
{
    const char *equals = strchr(text, '=');
    const size_t length = equals == NULL ? strlen(text) : (size_t)(equals - text);
    for (size_t i = 0; i < generator->knob_count; i++) {
        const ap_knob *knob = &generator->knobs[i];
        ap_knob_range range;
        if (strlen(knob->name) != length || memcmp(knob->name, text, length) != 0)
            continue;
        if (equals == NULL || !read_knob_range(knob, equals + 1, &range))
            return AP_KNOB_MALFORMED;
        if (range.least > range.greatest || range.least < knob->least || range.greatest > knob->greatest)
            return AP_KNOB_RANGE;
        ranges[i] = range;
        return AP_KNOB_SET;
    }
    return AP_KNOB_UNKNOWN;
}
