/* The fields of a file as the mutator lists them: ap_list_fields without text, since a fuzzer lists the
   fields of every file that it mutates. */
#ifndef AP_MUTATOR_FIELDS_H
#define AP_MUTATOR_FIELDS_H

#include "core/base/arena.h"
#include "core/layout/io.h"
#include "validators/format.h"

/* One step of a path: "keys", or "[5]". */
typedef struct ap_step_name {
    const char *name; /* NULL: it is an index */
    size_t index;
} ap_step_name;

typedef struct ap_mutable {
    ap_span span; /* of a text format: the token, quotes included */
    ap_type type : 8;
    ap_role role : 8;
    bool swap;                  /* it is a number in big-endian order */
    uint8_t record_steps;       /* of `record` */
    const ap_value_set *set;    /* of an enum; NULL: none */
    const ap_step_name *record; /* the path of the record or array, which neighbours share */
    ap_step_name last;          /* the field in it, or the element */
} ap_mutable;

enum { AP_ROLES = AP_ROLE_NAME + 1 };

typedef struct ap_mutable_list {
    ap_mutable *items; /* in the order of the file */
    size_t count;
    size_t of_role[AP_ROLES]; /* how many */
} ap_mutable_list;

/* Lists the fields of an input, up to its fault where it has one. False when memory has run out. Takes memory
   in proportion to the number of fields. */
bool ap_list_mutable(const ap_format *format, ap_view input, ap_arena *arena, ap_mutable_list *list);

/* The steps of a field's path, the last included; and step number `at` of them. */
size_t ap_steps(const ap_mutable *field);
ap_step_name ap_step_at(const ap_mutable *field, size_t at);

/* Whether the first `steps` steps of two paths are the same; or the same but for what indexes are. */
bool ap_same_steps(const ap_mutable *one, const ap_mutable *other, size_t steps);
bool ap_same_kind(const ap_mutable *one, const ap_mutable *other, size_t steps);

#endif
