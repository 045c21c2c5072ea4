/* Enumerates the cases of a conformance corpus, without end: each round plans, for each format, one valid file of every shape and
   one case of every defect. */
#ifndef AP_CASE_PLAN_H
#define AP_CASE_PLAN_H

#include "corpus/corpus_formats.h"

enum { AP_CASE_ID_BYTES = 160, AP_CASE_KNOBS_BYTES = 96 };

/* A case before it is generated. */
typedef struct ap_planned_case {
    const ap_generator *generator;
    const ap_defect *defect; /* NULL for a valid file */
    /* what a valid file has: a knob setting such as "version=1.0", or "usual" or "wild" values; "" with a defect */
    char shape[AP_CASE_KNOBS_BYTES];
    size_t round;                /* number of the round, from 0 */
    char name[AP_CASE_ID_BYTES]; /* case id without the expected answer: "md5anim_parent-order_forward" */
} ap_planned_case;

typedef struct ap_case_plan {
    const ap_format *only; /* NULL for all formats */
    bool only_firsts;      /* take only the first defect and the first near miss of each rule */
    /* the next case: its round, the index of its corpus format, and the index of its shape or defect in the format */
    size_t round, corpus_format, item;
} ap_case_plan;

/* Starts a plan at its first case. */
void ap_case_plan_init(ap_case_plan *plan, const ap_format *only, bool only_firsts);

/* Stores the next case in *planned. After the last case, begins the next round: a plan never ends. */
void ap_case_plan_next_or_begin_round(ap_case_plan *plan, ap_planned_case *planned);

#endif
