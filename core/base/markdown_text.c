#include "core/base/markdown_text.h"

#include <string.h>

#include "core/base/terminal_text.h"
#include "core/base/utf8.h"

/* Writes a hidden character by its code point, such as \u{202e}, with the backslash escaped for Markdown. */
static void put_hidden_character(FILE *stream, const uint8_t *at, size_t length)
{
    char text[AP_HIDDEN_BYTES];
    (void)ap_put_hidden_as_u_escape(at, length, text);
    fprintf(stream, "\\%s", text);
}

void ap_put_markdown(FILE *stream, const char *text)
{
    const uint8_t *at = (const uint8_t *)text;
    for (size_t left = strlen(text); left > 0;) {
        const size_t shown = ap_printable_character_length(at, left);
        const size_t character = shown > 0 ? shown : ap_utf8_character_length(at, left);
        const size_t length = character > 0 ? character : 1;
        if (strchr("\\`*_[]<>|#&~", *at) != NULL)
            fputc('\\', stream);
        if (shown > 0)
            fwrite(at, 1, length, stream);
        else if (ap_is_hidden_character(at, length))
            put_hidden_character(stream, at, length);
        else
            fputc(' ', stream);
        at += length;
        left -= length;
    }
}
