#include "cli/config/glob.h"

#include <ctype.h>
#include <string.h>

/* Steps of matching that a run may take; and more for each name, about two milliseconds. */
static const uint64_t steps_to_begin = 100000000, steps_of_a_name = 1000000;

enum { BYTES_OF_A_STEP = 16 /* that are compared without looking for wildcards */ };

/* Sets of characters */

/* Whether the character is of the class, such as "alpha"; -1 where there is no such class. */
static int is_of_class(const char *name, size_t length, unsigned char character)
{
    static const struct {
        const char *name;
        int (*has)(int);
    } classes[] = { { "alnum", isalnum }, { "alpha", isalpha }, { "blank", isblank }, { "cntrl", iscntrl },
        { "digit", isdigit }, { "graph", isgraph }, { "lower", islower }, { "print", isprint },
        { "punct", ispunct }, { "space", isspace }, { "upper", isupper }, { "xdigit", isxdigit } };
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (strlen(classes[i].name) == length && memcmp(classes[i].name, name, length) == 0)
            return character < 0x80 && classes[i].has(character) != 0;
    }
    return -1;
}

/* A set that is being read, from after its "[" and "!". */
typedef struct set {
    const char *at, *end;
    int before; /* the character that a range may begin with; 0: none */
    bool has, broken;
} set;

/* The next character of the set, after a backslash where there is one. */
static unsigned char take(set *s)
{
    if (*s->at == '\\' && ++s->at == s->end) {
        s->broken = true;
        return 0;
    }
    return (unsigned char)*s->at++;
}

/* "[:alpha:]" within the set. False: what is here is none. */
static bool take_class(set *s, unsigned char character)
{
    const char *name = s->at + 2;
    if (s->end - s->at < 2 || s->at[0] != '[' || s->at[1] != ':')
        return false;
    const char *close = memchr(name, ']', (size_t)(s->end - name));
    if (close == NULL) {
        s->broken = true;
        return true;
    }
    if (close == name || close[-1] != ':')
        return false;
    const int of_class = is_of_class(name, (size_t)(close - name) - 1, character);
    s->broken = of_class < 0;
    s->has = s->has || of_class > 0;
    s->before = 0;
    s->at = close + 1;
    return true;
}

static void take_member(set *s, unsigned char character)
{
    if (take_class(s, character))
        return;
    if (*s->at == '-' && s->before > 0 && s->end - s->at > 1 && s->at[1] != ']') {
        s->at++;
        const unsigned char last = take(s);
        s->has = s->has || (!s->broken && character >= s->before && character <= last);
        s->before = 0;
        return;
    }
    s->before = take(s);
    s->has = s->has || (!s->broken && character == s->before);
}

/* What follows the set whose "[" is at `at`, where the character is in it; NULL where it is not, or the set is broken. */
static const char *match_set(const char *at, const char *end, char character, uint64_t *steps)
{
    set s = { .at = at + 1, .end = end };
    const bool negated = s.at < end && (*s.at == '!' || *s.at == '^');
    s.at += negated;
    for (bool first = true; s.at < end && !s.broken && (first || *s.at != ']'); first = false)
        take_member(&s, (unsigned char)character);
    *steps += (size_t)(s.at - at);
    return s.at == end || s.broken || s.has == negated || character == '/' ? NULL : s.at + 1;
}

/* Patterns */

/* What follows the element at `at`, where that names the character; NULL where it does not. */
static const char *match_one(const char *at, const char *end, char character, uint64_t *steps)
{
    if (at == end || character == '\0')
        return NULL;
    if (*at == '?')
        return character == '/' ? NULL : at + 1;
    if (*at == '\\')
        return end - at > 1 && at[1] == character ? at + 2 : NULL;
    if (*at == '[')
        return match_set(at, end, character, steps);
    return *at == character ? at + 1 : NULL;
}

static const char *after_stars(const cli_glob *g, const char *at)
{
    while (at < g->end && *at == '*')
        at++;
    return at;
}

/* "**" as a whole name; git takes one for that, too, before which nothing is wild. */
static bool is_any_folders(const cli_glob *g, const char *at)
{
    const char *next = after_stars(g, at);
    return !g->by_name && next - at >= 2 && (at == g->wild || at[-1] == '/')
           && (next == g->end || *next == '/' || (g->end - next > 1 && next[0] == '\\' && next[1] == '/'));
}

typedef struct retry {
    const char *pattern, *text; /* NULL: none */
} retry;

