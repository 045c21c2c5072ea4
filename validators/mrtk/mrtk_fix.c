#include "validators/mrtk/mrtk_fix.h"

#include "core/files/sink.h"
#include "validators/mrtk/mrtk_convert.h"
#include "validators/mrtk/mrtk_table.h"
#include "validators/mrtk/mrtk_write.h"

static ap_span whole(const ap_fix_job *job)
{
    return (ap_span){ 0, job->input.size };
}

/* Any value but 0 is read as true. */
static void fix_flag(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    static const uint8_t set[] = { 1 };
    (void)job;
    fix->span = finding->span;
    fix->text = (ap_view){ set, sizeof set };
}

static void fix_trailing_bytes(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    fix->span = finding->span;
    for (size_t i = 0; i < finding->span.length && !job->unsafe; i++) {
        if (job->input.bytes[finding->span.offset + i] != 0)
            fix->refused = "bytes other than 0 would be lost: --unsafe cuts them off";
    }
}

/* The same length, in as few bytes as can be. */
static void fix_overlong(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    uint64_t length = 0;
    size_t used = 0;
    for (size_t i = 0; i < finding->span.length && i < AP_MRTK_PREFIX_BYTES; i++)
        length |= (uint64_t)(job->input.bytes[finding->span.offset + i] & 0x7f) << (7 * i);
    uint8_t *prefix = ap_alloc(job->arena, AP_MRTK_PREFIX_BYTES);
    if (prefix == NULL)
        return;
    uint32_t rest = (uint32_t)length;
    for (; rest >= 0x80; rest >>= 7)
        prefix[used++] = (uint8_t)(0x80 | (rest & 0x7f));
    prefix[used++] = (uint8_t)rest;
    fix->span = finding->span;
    fix->text = (ap_view){ prefix, used };
}

/* The animation as MRTK writes it. */
static void fix_published(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    ap_mrtk_losses losses;
    ap_keeper keeper;
    (void)finding;
    ap_mrtk_animation *from = ap_mrtk_read(job->input, AP_MRTK_PUBLISHED, job->arena);
    fix->refused = "the file has errors that come first";
    if (from == NULL)
        return;
    ap_mrtk_animation *to = ap_mrtk_convert(from, from->minor, AP_MRTK_WRITER, job->arena, &losses);
    const size_t room = ap_memory_sum(job->input.size, sizeof(int32_t)); /* the list of markers is added */
    uint8_t *bytes = ap_alloc(job->arena, room);
    ap_writer *writer = ap_alloc(job->arena, sizeof *writer);
    if (to == NULL || bytes == NULL || writer == NULL)
        return;
    fix->refused = "tangents, weights and weighted modes would be lost: --unsafe leaves them out";
    if (losses.keys > 0 && !job->unsafe)
        return;
    ap_keep_init(&keeper, writer, bytes, room);
    if (!ap_mrtk_write(to, writer) || !ap_writer_finish(writer))
        return;
    *fix = (ap_fix){ .span = whole(job), .text = { bytes, keeper.size } };
}

/* Each 0d 0a made 0a again. What else text mode does cannot be undone. */
static void fix_text_mode(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const ap_view input = job->input;
    size_t used = 0;
    fix->refused = "the file was re-encoded, which cannot be undone exactly";
    if (finding->span.length != 2 || input.bytes[finding->span.offset] != '\r')
        return;
    uint8_t *bytes = ap_alloc(job->arena, input.size);
    if (bytes == NULL)
        return;
    for (size_t i = 0; i < input.size; i++) {
        if (input.bytes[i] != '\r' || i + 1 == input.size || input.bytes[i + 1] != '\n')
            bytes[used++] = input.bytes[i];
    }
    *fix = (ap_fix){ .span = whole(job), .text = { bytes, used } };
}

const ap_fixer ap_mrtk_fixers[AP_MRTK_FIXERS] = {
    { AP_MRTK_RULE(TEXT_MODE), "converts the line ends back", false, true, fix_text_mode },
    { AP_MRTK_RULE(FLAG), "sets the flag to 1, as which it is read", false, false, fix_flag },
    { AP_MRTK_RULE(TRAILING_BYTES), "cuts off the bytes after the last field", false, false,
        fix_trailing_bytes },
    { AP_MRTK_RULE(MARKER_NAME_OVERLONG), "writes the length in as few bytes as can be", false, false,
        fix_overlong },
    { AP_MRTK_RULE(LAYOUT_PUBLISHED), "writes the layout that MRTK reads", false, false, fix_published },
};
