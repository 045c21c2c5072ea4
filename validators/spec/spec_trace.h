/* A run of a format's layouts, and what they asked for: a tree of records, arrays and fields. */
#ifndef AP_SPEC_TRACE_H
#define AP_SPEC_TRACE_H

#include "core/files/writer.h"
#include "core/layout/io.h"
#include "validators/spec/spec.h"

enum { AP_SPEC_VERSIONS = 2 /* numbers of a version */, AP_SPEC_FLAGS = 6 };

/* What is answered. Everything else is drawn from the seed: counts from 0 to AP_SPEC_MOST. */
typedef struct ap_spec_answers {
    uint64_t versions[AP_SPEC_VERSIONS]; /* in the order in which they are asked for */
    unsigned flags;                      /* bit i: flag i is set, to 1 or another number that is not 0 */
    bool swapped;                        /* the mark of the format is, too */
    uint64_t seed;
} ap_spec_answers;

enum { AP_SPEC_MOST = 3 };

typedef enum ap_spec_what { AP_SPEC_RECORD, AP_SPEC_ARRAY, AP_SPEC_FIELD } ap_spec_what;

typedef struct ap_spec_node {
    ap_spec_what what;
    const char *name; /* NULL: an element, or the elements of an array that is itself an element */
    size_t order;     /* by when it was first asked for; 0 for the file */
    ap_span span;     /* in the file that was written */

    const char *kind; /* of a record: as the layout says, or its name */
    bool uncounted;   /* of an array: the layout knows no count */
    size_t length;    /* of an array, or of a name */

    /* Of a field */
    ap_type type;
    ap_role role;
    const ap_value_set *set;
    bool swap;
    uint64_t bits;

    size_t child_count;
    struct ap_spec_node *first, *last, *next;
} ap_spec_node;

typedef struct ap_spec_trace {
    ap_spec_node *root;
    size_t versions, flags; /* how many were asked for */
    bool refused;           /* by the layout, which has ended there */
} ap_spec_trace;

/* What is run. */
typedef struct ap_spec_runner {
    const ap_format *format;
    const char *variant; /* as ap_format.fill takes it */
    ap_arena *arena;     /* trees live there */
    ap_writer *writer;   /* what is written is dropped */
} ap_spec_runner;

/* Runs the layouts once. False when memory has run out. */
bool ap_spec_run(const ap_spec_runner *runner, const ap_spec_answers *answers, ap_spec_trace *trace);

/* Whether that is a field of a record, as far as its name tells; a name and its length have one. */
bool ap_spec_is_field(const ap_spec_field *field, const ap_spec_node *node);

/* The child of that name, and of the type AP_TYPE_LENGTH or not; NULL: there is none. */
ap_spec_node *ap_spec_child(const ap_spec_node *parent, const char *name, bool is_length);

/* Whether two names are the same; both may be NULL. */
bool ap_spec_same(const char *a, const char *b);

#endif
