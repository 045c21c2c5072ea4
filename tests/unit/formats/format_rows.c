/* What formats say of themselves fits together: options, companions. */
#include <criterion/criterion.h>
#include <ctype.h>
#include <string.h>

#include "validators/registry.h"

/* An option's name must do as one of a command line. */
static void check_name(const ap_format *format, const char *name)
{
    cr_assert_not_null(name, "%s", format->name);
    cr_expect(islower((unsigned char)name[0]), "%s: %s", format->name, name);
    cr_expect_eq(strspn(name, "abcdefghijklmnopqrstuvwxyz-"), strlen(name), "%s: %s", format->name, name);
}

static void check_words(const ap_format_option *option)
{
    cr_expect_eq(option->words[0].value, 0, "%s: the first word is the default", option->name);
    for (const ap_word *word = option->words; word->word != NULL; word++) {
        cr_expect_eq(ap_find_word(option->words, word->word), word, "%s: %s", option->name, word->word);
        cr_expect_eq(ap_word_of(option->words, word->value), word->word, "%s: %s", option->name, word->word);
    }
    cr_expect_null(ap_find_word(option->words, "no such word"));
    cr_expect_null(ap_word_of(option->words, -1));
}

Test(format_rows, options_share_no_index)
{
    size_t count;
    bool taken[AP_LINT_CHOICES] = { false };
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        for (size_t o = 0; o < formats[i]->option_count; o++) {
            const ap_format_option *option = &formats[i]->options[o];
            check_name(formats[i], option->name);
            check_words(option);
            cr_expect(option->help != NULL && option->help[0] != '\0', "%s", option->name);
            cr_assert(option->index < AP_LINT_CHOICES && !taken[option->index], "%s: its index is taken",
                option->name);
            taken[option->index] = true;
        }
    }
    for (size_t i = 0; i < AP_LINT_CHOICES; i++)
        cr_expect(taken[i], "no option has index %zu", i);
}

Test(format_rows, companions_have_an_option_of_their_own)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        const ap_companion *companion = formats[i]->companion;
        if (companion == NULL)
            continue;
        check_name(formats[i], companion->option);
        cr_expect(companion->help != NULL && companion->name != NULL && companion->extension[0] == '.');
        for (size_t k = 0; k < i; k++)
            cr_expect(formats[k]->companion == NULL
                          || strcmp(formats[k]->companion->option, companion->option) != 0,
                "%s and %s", formats[k]->name, formats[i]->name);
    }
}
