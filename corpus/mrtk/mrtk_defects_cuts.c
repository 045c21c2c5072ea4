/* MRTK animations that end too early: in each field, at its first byte, before its last byte, and between. */
#include "corpus/defect/defect_row_macros.h"
#include "corpus/mrtk/mrtk_candidates.h"
#include "corpus/mrtk/mrtk_corpus.h"
#include "corpus/mrtk/mrtk_layout_oracle.h"
#include "corpus/mrtk/mrtk_page.h"

#define FORMAT "mrtk"

#define TRUNCATED "mrtk/truncated"
#define EXCEEDS   "mrtk/count-exceeds-file"
#define NAME      "mrtk/marker-name"

/* Expects the finding at the part of `field` that is left in a file that ends at offset `cut_at`. */
static bool expect_truncated(ap_damage *damage, const ap_listed_field *field, size_t cut_at)
{
    return ap_expect_with_path_of_field(
               damage, TRUNCATED, (ap_span){ field->span.offset, cut_at - field->span.offset }, field)
           && ap_expect_vanished_from(damage, NULL, field->span.offset);
}

/* Returns the curve with the key that the field belongs to; NULL if the field is not part of a key. */
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

/* Returns the last curve that begins at the field or before it; NULL if the field precedes all curves. */
static const ap_mrtk_candidate_curve *last_curve_up_to_field(
    const ap_mrtk_candidates *candidates, const ap_listed_field *field)
{
    const ap_mrtk_candidate_curve *found = NULL;
    for (size_t i = 0; i < candidates->count && candidates->curves[i].pre_wrap <= field; i++)
        found = &candidates->curves[i];
    return found;
}

static bool is_field_of_marker(const ap_mrtk_candidates *candidates, const ap_listed_field *field)
{
    const ap_listed_field *count = candidates->marker_count;
    return field > count && field <= count + AP_MRTK_MARKER_FIELDS * candidates->markers;
}

/* Expects the findings of a file that ends in `field`, a field of a marker. If as many markers as the count says cannot fit, the
   finding is at the count. */
static bool expect_cut_marker(
    ap_damage *damage, const ap_mrtk_candidates *candidates, const ap_listed_field *field, size_t at)
{
    const ap_listed_field *count = candidates->marker_count;
    const size_t which = (size_t)(field - count - 1) % AP_MRTK_MARKER_FIELDS;
    const size_t left = at - ap_span_end(count->span);
    if (candidates->markers > left / MRTK_MARKER_BYTES)
        return ap_expect_at_field(damage, EXCEEDS, count)
               && ap_expect_vanished_from(damage, NULL, ap_span_end(count->span));
    if (which == 0 || (which == 1 && at == field->span.offset))
        return expect_truncated(damage, field, at);
    const ap_span prefix =
        which == 1 ? (ap_span){ field->span.offset, at - field->span.offset } : (field - 1)->span;
    return ap_expect_with_path_of_field(damage, NAME, prefix, field)
           && ap_expect_vanished_from(damage, NULL, prefix.offset);
}

static bool expect_cut_curve(
    ap_damage *damage, const ap_mrtk_candidates *candidates, const ap_listed_field *field, size_t at)
{
    const ap_mrtk_candidate_curve *curve = curve_of_key(candidates, field);
    if (curve == NULL)
        return ap_expect_with_path_of_field(
                   damage, TRUNCATED, (ap_span){ field->span.offset, at - field->span.offset }, field)
               && ap_mrtk_expect_reading_stops(
                   damage, last_curve_up_to_field(candidates, field), field->span.offset);
    return ap_expect_at_field(damage, EXCEEDS, curve->count)
           && ap_mrtk_expect_reading_stops(damage, curve, ap_span_end(curve->count->span));
}

