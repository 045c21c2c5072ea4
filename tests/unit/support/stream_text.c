#include "tests/unit/support/stream_text.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { TEXTS = 4 };

static char *texts[TEXTS];
static size_t sizes[TEXTS], number;
static FILE *stream;

FILE *open_text_stream(void)
{
    number = (number + 1) % TEXTS;
    free(texts[number]);
    texts[number] = NULL;
    stream = open_memstream(&texts[number], &sizes[number]);
    cr_assert_not_null(stream);
    return stream;
}

char *close_text_stream(size_t *size)
{
    cr_assert_eq(fclose(stream), 0);
    if (size != NULL)
        *size = sizes[number];
    return texts[number];
}

char *text_with_replaced_part(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    cr_assert_not_null(at, "'%s' is not in the text", from);
    fprintf(open_text_stream(), "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return close_text_stream(NULL);
}
