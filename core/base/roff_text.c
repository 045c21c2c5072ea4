#include "core/base/roff_text.h"

#include <string.h>

void ap_put_roff_within_line(FILE *stream, ap_view text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (text.bytes[i] == '\\')
            fputs("\\e", stream);
        else if (text.bytes[i] == '-')
            fputs("\\-", stream);
        else
            fputc(text.bytes[i], stream);
    }
}

static void put_line(FILE *stream, const char *text, size_t size)
{
    if (size > 0 && (text[0] == '.' || text[0] == '\''))
        fputs("\\&", stream);
    ap_put_roff_within_line(stream, (ap_view){ (const uint8_t *)text, size });
    fputc('\n', stream);
}

void ap_put_roff(FILE *stream, const char *text)
{
    while (*text != '\0') {
        const size_t size = strcspn(text, "\n");
        put_line(stream, text, size);
        text += size;
        if (text[0] == '\n' && text[1] == '\n')
            fputs(".PP\n", stream);
        else if (text[0] == '\n' && text[1] != '\0')
            fputs(".br\n", stream);
        text += strspn(text, "\n");
    }
}
