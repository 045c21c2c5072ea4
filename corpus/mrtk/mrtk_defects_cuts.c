/* MRTK animations that end too early: in every field, at its first byte, its last, and between. */
#include "corpus/mrtk/mrtk_candidates.h"
#include "corpus/mrtk/mrtk_kit.h"
#include "corpus/mrtk/mrtk_layout_oracle.h"
#include "corpus/mrtk/mrtk_page.h"

enum { MARKER_FIELDS = 3 };

#define TRUNCATED "mrtk/truncated"
#define EXCEEDS   "mrtk/count-exceeds-file"
#define NAME      "mrtk/marker-name"

static bool expect_truncated(ap_damage *damage, const ap_listed_field *field, size_t at)
{
    return ap_expect_about(damage, TRUNCATED, (ap_span){ field->span.offset, at - field->span.offset }, field)
           && ap_vanish_from(damage, NULL, field->span.offset);
}

/* The curve that has the field in one of its keys; NULL: none. */
static const ap_mrtk_candidate_curve *curve_of_key(
    const ap_mrtk_candidates *candidates, const ap_listed_field *field)
{
    for (size_t i = 0; i < candidates->count; i++) {
        const ap_mrtk_candidate_curve *curve = &candidates->curves[i];
        if (field >= curve->keys && field < curve->keys + curve->key_count * curve->parts)
            return curve;
    }
    return NULL;
}

/* The curve that the field belongs to; NULL: none. */
static const ap_mrtk_candidate_curve *curve_of(
    const ap_mrtk_candidates *candidates, const ap_listed_field *field)
{
    const ap_mrtk_candidate_curve *found = NULL;
    for (size_t i = 0; i < candidates->count && candidates->curves[i].pre_wrap <= field; i++)
        found = &candidates->curves[i];
    return found;
}

/* A cut after the marker count, in `field`: the count is found first, if as many markers do not fit. */
static bool expect_cut_marker(
    ap_damage *damage, const ap_mrtk_candidates *candidates, const ap_listed_field *field, size_t at)
{
    const ap_listed_field *count = candidates->marker_count;
    const size_t which = (size_t)(field - count - 1) % MARKER_FIELDS;
    const size_t left = at - ap_span_end(count->span);
    if (candidates->markers > left / MRTK_MARKER_BYTES)
        return ap_expect_at(damage, EXCEEDS, count) && ap_vanish_from(damage, NULL, ap_span_end(count->span));
    if (which == 0 || (which == 1 && at == field->span.offset))
        return expect_truncated(damage, field, at);
    const ap_span prefix =
        which == 1 ? (ap_span){ field->span.offset, at - field->span.offset } : (field - 1)->span;
    return ap_expect_about(damage, NAME, prefix, field) && ap_vanish_from(damage, NULL, prefix.offset);
}

static bool expect_cut_curve(
    ap_damage *damage, const ap_mrtk_candidates *candidates, const ap_listed_field *field, size_t at)
{
    const ap_mrtk_candidate_curve *curve = curve_of_key(candidates, field);
    if (curve == NULL)
        return ap_expect_about(
                   damage, TRUNCATED, (ap_span){ field->span.offset, at - field->span.offset }, field)
               && ap_mrtk_stop_at(damage, curve_of(candidates, field), field->span.offset);
    return ap_expect_at(damage, EXCEEDS, curve->count)
           && ap_mrtk_stop_at(damage, curve, ap_span_end(curve->count->span));
}

/* Expects the findings of a file that ends at `at`, before the field's last byte. */
static bool expect_cut(ap_damage *damage, const ap_listed_field *field, size_t at)
{
    ap_mrtk_candidates candidates;
    const size_t header = 2;   /* fields: with one of them cut, the version is not judged */
    if (at < MRTK_MAGIC_BYTES) /* whatever the bytes are */
        return ap_expect(damage, TRUNCATED, (ap_span){ 0, at }, "magic") && ap_vanish_from(damage, NULL, 0);
    if ((size_t)(field - damage->fields.items) <= header)
        return expect_truncated(damage, field, at);
    if (!ap_mrtk_find_candidates(damage, &candidates))
        return false;
    if (candidates.marker_count != NULL && field > candidates.marker_count)
        return expect_cut_marker(damage, &candidates, field, at) && ap_mrtk_layout_stays(damage);
    if (field == candidates.marker_count)
        return expect_truncated(damage, field, at) && ap_mrtk_layout_stays(damage);
    if (field->role == AP_ROLE_FLAG)
        return expect_truncated(damage, field, at) && ap_mrtk_vanish_curves(damage)
               && ap_mrtk_layout_stays(damage);
    return expect_cut_curve(damage, &candidates, field, at) && ap_mrtk_layout_stays(damage);
}

