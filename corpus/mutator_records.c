/* Mutations of records: keys, curves, groups, joints, frames, and whole lists of them. */
#include <string.h>

#include "corpus/mutator_work.h"

/* Neighbouring fields whose paths begin alike: "hierarchy[3]" or "camera.position_x". */
typedef struct record {
    size_t first, count; /* fields */
    size_t prefix;       /* bytes of the path that they share */
    ap_span span;        /* in the file; of a text, whole lines */
} record;

/* Which count says how many elements the array of that name has; both stand in the same record, or at the
   root. */
typedef struct counted_array {
    const char *array, *count;
} counted_array;

static const counted_array counted_arrays[] = { { "keys", "key_count" }, { "markers", "marker_count" },
    { "transforms", "timestep_count" }, { "mapping", "vertex_count" }, { "mean", "vertex_count" },
    { "values", "rows" }, { "hierarchy", "num_joints" }, { "baseframe", "num_joints" },
    { "bounds", "num_frames" }, { "frames", "num_frames" } };

static bool begins_alike(const char *path, const char *with, size_t prefix)
{
    return strncmp(path, with, prefix) == 0
           && (path[prefix] == '\0' || path[prefix] == '.' || path[prefix] == '[' || path[prefix - 1] == ']');
}

static size_t line_start(ap_view text, size_t at)
{
    while (at > 0 && text.bytes[at - 1] != '\n')
        at--;
    return at;
}

static size_t line_end(ap_view text, size_t at)
{
    while (at < text.size && text.bytes[at] != '\n')
        at++;
    return at + (at < text.size);
}

/* Whole lines; a block, to its brace. */
static void widen(const ap_mutating *m, const ap_field_list *list, ap_view text, record *r)
{
    const size_t next = r->first + r->count;
    size_t start = line_start(text, r->span.offset);
    size_t end = line_end(text, r->span.offset + r->span.length);
    const size_t limit = next < list->count ? line_start(text, list->items[next].span.offset) : text.size;
    (void)m;
    for (size_t at = end; at < limit; at++) {
        if (text.bytes[at] == '}') {
            end = line_end(text, at);
            break;
        }
        if (text.bytes[at] > ' ')
            break;
    }
    r->span = (ap_span){ start, end > start ? end - start : 0 };
}

/* The record around field `at` whose path is `prefix` bytes of the field's. */
static record record_of(
    const ap_mutating *m, const ap_field_list *list, ap_view file, size_t at, size_t prefix)
{
    const char *path = list->items[at].path;
    record r = { .first = at, .count = 1, .prefix = prefix };
    while (r.first > 0 && begins_alike(list->items[r.first - 1].path, path, prefix))
        r.first--;
    size_t end = at + 1;
    while (end < list->count && begins_alike(list->items[end].path, path, prefix))
        end++;
    r.count = end - r.first;
    const ap_span last = list->items[end - 1].span;
    r.span.offset = list->items[r.first].span.offset;
    r.span.length = last.offset + last.length - r.span.offset;
    if (m->format->text)
        widen(m, list, file, &r);
    return r;
}

/* How long the prefixes of the path are at which a record may begin: behind a name, behind an index. */
static size_t pick_prefix(ap_chance *chance, const char *path)
{
    size_t ends[16], count = 0;
    for (size_t i = 1; path[i] != '\0' && count < 16; i++) {
        if (path[i] == '.' || path[i] == '[' || path[i - 1] == ']')
            ends[count++] = i;
    }
    if (count > 0 && path[strlen(path) - 1] == ']' && count < 16)
        ends[count++] = strlen(path);
    return count == 0 ? 0 : ends[ap_chance_below(chance, count)];
}

static bool pick_record(ap_mutating *m, record *r)
{
    const size_t attempts = 8;
    for (size_t i = 0; i < attempts && m->fields.count > 0; i++) {
        const size_t at = ap_chance_below(m->chance, m->fields.count);
        const size_t prefix = pick_prefix(m->chance, m->fields.items[at].path);
        if (prefix == 0)
            continue;
        *r = record_of(m, &m->fields, m->input, at, prefix);
        return r->span.length > 0;
    }
    return false;
}

static ap_view bytes_of(const ap_mutating *m, ap_span span)
{
    return (ap_view){ m->input.bytes + span.offset, span.length };
}

/* The last name in the first `prefix` bytes of a path, without its index. */
static ap_view array_name(const char *path, size_t prefix)
{
    size_t end = prefix;
    if (end == 0 || path[end - 1] != ']')
        return (ap_view){ NULL, 0 };
    while (end > 0 && path[end - 1] != '[')
        end--;
    end -= end > 0;
    size_t start = end;
    while (start > 0 && path[start - 1] != '.')
        start--;
    return (ap_view){ (const uint8_t *)path + start, end - start };
}

