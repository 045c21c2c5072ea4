#include "cli/config/glob.h"

#include <fnmatch.h>
#include <stddef.h>
#include <string.h>

enum { BRACKET_BYTES = 256 };

/* A pattern from `start` to `end`. */
typedef struct glob {
    const char *start, *end;
} glob;

/* After the bracket expression that begins at `at`; NULL where it does not end. */
static const char *bracket_end(const char *at, const char *end)
{
    at++;
    if (at < end && (*at == '!' || *at == '^'))
        at++;
    if (at < end && *at == ']')
        at++;
    while (at < end && *at != ']') {
        if (*at == '\\')
            at++;
        else if (at[0] == '[' && end - at > 1 && at[1] == ':') {
            const char *close = memmem(at + 2, (size_t)(end - at - 2), ":]", 2);
            at = close == NULL ? at : close + 1;
        }
        at++;
    }
    return at < end ? at + 1 : NULL;
}

/* What follows the element at `at`, where that names the character; NULL where it does not. */
static const char *match_one(const char *at, const char *end, char character)
{
    char bracket[BRACKET_BYTES];
    const char one[2] = { character, '\0' };
    if (at == end || character == '\0')
        return NULL;
    if (*at == '?')
        return character == '/' ? NULL : at + 1;
    if (*at == '\\' && end - at > 1)
        return at[1] == character ? at + 2 : NULL;
    if (*at != '[')
        return *at == character ? at + 1 : NULL;
    const char *next = bracket_end(at, end);
    if (next == NULL || character == '/' || next - at >= BRACKET_BYTES)
        return NULL;
    memcpy(bracket, at, (size_t)(next - at));
    bracket[next - at] = '\0';
    return fnmatch(bracket, one, 0) == 0 ? next : NULL;
}

/* "**" as a whole name. */
static bool is_any_folders(glob g, const char *at)
{
    return g.end - at >= 2 && at[0] == '*' && at[1] == '*' && (at == g.start || at[-1] == '/')
           && (g.end - at == 2 || at[2] == '/');
}

typedef struct retry {
    const char *pattern, *text; /* NULL: none */
} retry;

/* The next attempt after a mismatch: the last star takes a character more, or else the last "**" a name more. */
static bool try_again(retry *star, retry *folders, const char **at, const char **text)
{
    if (star->pattern != NULL && *star->text != '\0' && *star->text != '/') {
        star->text++;
        *at = star->pattern;
        *text = star->text;
        return true;
    }
    const char *slash = folders->pattern == NULL ? NULL : strchr(folders->text, '/');
    if (slash == NULL)
        return false;
    folders->text = slash + 1;
    star->pattern = NULL;
    *at = folders->pattern;
    *text = folders->text;
    return true;
}

static bool matches(glob g, const char *text)
{
    retry star = { NULL, NULL }, folders = { NULL, NULL };
    const char *at = g.start;
    for (;;) {
        if (is_any_folders(g, at)) {
            if (g.end - at == 2)
                return *text != '\0';
            at += 3;
            folders = (retry){ at, text };
            star.pattern = NULL;
            continue;
        }
        if (at < g.end && *at == '*') {
            while (at < g.end && *at == '*')
                at++;
            star = (retry){ at, text };
            continue;
        }
        const char *next = match_one(at, g.end, *text);
        if (next != NULL) {
            at = next;
            text++;
        } else if (at == g.end && *text == '\0') {
            return true;
        } else if (!try_again(&star, &folders, &at, &text)) {
            return false;
        }
    }
}

bool cli_glob_names(const char *pattern, const char *path, bool is_folder)
{
    glob g = { pattern, pattern + strlen(pattern) };
    const char *name = strrchr(path, '/');
    if (g.end > g.start && g.end[-1] == '/') {
        if (!is_folder)
            return false;
        g.end--;
    }
    if (memchr(g.start, '/', (size_t)(g.end - g.start)) == NULL)
        return matches(g, name == NULL ? path : name + 1);
    g.start += *g.start == '/';
    return matches(g, path);
}

bool cli_glob_covers(const char *pattern, const char *path, size_t names)
{
    char folder[4096];
    size_t left = 1;
    if (cli_glob_names(pattern, path, false))
        return true;
    for (const char *slash = strchr(path, '/'); slash != NULL; slash = strchr(slash + 1, '/'))
        left++;
    for (const char *slash = strchr(path, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        const size_t length = (size_t)(slash - path);
        if (length >= sizeof folder)
            return false;
        if (left-- > names)
            continue;
        memcpy(folder, path, length);
        folder[length] = '\0';
        if (cli_glob_names(pattern, folder, true))
            return true;
    }
    return false;
}
