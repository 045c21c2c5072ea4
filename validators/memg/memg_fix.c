/* Implements the fixers of mesh-ensemble motion. */
#include <string.h>

#include "core/base/bytes.h"
#include "core/files/sink.h"
#include "validators/fixer.h"
#include "validators/memg/memg.h"
#include "validators/memg/memg_layout.h"
#include "validators/memg/memg_rules.h"
#include "validators/memg/memg_table.h"
#include "validators/memg/memg_write.h"
#include "validators/services/fixing/count_fix.h"

static const uint8_t little_endian[] = { AP_MEMG_ENDIAN, 0, 0, 0 };

/* Rewrites the whole file in little-endian order. If the file has other errors, rewrites only the endian indicator: the other
   numbers then probably are little-endian already. */
static void fix_by_writing_little_endian(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const ap_memg_form form = { .endianness = AP_MEMG_LITTLE };
    ap_fixed_buffer keeper;
    if (job->findings->counts[AP_ERROR] > ap_findings_count_of_rule(job->findings, finding->rule)) {
        *fix = (ap_fix){ .span = finding->span, .text = { little_endian, sizeof little_endian } };
        return;
    }
    uint8_t *bytes = ap_alloc(job->arena, job->input.size);
    ap_count_bytes_read_by_fixer(job, job->input.size);
    ap_writer *writer = ap_alloc(job->arena, sizeof *writer);
    fix->refused = "the file could not be written";
    if (bytes == NULL || writer == NULL)
        return;
    ap_fixed_buffer_init(&keeper, writer, bytes, job->input.size);
    if (ap_memg_write_in_form(job->input, &form, job->arena, writer) && ap_writer_flush(writer))
        *fix = (ap_fix){ .span = { 0, job->input.size }, .text = { bytes, keeper.size } };
}

/* Refuses a fix while the byte order is wrong, since the fix would write little-endian numbers. Returns true if it refused. */
static bool refuse_until_byte_order_is_fixed(const ap_fix_job *job, ap_fix *fix)
{
    const bool waits = ap_findings_count_of_rule(job->findings, AP_MEMG_RULE(BYTE_ORDER)) > 0;
    fix->refused = waits ? "the byte order must be fixed first" : fix->refused;
    return waits;
}

/* Writes 1 as the endian indicator. The caller undoes the fix if the rest of the file then has errors. */
static void fix_endian(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    (void)job;
    *fix = (ap_fix){ .span = finding->span, .text = { little_endian, sizeof little_endian } };
}

