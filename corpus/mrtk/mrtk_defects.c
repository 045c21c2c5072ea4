/* Defects in the header of an MRTK animation, and in the file as a whole. */
#include "corpus/defect/defect_row_macros.h"
#include "corpus/mrtk/mrtk_candidates.h"
#include "corpus/mrtk/mrtk_corpus.h"
#include "corpus/mrtk/mrtk_layout_oracle.h"
#include "corpus/mrtk/mrtk_page.h"
#include "validators/mrtk/mrtk.h"

#define FORMAT "mrtk"

static const ap_span version_span = { MRTK_VERSION_AT, 8 };

static bool is_published_layout(const ap_damage *damage)
{
    return strcmp(damage->about.variant, "published") == 0;
}

static bool is_version_1_1(const ap_damage *damage)
{
    return ap_mrtk_minor_of_result_or_1_0(&damage->about) >= AP_MRTK_1_1;
}

/* Inverts the bits of the magic number that are set in the defect's number. */
static bool invert_magic_bits(ap_damage *damage)
{
    const ap_listed_field *magic = &damage->fields.items[0];
    const uint64_t bits = ap_field_bits(damage, magic) ^ (uint64_t)damage->defect->number;
    return ap_edit_number(damage, magic, bits) && ap_expect_own_rule(damage, magic)
           && ap_expect_vanished_from(damage, NULL, 0);
}

static bool swap_magic(ap_damage *damage)
{
    const ap_listed_field *magic = &damage->fields.items[0];
    return ap_edit_number(damage, magic, __builtin_bswap64(ap_field_bits(damage, magic)))
           && ap_expect_own_rule(damage, magic) && ap_expect_vanished_from(damage, NULL, 0);
}

/* Inserts the bytes of the defect's text before the first byte of the file. */
static bool insert_at_file_start(ap_damage *damage)
{
    const char *text = damage->defect->text;
    return ap_edit_span(damage, (ap_span){ 0, 0 }, text, strlen(text))
           && ap_expect_finding(damage, damage->defect->rule, (ap_span){ 0, 8 }, "magic")
           && ap_expect_vanished_from(damage, NULL, 0);
}

/* Expects the findings of an unknown version, and marks all others as vanished. Returns false if the changed file does not have
   an unknown version. */
static bool check_and_expect_unknown_version(ap_damage *damage)
{
    const ap_view file = ap_make_damaged_file(damage);
    if (file.bytes == NULL || file.size < MRTK_FLAGS_AT)
        return false;
    const int32_t major = ap_load_i32(file.bytes + MRTK_VERSION_AT, false);
    const int32_t minor = ap_load_i32(file.bytes + MRTK_VERSION_AT + 4, false);
    return (major != 1 || minor < 0 || minor >= AP_MRTK_VERSIONS)
           && ap_expect_vanished_from(damage, NULL, MRTK_VERSION_AT)
           && ap_expect_finding(damage, damage->defect->rule, version_span, "version");
}

static bool replace_version(ap_damage *damage)
{
    const ap_listed_field *field = ap_pick_field(&damage->fields, damage->defect->pattern, damage->choices);
    return field != NULL && ap_edit_number(damage, field, (uint64_t)damage->defect->number)
           && check_and_expect_unknown_version(damage);
}

/* Removes the version field, as some recorders do. The bytes after it are then read as the version. */
static bool drop_version(ap_damage *damage)
{
    return ap_edit_span(damage, version_span, NULL, 0) && check_and_expect_unknown_version(damage);
}

/* Sets a flag that is 1 to the defect's number. Readers still take it for true. */
static bool set_flag_to_number(ap_damage *damage)
{
    const ap_listed_field *field = ap_pick_field(&damage->fields, damage->defect->pattern, damage->choices);
    return field != NULL && ap_field_bits(damage, field) == 1
           && ap_edit_number(damage, field, (uint64_t)damage->defect->number)
           && ap_expect_own_rule(damage, field);
}

/* Sets the gaze flag of a file that has no gaze and ends after its marker count, 0. The count is then read as a wrap mode, and
   the next field is missing. */
