/* Defects in the counts of keys and markers of an MRTK animation. */
#include "corpus/defect/defect_row_macros.h"
#include "corpus/mrtk/mrtk_candidates.h"
#include "corpus/mrtk/mrtk_corpus.h"
#include "corpus/mrtk/mrtk_layout_oracle.h"
#include "corpus/mrtk/mrtk_page.h"

#define FORMAT "mrtk"

#define RULE_EXCEEDS  "mrtk/count-exceeds-file"
#define RULE_NEGATIVE "mrtk/count-negative"
#define RULE_TRAILING "mrtk/trailing-bytes"

static size_t bytes_after_field(const ap_damage *damage, const ap_listed_field *field)
{
    return damage->input.size - ap_span_end(field->span);
}

static bool does_count_exceed_file(
    const ap_damage *damage, const ap_listed_field *count, int64_t value, size_t bytes)
{
    return value > 0 && (size_t)value > bytes_after_field(damage, count) / bytes;
}

/* Returns the new value of the count: the defect's number, or the old value changed as the defect's text says. */
static int64_t new_count_value(const ap_damage *damage, size_t was)
{
    const char *text = damage->defect->text;
    if (text == NULL)
        return damage->defect->number;
    return strcmp(text, "plus") == 0 ? (int64_t)was + damage->defect->number
                                     : (int64_t)was * damage->defect->number;
}

/* Returns true if the curve's new count is negative or does not fit the file. Other values cause findings
   that depend on the curve. */
static bool is_key_count_negative_or_too_large(
    const ap_mrtk_candidates *candidates, const ap_mrtk_candidate_curve *curve)
{
    const int64_t count = new_count_value(candidates->damage, curve->key_count);
    return count < 0
           || does_count_exceed_file(candidates->damage, curve->count, count, ap_mrtk_key_bytes(curve));
}

static bool break_key_count(ap_damage *damage)
{
    ap_mrtk_candidates candidates;
    if (!ap_mrtk_find_candidates(damage, &candidates))
        return false;
    const ap_mrtk_candidate_curve *curve =
        ap_mrtk_pick_curve(&candidates, is_key_count_negative_or_too_large);
    if (curve == NULL)
        return false;
    const int64_t count = new_count_value(damage, curve->key_count);
    return ap_edit_number(damage, curve->count, (uint64_t)count)
           && ap_expect_at_field(damage, damage->defect->rule, curve->count)
           && ap_mrtk_expect_reading_stops(damage, curve, ap_span_end(curve->count->span))
           && ap_mrtk_is_layout_unchanged(damage);
}

/* Expects the findings of a too large marker count. If even the smallest markers would not fit, the finding is at the count;
   otherwise the first missing marker is reported as truncated. */
static bool expect_missing_markers(ap_damage *damage, const ap_mrtk_candidates *candidates, int64_t count)
{
    const ap_listed_field *field = candidates->marker_count;
    if (does_count_exceed_file(damage, field, count, MRTK_MARKER_BYTES))
        return ap_expect_at_field(damage, RULE_EXCEEDS, field)
               && ap_expect_vanished_from(damage, NULL, ap_span_end(field->span));
    return ap_expect_finding(damage, "mrtk/truncated", (ap_span){ damage->input.size, 0 },
        ap_format_damage_text(damage, "markers[%zu].time", candidates->markers));
}

static bool expect_marker_count(ap_damage *damage, const ap_mrtk_candidates *candidates, int64_t count)
{
    const ap_listed_field *field = candidates->marker_count;
    if (count < 0)
        return ap_expect_at_field(damage, RULE_NEGATIVE, field)
               && ap_expect_vanished_from(damage, NULL, ap_span_end(field->span));
    if ((size_t)count > candidates->markers)
        return expect_missing_markers(damage, candidates, count);
    const size_t at = ap_mrtk_marker_field(candidates, (size_t)count, 0)->span.offset;
    return ap_expect_finding(damage, RULE_TRAILING, (ap_span){ at, damage->input.size - at }, "")
           && ap_expect_vanished_from(damage, NULL, at);
}

/* Sets the marker count. Returns false if the finding is of another rule than the defect's, since a defect must break its own
   rule. */
static bool break_marker_count(ap_damage *damage)
{
    ap_mrtk_candidates candidates;
    if (!ap_mrtk_find_candidates(damage, &candidates) || candidates.marker_count == NULL)
        return false;
    const int64_t count = new_count_value(damage, candidates.markers);
    return count != (int64_t)candidates.markers && count >= INT32_MIN && count <= INT32_MAX
           && ap_edit_number(damage, candidates.marker_count, (uint64_t)count)
           && expect_marker_count(damage, &candidates, count)
           && strcmp(damage->expected[0].rule, damage->defect->rule) == 0
           && ap_mrtk_is_layout_unchanged(damage);
}

