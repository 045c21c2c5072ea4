#include "validators/companion_use.h"

#include <assert.h>

bool ap_parse_companion_for_use(
    ap_companion_use *use, const ap_companion *companion, ap_view input, ap_findings *findings)
{
    *use = (ap_companion_use){ .companion = companion, .findings = findings };
    use->model = companion->parse(input, findings);
    use->has_errors = findings->faults > 0;
    return use->model != NULL;
}

ap_companion_use *ap_find_companion_use(const ap_lint_options *options, const ap_companion *companion)
{
    ap_companion_use *use = options->companions;
    while (use != NULL && use->companion != companion)
        use = use->next;
    return use;
}

void ap_copy_companions(ap_lint_options *options, ap_companion_copies *copies, ap_arena *arena)
{
    const ap_companion_use *use = options->companions;
    options->companions = NULL;
    for (size_t i = 0; use != NULL; use = use->next, i++) {
        assert(i < AP_MOST_COMPANIONS);
        ap_findings_init(&copies->findings[i], arena, NULL, 0, 0);
        copies->uses[i] = (ap_companion_use){ .companion = use->companion,
            .model = use->model,
            .has_errors = use->has_errors,
            .findings = &copies->findings[i],
            .next = options->companions };
        options->companions = &copies->uses[i];
    }
}