/* `text` is "prefix" or "name", since these two fields share a path. */
static bool is_wanted(const ap_damage *damage, const ap_listed_field *field)
{
    const char *text = damage->defect->text;
    if (field->span.length == 0 || (field->span.length == 1 && damage->defect->number != AP_CUT_ALL))
        return false;
    if (text == NULL)
        return true;
    return field->type == (strcmp(text, "prefix") == 0 ? AP_TYPE_LENGTH : AP_TYPE_BYTES);
}

static const ap_listed_field *pick_field(ap_damage *damage)
{
    const ap_listed_field *picked = NULL;
    const ap_listed_field *field;
    size_t seen = 0;
    for (size_t at = 0; (field = ap_next_field(&damage->fields, damage->defect->pattern, &at)) != NULL;) {
        if (is_wanted(damage, field) && ap_pick_this(damage->choices, &seen))
            picked = field;
    }
    return picked;
}

/* The rule that is found depends on the place; a row is for one rule. */
static bool cut(ap_damage *damage)
{
    size_t kept;
    const ap_listed_field *field = pick_field(damage);
    if (field == NULL || !ap_kept_bytes(damage, field->span.length, &kept))
        return false;
    const size_t at = field->span.offset + kept;
    return ap_edit_cut(damage, at) && expect_cut(damage, field, at)
           && strcmp(damage->expected[0].rule, damage->defect->rule) == 0;
}

#define MARKERS "layout=writer markers=1..8"

