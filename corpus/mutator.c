#include "corpus/mutator.h"

#include <stdlib.h>
#include <string.h>

#include "corpus/mutator_work.h"

const char *ap_mutation_name(ap_mutation mutation)
{
    static const char *const names[AP_MUTATIONS] = { "count", "enum", "number", "name", "duplicate", "delete",
        "reorder", "splice", "cut", "bytes" };
    return names[mutation];
}

bool ap_add_mutation(ap_mutating *m, ap_span span, ap_view bytes)
{
    if (m->edit_count == AP_MUTATION_EDITS)
        return false;
    m->edits[m->edit_count++] = (ap_edit){ span, bytes };
    return true;
}

static bool cut(ap_mutating *m)
{
    if (m->fields.count == 0)
        return false;
    const ap_listed_field *field = &m->fields.items[ap_chance_below(m->chance, m->fields.count)];
    const size_t at = field->span.offset + ap_chance_below(m->chance, field->span.length + 1);
    return ap_add_mutation(m, (ap_span){ at, m->input.size - at }, (ap_view){ NULL, 0 });
}

/* One to four bytes: other ones, more of them, or fewer. */
static bool change_bytes(ap_mutating *m)
{
    const size_t most = 4;
    const size_t at = ap_chance_below(m->chance, m->input.size + 1);
    const size_t left = m->input.size - at;
    const size_t gone = ap_chance_below(m->chance, (left < most ? left : most) + 1);
    const size_t added = ap_chance_below(m->chance, most + 1);
    uint8_t *bytes = ap_alloc(m->arena, most);
    if (bytes == NULL)
        return false;
    for (size_t i = 0; i < added; i++)
        bytes[i] = (uint8_t)ap_chance_between(m->chance, 0, UINT8_MAX);
    return ap_add_mutation(m, (ap_span){ at, gone }, (ap_view){ bytes, added });
}

static bool run(ap_mutating *m, ap_mutation mutation)
{
    static bool (*const runs[AP_MUTATIONS])(ap_mutating * m) = { ap_mutate_count, ap_mutate_enum,
        ap_mutate_number, ap_mutate_name, ap_mutate_duplicate, ap_mutate_delete, ap_mutate_reorder,
        ap_mutate_splice, cut, change_bytes };
    m->edit_count = 0;
    return runs[mutation](m);
}

static int compare_edits(const void *left, const void *right)
{
    const ap_edit *a = left, *b = right;
    return (a->span.offset > b->span.offset) - (a->span.offset < b->span.offset);
}

/* Puts bytes behind the `size` that are there; false when there is no room. */
static bool put(uint8_t *out, size_t room, size_t *size, const uint8_t *bytes, size_t count)
{
    if (count > room - *size)
        return false;
    if (count > 0)
        memcpy(out + *size, bytes, count);
    *size += count;
    return true;
}

static size_t assemble(ap_mutating *m, uint8_t *out, size_t room)
{
    size_t at = 0, size = 0;
    qsort(m->edits, m->edit_count, sizeof *m->edits, compare_edits);
    for (size_t i = 0; i < m->edit_count; i++) {
        const ap_edit *edit = &m->edits[i];
        if (edit->span.offset < at) /* inside what another edit replaced */
            continue;
        if (!put(out, room, &size, m->input.bytes + at, edit->span.offset - at)
            || !put(out, room, &size, edit->bytes.bytes, edit->bytes.size))
            return 0;
        at = edit->span.offset + edit->span.length;
    }
    return put(out, room, &size, m->input.bytes + at, m->input.size - at) ? size : 0;
}

size_t ap_mutate(const ap_format *format, ap_view input, ap_view other, ap_chance *chance, ap_arena *arena,
    uint8_t *out, size_t room, ap_mutation *what)
{
    static const ap_lint_options options = { .mrtk_layout = AP_MRTK_AUTO };
    ap_lint_result about;
    ap_mutating m = { .format = format, .input = input, .other = other, .chance = chance, .arena = arena };
    if (!ap_list_fields(format, input, &options, arena, &m.fields, &about))
        return 0;
    ap_mutation mutation = (ap_mutation)ap_chance_below(chance, AP_MUTATIONS);
    if (!run(&m, mutation)) {
        mutation = AP_MUTATE_BYTES; /* there is always a place for that */
        if (!run(&m, mutation))
            return 0;
    }
    if (what != NULL)
        *what = mutation;
    return assemble(&m, out, room);
}
