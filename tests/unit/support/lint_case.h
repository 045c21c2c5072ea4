/* Lints bytes and compares the findings with a list. All `expect_` functions fail the running test and go on, saying
   `what` and printing both lists. Everywhere options may be NULL: the defaults. */
#ifndef LINT_CASE_H
#define LINT_CASE_H

#include "core/base/span.h"
#include "core/finding/finding.h"
#include "validators/format.h"

/* One finding. A list of them ends with an entry whose rule is NULL, in no particular order. */
typedef struct expected {
    const char *rule;
    size_t offset, length;
    const char *path;
    size_t line, column; /* of text formats; 0: not compared */
} expected;

/* Exactly these findings come. NULL for the list: none. */
void expect_findings(const ap_format *format, ap_view input, const ap_lint_options *options,
    const expected *list, const char *what);

/* The one finding's rule fires there, and nowhere else. Other rules may fire. */
void expect_rule(
    const ap_format *format, ap_view input, const ap_lint_options *options, expected one, const char *what);

/* The rule does not fire. Other rules may. */
void expect_silent(const ap_format *format, ap_view input, const ap_lint_options *options, const char *rule,
    const char *what);

/* The finding comes, perhaps among others of its rule, and `part` is in what it says: "message [expected,
   found]". A part that begins with '!' must not be there. */
void expect_message(const ap_format *format, ap_view input, const ap_lint_options *options, expected one,
    const char *part, const char *what);

/* For more than that: a lint whose findings stay. The input is copied to memory of exactly its size, so that
   AddressSanitizer sees each read after its end. */
typedef struct lint_run {
    ap_arena arena;
    ap_findings findings; /* in the order of their offsets, with lines and columns for text formats */
    ap_lint_result result;
    ap_view input; /* the copy */
} lint_run;

void lint_begin(lint_run *run, const ap_format *format, ap_view input, const ap_lint_options *options);
void lint_end(lint_run *run);

/* The same comparisons for findings that came some other way; of an input of input_bytes. */
void check_findings(const ap_findings *findings, size_t input_bytes, const expected *list, const char *what);
void check_rule(const ap_findings *findings, expected one, const char *what);
void check_silent(const ap_findings *findings, const char *rule, const char *what);
void check_message(const ap_findings *findings, expected one, const char *part, const char *what);

/* The bytes of a text, without its terminator. */
ap_view text_view(const char *text);

/* Exactly-sized memory with the view's bytes; free() gives it back. */
ap_view copy_view(ap_view view);

#endif
