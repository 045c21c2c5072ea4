#include "validators/lint_bytes.h"

#include "core/finding/lines.h"
#include "validators/recognize.h"
#include "validators/unrecognized.h"

void ap_settle_findings(ap_findings *findings, ap_view input, bool text)
{
    ap_findings_sort(findings);
    if (text)
        ap_locate(findings, input);
}

const ap_format *ap_choose_format(ap_view input, const char *name, const ap_format *wanted)
{
    return wanted != NULL ? wanted : ap_recognize_named(name, input).format;
}

void ap_lint_as(const ap_format *format, ap_view input, const ap_lint_options *options, ap_findings *findings,
    ap_lint_result *result)
{
    static const ap_lint_options defaults = { .listener = NULL };
    *result = (ap_lint_result){ .version = NULL };
    if (format == NULL)
        ap_report_unrecognized(input, findings);
    else
        format->lint(input, options == NULL ? &defaults : options, findings, result);
    ap_settle_findings(findings, input, format != NULL && format->text);
}

const ap_format *ap_lint_bytes(ap_view input, const char *name, const ap_format *wanted,
    const ap_lint_options *options, ap_findings *findings, ap_lint_result *result)
{
    const ap_format *format = ap_choose_format(input, name, wanted);
    ap_lint_as(format, input, options, findings, result);
    return format;
}
