#include "cli/markdown.h"

#include <string.h>

void cli_put_plain(FILE *stream, const char *text)
{
    for (; *text != '\0'; text++) {
        if (strchr("\\`*_[]<>|#&~", *text) != NULL)
            fputc('\\', stream);
        fputc((unsigned char)*text < ' ' || *text == '\x7f' ? ' ' : *text, stream);
    }
}
