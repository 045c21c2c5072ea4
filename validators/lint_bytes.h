/* Lints a file in memory, for the program and for the functions of animproof.h. For example:

   static size_t print_findings(FILE *stream, const char *name, ap_view input)
   {
       ap_arena arena;
       ap_findings findings;
       ap_lint_result result;
       ap_arena_init(&arena, 0);
       ap_findings_init(&findings, &arena, NULL, 0, 0);
       const ap_format *format = ap_lint_bytes(input, name, NULL, NULL, &findings, &result);
       fprintf(stream, "%s: %s\n", name, format == NULL ? "unrecognized" : format->name);
       for (const ap_finding *one = findings.first; one != NULL; one = one->next)
           fprintf(stream, "%s at byte %zu: %s\n", one->rule->id, one->span.offset, one->message);
       ap_arena_free(&arena);
       return findings.counts[AP_ERROR];
   }

   This example is run by tests/unit/formats/lint_results.c. */
#ifndef AP_LINT_BYTES_H
#define AP_LINT_BYTES_H

#include "core/base/span.h"
#include "core/finding/finding.h"
#include "validators/format.h"

/* Lints the input as a file of the format `wanted` or, if `wanted` is NULL, of the format that its name and content have
   (ap_recognize_named). A file of no known format gets the finding file/unrecognized. `findings` is an initialised list; the
   caller owns its arena, rule settings and limits. Findings are sorted by offset, and those of a text have line and column.
   `options` may be NULL for the defaults. Overwrites *result. Returns the format, or NULL if none is recognised. If
   findings->arena->failed is set afterwards, memory ran out: findings may be missing, and suppressed findings may be in the
   list. */
const ap_format *ap_lint_bytes(ap_view input, const char *name, const ap_format *wanted,
    const ap_lint_options *options, ap_findings *findings, ap_lint_result *result);

/* Lints an input as a file of the given format. If `format` is NULL, adds only the finding
   file/unrecognized. */
void ap_lint_as(const ap_format *format, ap_view input, const ap_lint_options *options, ap_findings *findings,
    ap_lint_result *result);

/* Returns the format that ap_lint_bytes would use for the input; NULL if none is recognised. */
const ap_format *ap_choose_format(ap_view input, const char *name, const ap_format *wanted);

/* Sorts findings by offset; for a text also sets their lines and columns. ap_lint_bytes and ap_lint_as call
   this function themselves. */
void ap_sort_and_locate_findings(ap_findings *findings, ap_view input, bool text);

#endif