static const ap_defect defects[] = {
    { "truncated_empty", TRUNCATED, "the file is empty, as MRTK leaves one when saving fails", NULL,
        .apply = cut, .pattern = "magic", .number = AP_CUT_ALL },
    { "truncated_magic-1", TRUNCATED, "the file ends after the first byte", NULL, .apply = cut,
        .pattern = "magic", .number = AP_CUT_KEEP_ONE },
    { "truncated_magic-7", TRUNCATED, "the file ends before the magic number's last byte", NULL, .apply = cut,
        .pattern = "magic", .number = AP_CUT_KEEP_ALL_BUT_ONE },
    { "truncated_major", TRUNCATED, "the file ends after the magic number", NULL, .apply = cut,
        .pattern = "version.major", .number = AP_CUT_ALL },
    { "truncated_major-inside", TRUNCATED, "the file ends inside the major version", NULL, .apply = cut,
        .pattern = "version.major", .number = AP_CUT_INSIDE },
    { "truncated_minor", TRUNCATED, "the file ends after the major version", NULL, .apply = cut,
        .pattern = "version.minor", .number = AP_CUT_ALL },
    { "truncated_minor-3", TRUNCATED, "the file ends before the version's last byte", NULL, .apply = cut,
        .pattern = "version.minor", .number = AP_CUT_KEEP_ALL_BUT_ONE },
    { "truncated_flag", TRUNCATED, "a flag is missing", "version=1.1", .apply = cut, .pattern = "has_*",
        .number = AP_CUT_ALL },
    { "truncated_first-curve", TRUNCATED, "the file ends before its first curve", NULL, .apply = cut,
        .pattern = "camera.position_x.pre_wrap", .number = AP_CUT_ALL },
    { "truncated_pre-wrap", TRUNCATED, "the file ends before a curve", NULL, .apply = cut,
        .pattern = "*.pre_wrap", .number = AP_CUT_ALL },
    { "truncated_pre-wrap-inside", TRUNCATED, "the file ends inside a pre-wrap mode", NULL, .apply = cut,
        .pattern = "*.pre_wrap", .number = AP_CUT_INSIDE },
    { "truncated_post-wrap", TRUNCATED, "the file ends before a post-wrap mode", NULL, .apply = cut,
        .pattern = "*.post_wrap", .number = AP_CUT_ALL },
    { "truncated_post-wrap-inside", TRUNCATED, "the file ends inside a post-wrap mode", NULL, .apply = cut,
        .pattern = "*.post_wrap", .number = AP_CUT_INSIDE },
    { "truncated_key-count", TRUNCATED, "the file ends before a key count", NULL, .apply = cut,
        .pattern = "*.key_count", .number = AP_CUT_ALL },
    { "truncated_key-count-1", TRUNCATED, "the file ends after a key count's first byte", NULL, .apply = cut,
        .pattern = "*.key_count", .number = AP_CUT_KEEP_ONE },
    { "truncated_key-count-3", TRUNCATED, "the file ends before a key count's last byte", NULL, .apply = cut,
        .pattern = "*.key_count", .number = AP_CUT_KEEP_ALL_BUT_ONE },
    { "truncated_marker-count", TRUNCATED, "the marker list is missing", "version=1.1 layout=writer",
        .apply = cut, .pattern = "marker_count", .number = AP_CUT_ALL },
    { "truncated_marker-count-1", TRUNCATED, "the file ends after the marker count's first byte",
        "layout=writer", .apply = cut, .pattern = "marker_count", .number = AP_CUT_KEEP_ONE },
    { "truncated_marker-count-3", TRUNCATED, "the file ends before the marker count's last byte",
        "layout=writer", .apply = cut, .pattern = "marker_count", .number = AP_CUT_KEEP_ALL_BUT_ONE },
    { "truncated_marker", TRUNCATED, "the file ends before a marker", MARKERS, .apply = cut,
        .pattern = "markers[*].time", .number = AP_CUT_ALL },
    { "truncated_marker-time", TRUNCATED, "the file ends inside a marker's time", MARKERS, .apply = cut,
        .pattern = "markers[*].time", .number = AP_CUT_INSIDE },
    { "truncated_marker-name", TRUNCATED, "the file ends before a marker's name", MARKERS, .apply = cut,
        .pattern = "markers[*].name", .number = AP_CUT_ALL, .text = "prefix" },
    { "truncated_anywhere", TRUNCATED, "the file ends inside a field", NULL, .apply = cut, .pattern = NULL,
        .number = AP_CUT_INSIDE },

    { "count-exceeds-file_cut-keys", EXCEEDS, "the file ends before a key", NULL, .apply = cut,
        .pattern = "*.keys[*].time", .number = AP_CUT_ALL },
    { "count-exceeds-file_cut-key-1", EXCEEDS, "the file ends after a key's first byte", NULL, .apply = cut,
        .pattern = "*.keys[*].time", .number = AP_CUT_KEEP_ONE },
    { "count-exceeds-file_cut-value", EXCEEDS, "the file ends inside a key's value", NULL, .apply = cut,
        .pattern = "*.keys[*].value", .number = AP_CUT_INSIDE },
    { "count-exceeds-file_cut-value-3", EXCEEDS, "the file ends before a value's last byte", NULL,
        .apply = cut, .pattern = "*.keys[*].value", .number = AP_CUT_KEEP_ALL_BUT_ONE },
    { "count-exceeds-file_cut-tangent", EXCEEDS, "the file ends inside a key's tangent", "version=1.0",
        .apply = cut, .pattern = "*.keys[*].*_tangent", .number = AP_CUT_INSIDE },
    { "count-exceeds-file_cut-weight", EXCEEDS, "the file ends inside a key's weight", "version=1.0",
        .apply = cut, .pattern = "*.keys[*].*_weight", .number = AP_CUT_INSIDE },
    { "count-exceeds-file_cut-mode-3", EXCEEDS, "the file ends before a key's last byte", "version=1.0",
        .apply = cut, .pattern = "*.keys[*].weighted_mode", .number = AP_CUT_KEEP_ALL_BUT_ONE },
    { "count-exceeds-file_cut-boolean", EXCEEDS, "the file ends inside a boolean key",
        "has_hand=yes keys=8..16", .apply = cut, .pattern = "hand_*ed_*.keys[*]", .number = AP_CUT_INSIDE },
    { "count-exceeds-file_cut-markers", EXCEEDS, "the file ends after a marker count that is not 0", MARKERS,
        .apply = cut, .pattern = "markers[0].time", .number = AP_CUT_ALL },
    { "count-exceeds-file_cut-marker-1", EXCEEDS, "the file ends after the first marker's first byte",
        MARKERS, .apply = cut, .pattern = "markers[0].time", .number = AP_CUT_KEEP_ONE },

    { "marker-name_cut", "mrtk/marker-name", "the file ends before the bytes of a name", MARKERS,
        .apply = cut, .pattern = "markers[*].name", .number = AP_CUT_ALL, .text = "name" },
    { "marker-name_cut-1", "mrtk/marker-name", "the file ends after a name's first byte", MARKERS,
        .apply = cut, .pattern = "markers[*].name", .number = AP_CUT_KEEP_ONE, .text = "name" },
    { "marker-name_cut-last", "mrtk/marker-name", "the file ends before a name's last byte", MARKERS,
        .apply = cut, .pattern = "markers[*].name", .number = AP_CUT_KEEP_ALL_BUT_ONE, .text = "name" },
    { "marker-name_cut-length", "mrtk/marker-name", "the file ends inside the length of a name",
        "layout=writer markers=2..3 name_bytes=300", .apply = cut, .pattern = "markers[*].name",
        .number = AP_CUT_INSIDE, .text = "prefix" },
};

const ap_defect_table ap_mrtk_cut_defects = { defects, sizeof defects / sizeof *defects };
