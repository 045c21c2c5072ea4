#include "validators/companion_name.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

size_t ap_folder_bytes(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash + 1 - path);
}

size_t ap_stem_bytes(const char *path)
{
    const char *name = path + ap_folder_bytes(path), *dot = strrchr(name, '.');
    return dot == NULL || dot == name ? strlen(path) : (size_t)(dot - path);
}

void ap_extension_in_capitals(const char *extension, char capitals[AP_EXTENSION_BYTES])
{
    const size_t bytes = strlen(extension);
    assert(bytes < AP_EXTENSION_BYTES);
    for (size_t i = 0; i <= bytes; i++)
        capitals[i] = (char)(toupper)((unsigned char)extension[i]);
}
