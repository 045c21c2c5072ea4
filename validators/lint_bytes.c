#include "validators/lint_bytes.h"

#include <assert.h>
#include <string.h>

#include "core/finding/lines.h"
#include "core/finding/suppression.h"
#include "validators/file/unrecognized.h"
#include "validators/recognize.h"
#include "validators/services/policy/policy.h"
#include "validators/services/rule_names/unused_ignores.h"

void ap_settle_findings(ap_findings *findings, ap_view input, bool text)
{
    ap_findings_sort(findings);
    if (text)
        ap_locate(findings, input);
}

const ap_format *ap_choose_format(ap_view input, const char *name, const ap_format *wanted)
{
    return wanted != NULL ? wanted : ap_recognize_named(name, input);
}

/* What linting a file by a companion leaves behind, to be undone before a second reading. */
typedef struct left_behind {
    ap_companion_use *use;
    ap_findings findings;
    size_t spent[AP_COMPANION_WORK];
} left_behind;

enum { MOST_COMPANIONS = 8 };

static size_t remember(ap_companion_use *companions, left_behind left[MOST_COMPANIONS])
{
    size_t count = 0;
    for (ap_companion_use *use = companions; use != NULL; use = use->next) {
        assert(count < MOST_COMPANIONS);
        left[count] = (left_behind){ .use = use, .findings = *use->findings };
        memcpy(left[count++].spent, use->spent, sizeof use->spent);
    }
    return count;
}

static void undo(const left_behind *left, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ap_findings *findings = left[i].use->findings;
        *findings = left[i].findings;
        if (findings->last != NULL)
            findings->last->next = NULL;
        memcpy(left[i].use->spent, left[i].spent, sizeof left[i].spent);
    }
}

static void lint_once(const ap_format *format, ap_view input, const ap_lint_options *options,
    ap_findings *findings, ap_lint_result *result)
{
    format->lint(input, options, findings, result);
    ap_policy_check_size(input, options->policy, findings);
}

/* Where the input has comments that silence findings, it is read once more with what they silence: only then it is known
   what falls under a limit. A listener has heard all of its fields by then. Where memory ends before that is done, what a
   comment silences may be told, and no comment is said to silence nothing. */
static void lint_text(const ap_format *format, ap_view input, const ap_lint_options *options,
    ap_findings *findings, ap_lint_result *result)
{
    left_behind left[MOST_COMPANIONS];
    const size_t count = remember(options->companions, left);
    lint_once(format, input, options, findings, result);
    if (options->no_suppression || !ap_begin_suppression(findings, input))
        return;
    undo(left, count);
    *result = (ap_lint_result){ .version = NULL };
    ap_lint_options unheard = *options;
    unheard.listener = NULL;
    lint_once(format, input, &unheard, findings, result);
    if (!findings->arena->failed)
        ap_report_unused_ignores(findings);
}

void ap_lint_as(const ap_format *format, ap_view input, const ap_lint_options *options, ap_findings *findings,
    ap_lint_result *result)
{
    static const ap_lint_options defaults = { .listener = NULL };
    *result = (ap_lint_result){ .version = NULL };
    options = options == NULL ? &defaults : options;
    if (format == NULL)
        ap_report_unrecognized(input, findings);
    else if (format->text)
        lint_text(format, input, options, findings, result);
    else
        lint_once(format, input, options, findings, result);
    ap_settle_findings(findings, input, format != NULL && format->text);
}

const ap_format *ap_lint_bytes(ap_view input, const char *name, const ap_format *wanted,
    const ap_lint_options *options, ap_findings *findings, ap_lint_result *result)
{
    const ap_format *format = ap_choose_format(input, name, wanted);
    ap_lint_as(format, input, options, findings, result);
    return format;
}
