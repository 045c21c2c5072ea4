#include "validators/memg/memg_fix.h"

#include <string.h>

#include "core/files/sink.h"
#include "validators/memg/memg_table.h"
#include "validators/memg/memg_write.h"

static const uint8_t little_endian[] = { AP_MEMG_ENDIAN, 0, 0, 0 };

/* The whole file in the other order; or the indicator alone, where that is all that is wrong. */
static void fix_byte_order(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const ap_memg_form form = { .endianness = AP_MEMG_LITTLE };
    ap_keeper keeper;
    if (job->findings->counts[AP_ERROR] > ap_findings_of(job->findings, finding->rule)) {
        *fix = (ap_fix){ .span = finding->span, .text = { little_endian, sizeof little_endian } };
        return;
    }
    uint8_t *bytes = ap_alloc(job->arena, job->input.size);
    ap_writer *writer = ap_alloc(job->arena, sizeof *writer);
    fix->refused = "the file could not be written";
    if (bytes == NULL || writer == NULL)
        return;
    ap_keep_init(&keeper, writer, bytes, job->input.size);
    if (ap_memg_write(job->input, &form, job->arena, writer) && ap_writer_finish(writer))
        *fix = (ap_fix){ .span = { 0, job->input.size }, .text = { bytes, keeper.size } };
}

/* NULs at the end are not counted. The length is in the four bytes before the name. */
static void fix_terminator(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const uint8_t *name = job->input.bytes + finding->span.offset;
    size_t length = finding->span.length;
    while (length > 0 && name[length - 1] == '\0')
        length--;
    fix->refused = "what the name is meant to be is not known";
    if (length == finding->span.length || length == 0)
        return;
    fix->refused = "the byte order has to be mended first";
    if (ap_findings_of(job->findings, AP_MEMG_RULE(BYTE_ORDER)) > 0)
        return;
    uint8_t *bytes = ap_alloc(job->arena, sizeof(int32_t) + length);
    if (bytes == NULL)
        return;
    for (size_t i = 0; i < sizeof(int32_t); i++)
        bytes[i] = (uint8_t)(length >> (8 * i));
    memcpy(bytes + sizeof(int32_t), name, length);
    const ap_span span = { finding->span.offset - sizeof(int32_t), sizeof(int32_t) + finding->span.length };
    *fix = (ap_fix){ .span = span, .text = { bytes, sizeof(int32_t) + length } };
}

const ap_fixer ap_memg_fixers[AP_MEMG_FIXERS] = {
    { AP_MEMG_RULE(BYTE_ORDER), "writes the file in little-endian order", false, true, fix_byte_order },
    { AP_MEMG_RULE(NAME_CHARACTER), "counts the name without the NUL at its end", false, false,
        fix_terminator },
};
