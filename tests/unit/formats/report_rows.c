/* Tests the hex rows around a finding in the human and HTML reports, for any span, against rows that are written byte by byte. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "core/report/output.h"
#include "tests/unit/support/stream_text.h"
#include "validators/registry.h"

enum { BYTES = 2 * AP_EXCERPT_ROW + 5, OFFSET = 0xfff0 };

static const uint8_t bytes[BYTES] =
    "\x00\x09\x0a\x0f\x10\x5f\x90\x99\x9a\x9f\xa0\xa9\xaa\xaf\xf0\xff 0123456789abcdefghi";

static void write_expected_human_byte(FILE *stream, ap_span span, size_t at, size_t last)
{
    const size_t end = span.offset + span.length;
    fprintf(stream, " ");
    if (at == span.offset)
        fprintf(stream, "\033[1;31m%s", span.length == 0 ? "[] \033[0m" : "[");
    fprintf(stream, "%02x", bytes[at - OFFSET]);
    if (span.length > 0 && at + 1 == end)
        fprintf(stream, "]");
    else if (at == last && span.length > 0 && at >= span.offset && end > at + 1)
        fprintf(stream, " ...]");
    else if (at == last && span.length == 0 && span.offset == at + 1)
        fprintf(stream, " []");
    if (at + 1 == end || at == last)
        fprintf(stream, "\033[0m");
}

static void write_expected_human_rows(FILE *stream, ap_span span, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i % AP_EXCERPT_ROW == 0)
            fprintf(stream, "%s  %08zx ", i > 0 ? "\n" : "", OFFSET + i);
        write_expected_human_byte(stream, span, OFFSET + i, OFFSET + count - 1);
    }
    fprintf(stream, "\n");
}

static bool is_offset_in_span(ap_span span, size_t at)
{
    return at >= span.offset && at < span.offset + span.length;
}

static void write_expected_html_rows(FILE *stream, ap_span span, size_t count)
{
    for (size_t row = 0; row < count; row += AP_EXCERPT_ROW) {
        bool open = false;
        fprintf(stream, "%08zx  ", OFFSET + row);
        for (size_t i = row; i < row + AP_EXCERPT_ROW && i < count; i++) {
            const bool inside = is_offset_in_span(span, OFFSET + i),
                       goes_on = is_offset_in_span(span, OFFSET + i + 1);
            fprintf(stream, "%s%02x%s ", inside && !open ? "<mark>" : "", bytes[i],
                inside && !goes_on ? "</mark>" : "");
            open = inside && goes_on;
        }
        fprintf(stream, "%s\n", open ? "</mark>" : "");
    }
}

/* Returns the reporter's text for a file with one finding at the span. */
static const char *report_finding(const char *name, ap_span span, size_t count)
{
    static ap_output output;
    static ap_rule_settings rule_settings;
    static ap_findings findings;
    ap_finding finding = {
        .rule = ap_rule_at(0), .severity = AP_ERROR, .span = span, .path = "", .message = "wrong"
    };
    const ap_excerpt excerpt = { .bytes = bytes, .offset = OFFSET, .count = count };
    const ap_report_file file = { .name = "a.bin", .findings = &findings, .excerpts = &excerpt };
    ap_rule_settings_init_all(&rule_settings);
    findings.first = findings.last = &finding;
    findings.kept = 1;
    output =
        (ap_output){ .reporter = ap_find_reporter(name), .rule_settings = &rule_settings, .colour = true };
    output.stream = open_text_stream();
    output.reporter->file(&output, &file);
    return close_text_stream(NULL);
}

static void check_byte_rows(
    const char *name, void (*write_rows)(FILE *, ap_span, size_t), ap_span span, size_t count)
{
    const char *text = report_finding(name, span, count);
    write_rows(open_text_stream(), span, count);
    const char *wanted = close_text_stream(NULL);
    cr_assert(strstr(text, wanted) != NULL, "%s: %zu bytes from %zu on, of %zu:\n%s\nin\n%s", name,
        span.length, span.offset - OFFSET, count, wanted, text);
}

Test(report_rows, the_span_of_a_finding_is_marked_anywhere_in_the_rows)
{
    for (size_t count = 1; count <= BYTES; count += 3) {
        for (size_t first = 0; first <= count; first++) {
            for (size_t length = 0; first + length <= count + 2; length++) {
                check_byte_rows(
                    "human", write_expected_human_rows, (ap_span){ OFFSET + first, length }, count);
                check_byte_rows("html", write_expected_html_rows, (ap_span){ OFFSET + first, length }, count);
            }
        }
    }
}
