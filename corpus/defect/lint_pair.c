#include "corpus/defect/lint_pair.h"

#include "validators/companion_use.h"
#include "validators/lint_bytes.h"

void ap_pair_findings_init(ap_pair_findings *pair, size_t max_memory_bytes)
{
    ap_arena_init(&pair->arena, max_memory_bytes);
}

void ap_pair_findings_free(ap_pair_findings *pair)
{
    ap_arena_free(&pair->arena);
}

static bool has_no_finding(const ap_findings *findings)
{
    return findings->kept == 0 && findings->first_suppressed == NULL;
}

bool ap_pair_has_no_finding(const ap_pair_findings *pair)
{
    return has_no_finding(&pair->of_file) && has_no_finding(&pair->of_companion);
}

bool ap_lint_pair(ap_pair_findings *pair, const ap_format *format, ap_view file, ap_view companion)
{
    ap_lint_options options = { .companions = NULL };
    ap_companion_use use;
    ap_arena_reset(&pair->arena);
    ap_findings_init(&pair->of_file, &pair->arena, NULL, 0, 0);
    ap_findings_init(&pair->of_companion, &pair->arena, NULL, 0, 0);
    if (companion.bytes != NULL && format->companion != NULL) {
        if (!ap_parse_companion_for_use(&use, format->companion, companion, &pair->of_companion))
            return false;
        options.companions = &use;
    }
    ap_lint_as(format, file, &options, &pair->of_file, &pair->about);
    ap_sort_and_locate_findings(&pair->of_companion, companion, true);
    return !pair->arena.failed;
}
