#include "cli/config/glob.h"

#include <ctype.h>
#include <string.h>

/* Limits on the steps of matching, so that no pattern can stop a run: steps_to_begin for the run, and steps_of_a_path
   more for each path, about 2 ms. */
static const uint64_t steps_to_begin = 100000000, steps_of_a_path = 1000000;

enum { BYTES_OF_A_STEP = 16 /* bytes compared by memcmp that count as one step of matching */ };

/* Functions that match character sets */

/* Returns 1 if the character is in a class such as "alpha", 0 if not, -1 if the class is unknown. */
static int is_in_character_class(const char *name, size_t length, unsigned char character)
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

/* State of parsing a set such as "[!a-z]", from the character after "[" or "[!" on. */
typedef struct bracket_set_parser {
    const char *at, *end;
    int before; /* the last character, which begins a range if "-" follows; 0: no range can begin */
    bool has, broken;
} bracket_set_parser;

/* Reads the next character of the set; a backslash quotes it. */
static unsigned char read_bracket_character(bracket_set_parser *s)
{
    if (*s->at == '\\' && ++s->at == s->end) {
        s->broken = true;
        return 0;
    }
    return (unsigned char)*s->at++;
}

/* Reads a class such as "[:alpha:]" inside the set, and records if it has `character`. Returns false if no class begins
   here. */
static bool read_bracket_class(bracket_set_parser *s, unsigned char character)
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
    const int of_class = is_in_character_class(name, (size_t)(close - name) - 1, character);
    s->broken = of_class < 0;
    s->has = s->has || of_class > 0;
    s->before = 0;
    s->at = close + 1;
    return true;
}

static void read_bracket_member(bracket_set_parser *s, unsigned char character)
{
    if (read_bracket_class(s, character))
        return;
    if (*s->at == '-' && s->before > 0 && s->end - s->at > 1 && s->at[1] != ']') {
        s->at++;
        const unsigned char last = read_bracket_character(s);
        s->has = s->has || (!s->broken && character >= s->before && character <= last);
        s->before = 0;
        return;
    }
    s->before = read_bracket_character(s);
    s->has = s->has || (!s->broken && character == s->before);
}

/* Matches the character with the set that begins with the "[" at `at`. Returns the position after the set, or NULL if
   the character is not in the set or the set is malformed. */
static const char *match_bracket_set(const char *at, const char *end, char character, uint64_t *steps)
{
    bracket_set_parser s = { .at = at + 1, .end = end };
    const bool negated = s.at < end && (*s.at == '!' || *s.at == '^');
    s.at += negated;
    for (bool first = true; s.at < end && !s.broken && (first || *s.at != ']'); first = false)
        read_bracket_member(&s, (unsigned char)character);
    *steps += (size_t)(s.at - at);
    return s.at == end || s.broken || s.has == negated || character == '/' ? NULL : s.at + 1;
}

/* Functions that match patterns */

/* Matches the character with the element of the pattern at `at`: a set, a `?`, or a character. Returns the position
   after the element, or NULL if the character does not match. */
static const char *match_pattern_element(const char *at, const char *end, char character, uint64_t *steps)
{
    if (at == end || character == '\0')
        return NULL;
    if (*at == '?')
        return character == '/' ? NULL : at + 1;
    if (*at == '\\')
        return end - at > 1 && at[1] == character ? at + 2 : NULL;
    if (*at == '[')
        return match_bracket_set(at, end, character, steps);
    return *at == character ? at + 1 : NULL;
}

static const char *skip_stars(const cli_glob *g, const char *at)
{
    while (at < g->end && *at == '*')
        at++;
    return at;
}

/* Returns true if the stars at `at` are a "**" between slashes, which matches folders. Like git, also accepts a "**"
   that is the first wildcard of the pattern, even in the middle of a name. */
static bool is_double_star(const cli_glob *g, const char *at)
{
    const char *next = skip_stars(g, at);
    return !g->by_name && next - at >= 2 && (at == g->wildcard || at[-1] == '/')
           && (next == g->end || *next == '/' || (g->end - next > 1 && next[0] == '\\' && next[1] == '/'));
}

typedef struct backtrack_point {
    const char *pattern, *text; /* positions from which matching resumes; NULL for none */
} backtrack_point;