typedef struct match {
    const cli_glob *glob;
    const char *at, *text;
    const char *end;     /* of the text */
    retry star, folders; /* since the last star; since the last "**" */
} match;

/* "**" takes a name more. */
static bool take_folder(match *m)
{
    const char *from = m->folders.text;
    const char *slash = m->folders.pattern == NULL ? NULL : memchr(from, '/', (size_t)(m->end - from));
    if (slash == NULL)
        return false;
    m->folders.text = slash + 1;
    m->star.pattern = NULL;
    m->at = m->folders.pattern;
    m->text = m->folders.text;
    return true;
}

/* The next attempt after a mismatch: the last star takes a character more, or else the last "**" a name more. */
static bool try_again(match *m)
{
    if (m->star.pattern == NULL || m->star.text == m->end || *m->star.text == '/')
        return take_folder(m);
    m->star.text++;
    m->at = m->star.pattern;
    m->text = m->star.text;
    return true;
}

/* Goes on after a "**" within the pattern: the slash may be none, unless it is escaped. */
static bool enter_folders(match *m)
{
    const char *next = after_stars(m->glob, m->at);
    const bool escaped = *next == '\\';
    m->folders = (retry){ next + (escaped ? 2 : 1), m->text };
    if (escaped)
        return take_folder(m);
    m->at = m->folders.pattern;
    m->star.pattern = NULL;
    return true;
}

static bool matches(match *m, uint64_t *steps)
{
    const cli_glob *g = m->glob;
    for (;; ++*steps) {
        if (m->at < g->end && *m->at == '*') {
            const char *next = after_stars(g, m->at);
            *steps += (size_t)(next - m->at);
            if (is_any_folders(g, m->at)) {
                if (next == g->end)
                    return true;
                if (!enter_folders(m))
                    return false;
                continue;
            }
            m->star = (retry){ next, m->text };
            m->at = next;
            continue;
        }
        const char *next = match_one(m->at, g->end, m->text < m->end ? *m->text : '\0', steps);
        if (next != NULL) {
            m->at = next;
            m->text++;
        } else if (m->at == g->end && m->text == m->end) {
            return true;
        } else if (!try_again(m)) {
            return false;
        }
    }
}

void cli_glob_allow_name(cli_glob_budget *budget)
{
    budget->most += (budget->most == 0 ? steps_to_begin : 0) + steps_of_a_name;
}

bool cli_glob_is_spent(const cli_glob_budget *budget)
{
    return budget->steps > budget->most;
}

cli_glob cli_glob_of(const char *pattern)
{
    cli_glob g = { .start = pattern, .end = pattern + strlen(pattern) };
    g.folders_only = g.end > g.start && g.end[-1] == '/';
    g.end -= g.folders_only;
    g.by_name = memchr(g.start, '/', (size_t)(g.end - g.start)) == NULL;
    g.start += !g.by_name && *g.start == '/';
    g.wild = g.start + strcspn(g.start, "*?[\\");
    g.wild = g.wild < g.end ? g.wild : g.end;
    return g;
}

cli_glob_path cli_glob_path_of(const char *path, bool is_folder)
{
    const char *slash = strrchr(path, '/');
    return (cli_glob_path){ path, path + strlen(path), slash == NULL ? path : slash + 1, is_folder };
}

bool cli_glob_is(const cli_glob *glob, const cli_glob_path *path, uint64_t *steps)
{
    const char *text = glob->by_name ? path->name : path->start;
    const size_t plain = (size_t)(glob->wild - glob->start);
    *steps += 1 + plain / BYTES_OF_A_STEP;
    if ((glob->folders_only && !path->is_folder) || (size_t)(path->end - text) < plain
        || memcmp(text, glob->start, plain) != 0)
        return false;
    match m = { .glob = glob, .at = glob->wild, .text = text + plain, .end = path->end };
    return matches(&m, steps);
}

bool cli_glob_covers(
    const char *pattern, const char *path, bool is_folder, size_t names, cli_glob_budget *budget)
{
    const cli_glob glob = cli_glob_of(pattern);
    cli_glob_path at = cli_glob_path_of(path, is_folder);
    budget->steps += (size_t)(glob.end - glob.start) / BYTES_OF_A_STEP;
    for (; names > 0 && !cli_glob_is_spent(budget); names--) {
        if (cli_glob_is(&glob, &at, &budget->steps))
            return !cli_glob_is_spent(budget);
        if (at.name == path)
            return false;
        at.end = at.name - 1;
        at.name = at.end;
        while (at.name > path && at.name[-1] != '/')
            at.name--;
        at.is_folder = true;
    }
    return false;
}
