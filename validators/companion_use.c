#include "validators/companion_use.h"

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
