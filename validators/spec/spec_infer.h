/* What the runs of a format's layouts have in common: which counts say how many, and what decides whether a field is
   there. A hypothesis is kept that no run contradicts; simple ones are tried first. */
#ifndef AP_SPEC_INFER_H
#define AP_SPEC_INFER_H

#include "validators/spec/spec.h"
#include "validators/spec/spec_trace.h"

/* A record of a run. */
typedef struct ap_spec_instance {
    const ap_spec_node *node;
    const ap_spec_node *file; /* the root of its run */
    struct ap_spec_instance *next;
} ap_spec_instance;

/* Finds when the field of the record is there, and how long it is. False when no hypothesis holds. */
bool ap_spec_infer(const ap_spec_record *root, const ap_spec_record *record, ap_spec_field *field);

#endif
