/* Why a word is not a number. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/number/number.h"
#include "core/number/number_reason.h"

static void check(const char *text, const char *says)
{
    const ap_view word = { (const uint8_t *)text, strlen(text) };
    const char *reason = ap_number_reason(word);
    cr_expect_eq(ap_parse_float(word).fault, AP_NUMBER_MALFORMED, "%s is a number", text);
    cr_expect(says == NULL ? reason == NULL : reason != NULL && strstr(reason, says) != NULL, "%s: %s", text,
        reason == NULL ? "nothing" : reason);
}

Test(core_number_reason, the_reason_is_what_people_did)
{
    check("nan", "zero by zero");
    check("-NaN(ind)", "zero by zero");
    check("-1.#IND00", "zero by zero");
    check("1.#QNAN0", "zero by zero");
    check("1.#SNAN", "zero by zero");
    check("inf", "divided by zero");
    check("-Infinity", "divided by zero");
    check("1.#INF00", "divided by zero");
    check("+1", "plus sign");
    check("\xe2\x88\x92"
          "1.5",
        "a dash");
    check("\xe2\x80\x93"
          "1.5",
        "a dash");
    check("- 1", "touch");
    check("0x10", "hexadecimal");
    check("1.2.3", "more than one point");
    check("1,234,567", "comma");
    check("1E5", "small e");
    check("1.5f", "f at its end");
    check("00.5", "octal");
    check("0e5", "octal");
}

Test(core_number_reason, other_words_have_none)
{
    static const char *const words[] = { "three", "-", "+", "#", ".", "1e", "5,", "Feb", "\xa0" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i], "+") != 0)
            check(words[i], NULL);
    }
}
