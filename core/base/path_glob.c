#include "core/base/path_glob.h"

#include <stddef.h>
#include <string.h>

/* Returns true if the star in the pattern is between brackets: "[*]". */
static bool is_index(const char *pattern, const char *star)
{
    return star > pattern && star[-1] == '[' && star[1] == ']';
}

static size_t count_digits(const char *text)
{
    return strspn(text, "0123456789");
}

/* Returns true if the path is at the end of a part. A pattern that ends at this point also matches the
   fields below the part. */
static bool ends_part(const char *path)
{
    return *path == '\0' || *path == '.' || *path == '[';
}

bool ap_field_path_matches(const char *pattern, const char *path)
{
    const char *at = pattern;
    const char *retry = NULL; /* position after the last `*` of the pattern, to try a longer match of that
                                 star; NULL before the first star */
    const char *retry_path = NULL;
    for (;;) {
        if (*at == '\0' && ends_part(path))
            return true;
        if (*at == '*' && is_index(pattern, at) && count_digits(path) > 0) {
            path += count_digits(path);
            at++;
        } else if (*at == '*' && !is_index(pattern, at)) {
            retry = ++at;
            retry_path = path;
        } else if (*at != '\0' && *at != '*' && *at == *path) {
            at++;
            path++;
        } else if (retry != NULL && *retry_path != '\0') {
            at = retry;
            path = ++retry_path;
        } else {
            return false;
        }
    }
}
