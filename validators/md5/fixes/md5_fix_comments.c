#include "validators/md5/fixes/md5_fix_comments.h"

#include <stdlib.h>

#include "validators/md5/fixes/md5_fix_tools.h"

/* A string of the text, without its quotes. Views the input. */
typedef struct quoted_name {
    const uint8_t *bytes;
    size_t size;
} quoted_name;

/* The strings of a text, sorted by their bytes, then by their offset. A comment may name any joint before
   it, and a linear search for each comment would take quadratic time. */
typedef struct quoted_names {
    quoted_name *items;
    size_t count;
} quoted_names;

static int compare_bytes(const quoted_name *one, const uint8_t *bytes, size_t size)
{
    const size_t common = one->size < size ? one->size : size;
    const int order = common == 0 ? 0 : memcmp(one->bytes, bytes, common);
    return order != 0 ? order : one->size < size ? -1 : one->size > size;
}

static int compare_names(const void *a, const void *b)
{
    const quoted_name *x = a, *y = b;
    const int order = compare_bytes(x, y->bytes, y->size);
    return order != 0 ? order : x->bytes < y->bytes ? -1 : x->bytes > y->bytes;
}

/* Collects and sorts the strings of the input. Returns false when out of memory. */
static bool find_names(const ap_fix_job *job, quoted_names *names)
{
    ap_token_walk walk;
    size_t room = 0;
    ap_begin_token_walk(&walk, job, job->input);
    while (ap_next_token(&walk))
        room += walk.token.kind == AP_TOKEN_STRING;
    *names = (quoted_names){ .items = ap_alloc_array(job->arena, room + 1, sizeof *names->items) };
    if (names->items == NULL)
        return false;
    ap_begin_token_walk(&walk, job, job->input);
    while (ap_next_token(&walk) && names->count < room) {
        const ap_view text = ap_fix_token(job, walk.token.span);
        if (walk.token.kind == AP_TOKEN_STRING && text.size >= 2)
            names->items[names->count++] = (quoted_name){ text.bytes + 1, text.size - 2 };
    }
    qsort(names->items, names->count, sizeof *names->items, compare_names);
    return true;
}

/* Returns true if the word equals a string of the input that begins within `between`. */
static bool is_name_quoted_within(const quoted_names *names, ap_view word, ap_view between)
{
    size_t first = 0, end = names->count;
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        const quoted_name *name = &names->items[middle];
        const int order = compare_bytes(name, word.bytes, word.size);
        if (order < 0 || (order == 0 && name->bytes < between.bytes))
            first = middle + 1;
        else
            end = middle;
    }
    return first < names->count && compare_bytes(&names->items[first], word.bytes, word.size) == 0
           && names->items[first].bytes < between.bytes + between.size;
}

/* Returns true if the bytes between two tokens hold a comment. */
static bool has_comment(const uint8_t *bytes, size_t size)
{
    return memchr(bytes, '/', size) != NULL;
}

/* Returns true if the bytes between two tokens of the joints are a comment that exporters write after an
   entry: the name of the parent, which is a joint of the section so far, and letters for the flags. Both
   may be missing. */
static bool is_usual_comment(const quoted_names *names, ap_view section, const uint8_t *bytes, size_t size)
{
    size_t at = 0, end;
    while (at < size && bytes[at] != '/')
        at++;
    if (at + 1 >= size || bytes[at + 1] != '/')
        return false;
    for (at += 2; at < size && (bytes[at] == ' ' || bytes[at] == '\t'); at++) {
    }
    for (end = at; end < size && !ap_is_blank(bytes[end]); end++) {
    }
    const bool known = at == end || bytes[at] == '('
                       || is_name_quoted_within(names, (ap_view){ bytes + at, end - at }, section);
    for (at = end; at < size && bytes[at] != '\n' && bytes[at] != '\r'; at++) {
        if (strchr(" \t()TQxyz", bytes[at]) == NULL)
            return false;
    }
    return known && !has_comment(bytes + at, size - at);
}

bool ap_md5_has_own_comments(const ap_fix_job *job, const char *joints)
{
    ap_token_walk walk;
    quoted_names names;
    size_t end = 0, section = 0;
    if (!has_comment(job->input.bytes, job->input.size))
        return false;
    if (!find_names(job, &names))
        return true; /* the failed arena makes the caller report that memory ran out */
    ap_begin_token_walk(&walk, job, job->input);
    for (bool more = true; more;) {
        more = ap_next_token(&walk);
        const ap_token token = walk.token;
        const uint8_t *between = job->input.bytes + end;
        const size_t size = token.span.offset - end;
        const ap_view before = { job->input.bytes + section, token.span.offset - section };
        if (has_comment(between, size) && (section == 0 || !is_usual_comment(&names, before, between, size)))
            return true;
        if (joints != NULL && ap_token_is(&walk.io, token, joints))
            section = token.span.offset;
        else if (token.kind == AP_TOKEN_CLOSE_BRACE)
            section = 0;
        end = ap_span_end(token.span);
    }
    return false;
}
