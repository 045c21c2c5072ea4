/* Lists all fields of a file, for defects and mutations, which choose the field to change from the list. */
#ifndef AP_FIELD_LIST_H
#define AP_FIELD_LIST_H

#include "core/base/arena.h"
#include "core/layout/io.h"
#include "corpus/generate/choices.h"
#include "validators/format.h"

/* One step of a field path: "keys", or "[5]". */
typedef struct ap_field_path_step {
    const char *name; /* NULL: the step is an index */
    size_t index;
} ap_field_path_step;

typedef struct ap_listed_field {
    ap_span span; /* span of the field; in a text format, of the token with its quotes */
    ap_field_type type : 8;
    ap_field_role role : 8;
    bool swap;                        /* true for a big-endian number */
    uint8_t record_steps;             /* number of steps in `record` */
    const ap_value_set *set;          /* allowed values of an enum; NULL: not an enum */
    const ap_field_path_step *record; /* path of the record or array; neighbouring fields share it */
    ap_field_path_step last;          /* name of the field, or index of the element */
} ap_listed_field;

enum { AP_ROLES = AP_ROLE_NAME + 1 };

typedef struct ap_field_list {
    ap_listed_field *items; /* fields in file order */
    size_t count;
    size_t count_of_role[AP_ROLES]; /* number of fields of each role */
} ap_field_list;

/* Lists the fields of an input, up to its first fault. Does not read companions. `options` may be NULL, for the default options.
   *about, unless NULL, gets the version and layout of the input. Returns false when out of memory (arena->failed). The memory
   taken is proportional to the number of fields. Only an input of 1 MiB or more is read twice, the first time to count its
   fields: a fuzzer lists the fields of every file that it mutates. */
bool ap_list_fields(const ap_format *format, ap_view input, const ap_lint_options *options, ap_arena *arena,
    ap_field_list *list, ap_lint_result *about);

/* ap_count_path_steps returns the number of steps of a field's path, including the step `last`. ap_path_step returns the step
   with index `at`. */
size_t ap_count_path_steps(const ap_listed_field *field);
ap_field_path_step ap_path_step(const ap_listed_field *field, size_t at);

/* ap_have_same_path_steps returns true if the first `steps` steps of two paths are equal. ap_have_same_path_names does too, but
   takes all indices for equal. */
bool ap_have_same_path_steps(const ap_listed_field *one, const ap_listed_field *other, size_t steps);
bool ap_have_same_path_names(const ap_listed_field *one, const ap_listed_field *other, size_t steps);

/* Write the path of the field, or of the record or array that holds it ("" for the root), truncated to the size of `path`. Return
   `path`. */
const char *ap_put_field_path(const ap_listed_field *field, char path[AP_PATH_TEXT_BYTES]);
const char *ap_put_record_path(const ap_listed_field *field, char path[AP_PATH_TEXT_BYTES]);

/* Returns the first field from index *from on with a path, or a parent of the path, that matches the pattern
   (core/base/path_glob.h; NULL matches any path), and sets *from to the index after the field. Returns NULL if no field
   matches. */
const ap_listed_field *ap_next_field(const ap_field_list *list, const char *pattern, size_t *from);

/* Picks one of the matching fields with equal probability; NULL if no field matches. */
const ap_listed_field *ap_pick_field(const ap_field_list *list, const char *pattern, ap_choices *choices);

#endif
