/* Tests that the rows of the formats fit together: options, companions, fixers. */
#include <criterion/criterion.h>
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "core/finding/fingerprint.h"
#include "validators/fixer.h"
#include "validators/registry.h"

/* The name must be usable as an option of the command line. */
static void check_option_name(const ap_format *format, const char *name)
{
    cr_assert_not_null(name, "an option of %s has no name", format->name);
    cr_expect(islower((unsigned char)name[0]), "%s: option %s must begin with a lower-case letter",
        format->name, name);
    cr_expect_eq(strspn(name, "abcdefghijklmnopqrstuvwxyz-"), strlen(name),
        "%s: option %s must have only lower-case letters and hyphens", format->name, name);
}

static void check_option_values(const ap_format_option *option)
{
    cr_expect_eq(option->words[0].value, 0, "%s: the first value must be the default", option->name);
    for (const ap_enum_name *word = option->words; word->word != NULL; word++) {
        cr_expect_eq(ap_find_enum_name(option->words, word->word), word, "option %s: value %s is not found",
            option->name, word->word);
        cr_expect_eq(
            ap_enum_name_of(option->words, word->value), word->word, "%s: %s", option->name, word->word);
    }
    cr_expect_null(ap_find_enum_name(option->words, "no such word"));
    cr_expect_null(ap_enum_name_of(option->words, -1));
}

Test(format_rows, each_text_format_has_keywords)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        const char *const *words = formats[i]->keywords;
        cr_expect_eq(
            words != NULL, formats[i]->text, "%s: only text formats have keywords", formats[i]->name);
        for (; words != NULL && *words != NULL; words++)
            cr_expect(**words != '\0' && strpbrk(*words, " \t\r\n\"{}()/") == NULL, "%s: %s",
                formats[i]->name, *words);
    }
}

Test(format_rows, options_share_no_index)
{
    size_t count;
    bool taken[AP_LINT_CHOICES] = { false };
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        for (size_t o = 0; o < formats[i]->option_count; o++) {
            const ap_format_option *option = &formats[i]->options[o];
            check_option_name(formats[i], option->name);
            check_option_values(option);
            cr_expect(option->help != NULL && option->help[0] != '\0', "option %s has no help", option->name);
            cr_assert(option->index < AP_LINT_CHOICES && !taken[option->index],
                "%s: another option has the same index", option->name);
            taken[option->index] = true;
        }
    }
}

Test(format_rows, each_companion_has_its_own_option)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        const ap_companion *companion = formats[i]->companion;
        if (companion == NULL)
            continue;
        check_option_name(formats[i], companion->option);
        cr_expect(companion->help != NULL && companion->name != NULL && companion->extension[0] == '.');
        for (size_t k = 0; k < i; k++)
            cr_expect(formats[k]->companion == NULL
                          || strcmp(formats[k]->companion->option, companion->option) != 0,
                "formats %s and %s must not share the option for the companion", formats[k]->name,
                formats[i]->name);
    }
    cr_expect_null(ap_companion_at(AP_MOST_COMPANIONS), "there are more companions than AP_MOST_COMPANIONS");
}

/* The rows of fixers say which fixes guess (unsafe) and which reveal further findings, so a change of a row is reviewed: the
   sum of the rows is compared. After a review, copy the new sum from the failure message. */
Test(format_rows, the_rows_of_fixers_are_unchanged)
{
    static const struct {
        const char *format;
        size_t count, unsafe, reveals;
        uint64_t sum;
    } wanted[] = {
        { "mrtk", 11, 3, 7, UINT64_C(0x905bf0e1d5f25d85) },
        { "memg", 9, 3, 6, UINT64_C(0x82ba7092f228f42e) },
        { "md5anim", 45, 1, 25, UINT64_C(0x9b0c3609a9d12797) },
        { "md5mesh", 28, 0, 16, UINT64_C(0xc0979021007ac19a) },
        { "md5camera", 26, 0, 13, UINT64_C(0x57235e5ed5128e17) },
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        const ap_format *format = ap_find_format(wanted[i].format);
        const ap_fixer_table *fixers = format->fixers;
        uint64_t sum = AP_HASH_START;
        size_t unsafe = 0, reveals = 0;
        for (size_t f = 0; f < fixers->count; f++) {
            const ap_fixer *fixer = &fixers->rows[f];
            unsafe += fixer->unsafe;
            reveals += fixer->reveals;
            sum = ap_hash_text(ap_hash_text(sum, fixer->rule->id), fixer->does);
            sum = ap_hash_text(sum, fixer->unsafe ? "unsafe" : "safe");
            sum = ap_hash_text(sum, fixer->reveals ? "reveals" : "");
        }
        cr_expect(fixers->count == wanted[i].count && unsafe == wanted[i].unsafe
                      && reveals == wanted[i].reveals && sum == wanted[i].sum,
            "{ \"%s\", %zu, %zu, %zu, UINT64_C(0x%016" PRIx64 ") },", format->name, fixers->count, unsafe,
            reveals, sum);
    }
}