/* Removes NULs from the end of the name, and writes the new length into the four bytes before the name. */
static void fix_by_removing_nuls_after_name(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const uint8_t *name = job->input.bytes + finding->span.offset;
    size_t length = finding->span.length;
    while (length > 0 && name[length - 1] == '\0')
        length--;
    fix->refused = "the intended name is unknown";
    if (length == finding->span.length || length == 0)
        return;
    if (refuse_until_byte_order_is_fixed(job, fix))
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

static void fix_float_rate(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const float rate = ap_load_f32(job->input.bytes + finding->span.offset, false);
    uint8_t *bytes = ap_alloc(job->arena, sizeof(int32_t));
    if (bytes == NULL || refuse_until_byte_order_is_fixed(job, fix))
        return;
    ap_store_u32(bytes, (uint32_t)rate, false);
    *fix = (ap_fix){ .span = finding->span, .text = { bytes, sizeof(int32_t) } };
    if ((float)(uint32_t)rate != rate)
        fix->refused = "an integer cannot hold the fraction of the framerate";
}

/* Exchanges the counts of frames and timesteps. The rule has checked that all groups fit the exchanged counts, and that no group
   fits the counts as they are. */
static void fix_swapped_counts(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const uint8_t *counts = job->input.bytes + AP_MEMG_FRAME_COUNT_AT;
    uint8_t *bytes = ap_alloc(job->arena, 2 * sizeof(int32_t));
    (void)finding;
    if (bytes == NULL)
        return;
    memcpy(bytes, counts + sizeof(int32_t), sizeof(int32_t));
    memcpy(bytes + sizeof(int32_t), counts, sizeof(int32_t));
    *fix = (ap_fix){ .span = { AP_MEMG_FRAME_COUNT_AT, 2 * sizeof(int32_t) },
        .text = { bytes, 2 * sizeof(int32_t) } };
}

/* Adds 1 to each entry of `mapping` in `copy`, a copy of the whole input. Sets *has_zero if an entry is 0. Returns false if an
   entry is negative or INT32_MAX, and so cannot be an index counted from 0. */
static bool add_1_to_mapping_entries(const ap_fix_job *job, ap_view mapping, uint8_t *copy, bool *has_zero)
{
    for (size_t at = 0; at < mapping.size; at += AP_MEMG_MAPPING_BYTES) {
        const int32_t entry = ap_load_i32(mapping.bytes + at, false);
        if (entry < 0 || entry == INT32_MAX)
            return false;
        *has_zero |= entry == 0;
        ap_store_u32(copy + (mapping.bytes + at - job->input.bytes), (uint32_t)entry + 1, false);
    }
    return true;
}

/* Adds 1 to the entries of all mappings of the file, because a writer that counts from 0 in one group does so
   in all. Refuses if no mapping has an entry 0. */
static void fix_mapping(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    ap_io reader;
    ap_memg_motion motion = { .endian = 0 };
    ap_memg_cursor cursor = { .motion = &motion };
    bool has_zero = false;
    uint8_t *copy = ap_alloc(job->arena, job->input.size);
    (void)finding;
    ap_count_bytes_read_by_fixer(job, 2 * job->input.size);
    fix->refused = "the mapping is not counted from 0";
    if (copy == NULL || refuse_until_byte_order_is_fixed(job, fix))
        return;
    memcpy(copy, job->input.bytes, job->input.size);
    if (!ap_memg_open_reader_at_first_group(&reader, &cursor, job->input, job->arena))
        return;
    for (size_t i = 0; ap_bytes_left(&reader) > 0; i++) {
        if (!ap_memg_read_or_write_group(&reader, i)
            || !add_1_to_mapping_entries(job, cursor.group.mapping, copy, &has_zero))
            return;
    }
    if (has_zero)
        *fix = (ap_fix){ .span = { 0, job->input.size }, .text = { copy, job->input.size } };
}

/* Inserts a missing length before the name. fix->text holds the length of the name without its first four letters, which were
   read as the length: the inserted length is 4 more. */
static void insert_length(const ap_fix_job *job, ap_fix *fix)
{
    uint8_t *bytes = ap_alloc(job->arena, AP_MEMG_COUNT_BYTES);
    if (bytes == NULL)
        return;
    ap_store_u32(bytes, ap_load_u32(fix->text.bytes, false) + AP_MEMG_COUNT_BYTES, false);
    *fix = (ap_fix){ .span = { fix->span.offset, 0 }, .text = { bytes, AP_MEMG_COUNT_BYTES } };
}

static void fix_count(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    static const char name_length[] = ".name_length";
    const size_t length = strlen(finding->path), end = sizeof name_length - 1;
    if (refuse_until_byte_order_is_fixed(job, fix))
        return;
    ap_fix_inferred_count(job, finding, fix);
    if (fix->refused == NULL && fix->span.offset == finding->span.offset && length > end
        && strcmp(finding->path + length - end, name_length) == 0
        && ap_memg_are_length_bytes_printable(job->input.bytes + finding->span.offset))
        insert_length(job, fix);
}

static const ap_fixer fixers[] = {
    { AP_MEMG_RULE(BYTE_ORDER), "writes the file in little-endian order", false, true,
        .fix = fix_by_writing_little_endian },
    { AP_MEMG_RULE(NAME_CHARACTER), "sets the length of the name without the NUL at its end", false, false,
        .fix = fix_by_removing_nuls_after_name },
    { AP_MEMG_RULE(ENDIAN_INDICATOR), "writes the integer 1", false, true, .fix = fix_endian },
    { AP_MEMG_RULE(TRAILING_BYTES), "cuts off the bytes after the last group", false, false,
        .fix = ap_fix_trailing_bytes },
    { AP_MEMG_RULE(FRAMERATE_FLOAT), "writes the framerate as an integer", false, true,
        .fix = fix_float_rate },
    { AP_MEMG_RULE(COUNTS_SWAPPED), "exchanges the counts of frames and timesteps", false, true,
        .fix = fix_swapped_counts },
    { AP_MEMG_RULE(MAPPING_RANGE), "adds 1 to each entry of all mappings", true, false, .fix = fix_mapping,
        .once = true },
    { AP_MEMG_RULE(COUNT_NEGATIVE), "writes the count with which the rest can be read", true, true,
        .fix = fix_count },
    { AP_MEMG_RULE(COUNT_EXCEEDS_FILE), "writes the count with which the rest can be read", true, true,
        .fix = fix_count },
};

const ap_fixer_table ap_memg_fixers = { fixers, sizeof fixers / sizeof *fixers };
