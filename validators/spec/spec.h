/* What a binary format is made of: records, fields, counts and conditions, learnt by running the format's own layouts.

   Nothing here is written by hand. A layout is run as for filling a file, once for each version, each setting of the
   flags, and several settings of the counts (spec_trace.h); what was asked for under which values tells which count
   says how many, and what decides whether a field is there (spec_infer.h). */
#ifndef AP_SPEC_H
#define AP_SPEC_H

#include "core/base/arena.h"
#include "core/layout/io.h"
#include "validators/format.h"

enum { AP_SPEC_VALUES = 16, AP_SPEC_DEPTH = 3 /* names of a reference */, AP_SPEC_RULES = 16 };

/* A field that comes earlier, by the names that lead to it. */
typedef struct ap_spec_ref {
    bool root; /* from the file's beginning; false: from the record at hand */
    size_t depth;
    const struct ap_spec_field *names[AP_SPEC_DEPTH];
} ap_spec_ref;

/* How many elements an array has, or bytes a name: factor * counts[0] * counts[1]. */
typedef struct ap_spec_length {
    bool to_end;   /* no count: as many as come before the end of the file */
    size_t factor; /* where count_count is 0, the number itself */
    size_t count_count;
    ap_spec_ref counts[2];
    bool guarded; /* the second one does not multiply: where it is 0, there are no elements */
} ap_spec_length;

/* A field is `value`, or is not. */
typedef struct ap_spec_test {
    ap_spec_ref field;
    bool equal;
    uint64_t value;
} ap_spec_test;

/* When a field is there: both tests hold, or where `any` one of them. A later one is asked for only where the ones
   before do not decide: the field that it is about may be missing. */
typedef struct ap_spec_condition {
    size_t test_count; /* 0: always */
    bool any;
    ap_spec_test tests[2];
} ap_spec_condition;

typedef struct ap_spec_field {
    const char *name; /* as a path has it; NULL: the elements of an array that is itself an element */
    ap_spec_condition when;
    bool array;
    ap_spec_length length;         /* of an array, or of a field of AP_TYPE_BYTES */
    struct ap_spec_record *record; /* NULL: a number, a name, or the length of one (AP_TYPE_LENGTH) */

    /* Of a number or a name */
    ap_type type;
    ap_role role;
    const ap_value_set *set;         /* NULL: none */
    uint64_t values[AP_SPEC_VALUES]; /* that a mark or a version may have; others end the reading */
    size_t value_count;
    const ap_rule *rules[AP_SPEC_RULES]; /* that speak of it, in the order of their table */
    size_t rule_count;

    bool made_wrong;            /* in the making: it was, for its rules */
    struct ap_spec_field *next; /* of the record */
} ap_spec_field;

typedef struct ap_spec_record {
    const char *name; /* "pose"; the format's own name for the file */
    ap_spec_field *fields;
    struct ap_spec_record *next; /* one that may consist of those before it */

    /* In the making */
    struct ap_spec_instance *instances;
    bool listed;
} ap_spec_record;

typedef struct ap_spec {
    const ap_spec_record *root;
    const ap_spec_record *records; /* all, each after those that it consists of; the root is the last */
    const ap_spec_field
        *order;          /* the mark, of the root, that says the order of the numbers after it; NULL: all
                                      are little-endian */
    uint64_t big_endian; /* what that mark is where they are big-endian */
} ap_spec;

/* Describes the format, in the given layout (as ap_format.fill takes it; NULL: the usual one). NULL when memory has run
   out (arena->failed), or with *fault, a whole sentence, when the runs do not tell what the format is. Everything lives
   in the arena. */
const ap_spec *ap_spec_make(
    const ap_format *format, const char *variant, ap_arena *arena, const char **fault);

#endif
