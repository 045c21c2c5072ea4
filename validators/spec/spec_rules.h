/* Which rules speak of which field: what the format's linter says of the files of the runs, most of which are wrong in many
   places, and of the same with a count or a mark made wrong. */
#ifndef AP_SPEC_RULES_H
#define AP_SPEC_RULES_H

#include "validators/spec/spec.h"
#include "validators/spec/spec_trace.h"

/* Adds to the fields the rules that point at them in the file of a run, which the runner's writer still holds. `each`:
   also with each kind of count and mark made wrong. False when memory has run out, or a field has too many rules. */
bool ap_spec_add_rules(
    const ap_spec_runner *runner, ap_spec_record *root, const ap_spec_trace *trace, bool each);

#endif
