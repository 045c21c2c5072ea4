#include "validators/companion_name.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>
#include <strings.h>

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

bool ap_find_parent_folder(const char *path, size_t *bytes, size_t root_bytes)
{
    if (*bytes <= root_bytes)
        return false;
    do
        --*bytes;
    while (*bytes > root_bytes && path[*bytes - 1] != '/');
    return true;
}

bool ap_stem_begins_with_companion_stem(const char *companion, const char *path)
{
    const size_t folder = ap_folder_bytes(companion);
    const char *stem = companion + folder, *name = path + ap_folder_bytes(path);
    const size_t bytes = ap_stem_bytes(companion) - folder;
    if (bytes > ap_stem_bytes(path) - ap_folder_bytes(path))
        return false;
    for (size_t i = 0; i < bytes; i++) {
        if (stem[i] != name[i] && (!isascii(stem[i]) || strncasecmp(stem + i, name + i, 1) != 0))
            return false;
    }
    return true;
}

void ap_make_upper_case_extension(const char *extension, char capitals[AP_EXTENSION_BYTES])
{
    const size_t bytes = strlen(extension);
    assert(bytes < AP_EXTENSION_BYTES);
    for (size_t i = 0; i <= bytes; i++)
        capitals[i] = (char)(toupper)((unsigned char)extension[i]);
}
