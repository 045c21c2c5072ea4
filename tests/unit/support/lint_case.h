/* Lints bytes and compares the findings with a list. Each `expect_` function fails the running test with `what` and both lists,
   and the test continues. Options may be NULL for the defaults. */
#ifndef LINT_CASE_H
#define LINT_CASE_H

#include "core/base/span.h"
#include "core/finding/finding.h"
#include "tests/unit/support/at_end.h"
#include "validators/format.h"

/* An expected finding. Lists are in any order and end with an entry with rule NULL. */
typedef struct expected {
    const char *rule;
    size_t offset, length;
    const char *path;
    size_t line, column; /* position in a file of a text format; 0: not compared */
} expected;

/* Expects exactly the findings of the list. NULL: expects no findings. */
void expect_findings(const ap_format *format, ap_view input, const ap_lint_options *options,
    const expected *list, const char *what);

/* Expects exactly one finding of one.rule, equal to `one`. Other rules may fire. */
void expect_rule(
    const ap_format *format, ap_view input, const ap_lint_options *options, expected one, const char *what);

/* Expects that the rule does not fire. Other rules may fire. */
void expect_rule_absent(const ap_format *format, ap_view input, const ap_lint_options *options,
    const char *rule, const char *what);

/* Expects a finding equal to `one`, with `part` in its text "message [expected, found]". If `part` begins with '!', the text must
   not contain the rest of `part`. */
void expect_message(const ap_format *format, ap_view input, const ap_lint_options *options, expected one,
    const char *part, const char *what);

/* A finished lint with its findings, until lint_end. lint_begin copies the input to memory of exactly its size, so that
   AddressSanitizer reports each read past its end. */
typedef struct lint_run {
    ap_arena arena;
    ap_findings findings; /* in the order of their offsets, with lines and columns for text formats */
    ap_lint_result result;
    ap_view input; /* copy of the linted bytes, owned */
} lint_run;

void lint_begin(lint_run *run, const ap_format *format, ap_view input, const ap_lint_options *options);
void lint_end(lint_run *run);

/* check_findings to check_message compare findings from any source with expected findings, like the `expect_` functions with
   these names. input_bytes is the size of the input. */
void check_findings(const ap_findings *findings, size_t input_bytes, const expected *list, const char *what);
void check_rule(const ap_findings *findings, expected one, const char *what);
void check_rule_absent(const ap_findings *findings, const char *rule, const char *what);
void check_message(const ap_findings *findings, expected one, const char *part, const char *what);

/* Returns the first finding of the rule, or NULL. */
const ap_finding *find_finding_of_rule(const ap_findings *findings, const char *rule);

/* Lints the input. Returns "MESSAGE [EXPECTED, FOUND]" of the first finding of the rule, valid until the next call; "" without
   a finding. */
const char *text_of_finding_of_rule(
    const ap_format *format, ap_view input, const ap_lint_options *options, const char *rule);

/* Expects the bytes of the view to be the text, without its NUL. */
void expect_text(ap_view view, const char *text, const char *what);

/* Returns the bytes of a text, without the NUL. */
ap_view text_view(const char *text);

/* Copies the bytes to memory of exactly that size. The caller frees the copy with free(). */
ap_view copy_view(ap_view view);

#endif
