/* core/base/roff_text.h: text of manual pages. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "core/base/roff_text.h"

static const struct {
    const char *text, *roff;
} cases[] = {
    { "", "" },
    { "one", "one\n" },
    { "one\n", "one\n" },
    { "one\ntwo", "one\n.br\ntwo\n" },
    { "one\n\ntwo", "one\n.PP\ntwo\n" },
    { "\none", "\n.br\none\n" },
    { ".SH", "\\&.SH\n" },
    { "'br", "\\&'br\n" },
    { "a.b'c", "a.b'c\n" },
    { "--all \\n", "\\-\\-all \\en\n" },
};

Test(core_roff_text, nothing_is_taken_for_a_request)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *made = NULL;
        size_t size = 0;
        FILE *stream = open_memstream(&made, &size);
        ap_put_roff(stream, cases[i].text);
        fclose(stream);
        cr_expect_str_eq(made, cases[i].roff, "%s", cases[i].text);
        free(made);
    }
}