static const ap_defect defects[] = {
    ROW("count-negative", "keys", "a key count is -1", break_key_count, .number = -1),
    ROW("count-negative", "keys-least", "a key count is the smallest int32", break_key_count,
        .number = INT32_MIN),
    ROW("count-negative", "keys-boolean", "a boolean curve's key count is -1", break_key_count,
        AP_MRTK_BOOLEANS, .number = -1, .knobs = "has_hand=yes keys=8..16"),
    ROW("count-negative", "keys-28", "a key count is negative, and 28 times the count is positive in 32 bits",
        break_key_count, .number = -153391689),
    ROW("count-negative", "markers", "the marker count is -1", break_marker_count, .number = -1,
        .knobs = "layout=writer"),
    ROW("count-negative", "markers-least", "the marker count is the smallest int32", break_marker_count,
        .number = INT32_MIN, .knobs = "layout=writer"),

    ROW("count-exceeds-file", "keys-most", "a key count is the largest int32", break_key_count,
        .number = INT32_MAX),
    AT("count-exceeds-file", "keys-first", "the first key count is far too large", break_key_count,
        "camera.position_x", 0x7f000000),
    ROW("count-exceeds-file", "keys-byte-swapped", "a key count of 1 is written big-endian", break_key_count,
        .number = 0x01000000),
    ROW("count-exceeds-file", "keys-28-wraps", "28 times a key count is 24 in 32 bits", break_key_count,
        .number = 153391690),
    ROW("count-exceeds-file", "keys-28-wraps-to-0", "28 times a key count is 0 in 32 bits", break_key_count,
        .number = 0x40000000),
    ROW("count-exceeds-file", "keys-28-negative", "28 times a key count is negative in 32 bits",
        break_key_count, .number = 76695845),
    ROW("count-exceeds-file", "keys-8-wraps-to-0", "8 times a key count is 0 in 32 bits", break_key_count,
        .number = 0x20000000),
    ROW("count-exceeds-file", "keys-8-wraps", "8 times a key count is 8 in 32 bits", break_key_count,
        .number = 0x20000001),
    ROW("count-exceeds-file", "keys-8-negative", "8 times a key count is negative in 32 bits",
        break_key_count, .number = 0x10000000),
    ROW("count-exceeds-file", "keys-boolean", "a boolean curve's key count is far too large", break_key_count,
        AP_MRTK_BOOLEANS, .number = 0x20000001, .knobs = "has_hand=yes keys=8..16"),
    ROW("count-exceeds-file", "keys-doubled", "a key count is twice the number of keys", break_key_count,
        .text = "times", .number = 2),
    ROW("count-exceeds-file", "keys-one-more", "a key count is one too large", break_key_count,
        .text = "plus", .number = 1),
    ROW("count-exceeds-file", "markers-most", "the marker count is the largest int32", break_marker_count,
        .number = INT32_MAX, .knobs = "layout=writer"),
    ROW("count-exceeds-file", "markers-wrap", "5 times the marker count is 4 in 32 bits", break_marker_count,
        .number = 858993460, .knobs = "layout=writer"),
    ROW("count-exceeds-file", "markers-negative", "5 times the marker count is negative in 32 bits",
        break_marker_count, .number = 429496730, .knobs = "layout=writer"),
    ROW("count-exceeds-file", "markers-byte-swapped", "a marker count of 1 is written big-endian",
        break_marker_count, .number = 0x01000000, .knobs = "layout=writer"),
    ROW("count-exceeds-file", "markers-doubled", "the marker count is twice the number of markers",
        break_marker_count, .text = "times", .number = 2, .knobs = "layout=writer markers=2..3 name_bytes=2"),
    ROW("count-exceeds-file", "markers-one-more", "the marker count is 1, but the file has no markers",
        break_marker_count, .text = "plus", .number = 1, .knobs = "layout=writer markers=0"),

    ROW("truncated", "markers-one-more", "the marker count is one too large", break_marker_count,
        .text = "plus", .number = 1, .knobs = "layout=writer"),
    ROW("truncated", "markers-doubled", "the marker count is twice the number of markers", break_marker_count,
        .text = "times", .number = 2, .knobs = "layout=writer"),
    ROW("trailing-bytes", "markers-one-less", "the marker count is one too small", break_marker_count,
        .text = "plus", .number = -1, .knobs = "layout=writer"),
    ROW("trailing-bytes", "markers-0", "the marker count is 0, but the file has markers", break_marker_count,
        .knobs = "layout=writer"),
};

const ap_defect_table ap_mrtk_count_defects = { defects, sizeof defects / sizeof *defects };
