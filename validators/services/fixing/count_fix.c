#include "validators/services/fixing/count_fix.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/layout/candidates.h"
#include "validators/field_at.h"

/* Returns the span of the count to correct. An expected value "3" means the finding's own field, "timestep_count 3" the field
   timestep_count of the same record. `blank_before_number` is the blank in that text, or NULL. Returns an empty span if the file
   has no such field. */
static ap_span find_count_field(
    const ap_fix_job *job, const ap_finding *finding, const char *blank_before_number)
{
    char name[AP_FIELD_AT_PATH_BYTES];
    const char *dot = strrchr(finding->path, '.');
    const size_t front = dot == NULL ? 0 : (size_t)(dot + 1 - finding->path);
    if (blank_before_number == NULL)
        return finding->span;
    snprintf(name, sizeof name, "%.*s%.*s", (int)front, finding->path,
        (int)(blank_before_number - finding->expected), finding->expected);
    ap_count_bytes_read_by_fixer(job, job->input.size);
    const ap_field_at field = ap_find_field_by_path(job->format, job->input, job->options, job->arena, name);
    return field.known ? field.span : (ap_span){ 0, 0 };
}

/* Sets *span to the count field to correct, which is the field of the finding or the other count named in `expected`, and *count
   to its right value. Returns false if `expected` has no such value, or if the field is not an int32. */
static bool find_count_to_correct(
    const ap_fix_job *job, const ap_finding *finding, ap_span *span, int32_t *count)
{
    const char *blank_before_number = finding->expected == NULL ? NULL : strrchr(finding->expected, ' ');
    const char *number = blank_before_number == NULL ? finding->expected : blank_before_number + 1;
    char *end = NULL;
    if (number == NULL || strncmp(finding->expected, "at ", 3) == 0)
        return false;
    const long value = strtol(number, &end, 10);
    /* `expected` ends in an inferred count or minor version, from 0 to INT32_MAX */
    assert(end > number && *end == '\0' && value >= 0 && value <= INT32_MAX);
    *span = find_count_field(job, finding, blank_before_number);
    *count = (int32_t)value;
    return span->length == sizeof *count;
}

void ap_fix_inferred_count(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    ap_span span;
    int32_t count;
    fix->refused = "no count lets the file be read to its end";
    if (!ap_count_of_best_candidate(finding, &span, &count)
        && !find_count_to_correct(job, finding, &span, &count))
        return;
    uint8_t *bytes = ap_alloc(job->arena, sizeof count);
    if (bytes == NULL)
        return;
    ap_store_u32(bytes, (uint32_t)count, false);
    *fix = (ap_fix){ .span = span, .text = { bytes, sizeof count } };
}

void ap_fix_trailing_bytes(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    fix->span = finding->span;
    for (size_t i = 0; i < finding->span.length && !job->unsafe; i++) {
        if (job->input.bytes[finding->span.offset + i] != 0)
            fix->refused = "bytes other than 0 would be lost: --unsafe cuts them off";
    }
}
