/* core/number/number_reason.h: the likely reason why a word is not a number. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/number/number.h"
#include "core/number/number_reason.h"
#include "tests/unit/support/lint_case.h"

static const struct {
    const char *word, *says; /* a part of the reason; NULL: no reason */
} cases[] = { { "nan", "zero by zero" }, { "-NaN(ind)", "zero by zero" }, { "-1.#IND00", "zero by zero" },
    { "1.#QNAN0", "zero by zero" }, { "1.#SNAN", "zero by zero" }, { "inf", "divided by zero" },
    { "-Infinity", "divided by zero" }, { "1.#INF00", "divided by zero" }, { "+1", "plus sign" },
    { "\u22121.5", "a dash" }, { "\u20131.5", "a dash" }, { "- 1", "touch" }, { "0x10", "hexadecimal" },
    { "1.2.3", "more than one point" }, { "1,234,567", "comma" }, { "1E5", "small e" },
    { "1.5f", "f at its end" }, { "00.5", "octal" }, { "0e5", "octal" }, { "three", NULL }, { "-", NULL },
    { "#", NULL }, { ".", NULL }, { "1e", NULL }, { "5,", NULL }, { "Feb", NULL }, { "\xa0", NULL } };

Test(core_number_reason, common_mistakes_have_a_reason_and_other_words_none)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *word = cases[i].word, *says = cases[i].says;
        const char *reason = ap_number_reason(text_view(word));
        cr_expect_eq(
            ap_parse_float(text_view(word)).fault, AP_NUMBER_MALFORMED, "%s must be malformed", word);
        cr_expect(says == NULL ? reason == NULL : reason != NULL && strstr(reason, says) != NULL,
            "%s: wrong reason: %s", word, reason == NULL ? "none" : reason);
    }
}