static bool set_gaze_flag(ap_damage *damage)
{
    ap_mrtk_candidates candidates;
    const ap_listed_field *flag = ap_pick_field(&damage->fields, "has_gaze", damage->choices);
    if (flag == NULL || ap_field_bits(damage, flag) != 0 || !ap_mrtk_find_candidates(damage, &candidates)
        || candidates.marker_count == NULL
        || ap_span_end(candidates.marker_count->span) != damage->input.size)
        return false;
    const ap_span missing = { damage->input.size, 0 };
    return ap_edit_number(damage, flag, 1)
           && ap_expect_finding(damage, damage->defect->rule, missing, "gaze.origin_x.post_wrap")
           && ap_mrtk_is_layout_unchanged(damage)
           && ap_mrtk_expect_findings_needing_all_curves_vanish(damage);
}

/* Removes the list of markers from a 1.0 file, or from a 1.1 file in which no float curve has keys. The file is then in the
   published layout. */
static bool drop_markers(ap_damage *damage)
{
    ap_mrtk_candidates candidates;
    if (!ap_mrtk_find_candidates(damage, &candidates) || candidates.marker_count == NULL)
        return false;
    for (size_t i = 0; i < candidates.count; i++) {
        const ap_mrtk_candidate_curve *curve = &candidates.curves[i];
        if (candidates.version >= AP_MRTK_1_1 && curve->vector != AP_MRTK_NO_VECTOR && curve->key_count > 0)
            return false;
    }
    return ap_edit_cut_off_at(damage, candidates.marker_count->span.offset)
           && ap_expect_finding(damage, damage->defect->rule, version_span, "version");
}

/* Appends a marker count of 0 to a file in the published layout of 1.0. The file is then in the layout that MRTK reads. */
static bool append_empty_marker_list(ap_damage *damage)
{
    const uint8_t none[4] = { 0 };
    return is_published_layout(damage) && !is_version_1_1(damage)
           && ap_edit_span(damage, (ap_span){ damage->input.size, 0 }, none, sizeof none)
           && ap_expect_vanished_at(damage, "mrtk/layout-published", version_span);
}

static bool expect_trailing_if_same_layout(ap_damage *damage, size_t bytes)
{
    return ap_expect_finding(damage, damage->defect->rule, (ap_span){ damage->input.size, bytes }, "")
           && ap_mrtk_is_layout_unchanged(damage);
}

/* Appends as many random bytes as the defect's number says. */
static bool append_random_bytes(ap_damage *damage)
{
    const size_t bytes = (size_t)damage->defect->number;
    uint8_t *more = ap_alloc(damage->arena, bytes);
    if (more == NULL)
        return false;
    for (size_t i = 0; i < bytes; i++)
        more[i] = (uint8_t)ap_choose_below(damage->choices, 256);
    return ap_edit_span(damage, (ap_span){ damage->input.size, 0 }, more, bytes)
           && expect_trailing_if_same_layout(damage, bytes);
}

static bool append_second_copy(ap_damage *damage)
{
    const ap_view input = damage->input;
    return ap_edit_span(damage, (ap_span){ input.size, 0 }, input.bytes, input.size)
           && expect_trailing_if_same_layout(damage, input.size);
}

/* Replaces everything after the version by curves without keys (from 1.1 on, by the flags of 1.1 that are 0) and an empty marker
   list. */
static bool replace_content_by_empty_recording(ap_damage *damage)
{
    enum { LARGEST = MRTK_CURVES_OF_1_0 * MRTK_CURVE_BYTES + MRTK_COUNT_BYTES };
    const bool has_flags = is_version_1_1(damage);
    const size_t size = has_flags ? MRTK_FLAGS + MRTK_COUNT_BYTES : LARGEST;
    uint8_t *empty = ap_alloc(damage->arena, LARGEST); /* zeros: flags, wrap modes and counts */
    const ap_span rest = { MRTK_FLAGS_AT, damage->input.size - MRTK_FLAGS_AT };
    return empty != NULL && ap_mrtk_set_minor_version(damage, has_flags ? AP_MRTK_1_1 : AP_MRTK_1_0)
           && ap_edit_span(damage, rest, empty, size)
           && ap_expect_vanished_from(damage, NULL, MRTK_VERSION_AT)
           && ap_expect_finding(damage, damage->defect->rule, version_span, "version");
}

