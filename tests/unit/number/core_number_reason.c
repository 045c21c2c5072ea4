/* core/number/number_reason.h: the likely reason why a word is not a number. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/number/number.h"
#include "core/number/number_reason.h"

static void check_reason_of_bad_number(const char *text, const char *says)
{
    const ap_view word = { (const uint8_t *)text, strlen(text) };
    const char *reason = ap_number_reason(word);
    cr_expect_eq(ap_parse_float(word).fault, AP_NUMBER_MALFORMED, "%s must be malformed", text);
    cr_expect(says == NULL ? reason == NULL : reason != NULL && strstr(reason, says) != NULL,
        "%s: wrong reason: %s", text, reason == NULL ? "none" : reason);
}

Test(core_number_reason, common_mistakes_have_a_reason)
{
    check_reason_of_bad_number("nan", "zero by zero");
    check_reason_of_bad_number("-NaN(ind)", "zero by zero");
    check_reason_of_bad_number("-1.#IND00", "zero by zero");
    check_reason_of_bad_number("1.#QNAN0", "zero by zero");
    check_reason_of_bad_number("1.#SNAN", "zero by zero");
    check_reason_of_bad_number("inf", "divided by zero");
    check_reason_of_bad_number("-Infinity", "divided by zero");
    check_reason_of_bad_number("1.#INF00", "divided by zero");
    check_reason_of_bad_number("+1", "plus sign");
    check_reason_of_bad_number("\xe2\x88\x92"
                               "1.5",
        "a dash");
    check_reason_of_bad_number("\xe2\x80\x93"
                               "1.5",
        "a dash");
    check_reason_of_bad_number("- 1", "touch");
    check_reason_of_bad_number("0x10", "hexadecimal");
    check_reason_of_bad_number("1.2.3", "more than one point");
    check_reason_of_bad_number("1,234,567", "comma");
    check_reason_of_bad_number("1E5", "small e");
    check_reason_of_bad_number("1.5f", "f at its end");
    check_reason_of_bad_number("00.5", "octal");
    check_reason_of_bad_number("0e5", "octal");
}

Test(core_number_reason, other_words_have_no_reason)
{
    static const char *const words[] = { "three", "-", "#", ".", "1e", "5,", "Feb", "\xa0" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        check_reason_of_bad_number(words[i], NULL);
}
