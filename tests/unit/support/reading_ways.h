/* Reads a text in three ways: many numbers at once (AVX2), line by line, and token by token. The findings must be equal. */
#ifndef READING_WAYS_H
#define READING_WAYS_H

#include <string.h>

#include "core/layout/io.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/same_findings.h"

static inline void ignore_field(void *context, const ap_io *io, ap_field_type type, ap_field_role role)
{
    (void)context;
    (void)io;
    (void)type;
    (void)role;
}

/* Expects equal findings in the three ways of reading, and returns their number. A listener forces reading token by token. */
static inline size_t expect_equal_readings(const ap_format *format, ap_view text, int number)
{
    static const ap_listener listener = { .field = ignore_field };
    const ap_lint_options by_token = { .listener = &listener }, by_line = { .no_simd = true };
    lint_run fast, line, slow;
    lint_begin(&fast, format, text, NULL);
    lint_begin(&line, format, text, &by_line);
    lint_begin(&slow, format, text, &by_token);
    expect_same_findings(&fast.findings, &slow.findings, number);
    expect_same_findings(&line.findings, &slow.findings, number);
    const size_t count = fast.findings.kept;
    lint_end(&fast);
    lint_end(&line);
    lint_end(&slow);
    return count;
}

/* Replaces each byte from `from` to `to` - 1 by each of `bytes`, one change at a time, and compares the three ways after each
   change. Returns the total number of findings. */
static inline size_t expect_equal_readings_after_changes(
    const ap_format *format, uint8_t *text, size_t size, size_t from, size_t to)
{
    static const char bytes[] = "\0\n\r\t \f/\"{}()-+.,0129ex\x7f\xff";
    size_t findings = 0;
    for (size_t at = from; at < to; at++) {
        const uint8_t original = text[at];
        for (size_t i = 0; i < sizeof bytes - 1; i++) {
            text[at] = (uint8_t)bytes[i];
            findings += expect_equal_readings(format, (ap_view){ text, size }, (int)at);
        }
        text[at] = original;
    }
    return findings;
}

#endif
