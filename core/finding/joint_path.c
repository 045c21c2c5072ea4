#include "core/finding/joint_path.h"

#include <ctype.h>
#include <string.h>

#include "core/finding/value.h"

enum { MOST_WORD_BYTES = 64 };

static const char digits[] = "0123456789";

/* Returns true if a name has at most 64 bytes: letters, digits, underscores and points only, which ap_quote does not escape. */
static bool needs_no_escaping(ap_view name)
{
    size_t i = 0;
    while (i < name.size && (isalnum(name.bytes[i]) || name.bytes[i] == '_' || name.bytes[i] == '.'))
        i++;
    return i == name.size && i <= MOST_WORD_BYTES;
}

size_t ap_joint_text(ap_view name, bool ascii, char text[AP_JOINT_TEXT_BYTES])
{
    text[0] = '\0';
    if (name.size == 0)
        return 0;
    if (needs_no_escaping(
            name)) { /* faster than ap_quote, with the same result, for the many numbers of a dump */
        memcpy(text, name.bytes, name.size);
        text[name.size] = '\0';
        return name.size;
    }
    const size_t quoted =
        ascii ? ap_quote_ascii(name, text, AP_JOINT_TEXT_BYTES) : ap_quote(name, text, AP_JOINT_TEXT_BYTES);
    char *end =
        memrchr(text, '"', quoted); /* the closing quote, or the quote before the dots of a cut name */
    memmove(end, end + 1, (size_t)(text + quoted - end));
    memmove(text, text + 1, quoted - 1);
    return quoted - 2;
}

/* Returns true if the joint's name needs no quotes in a path, because it cannot be taken for an index or for another part of the
   path. */
static bool needs_no_quotes(const char *joint)
{
    return joint[strcspn(joint, " []\"\\*")] == '\0' && strspn(joint, digits) == 0;
}

/* Appends `length` bytes, or as many as fit before a terminator, to a text of `used` bytes in room of `size` bytes. Returns the
   new length. */
static size_t append_truncated(char *text, size_t used, size_t size, const char *from, size_t length)
{
    const size_t left = size - 1 - used, fits = length < left ? length : left;
    memcpy(text + used, from, fits);
    text[used + fits] = '\0';
    return used + fits;
}

static size_t append_text(char *text, size_t used, size_t size, const char *from)
{
    return append_truncated(text, used, size, from, strlen(from));
}

size_t ap_write_joint_for_path(ap_joint_and_component_text joint, char text[AP_SHOWN_JOINT_BYTES])
{
    const size_t size = AP_SHOWN_JOINT_BYTES;
    text[0] = '\0';
    if (joint.name == NULL || joint.name[0] == '\0')
        return 0;
    const size_t quotes = needs_no_quotes(joint.name) ? 0 : 1;
    size_t used = append_truncated(text, 0, size, "\"", quotes);
    used = append_text(text, used, size, joint.name);
    used = append_truncated(text, used, size, "\"", quotes);
    if (joint.component == NULL)
        return used;
    return append_text(text, append_truncated(text, used, size, " ", 1), size, joint.component);
}

size_t ap_write_path_with_joint(
    const char *path, ap_joint_and_component_text joint, char text[AP_SHOWN_PATH_BYTES])
{
    const size_t size = AP_SHOWN_PATH_BYTES;
    char words[AP_SHOWN_JOINT_BYTES];
    const char *bracket = joint.component != NULL ? strrchr(path, '[') : strchr(path, '[');
    if (bracket == NULL || ap_write_joint_for_path(joint, words) == 0)
        return append_text(text, 0, size, path);
    const size_t before = (size_t)(bracket - path) + 1 + strspn(bracket + 1, digits);
    size_t used = append_truncated(text, 0, size, path, before);
    used = append_text(text, append_truncated(text, used, size, " ", 1), size, words);
    return append_text(text, used, size, path + before);
}
