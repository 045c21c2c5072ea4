/* What build/wasm/animproof.wasm exports to a page. */
#include <stdint.h>
#include <stdlib.h>

#include "web/lint_text.h"

#define EXPORT(name) __attribute__((export_name(name)))

/* Room for that many bytes, for a file or a name; NULL when there is no memory. To be given back. */
EXPORT("animproof_room") void *web_room(size_t bytes);

/* Gives back what the other two gave; NULL is nothing. */
EXPORT("animproof_let_go") void web_let_go(void *room);

/* The report of lint as a text with a terminator, to be given back; NULL when there is no such reporter ("json"), or
   no memory. The names have a terminator, too. */
EXPORT("animproof_lint")
char *web_lint(const char *name, const uint8_t *bytes, size_t size, const char *reporter);

void *web_room(size_t bytes)
{
    return malloc(bytes);
}

void web_let_go(void *room)
{
    free(room);
}

char *web_lint(const char *name, const uint8_t *bytes, size_t size, const char *reporter)
{
    const web_file file = { .name = name, .bytes = { bytes, size }, .reporter = ap_find_reporter(reporter) };
    size_t length;
    return file.reporter == NULL ? NULL : web_lint_text(&file, &length);
}
