/* A set of fixes of one rule: builds the text with all of them, and tells by its findings whether they removed theirs. */
#ifndef AP_FIX_SET_H
#define AP_FIX_SET_H

#include "validators/services/fixing/fixing.h"

/* Fixes of one rule that are applied together: they do not overlap, and are sorted by span. */
typedef struct ap_fix_set {
    const ap_fixer *fixer;
    ap_fix *fixes;               /* in the arena of the current version */
    const ap_finding **findings; /* the finding of each fix, in the arena of the current version */
    size_t count;
    const char *refused; /* why the fixes of the set were not kept, or not tried */
    const ap_rule *adds;
} ap_fix_set;

/* The reason for a fix that was undone because its finding remained. */
extern const char ap_fix_is_useless[];

/* Builds the text with the fixes applied, in the version that is not current. Returns false when out of memory. */
bool ap_fix_set_apply(ap_fixing *fixing, const ap_fix_set *set);

/* Removes each fix from the set if the tried text still has a finding of the rule where the fix was made. Returns true if some
   fixes were removed and others are left. Otherwise returns false and removes none, also if each fix removed a finding. */
bool ap_fix_set_drop_useless_fixes(const ap_fixing *fixing, ap_fix_set *set);

/* Returns true if the tried text is better than the current one: it has fewer findings of the fixer's rule, and not more of any
   other rule, except warnings and notes if the fixer may reveal them. Otherwise sets set->refused to the reason, and set->adds
   if a rule has more findings. */
bool ap_fix_set_is_tried_text_better(const ap_fixing *fixing, ap_fix_set *set);

#endif
