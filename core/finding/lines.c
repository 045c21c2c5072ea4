#include "core/finding/lines.h"

/* Whether a line ends behind the byte at `at`. */
static bool ends_line(ap_view input, size_t at)
{
    uint8_t byte = input.bytes[at];
    if (byte > '\r')
        return false;
    return byte == '\n' || (byte == '\r' && !(at + 1 < input.size && input.bytes[at + 1] == '\n'));
}

void ap_locate(ap_findings *findings, ap_view input)
{
    size_t line = 1;
    size_t line_start = 0;
    size_t at = 0;
    for (ap_finding *finding = findings->first; finding != NULL; finding = finding->next) {
        for (; at < finding->span.offset && at < input.size; at++) {
            if (ends_line(input, at)) {
                line++;
                line_start = at + 1;
            }
        }
        finding->line = line;
        finding->column = finding->span.offset - line_start + 1;
    }
}
