#include "core/base/uri_text.h"

#include <stdbool.h>
#include <string.h>

/* Unreserved and harmless in a segment; no character class of the C library, which asks the locale. */
static bool stays(char byte)
{
    return strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/!$&()*+,;=@", byte)
           != NULL;
}

const char *ap_plain_path(const char *path)
{
    while (strncmp(path, "./", 2) == 0) {
        path += 2;
        path += strspn(path, "/");
    }
    return path;
}

void ap_put_uri(FILE *stream, const char *path)
{
    path = ap_plain_path(path);
    if (*path == '/')
        fputs("file://", stream);
    for (; *path != '\0'; path++) {
        if (stays(*path))
            fputc(*path, stream);
        else
            fprintf(stream, "%%%02X", (unsigned)(unsigned char)*path);
    }
}
