/* core/base/count_text.h: reads counts, and sizes with a suffix, up to SIZE_MAX. core/base/enum_name.h: finds the
   names of enum values. */
#include <criterion/criterion.h>
#include <stdint.h>
#include <stdio.h>

#include "core/base/count_text.h"
#include "core/base/enum_name.h"

#define NONE (SIZE_MAX - 7) /* value before reading, unchanged if the text is refused */

static const struct {
    const char *text;
    size_t count, bytes; /* NONE: the text must be refused */
} cases[] = {
    { "", NONE, NONE },
    { "0", 0, 0 },
    { "7", 7, 7 },
    { "007", 7, 7 },
    { "10", 10, 10 },
    { "9a", NONE, NONE },
    { "/", NONE, NONE },
    { ":", NONE, NONE },
    { "-1", NONE, NONE },
    { "+1", NONE, NONE },
    { " 1", NONE, NONE },
    { "1 ", NONE, NONE },
    { "K", NONE, NONE },
    { "1K", NONE, 1024 },
    { "3M", NONE, 3145728 },
    { "2G", NONE, 2147483648 },
    { "5T", NONE, 5497558138880 },
    { "1k", NONE, NONE },
    { "1KB", NONE, NONE },
    { "1P", NONE, NONE },
    { "18446744073709551614", SIZE_MAX - 1, SIZE_MAX - 1 },
    { "18446744073709551615", SIZE_MAX, NONE },
    { "18446744073709551616", NONE, NONE },
    { "18446744073709551620", NONE, NONE },
    { "28446744073709551615", NONE, NONE },
    { "99999999999999999999999", NONE, NONE },
    { "18014398509481983K", NONE, 18446744073709550592U },
    { "18014398509481984K", NONE, NONE },
    { "16777216T", NONE, NONE },
};

Test(counts_as_text, counts_and_sizes_are_read)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t count = NONE, bytes = NONE;
        const bool is_count = ap_parse_count(cases[i].text, &count),
                   is_size = ap_parse_byte_count(cases[i].text, &bytes);
        cr_expect(is_count == (cases[i].count != NONE) && count == cases[i].count, "'%s': wrong count %zu",
            cases[i].text, count);
        cr_expect(is_size == (cases[i].bytes != NONE) && bytes == cases[i].bytes, "'%s': wrong size %zu",
            cases[i].text, bytes);
    }
}

Test(counts_as_text, enum_names_are_found)
{
    static const ap_enum_name words[] = { { "one", 1 }, { "two", 2 }, { "also two", 2 }, { NULL, 0 } };
    cr_expect_eq(ap_find_enum_name(words, "two"), &words[1]);
    cr_expect_null(ap_find_enum_name(words, "tw"));
    cr_expect_null(ap_find_enum_name(NULL, "two"));
    cr_expect_str_eq(ap_enum_name_of(words, 2), "two");
    cr_expect_null(ap_enum_name_of(words, 0));
    cr_expect_null(ap_enum_name_of(NULL, 2));
}