/* Expects the findings of a file that ends at offset `at`, in `field`. */
static bool expect_cut(ap_damage *damage, const ap_listed_field *field, size_t at)
{
    ap_mrtk_candidates candidates;
    /* index of the minor version: if the file ends in this field or before it, the version is not checked */
    const size_t minor = 2;
    if (at < MRTK_MAGIC_BYTES)
        return ap_expect_finding(damage, TRUNCATED, (ap_span){ 0, at }, "magic")
               && ap_expect_vanished_from(damage, NULL, 0);
    if ((size_t)(field - damage->fields.items) <= minor)
        return expect_truncated(damage, field, at);
    if (!ap_mrtk_find_candidates(damage, &candidates))
        return false;
    if (candidates.marker_count != NULL && field >= candidates.marker_count)
        return (is_field_of_marker(&candidates, field) ? expect_cut_marker(damage, &candidates, field, at)
                                                       : expect_truncated(damage, field, at))
               && ap_mrtk_is_layout_unchanged(damage);
    if (field->role == AP_ROLE_FLAG)
        return expect_truncated(damage, field, at)
               && ap_mrtk_expect_findings_needing_all_curves_vanish(damage)
               && ap_mrtk_is_layout_unchanged(damage);
    return expect_cut_curve(damage, &candidates, field, at) && ap_mrtk_is_layout_unchanged(damage);
}

/* Returns true if the defect may end the file in this field. The defect's text is "prefix" or "name" to select one of two fields
   that have the same path. */
static bool does_cut_fit_field(const ap_damage *damage, const ap_listed_field *field)
{
    const char *text = damage->defect->text;
    if (field->span.length == 0 || (field->span.length == 1 && damage->defect->number != AP_CUT_ALL))
        return false;
    if (text == NULL)
        return true;
    return field->type == (strcmp(text, "prefix") == 0 ? AP_TYPE_LENGTH : AP_TYPE_BYTES);
}

static const ap_listed_field *pick_field_to_cut(ap_damage *damage)
{
    const ap_listed_field *picked = NULL;
    const ap_listed_field *field;
    size_t seen = 0;
    for (size_t at = 0; (field = ap_next_field(&damage->fields, damage->defect->pattern, &at)) != NULL;) {
        if (does_cut_fit_field(damage, field) && ap_pick_this_item(damage->choices, &seen))
            picked = field;
    }
    return picked;
}

/* Ends the file early. Returns false if the finding is of another rule than the defect's, since a defect must break its own rule.
   */
static bool cut_file(ap_damage *damage)
{
    size_t kept;
    const ap_listed_field *field = pick_field_to_cut(damage);
    if (field == NULL || !ap_choose_kept_bytes(damage, field->span.length, &kept))
        return false;
    const size_t at = field->span.offset + kept;
    return ap_edit_cut_off_at(damage, at) && expect_cut(damage, field, at)
           && strcmp(damage->expected[0].rule, damage->defect->rule) == 0;
}

#define MARKERS "layout=writer markers=1..8"

