#include "corpus/mutator/mutator.h"

#include <assert.h>
#include <string.h>

#include "corpus/mutator/mutator_work.h"

static const struct {
    const char *name;
    bool (*run)(ap_mutation_state *m);
    /* relative probability of the mutation: lower for most mutations of records, since a file has few kinds of records, and
       for those that make the file grow, which slows later mutations */
    uint8_t weight;
} mutations[AP_MUTATIONS] = {
    [AP_MUTATE_COUNT] = { "count", ap_mutate_count, 3 },
    [AP_MUTATE_ENUM] = { "enum", ap_mutate_enum, 3 },
    [AP_MUTATE_NUMBER] = { "number", ap_mutate_number, 4 },
    [AP_MUTATE_NAME] = { "name", ap_mutate_name, 2 },
    [AP_MUTATE_DUPLICATE] = { "duplicate", ap_mutate_duplicate, 2 },
    [AP_MUTATE_DELETE] = { "delete", ap_mutate_delete, 3 },
    [AP_MUTATE_REORDER] = { "reorder", ap_mutate_reorder, 2 },
    [AP_MUTATE_SPLICE] = { "splice", ap_mutate_splice, 2 },
    [AP_MUTATE_CUT] = { "cut", ap_mutate_cut, 2 },
    [AP_MUTATE_BYTES] = { "bytes", ap_mutate_bytes, 3 },
};

const char *ap_mutation_name(ap_mutation mutation)
{
    return mutations[mutation].name;
}

bool ap_begin_mutation(ap_mutation_state *m)
{
    m->corpus_format = ap_find_corpus_format(m->format->name);
    assert(m->corpus_format != NULL);
    return ap_list_fields(m->format, m->input, NULL, m->arena, &m->fields, NULL);
}

bool ap_add_mutation_edit(ap_mutation_state *m, ap_span span, ap_view bytes)
{
    if (m->edit_count == AP_MUTATION_EDITS)
        return false;
    m->edits[m->edit_count++] = (ap_edit){ span, bytes };
    return true;
}

/* Runs one mutation. If it returns false, drops the edits that it has added, and returns false. */
static bool apply_mutation(ap_mutation_state *m, ap_mutation mutation)
{
    const size_t before = m->edit_count;
    const bool done = mutations[mutation].run(m);
    if (!done)
        m->edit_count = before;
    return done;
}

static ap_mutation pick_mutation(ap_choices *choices)
{
    size_t all = 0, kind = 0;
    for (size_t i = 0; i < AP_MUTATIONS; i++)
        all += mutations[i].weight;
    size_t left = ap_choose_below(choices, all);
    for (; left >= mutations[kind].weight; kind++)
        left -= mutations[kind].weight;
    return (ap_mutation)kind;
}

/* Makes one random mutation and stores its kind in *what. Uses AP_MUTATE_BYTES if the chosen mutation does
   not fit the file. Returns false if that does not fit either: the list of edits is full, or out of memory. */
static bool mutate_once_or_change_bytes(ap_mutation_state *m, ap_mutation *what)
{
    *what = pick_mutation(m->choices);
    if (apply_mutation(m, *what))
        return true;
    *what = AP_MUTATE_BYTES;
    return apply_mutation(m, *what);
}

/* Sorts the edits by offset; edits with equal offsets keep their order. */
static void sort_edits(ap_mutation_state *m)
{
    for (size_t i = 1; i < m->edit_count; i++) {
        const ap_edit edit = m->edits[i];
        size_t at = i;
        for (; at > 0 && m->edits[at - 1].span.offset > edit.span.offset; at--)
            m->edits[at] = m->edits[at - 1];
        m->edits[at] = edit;
    }
}

/* Appends bytes to the `*size` bytes of `out`; returns false if they do not fit. */
static bool append_bytes(uint8_t *out, size_t room, size_t *size, const uint8_t *bytes, size_t count)
{
    if (count > room - *size)
        return false;
    if (count > 0)
        memcpy(out + *size, bytes, count);
    *size += count;
    return true;
}

size_t ap_assemble_edited_file(ap_view input, const ap_edit *edits, size_t count, uint8_t *out, size_t room)
{
    size_t at = 0, size = 0;
    for (size_t i = 0; i < count; i++) {
        const ap_edit *edit = &edits[i];
        if (edit->span.offset < at) /* skips an edit that overlaps an earlier one */
            continue;
        if (!append_bytes(out, room, &size, input.bytes + at, edit->span.offset - at)
            || !append_bytes(out, room, &size, edit->bytes.bytes, edit->bytes.size))
            return 0;
        at = edit->span.offset + edit->span.length;
    }
    return append_bytes(out, room, &size, input.bytes + at, input.size - at) ? size : 0;
}

size_t ap_assemble_mutated_file(ap_mutation_state *m, uint8_t *out, size_t room)
{
    sort_edits(m);
    return ap_assemble_edited_file(m->input, m->edits, m->edit_count, out, room);
}

static size_t mutate_times(ap_mutation_state *m, size_t times, uint8_t *out, size_t room, ap_mutation *what)
{
    ap_mutation first = AP_MUTATIONS;
    if (!ap_begin_mutation(m))
        return 0;
    for (size_t i = 0; i < times; i++) {
        ap_mutation mutation;
        if (mutate_once_or_change_bytes(m, &mutation) && first == AP_MUTATIONS)
            first = mutation;
    }
    if (first == AP_MUTATIONS)
        return 0;
    if (what != NULL)
        *what = first;
    return ap_assemble_mutated_file(m, out, room);
}

size_t ap_mutate(const ap_format *format, ap_view input, ap_view other, ap_choices *choices, ap_arena *arena,
    uint8_t *out, size_t room, ap_mutation *what)
{
    ap_mutation_state m = {
        .format = format, .input = input, .other = other, .choices = choices, .arena = arena
    };
    return mutate_times(&m, 1, out, room, what);
}

size_t ap_mutate_several_times(const ap_format *format, ap_view input, ap_view other, ap_choices *choices,
    ap_arena *arena, uint8_t *out, size_t room, ap_mutation *what)
{
    ap_mutation_state m = {
        .format = format, .input = input, .other = other, .choices = choices, .arena = arena
    };
    size_t times =
        1; /* number of mutations: two are half as likely as one; three, and four, half as likely as two */
    while (times < AP_MUTATIONS_AT_ONCE && ap_choose_one_in(choices, 2))
        times++;
    return mutate_times(&m, times, out, room, what);
}
