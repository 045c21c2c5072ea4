/* A mutation at work: what its parts share. */
#ifndef AP_MUTATOR_WORK_H
#define AP_MUTATOR_WORK_H

#include "corpus/defect.h"
#include "corpus/mutator.h"

enum { AP_MUTATION_EDITS = 4 };

typedef struct ap_mutating {
    const ap_format *format;
    ap_view input, other;
    ap_chance *chance;
    ap_arena *arena;
    ap_field_list fields;
    ap_edit edits[AP_MUTATION_EDITS]; /* in any order; they do not overlap */
    size_t edit_count;
} ap_mutating;

/* Adds an edit; the bytes must live as long as the mutation. False when there is no room for more. */
bool ap_add_mutation(ap_mutating *m, ap_span span, ap_view bytes);

/* Adds an edit that gives a field the integer, as the field is stored or spelled. */
bool ap_mutate_to_integer(ap_mutating *m, const ap_listed_field *field, int64_t value);

/* The integer that a field holds; 0 where it holds none. */
int64_t ap_mutated_integer(const ap_mutating *m, const ap_listed_field *field);

/* A field of the role that chance picks; NULL when there is none. */
const ap_listed_field *ap_pick_role(ap_mutating *m, ap_role role);

/* The mutations of values and of records. False when the file has no place for it. */
bool ap_mutate_count(ap_mutating *m);
bool ap_mutate_enum(ap_mutating *m);
bool ap_mutate_number(ap_mutating *m);
bool ap_mutate_name(ap_mutating *m);
bool ap_mutate_duplicate(ap_mutating *m);
bool ap_mutate_delete(ap_mutating *m);
bool ap_mutate_reorder(ap_mutating *m);
bool ap_mutate_splice(ap_mutating *m);

#endif
