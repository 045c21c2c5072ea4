/* Converts file: URIs, by which editors name files, to paths, and paths to such URIs. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/lsp/document/lsp_document.h"
#include "core/base/uri_text.h"

/* Returns the value of a hexadecimal digit, or -1. */
static int hex_digit_value(char character)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *found = character == '\0' ? NULL : strchr(digits, character);
    return found == NULL ? -1 : (int)(found - digits) % 16;
}

/* Decodes %XX in place, and cuts the text at ? or #. Returns false if an escape is invalid or gives a NUL. */
static bool cut_query_and_decode_escapes(char *text)
{
    char *out = text;
    for (; *text != '\0' && *text != '?' && *text != '#'; text++) {
        *out = *text;
        if (*text == '%') {
            const int high = hex_digit_value(text[1]), low = high < 0 ? -1 : hex_digit_value(text[2]);
            if (low < 0 || high + low == 0)
                return false;
            *out = (char)(16 * high + low);
            text += 2;
        }
        out++;
    }
    *out = '\0';
    return true;
}

char *lsp_path_of_uri(const char *uri)
{
    static const char *const starts[] = { "file:///", "file://localhost/", "file:/" };
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        const size_t length = strlen(starts[i]);
        if (strncasecmp(uri, starts[i], length) != 0 || (i == 2 && uri[length] == '/'))
            continue;
        char *path = strdup(uri + length - 1);
        if (path == NULL || cut_query_and_decode_escapes(path))
            return path;
        free(path);
        return NULL;
    }
    return NULL;
}

bool lsp_write_uri_of_path(const char *path, char *uri, size_t size)
{
    ap_batch batch;
    FILE *stream = fmemopen(uri, size, "w");
    if (stream == NULL)
        return false;
    ap_batch_init(&batch, stream);
    ap_batch_uri(&batch, path);
    ap_batch_flush(&batch);
    const bool fits = fflush(stream) == 0 && ftell(stream) >= 0 && (size_t)ftell(stream) < size;
    return fclose(stream) == 0 && fits;
}
