/* A file that is being mutated, and the functions that the files of the mutator share. */
#ifndef AP_MUTATOR_WORK_H
#define AP_MUTATOR_WORK_H

#include "corpus/corpus_formats.h"
#include "corpus/defect/field_list.h"
#include "corpus/mutator/mutator.h"

enum { AP_MUTATIONS_AT_ONCE = 4, AP_MUTATION_EDITS = 8 * AP_MUTATIONS_AT_ONCE };

/* A file that is being changed: its fields, and the edits of one or more mutations so far. */
typedef struct ap_mutation_state {
    const ap_format *format;
    const ap_corpus_format *corpus_format; /* corpus format of `format` */
    ap_view input, other;
    ap_choices *choices;
    ap_arena *arena;
    ap_field_list fields;
    /* in any order; if two edits overlap, only the one with the lower offset is made */
    ap_edit edits[AP_MUTATION_EDITS];
    size_t edit_count;
    size_t copies; /* how many copies ap_mutate_duplicate adds of a record */
} ap_mutation_state;

/* A record: neighbouring fields with paths that begin with the same steps, such as "hierarchy[3]" or "camera.position_x". */
typedef struct ap_mutable_record {
    size_t first, count; /* index of the first field, and number of fields */
    size_t steps;        /* number of leading path steps that the fields have in common */
    ap_span span;        /* bytes of the record in the file; whole lines in a text format */
} ap_mutable_record;

/* Sets the corpus format, and lists the fields of the input. The caller has set format, input and arena and, for random changes,
   other and choices. Returns false when out of memory. */
bool ap_begin_mutation(ap_mutation_state *m);

/* Adds an edit. The bytes must live as long as *m. Returns false if the list of edits is full. */
bool ap_add_mutation_edit(ap_mutation_state *m, ap_span span, ap_view bytes);

/* Adds an edit that sets a field to an integer, in binary or as text. */
bool ap_set_field_integer(ap_mutation_state *m, const ap_listed_field *field, int64_t value);

/* Returns the bytes of a field with another integer, in the arena; NULL bytes when out of memory. */
ap_view ap_make_field_integer_bytes(const ap_listed_field *field, int64_t value, ap_arena *arena);

/* Returns the integer in a field; 0 if the field holds no integer. */
int64_t ap_read_field_integer(const ap_mutation_state *m, const ap_listed_field *field);

/* Returns how many steps the path of the innermost record that contains the field has; 0 if no record contains it. The field
   itself is a record if it is an element of an array or a line of a text's header; other fields with a name are not records. */
size_t ap_count_record_steps(const ap_listed_field *field);

/* Returns the record that contains the field with index `at`: all neighbouring fields with the same first `steps` steps of the
   path; whole lines in a text format. */
ap_mutable_record ap_find_record_at(
    bool text, const ap_field_list *list, ap_view file, size_t at, size_t steps);

/* Deletes the record and the elements with the same index in all arrays that share the count, and lowers the count. Deleting a
   whole array sets the count to 0. */
bool ap_delete_record(ap_mutation_state *m, const ap_mutable_record *r);

/* Writes the input with edits that are sorted by offset. Returns the size; 0 if the result does not fit. */
size_t ap_assemble_edited_file(ap_view input, const ap_edit *edits, size_t count, uint8_t *out, size_t room);

/* Returns the name of the count field of an array; NULL if the format has no such count. */
const char *ap_name_of_count_field(const ap_corpus_format *corpus_format, const char *array);

/* Writes the input with the edits. Returns the size; 0 if the result does not fit. */
size_t ap_assemble_mutated_file(ap_mutation_state *m, uint8_t *out, size_t room);

/* Mutations of values, records and bytes. A mutation returns false if the file has no place where the
   mutation fits, if the list of edits is full, or when out of memory. */
bool ap_mutate_count(ap_mutation_state *m);
bool ap_mutate_enum(ap_mutation_state *m);
bool ap_mutate_number(ap_mutation_state *m);
bool ap_mutate_name(ap_mutation_state *m);
bool ap_mutate_duplicate(ap_mutation_state *m);
bool ap_mutate_delete(ap_mutation_state *m);
bool ap_mutate_reorder(ap_mutation_state *m);
bool ap_mutate_splice(ap_mutation_state *m);
bool ap_mutate_cut(ap_mutation_state *m);
bool ap_mutate_bytes(ap_mutation_state *m);

#endif
