/* Lists all fields of a file. Defects choose the field to change from the list. */
#ifndef AP_FIELD_LIST_H
#define AP_FIELD_LIST_H

#include "core/base/arena.h"
#include "core/layout/io.h"
#include "corpus/generate/choices.h"
#include "validators/format.h"

/* Path of a record, in parts. It is converted to text only on request. */
typedef struct ap_listed_record {
    size_t depth; /* number of parts; 0 for the root */
    ap_field_path_part parts[];
} ap_listed_record;

typedef struct ap_listed_field {
    ap_span span; /* span of the field; in a text format, of the token with its quotes */
    ap_field_type type : 8;
    ap_field_role role : 8;
    bool swap;                      /* true for a big-endian number */
    const struct ap_value_set *set; /* allowed values of an enum; NULL: not an enum */
    const ap_listed_record *record; /* record that holds the field; fields of one record share it */
    const char *name;               /* name of the field in the record; NULL if the last part of the
                                       record's path is the field */
} ap_listed_field;

typedef struct ap_field_list {
    const ap_listed_field *items; /* fields in file order */
    size_t count;
} ap_field_list;

/* Lists the fields of an input, up to its first fault. *about gets the version and layout of the input.
   Returns false when out of memory (arena->failed). A list takes 48 bytes per field, and one path per
   record. A large input is read twice, the first time to count its fields. */
bool ap_list_fields(const ap_format *format, ap_view input, const ap_lint_options *options, ap_arena *arena,
    ap_field_list *list, ap_lint_result *about);

/* Write the path of the field, or of its record ("" for the root), truncated to the size of `path`. Return
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
