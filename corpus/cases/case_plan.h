/* Which cases a conformance corpus consists of, one after the other without end: in each round every shape of
   valid files, and every defect. */
#ifndef AP_CASE_PLAN_H
#define AP_CASE_PLAN_H

#include "corpus/corpus_formats.h"

enum { AP_CASE_ID_BYTES = 160, AP_CASE_KNOBS_BYTES = 96 };

/* A case to be made. */
typedef struct ap_planned_case {
    const ap_generator *generator;
    const ap_defect *defect;         /* NULL: a valid file */
    char shape[AP_CASE_KNOBS_BYTES]; /* of a valid file: "version=1.0", "wild" or "usual" */
    size_t round;                    /* 0 for the first */
    char name[AP_CASE_ID_BYTES]; /* "md5anim_parent-order_forward": the id without what a reader must do */
} ap_planned_case;

typedef struct ap_case_plan {
    const ap_format *only; /* NULL: all formats */
    bool firsts;           /* of each rule only the first defect and the first near miss */
    size_t round, kit, item;
} ap_case_plan;

/* A plan at its first case. */
void ap_case_plan_init(ap_case_plan *plan, const ap_format *only, bool firsts);

/* The next case. */
void ap_case_plan_next(ap_case_plan *plan, ap_planned_case *planned);

#endif
