#include "validators/count_fix.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "validators/field_at.h"

/* The field that the expected value names: "3" the one of the finding, "timestep_count 3" another. */
static ap_span counted_field(const ap_fix_job *job, const ap_finding *finding, const char *blank)
{
    char name[AP_FIELD_AT_PATH_BYTES];
    const char *dot = strrchr(finding->path, '.');
    const size_t front = dot == NULL ? 0 : (size_t)(dot + 1 - finding->path);
    if (blank == NULL)
        return finding->span;
    snprintf(name, sizeof name, "%.*s%.*s", (int)front, finding->path, (int)(blank - finding->expected),
        finding->expected);
    const ap_field_at field = ap_find_field_of(job->format, job->input, job->options, job->arena, name);
    return field.known ? field.span : (ap_span){ 0, 0 };
}

void ap_fix_inferred_count(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const char *blank = finding->expected == NULL ? NULL : strrchr(finding->expected, ' ');
    const char *number = blank == NULL ? finding->expected : blank + 1;
    char *end = NULL;
    fix->refused = "no count makes the rest read to the end of the file";
    if (number == NULL || strncmp(finding->expected, "at ", 3) == 0)
        return;
    const long value = strtol(number, &end, 10);
    const ap_span span = counted_field(job, finding, blank);
    uint8_t *bytes = ap_alloc(job->arena, sizeof(int32_t));
    assert(end > number && *end == '\0' && value >= 0 && value <= INT32_MAX); /* it is an inferred count */
    if (span.length != sizeof(int32_t) || bytes == NULL)
        return;
    ap_store_number(bytes, (uint64_t)value, sizeof(int32_t), false);
    *fix = (ap_fix){ .span = span, .text = { bytes, sizeof(int32_t) } };
}

void ap_fix_trailing_bytes(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    fix->span = finding->span;
    for (size_t i = 0; i < finding->span.length && !job->unsafe; i++) {
        if (job->input.bytes[finding->span.offset + i] != 0)
            fix->refused = "bytes other than 0 would be lost: --unsafe cuts them off";
    }
}
