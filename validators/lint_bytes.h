/* The front door of the library: bytes go in, a verdict comes out.

   static size_t report_errors(FILE *stream, const char *name, ap_view input)
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

   This example is run by tests/unit/formats/front_door.c. */
#ifndef AP_LINT_BYTES_H
#define AP_LINT_BYTES_H

#include "core/base/span.h"
#include "core/finding/finding.h"
#include "validators/format.h"

/* Recognises the input by its name and its content, as a file that a user names, unless a format is wanted
   (NULL: none), and lints it. A file of none of the formats gets the finding file/unrecognized. The findings
   go to an initialised list; its arena, policy and limits are the caller's; they are in the order of their
   offsets, and in text have lines and columns. Options may be NULL: the defaults. *result is overwritten.

   Returns the format, or NULL where none is recognised. findings->arena->failed afterwards: memory ran out,
   more may be wrong with the input, and what its comments silence may be among the findings. */
const ap_format *ap_lint_bytes(ap_view input, const char *name, const ap_format *wanted,
    const ap_lint_options *options, ap_findings *findings, ap_lint_result *result);

/* The same for an input that was recognised before. format NULL: it is of none of the formats. */
void ap_lint_as(const ap_format *format, ap_view input, const ap_lint_options *options, ap_findings *findings,
    ap_lint_result *result);

/* The format that ap_lint_bytes takes the input for; NULL: none. */
const ap_format *ap_choose_format(ap_view input, const char *name, const ap_format *wanted);

/* Brings findings of whatever origin into the order of their offsets, and in text says at which lines and
   columns they are. ap_lint_bytes and ap_lint_as have done so. */
void ap_settle_findings(ap_findings *findings, ap_view input, bool text);

#endif
