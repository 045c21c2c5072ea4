#include "core/finding/joint_path.h"

#include <stdio.h>
#include <string.h>

#include "core/finding/value.h"

static const char digits[] = "0123456789";

size_t ap_joint_text(ap_view name, bool ascii, char text[AP_JOINT_TEXT_BYTES])
{
    text[0] = '\0';
    if (name.size == 0)
        return 0;
    const size_t quoted =
        ascii ? ap_quote_ascii(name, text, AP_JOINT_TEXT_BYTES) : ap_quote(name, text, AP_JOINT_TEXT_BYTES);
    char *end =
        memrchr(text, '"', quoted); /* the closing quote, or the quote before the dots of a cut name */
    memmove(end, end + 1, (size_t)(text + quoted - end));
    memmove(text, text + 1, quoted - 1);
    return quoted - 2;
}

/* Returns true if the name can be told from an index and from the rest of the path without quotes. */
static bool is_plain(const char *joint)
{
    return joint[strcspn(joint, " []\"\\*")] == '\0' && strspn(joint, digits) == 0;
}

size_t ap_shown_path(const char *path, const char *joint, char text[AP_SHOWN_PATH_BYTES])
{
    const char *bracket = joint == NULL || joint[0] == '\0' ? NULL : strchr(path, '[');
    int length;
    if (bracket == NULL) {
        length = snprintf(text, AP_SHOWN_PATH_BYTES, "%s", path);
    } else {
        const size_t before = (size_t)(bracket - path) + 1 + strspn(bracket + 1, digits);
        const char *quote = is_plain(joint) ? "" : "\"";
        length = snprintf(text, AP_SHOWN_PATH_BYTES, "%.*s %s%s%s%s", (int)before, path, quote, joint, quote,
            path + before);
    }
    return (size_t)length < AP_SHOWN_PATH_BYTES ? (size_t)length : AP_SHOWN_PATH_BYTES - 1;
}