static const ap_defect defects[] = {
    ROW("magic", "bit-flipped", "one bit of the magic number is wrong", invert_magic_bits, .number = 1),
    ROW("magic", "high-bit", "the last bit of the magic number is wrong", invert_magic_bits,
        .number = INT64_MIN),
    ROW("magic", "inverted", "every bit of the magic number is wrong", invert_magic_bits, .number = -1),
    ROW("magic", "first-byte", "the first byte of the magic number is wrong", invert_magic_bits,
        .number = 0xff),
    ROW("magic", "byte-swapped", "the magic number is written big-endian", swap_magic),
    ROW("magic", "byte-order-mark", "a UTF-8 byte order mark precedes the magic number", insert_at_file_start,
        .text = "\xef\xbb\xbf"),
    ROW("magic", "byte-in-front", "an extra byte precedes the magic number", insert_at_file_start,
        .text = "\n"),

    AT("version", AP_MRTK_NEXT_VERSION,
        "version " AP_MRTK_NEXT_VERSION " does not exist; MRTK loads an empty animation", replace_version,
        "version.minor", AP_MRTK_VERSIONS),
    AT("version", "1.max", "the minor version is the largest int32", replace_version, "version.minor",
        INT32_MAX),
    AT("version", "1.-1", "the minor version is -1; MRTK reads it as 1.0", replace_version, "version.minor",
        -1),
    ROW("version", "0", "the major version is 0; MRTK reads it as 1.0", replace_version, "version.major"),
    AT("version", "2", "the major version is 2; MRTK loads an empty animation", replace_version,
        "version.major", 2),
    AT("version", "-1", "the major version is -1", replace_version, "version.major", -1),
    AT("version", "byte-swapped", "the major version is written big-endian", replace_version, "version.major",
        0x01000000),
    ROW("version", "missing", "the version is missing: flags and curves follow the magic number",
        drop_version),

    AT("flag", "camera-2", "the flag has_camera is neither 0 nor 1", set_flag_to_number, "has_camera", 2,
        .knobs = "version=1.1 has_camera=yes"),
    AT("flag", "hand-255", "the flag has_hand is neither 0 nor 1", set_flag_to_number, "has_hand", 255,
        .knobs = "version=1.1 has_hand=yes"),
    AT("flag", "gaze-2", "the flag has_gaze is neither 0 nor 1", set_flag_to_number, "has_gaze", 2,
        .knobs = "version=1.1 has_gaze=yes"),
    AT("flag", "any-128", "a flag is 128: the wrong bit is set", set_flag_to_number, "has_*", 128,
        .knobs = "version=1.1"),
    ROW("truncated", "gaze-claimed", "the flag has_gaze is 1, but the file ends before the gaze",
        set_gaze_flag, .knobs = "version=1.1 layout=writer has_gaze=no markers=0"),

    ROW("layout-published", "markers-missing",
        "the marker list is missing, as on the published page; MRTK cannot load the file", drop_markers,
        .knobs = "version=1.0 layout=writer"),
    NEAR("layout-published", "empty-markers-added",
        "a file in the published layout of 1.0 gets an empty marker list, so MRTK can load it",
        append_empty_marker_list, .knobs = "version=1.0 layout=published"),

    ROW("trailing-bytes", "1", "one extra byte follows the last field", append_random_bytes, .number = 1,
        .knobs = "layout=writer"),
    ROW("trailing-bytes", "3", "three extra bytes follow the last field", append_random_bytes, .number = 3,
        .knobs = "layout=writer"),
    ROW("trailing-bytes", "4", "four extra bytes follow the last field", append_random_bytes, .number = 4,
        .knobs = "layout=writer"),
    ROW("trailing-bytes", "100", "a hundred extra bytes follow the last field", append_random_bytes,
        .number = 100, .knobs = "layout=writer"),
    ROW("trailing-bytes", "joined", "two files were concatenated", append_second_copy,
        .knobs = "layout=writer"),

    ROW("no-keys", "emptied", "no curve has any keys", replace_content_by_empty_recording),
};

const ap_defect_table ap_mrtk_defects = { defects, sizeof defects / sizeof *defects };
