#include "validators/lint_bytes.h"

#include <assert.h>
#include <string.h>

#include "core/finding/lines.h"
#include "core/finding/suppression.h"
#include "validators/file/unrecognized.h"
#include "validators/recognize.h"
#include "validators/services/own_rules/own_rules.h"
#include "validators/services/policy/policy.h"
#include "validators/services/rule_names/unused_ignores.h"

void ap_sort_and_locate_findings(ap_findings *findings, ap_view input, bool text)
{
    ap_findings_sort(findings);
    if (text)
        ap_locate_findings(findings, input);
}

const ap_format *ap_choose_format(ap_view input, const char *name, const ap_format *wanted)
{
    return wanted != NULL ? wanted : ap_recognize_named(name, input);
}

/* State of a companion that linting a file changes. It is saved so that it can be restored before the file is
   read a second time. */
typedef struct saved_companion {
    ap_companion_use *use;
    ap_findings findings;
    size_t spent[AP_COMPANION_WORK];
} saved_companion;

static size_t save_companions(ap_companion_use *companions, saved_companion saved[AP_MOST_COMPANIONS])
{
    size_t count = 0;
    for (ap_companion_use *use = companions; use != NULL; use = use->next) {
        assert(count < AP_MOST_COMPANIONS);
        saved[count] = (saved_companion){ .use = use, .findings = *use->findings };
        memcpy(saved[count++].spent, use->spent, sizeof use->spent);
    }
    return count;
}

static void restore_companions(const saved_companion *saved, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ap_findings *findings = saved[i].use->findings;
        *findings = saved[i].findings;
        if (findings->last != NULL)
            findings->last->next = NULL;
        memcpy(saved[i].use->spent, saved[i].spent, sizeof saved[i].spent);
    }
}

static void lint_once(
    ap_own_check *own, const ap_lint_options *options, ap_findings *findings, ap_lint_result *result)
{
    own->format->lint(own->input, options, findings, result);
    ap_policy_check_size(own->input, options->policy, findings);
    if (options->own != NULL)
        ap_own_rules_check(own, findings);
}

/* Lints a text. If the input has suppression comments, the text is read a second time with them in effect,
   since a suppressed finding must not count towards a limit. The listener is called in the first reading
   only. When out of memory before the end, suppressed findings may be in the list, and no comment is reported
   as unused. */
static void lint_with_suppressions(ap_own_check *own, ap_findings *findings, ap_lint_result *result)
{
    const ap_lint_options *options = own->options;
    saved_companion saved[AP_MOST_COMPANIONS];
    const size_t count = save_companions(options->companions, saved);
    lint_once(own, options, findings, result);
    if (options->no_suppression || !ap_clear_findings_and_read_suppressions(findings, own->input))
        return;
    restore_companions(saved, count);
    *result = (ap_lint_result){ .version = NULL };
    ap_lint_options second = *options;
    second.listener = NULL;
    lint_once(own, &second, findings, result);
    if (!findings->arena->failed)
        ap_report_unused_ignores_and_end_suppression(findings);
}

void ap_lint_as(const ap_format *format, ap_view input, const ap_lint_options *options, ap_findings *findings,
    ap_lint_result *result)
{
    static const ap_lint_options defaults = { .listener = NULL };
    *result = (ap_lint_result){ .version = NULL };
    options = options == NULL ? &defaults : options;
    ap_own_check own = { .format = format, .input = input, .options = options };
    if (format == NULL)
        ap_report_unrecognized(input, findings);
    else if (format->text)
        lint_with_suppressions(&own, findings, result);
    else
        lint_once(&own, options, findings, result);
    ap_sort_and_locate_findings(findings, input, format != NULL && format->text);
}

const ap_format *ap_lint_bytes(ap_view input, const char *name, const ap_format *wanted,
    const ap_lint_options *options, ap_findings *findings, ap_lint_result *result)
{
    const ap_format *format = ap_choose_format(input, name, wanted);
    ap_lint_as(format, input, options, findings, result);
    return format;
}
