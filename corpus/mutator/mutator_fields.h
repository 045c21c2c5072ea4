/* Lists the fields of a file for the mutator. Unlike ap_list_fields, splits paths into single steps, by which records are found,
   counts the fields of each role, and reads a file of less than 1 MiB once: a fuzzer lists the fields of every file that it
   mutates. */
#ifndef AP_MUTATOR_FIELDS_H
#define AP_MUTATOR_FIELDS_H

#include "core/base/arena.h"
#include "core/layout/io.h"
#include "validators/format.h"

/* One step of a field path: "keys", or "[5]". */
typedef struct ap_field_path_step {
    const char *name; /* NULL: the step is an index */
    size_t index;
} ap_field_path_step;

/* A field of a file that the mutator may change. */
typedef struct ap_mutable_field {
    ap_span span; /* span of the field; in a text format, of the token with its quotes */
    ap_field_type type : 8;
    ap_field_role role : 8;
    bool swap;                        /* true for a big-endian number */
    uint8_t record_steps;             /* number of steps in `record` */
    const ap_value_set *set;          /* allowed values of an enum; NULL: not an enum */
    const ap_field_path_step *record; /* path of the record or array; neighbouring fields share it */
    ap_field_path_step last;          /* name of the field, or index of the element */
} ap_mutable_field;

enum { AP_ROLES = AP_ROLE_NAME + 1 };

typedef struct ap_mutable_field_list {
    ap_mutable_field *items; /* fields in file order */
    size_t count;
    size_t count_of_role[AP_ROLES]; /* number of fields of each role */
} ap_mutable_field_list;

/* Lists the fields of an input, up to its first fault. Returns false when out of memory. The memory taken
   is proportional to the number of fields. */
bool ap_list_mutable_fields(
    const ap_format *format, ap_view input, ap_arena *arena, ap_mutable_field_list *list);

/* ap_count_path_steps returns the number of steps of a field's path, including the step `last`. ap_path_step returns the step
   with index `at`. */
size_t ap_count_path_steps(const ap_mutable_field *field);
ap_field_path_step ap_path_step(const ap_mutable_field *field, size_t at);

/* ap_have_same_path_steps returns true if the first `steps` steps of two paths are equal. ap_have_same_path_names does too, but
   takes all indices for equal. */
bool ap_have_same_path_steps(const ap_mutable_field *one, const ap_mutable_field *other, size_t steps);
bool ap_have_same_path_names(const ap_mutable_field *one, const ap_mutable_field *other, size_t steps);

#endif
