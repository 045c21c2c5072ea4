#include "core/base/path_glob.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* Returns true if the star in the pattern is between brackets: "[*]". */
static bool is_index_wildcard(const char *pattern, const char *star)
{
    return star > pattern && star[-1] == '[' && star[1] == ']';
}

static size_t count_digits(const char *text)
{
    return strspn(text, "0123456789");
}

/* Returns true if the index that begins after the bracket in the pattern is a name: "MiddleKnuckle]", not "13]" or "*]". */
static bool is_index_by_name(const char *index)
{
    const size_t digits = count_digits(index);
    return index[0] != '*'
           && (digits == 0 || (index[digits] != ']' && index[digits] != ' ' && index[digits] != '*'));
}

/* Returns true if `at` is the blank between the number and the name of an index in the path, as in "[7 hips]". */
static bool is_blank_before_index_name(const char *path, const char *at)
{
    const char *digits = at;
    while (digits > path && isdigit((unsigned char)digits[-1]))
        digits--;
    return *at == ' ' && digits < at && digits > path && digits[-1] == '[';
}

/* Returns the name of an index such as "7 hips]", after its number and the blank. Returns `at` if the index is only a number or
   only a name. */
static const char *skip_number_before_name(const char *at)
{
    const size_t digits = count_digits(at);
    return digits > 0 && at[digits] == ' ' ? at + digits + 1 : at;
}

/* Returns the closing bracket after the name that begins at `at`, or the end of the text if no bracket follows. The name may be
   in quotes. */
static const char *end_of_index_name(const char *at)
{
    if (*at == '"') {
        for (at++; *at != '\0' && *at != '"'; at++)
            at += *at == '\\' && at[1] != '\0';
    }
    return at + strcspn(at, "]");
}

const char *ap_index_closing_bracket_or_end(const char *index)
{
    return end_of_index_name(skip_number_before_name(index));
}

/* If `at` is after the number of an index in the path, and a name follows, returns the closing bracket after the name; otherwise
   returns `at`. */
static const char *skip_index_name(const char *path, const char *at)
{
    return is_blank_before_index_name(path, at) ? end_of_index_name(at + 1) : at;
}

/* Returns true if a part of the path ends at `at`. A pattern that ends at the end of a part also matches the fields below the
   part. A point in a joint's name does not end a part. */
static bool is_end_of_part(const char *path, const char *at)
{
    const char *bracket = at;
    if (*at == '\0' || *at == '[')
        return true;
    while (bracket > path && bracket[-1] != '[' && bracket[-1] != ']')
        bracket--;
    return *at == '.' && (bracket == path || bracket[-1] == ']');
}

/* Moves both positions past their equal character, and past the number of an index in the path if the pattern goes on with a
   name. */
static void advance_both_past_equal_character(const char **pattern, const char **path)
{
    const bool opens = **pattern == '[';
    ++*pattern;
    ++*path;
    if (opens && is_index_by_name(*pattern))
        *path = skip_number_before_name(*path);
}

bool ap_field_path_or_parent_matches(const char *pattern, const char *path)
{
    const char *at = pattern, *here = path;
    const char *retry = NULL; /* position in the pattern after the `*` that was reached last, to try a longer
                                 match of that star; NULL before the first star */
    const char *retry_path = NULL;
    for (;;) {
        if (*at == ']')
            here = skip_index_name(path, here);
        if (*at == '\0' && is_end_of_part(path, here))
            return true;
        if (*at == '*' && is_index_wildcard(pattern, at) && count_digits(here) > 0) {
            here += count_digits(here);
            at++;
        } else if (*at == '*' && !is_index_wildcard(pattern, at)) {
            retry = ++at;
            retry_path = here;
        } else if (*at != '\0' && *at != '*' && *at == *here) {
            advance_both_past_equal_character(&at, &here);
        } else if (retry != NULL && *retry_path != '\0') {
            at = retry;
            here = ++retry_path;
        } else {
            return false;
        }
    }
}
