/* A mutation at work: what its parts share. */
#ifndef AP_MUTATOR_WORK_H
#define AP_MUTATOR_WORK_H

#include "corpus/corpus_formats.h"
#include "corpus/mutator/mutator.h"
#include "corpus/mutator/mutator_fields.h"

enum { AP_MUTATIONS_AT_ONCE = 4, AP_MUTATION_EDITS = 8 * AP_MUTATIONS_AT_ONCE };

typedef struct ap_mutating {
    const ap_format *format;
    const ap_corpus_format *kit; /* of the format */
    ap_view input, other;
    ap_choices *choices;
    ap_arena *arena;
    ap_mutable_list fields;
    ap_edit edits[AP_MUTATION_EDITS]; /* in any order; of two that overlap, the first in the file is made */
    size_t edit_count;
    size_t copies; /* that duplicating a record adds */
} ap_mutating;

/* Neighbouring fields with paths that begin alike: "hierarchy[3]" or "camera.position_x". */
typedef struct ap_mutable_record {
    size_t first, count; /* fields */
    size_t steps;        /* of the path, which they share */
    ap_span span;        /* in the file; of a text, whole lines */
} ap_mutable_record;

/* Finds the kit and lists the fields of the input; the rest of *m is set. False when memory has run out. */
bool ap_begin_mutation(ap_mutating *m);

/* Adds an edit; the bytes must live as long as the mutation. False when there is no room for more. */
bool ap_add_mutation(ap_mutating *m, ap_span span, ap_view bytes);

/* Adds an edit that gives a field the integer, as the field is stored or spelled. */
bool ap_mutate_to_integer(ap_mutating *m, const ap_mutable *field, int64_t value);

/* The integer that a field holds; 0 where it holds none. */
int64_t ap_mutated_integer(const ap_mutating *m, const ap_mutable *field);

/* A field of the role that chance picks; NULL when there is none. */
const ap_mutable *ap_pick_role(ap_mutating *m, ap_role role);

/* The greatest number of steps with which a record around the field begins: an element of an array is one,
   and a line of a text's header; a single named field is none otherwise. 0: none. */
size_t ap_record_steps(const ap_mutable *field);

/* The record around field `at` of the list that shares so many steps of its path; of a text, whole lines. */
ap_mutable_record ap_record_of(bool text, const ap_mutable_list *list, ap_view file, size_t at, size_t steps);

/* Deletes the record and the matching elements of every array with the same count, and lowers that count; a
   whole array sets it to 0. */
bool ap_take_away(ap_mutating *m, const ap_mutable_record *r);

/* Writes the input with the edits made. The size; 0 when there is no room. */
size_t ap_assemble(ap_mutating *m, uint8_t *out, size_t room);

/* The mutations of values, of records, and of bytes. False when the file has no place for it. */
bool ap_mutate_count(ap_mutating *m);
bool ap_mutate_enum(ap_mutating *m);
bool ap_mutate_number(ap_mutating *m);
bool ap_mutate_name(ap_mutating *m);
bool ap_mutate_duplicate(ap_mutating *m);
bool ap_mutate_delete(ap_mutating *m);
bool ap_mutate_reorder(ap_mutating *m);
bool ap_mutate_splice(ap_mutating *m);
bool ap_mutate_cut(ap_mutating *m);
bool ap_mutate_bytes(ap_mutating *m);

#endif