static bool is_named(ap_view name, const char *text)
{
    return name.size == strlen(text) && memcmp(name.bytes, text, name.size) == 0;
}

/* The count of the array that the record is an element of; NULL where there is none. */
static const ap_listed_field *find_count(const ap_mutating *m, const record *r)
{
    const char *path = m->fields.items[r->first].path;
    const ap_view name = array_name(path, r->prefix);
    const size_t of_owner = name.bytes == NULL ? 0 : (size_t)((const char *)name.bytes - path);
    for (size_t c = 0; name.bytes != NULL && c < sizeof counted_arrays / sizeof *counted_arrays; c++) {
        if (!is_named(name, counted_arrays[c].array))
            continue;
        for (size_t i = r->first; i-- > 0;) {
            const ap_listed_field *field = &m->fields.items[i];
            if (strncmp(field->path, path, of_owner) == 0
                && strcmp(field->path + of_owner, counted_arrays[c].count) == 0)
                return field;
        }
    }
    return NULL;
}

/* Half of the time the count goes along with the list. */
static bool repair_count(ap_mutating *m, const record *r, int64_t more)
{
    const ap_listed_field *count = find_count(m, r);
    if (count == NULL || ap_chance_one_in(m->chance, 2))
        return true;
    return ap_mutate_to_integer(m, count, ap_mutated_integer(m, count) + more);
}

bool ap_mutate_duplicate(ap_mutating *m)
{
    record r;
    if (!pick_record(m, &r))
        return false;
    const ap_span behind = { r.span.offset + r.span.length, 0 };
    return repair_count(m, &r, 1) && ap_add_mutation(m, behind, bytes_of(m, r.span));
}

bool ap_mutate_delete(ap_mutating *m)
{
    record r;
    return pick_record(m, &r) && repair_count(m, &r, -1) && ap_add_mutation(m, r.span, (ap_view){ NULL, 0 });
}

static bool overlap(ap_span a, ap_span b)
{
    return a.offset < b.offset + b.length && b.offset < a.offset + a.length;
}

/* Two records of whatever kinds that do not share a byte; often they are neighbours in a list. */
bool ap_mutate_reorder(ap_mutating *m)
{
    record a, b;
    if (!pick_record(m, &a))
        return false;
    const size_t next = a.first + a.count;
    if (next < m->fields.count && ap_chance_one_in(m->chance, 2)
        && strlen(m->fields.items[next].path) >= a.prefix)
        b = record_of(m, &m->fields, m->input, next, a.prefix);
    else if (!pick_record(m, &b))
        return false;
    return !overlap(a.span, b.span) && ap_add_mutation(m, a.span, bytes_of(m, b.span))
           && ap_add_mutation(m, b.span, bytes_of(m, a.span));
}

/* Whether two paths are the same but for the numbers in brackets, as far as `prefix` bytes of the first. */
static size_t same_kind(const char *path, size_t prefix, const char *other)
{
    size_t i = 0, j = 0;
    while (i < prefix && other[j] != '\0') {
        if (path[i] != other[j])
            return 0;
        if (path[i] == '[') {
            i += strcspn(path + i, "]");
            j += strcspn(other + j, "]");
        }
        i++;
        j++;
    }
    return i == prefix ? j : 0;
}

bool ap_mutate_splice(ap_mutating *m)
{
    static const ap_lint_options options = { .mrtk_layout = AP_MRTK_AUTO };
    ap_field_list from;
    ap_lint_result about;
    record r;
    if (m->other.bytes == NULL || !pick_record(m, &r)
        || !ap_list_fields(m->format, m->other, &options, m->arena, &from, &about) || from.count == 0)
        return false;
    const size_t start = ap_chance_below(m->chance, from.count);
    for (size_t i = 0; i < from.count; i++) {
        const size_t at = (start + i) % from.count;
        const size_t prefix = same_kind(m->fields.items[r.first].path, r.prefix, from.items[at].path);
        if (prefix == 0)
            continue;
        const record other = record_of(m, &from, m->other, at, prefix);
        const ap_view bytes = { m->other.bytes + other.span.offset, other.span.length };
        if (ap_chance_one_in(m->chance, 2)) /* in the place of the record, or behind it */
            return ap_add_mutation(m, r.span, bytes);
        return repair_count(m, &r, 1)
               && ap_add_mutation(m, (ap_span){ r.span.offset + r.span.length, 0 }, bytes);
    }
    return false;
}