typedef struct glob_match {
    const cli_glob *glob;
    const char *at, *text;
    const char *end; /* end of the text that is matched */
    /* positions to resume from when the last "*", or the last "**", must match more of the text */
    backtrack_point star, folders;
} glob_match;

/* Lets the last "**" match one more name. */
static bool extend_double_star(glob_match *m)
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

/* Backtracks after a mismatch: the last "*" matches one more character, or else the last "**" matches one
   more name. */
static bool backtrack_to_last_star(glob_match *m)
{
    if (m->star.pattern == NULL || m->star.text == m->end || *m->star.text == '/')
        return extend_double_star(m);
    m->star.text++;
    m->at = m->star.pattern;
    m->text = m->star.text;
    return true;
}

/* Continues after a "**" inside the pattern. "**" and the slash after it may match no text, unless that slash is
   escaped. */
static bool continue_after_double_star(glob_match *m)
{
    const char *next = skip_stars(m->glob, m->at);
    const bool escaped = *next == '\\';
    m->folders = (backtrack_point){ next + (escaped ? 2 : 1), m->text };
    if (escaped)
        return extend_double_star(m);
    m->at = m->folders.pattern;
    m->star.pattern = NULL;
    return true;
}

static bool match_rest_of_path(glob_match *m, uint64_t *steps)
{
    const cli_glob *g = m->glob;
    for (;; ++*steps) {
        if (m->at < g->end && *m->at == '*') {
            const char *next = skip_stars(g, m->at);
            *steps += (size_t)(next - m->at);
            if (is_double_star(g, m->at)) {
                if (next == g->end)
                    return true;
                if (!continue_after_double_star(m))
                    return false;
                continue;
            }
            m->star = (backtrack_point){ next, m->text };
            m->at = next;
            continue;
        }
        const char *next = match_pattern_element(m->at, g->end, m->text < m->end ? *m->text : '\0', steps);
        if (next != NULL) {
            m->at = next;
            m->text++;
        } else if (m->at == g->end && m->text == m->end) {
            return true;
        } else if (!backtrack_to_last_star(m)) {
            return false;
        }
    }
}

void cli_glob_budget_add_path(cli_glob_budget *budget)
{
    budget->most += (budget->most == 0 ? steps_to_begin : 0) + steps_of_a_path;
}

bool cli_glob_budget_is_spent(const cli_glob_budget *budget)
{
    return budget->steps > budget->most;
}

cli_glob cli_glob_parse(const char *pattern)
{
    cli_glob g = { .start = pattern, .end = pattern + strlen(pattern) };
    g.folders_only = g.end > g.start && g.end[-1] == '/';
    g.end -= g.folders_only;
    g.by_name = memchr(g.start, '/', (size_t)(g.end - g.start)) == NULL;
    g.start += !g.by_name && *g.start == '/';
    g.wildcard = g.start + strcspn(g.start, "*?[\\");
    g.wildcard = g.wildcard < g.end ? g.wildcard : g.end;
    return g;
}

cli_glob_path cli_glob_parse_path(const char *path, bool is_folder)
{
    const char *slash = strrchr(path, '/');
    return (cli_glob_path){ path, path + strlen(path), slash == NULL ? path : slash + 1, is_folder };
}

bool cli_glob_matches(const cli_glob *glob, const cli_glob_path *path, uint64_t *steps)
{
    const char *text = glob->by_name ? path->name : path->start;
    const size_t plain = (size_t)(glob->wildcard - glob->start);
    *steps += 1 + plain / BYTES_OF_A_STEP;
    if ((glob->folders_only && !path->is_folder) || (size_t)(path->end - text) < plain
        || memcmp(text, glob->start, plain) != 0)
        return false;
    glob_match m = { .glob = glob, .at = glob->wildcard, .text = text + plain, .end = path->end };
    return match_rest_of_path(&m, steps);
}

bool cli_glob_matches_path_or_parent(
    const char *pattern, const char *path, bool is_folder, size_t names, cli_glob_budget *budget)
{
    const cli_glob glob = cli_glob_parse(pattern);
    cli_glob_path at = cli_glob_parse_path(path, is_folder);
    budget->steps += (size_t)(glob.end - glob.start) / BYTES_OF_A_STEP;
    for (; names > 0 && !cli_glob_budget_is_spent(budget); names--) {
        if (cli_glob_matches(&glob, &at, &budget->steps))
            return !cli_glob_budget_is_spent(budget);
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