static const ap_defect defects[] = {
    AT("truncated", "empty", "the file is empty, as MRTK leaves it when saving fails", cut_file, "magic",
        AP_CUT_ALL),
    AT("truncated", "magic-1", "the file ends after the first byte", cut_file, "magic", AP_CUT_KEEP_ONE),
    AT("truncated", "magic-7", "the file ends before the magic number's last byte", cut_file, "magic",
        AP_CUT_KEEP_ALL_BUT_ONE),
    AT("truncated", "major", "the file ends after the magic number", cut_file, "version.major", AP_CUT_ALL),
    AT("truncated", "major-inside", "the file ends inside the major version", cut_file, "version.major",
        AP_CUT_INSIDE),
    AT("truncated", "minor", "the file ends after the major version", cut_file, "version.minor", AP_CUT_ALL),
    AT("truncated", "minor-3", "the file ends before the version's last byte", cut_file, "version.minor",
        AP_CUT_KEEP_ALL_BUT_ONE),
    AT("truncated", "flag", "a flag is missing", cut_file, "has_*", AP_CUT_ALL, .knobs = "version=1.1"),
    AT("truncated", "first-curve", "the file ends before its first curve", cut_file,
        "camera.position_x.pre_wrap", AP_CUT_ALL),
    AT("truncated", "pre-wrap", "the file ends before a curve", cut_file, "*.pre_wrap", AP_CUT_ALL),
    AT("truncated", "pre-wrap-inside", "the file ends inside a pre-wrap mode", cut_file, "*.pre_wrap",
        AP_CUT_INSIDE),
    AT("truncated", "post-wrap", "the file ends before a post-wrap mode", cut_file, "*.post_wrap",
        AP_CUT_ALL),
    AT("truncated", "post-wrap-inside", "the file ends inside a post-wrap mode", cut_file, "*.post_wrap",
        AP_CUT_INSIDE),
    AT("truncated", "key-count", "the file ends before a key count", cut_file, "*.key_count", AP_CUT_ALL),
    AT("truncated", "key-count-1", "the file ends after a key count's first byte", cut_file, "*.key_count",
        AP_CUT_KEEP_ONE),
    AT("truncated", "key-count-3", "the file ends before a key count's last byte", cut_file, "*.key_count",
        AP_CUT_KEEP_ALL_BUT_ONE),
    AT("truncated", "marker-count", "the marker list is missing", cut_file, "marker_count", AP_CUT_ALL,
        .knobs = "version=1.1 layout=writer"),
    AT("truncated", "marker-count-1", "the file ends after the marker count's first byte", cut_file,
        "marker_count", AP_CUT_KEEP_ONE, .knobs = "layout=writer"),
    AT("truncated", "marker-count-3", "the file ends before the marker count's last byte", cut_file,
        "marker_count", AP_CUT_KEEP_ALL_BUT_ONE, .knobs = "layout=writer"),
    AT("truncated", "marker", "the file ends before a marker", cut_file, "markers[*].time", AP_CUT_ALL,
        .knobs = MARKERS),
    AT("truncated", "marker-time", "the file ends inside a marker's time", cut_file, "markers[*].time",
        AP_CUT_INSIDE, .knobs = MARKERS),
    ROW("truncated", "marker-name", "the file ends before a marker's name", cut_file, "markers[*].name",
        "prefix", AP_CUT_ALL, .knobs = MARKERS),
    ROW("truncated", "anywhere", "the file ends inside a field", cut_file, .number = AP_CUT_INSIDE),

    AT("count-exceeds-file", "cut-keys", "the file ends before a key", cut_file, "*.keys[*].time",
        AP_CUT_ALL),
    AT("count-exceeds-file", "cut-key-1", "the file ends after a key's first byte", cut_file,
        "*.keys[*].time", AP_CUT_KEEP_ONE),
    AT("count-exceeds-file", "cut-value", "the file ends inside a key's value", cut_file, "*.keys[*].value",
        AP_CUT_INSIDE),
    AT("count-exceeds-file", "cut-value-3", "the file ends before a value's last byte", cut_file,
        "*.keys[*].value", AP_CUT_KEEP_ALL_BUT_ONE),
    AT("count-exceeds-file", "cut-tangent", "the file ends inside a key's tangent", cut_file,
        "*.keys[*].*_tangent", AP_CUT_INSIDE, .knobs = "version=1.0"),
    AT("count-exceeds-file", "cut-weight", "the file ends inside a key's weight", cut_file,
        "*.keys[*].*_weight", AP_CUT_INSIDE, .knobs = "version=1.0"),
    AT("count-exceeds-file", "cut-mode-3", "the file ends before a key's last byte", cut_file,
        "*.keys[*].weighted_mode", AP_CUT_KEEP_ALL_BUT_ONE, .knobs = "version=1.0"),
    AT("count-exceeds-file", "cut-boolean", "the file ends inside a boolean key", cut_file,
        "hand_*ed_*.keys[*]", AP_CUT_INSIDE, .knobs = "has_hand=yes keys=8..16"),
    AT("count-exceeds-file", "cut-markers", "the file ends after a marker count that is not 0", cut_file,
        "markers[0].time", AP_CUT_ALL, .knobs = MARKERS),
    AT("count-exceeds-file", "cut-marker-1", "the file ends after the first marker's first byte", cut_file,
        "markers[0].time", AP_CUT_KEEP_ONE, .knobs = MARKERS),

    ROW("marker-name", "cut", "the file ends before the bytes of a name", cut_file, "markers[*].name", "name",
        AP_CUT_ALL, .knobs = MARKERS),
    ROW("marker-name", "cut-1", "the file ends after a name's first byte", cut_file, "markers[*].name",
        "name", AP_CUT_KEEP_ONE, .knobs = MARKERS),
    ROW("marker-name", "cut-last", "the file ends before a name's last byte", cut_file, "markers[*].name",
        "name", AP_CUT_KEEP_ALL_BUT_ONE, .knobs = MARKERS),
    ROW("marker-name", "cut-length", "the file ends inside the length of a name", cut_file, "markers[*].name",
        "prefix", AP_CUT_INSIDE, .knobs = "layout=writer markers=2..3 name_bytes=300"),
};

const ap_defect_table ap_mrtk_cut_defects = { defects, sizeof defects / sizeof *defects };
