/* Implements the fixers of MRTK input animation. */
#include <string.h>

#include "core/base/bytes.h"
#include "core/files/sink.h"
#include "validators/fixer.h"
#include "validators/mrtk/mrtk.h"
#include "validators/mrtk/mrtk_convert.h"
#include "validators/mrtk/mrtk_reencoded.h"
#include "validators/mrtk/mrtk_table.h"
#include "validators/mrtk/mrtk_text.h"
#include "validators/mrtk/mrtk_write.h"
#include "validators/services/fixing/count_fix.h"

enum { MAGIC_BYTES = 8 };

static ap_span input_span(const ap_fix_job *job)
{
    return (ap_span){ 0, job->input.size };
}

/* Writes 1 as the flag, since readers take any value but 0 as true. */
static void fix_flag(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    static const uint8_t set[] = { 1 };
    (void)job;
    fix->span = finding->span;
    fix->text = (ap_view){ set, sizeof set };
}

/* Writes the name's length in its shortest encoding. */
static void fix_overlong_prefix(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
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

/* Rewrites the animation in MRTK's own layout. */
static void fix_published(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    ap_mrtk_losses_and_additions losses;
    ap_fixed_buffer keeper;
    (void)finding;
    ap_count_bytes_read_by_fixer(job, 2 * job->input.size);
    ap_mrtk_animation *from = ap_mrtk_read(job->input, AP_MRTK_PUBLISHED, job->arena);
    fix->refused = "other errors of the file must be fixed first";
    if (from == NULL)
        return;
    ap_mrtk_animation *to = ap_mrtk_convert(from, from->minor, AP_MRTK_WRITER, job->arena, &losses);
    /* the input, and the marker count that the published layout lacks */
    const size_t room = ap_saturating_size_sum(job->input.size, sizeof(int32_t));
    uint8_t *bytes = ap_alloc(job->arena, room);
    ap_writer *writer = ap_alloc(job->arena, sizeof *writer);
    if (to == NULL || bytes == NULL || writer == NULL)
        return;
    fix->refused = "tangents, weights and weighted modes would be lost: --unsafe leaves them out";
    if (losses.keys > 0 && !job->unsafe)
        return;
    ap_fixed_buffer_init(&keeper, writer, bytes, room);
    if (!ap_mrtk_write(to, writer) || !ap_writer_flush(writer))
        return;
    *fix = (ap_fix){ .span = input_span(job), .text = { bytes, keeper.size } };
}

static void unconvert_line_ends(const ap_fix_job *job, ap_fix *fix)
{
    const ap_view input = job->input;
    size_t used = 0;
    uint8_t *bytes = ap_alloc(job->arena, input.size);
    if (bytes == NULL)
        return;
    for (size_t i = 0; i < input.size; i++) {
        if (input.bytes[i] != '\r' || i + 1 == input.size || input.bytes[i + 1] != '\n')
            bytes[used++] = input.bytes[i];
    }
    *fix = (ap_fix){ .span = input_span(job), .text = { bytes, used } };
}

static void fix_text_mode(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const ap_mrtk_reencoding *how = ap_mrtk_find_reencoding(job->input);
    ap_count_bytes_read_by_fixer(job, 2 * job->input.size);
    fix->refused = "the file was re-encoded, which cannot be undone exactly";
    if (how == NULL && finding->span.length == 2) {
        unconvert_line_ends(job, fix);
        return;
    }
    uint8_t *bytes = ap_alloc(job->arena, job->input.size);
    size_t used = 0;
    if (how != NULL && bytes != NULL && ap_mrtk_undo_reencoding(how, job->input, bytes, &used))
        *fix = (ap_fix){ .span = input_span(job), .text = { bytes, used } };
}

/* Fixers of magic and version. If the fix is wrong, the fixed file has errors, and the caller undoes the
   fix. */

/* Returns true if the bytes before the magic are a UTF-8 byte order mark. */
static bool is_byte_order_mark(ap_view front)
{
    return front.size == 3 && memcmp(front.bytes, "\xef\xbb\xbf", 3) == 0;
}

static void fix_magic(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const ap_view front = { job->input.bytes, ap_mrtk_find_magic_after_start(job->input) };
    uint8_t *magic = ap_alloc(job->arena, MAGIC_BYTES);
    if (magic == NULL)
        return;
    ap_store_u64(magic, AP_MRTK_MAGIC, false);
    *fix = (ap_fix){ .span = finding->span, .text = { magic, MAGIC_BYTES } };
    if (front.size == 0)
        return;
    *fix = (ap_fix){ .span = { 0, front.size } };
    if (!is_byte_order_mark(front) && !job->unsafe)
        fix->refused = "the bytes before the magic number would be lost: --unsafe leaves them out";
}

/* Returns a copy of the file with this version: inserted after the magic if `insert` is true, otherwise
   written over the stored version. */
static ap_view copy_with_version(const ap_fix_job *job, int32_t minor, bool insert)
{
    const size_t at = MAGIC_BYTES, bytes = 2 * sizeof(int32_t);
    const size_t rest = insert ? at : at + bytes;
    if (job->input.size < rest)
        return (ap_view){ NULL, 0 };
    const size_t size = at + bytes + job->input.size - rest;
    uint8_t *copy = ap_alloc(job->arena, size);
    if (copy == NULL)
        return (ap_view){ NULL, 0 };
    memcpy(copy, job->input.bytes, at);
    ap_store_u32(copy + at, 1, false);
    ap_store_u32(copy + at + sizeof(int32_t), (uint32_t)minor, false);
    memcpy(copy + at + bytes, job->input.bytes + rest, job->input.size - rest);
    return (ap_view){ copy, size };
}

/* Writes the only version with which the file can be read to its end. */
static void fix_version(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    size_t known = 0;
    ap_view found = { NULL, 0 };
    (void)finding;
    ap_count_bytes_read_by_fixer(job, 2 * AP_MRTK_VERSIONS * job->input.size);
    for (int32_t minor = 0; minor < AP_MRTK_VERSIONS; minor++) {
        for (int insert = 0; insert <= 1; insert++) {
            const ap_view tried = copy_with_version(job, minor, insert != 0);
            if (tried.bytes == NULL || ap_mrtk_read(tried, AP_MRTK_AUTO, job->arena) == NULL)
                continue;
            found = tried;
            known++;
        }
    }
    if (known == 1)
        *fix = (ap_fix){ .span = input_span(job), .text = found };
    else
        fix->refused = "no version, or more than one, lets the file be read to its end";
}

static const ap_fixer fixers[] = {
    { AP_MRTK_RULE(TEXT_MODE), "undoes the conversion as text", false, true, .fix = fix_text_mode },
    { AP_MRTK_RULE(MAGIC), "writes the magic number, or removes the bytes before it", false, true,
        .fix = fix_magic },
    { AP_MRTK_RULE(VERSION), "writes the only version with which the file can be read", false, true,
        .fix = fix_version, .once = true },
    { AP_MRTK_RULE(VERSION_EXCHANGED), "writes the minor version with which the file can be read", false,
        true, .fix = ap_fix_inferred_count },
    { AP_MRTK_RULE(COUNT_NEGATIVE), "writes the count with which the rest can be read", true, true,
        .fix = ap_fix_inferred_count },
    { AP_MRTK_RULE(COUNT_EXCEEDS_FILE), "writes the count with which the rest can be read", true, true,
        .fix = ap_fix_inferred_count },
    { AP_MRTK_RULE(KEY_COUNT), "writes the count with which the rest can be read", true, true,
        .fix = ap_fix_inferred_count },
    { AP_MRTK_RULE(FLAG), "sets the flag to 1, as MRTK reads it", false, false, .fix = fix_flag },
    { AP_MRTK_RULE(TRAILING_BYTES), "cuts off the bytes after the last field", false, false,
        .fix = ap_fix_trailing_bytes },
    { AP_MRTK_RULE(MARKER_NAME_OVERLONG), "writes the length in its shortest form", false, false,
        .fix = fix_overlong_prefix },
    { AP_MRTK_RULE(LAYOUT_PUBLISHED), "writes the layout that MRTK reads", false, false, .fix = fix_published,
        .once = true },
};

const ap_fixer_table ap_mrtk_fixers = { fixers, sizeof fixers / sizeof *fixers };
