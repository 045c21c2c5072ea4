/* Defects of an MRTK animation's header, and of the file as a whole. */
#include "corpus/mrtk/mrtk_candidates.h"
#include "corpus/mrtk/mrtk_kit.h"
#include "corpus/mrtk/mrtk_layout_oracle.h"
#include "corpus/mrtk/mrtk_page.h"
#include "validators/mrtk/mrtk.h"

static const ap_span version_span = { MRTK_VERSION_AT, 8 };

static bool is_published(const ap_damage *damage)
{
    return strcmp(damage->about.variant, "published") == 0;
}

static bool is_1_1(const ap_damage *damage)
{
    return ap_mrtk_minor_found(&damage->about) >= AP_MRTK_1_1;
}

/* The magic's bits are turned over where `number` has ones. */
static bool break_magic(ap_damage *damage)
{
    const ap_listed_field *magic = &damage->fields.items[0];
    const uint64_t bits = ap_field_bits(damage, magic) ^ (uint64_t)damage->defect->number;
    return ap_edit_number(damage, magic, bits) && ap_expect_own(damage, magic)
           && ap_vanish_from(damage, NULL, 0);
}

static bool swap_magic(ap_damage *damage)
{
    const ap_listed_field *magic = &damage->fields.items[0];
    return ap_edit_number(damage, magic, __builtin_bswap64(ap_field_bits(damage, magic)))
           && ap_expect_own(damage, magic) && ap_vanish_from(damage, NULL, 0);
}

/* The bytes of `text` before the file. */
static bool insert_in_front(ap_damage *damage)
{
    const char *text = damage->defect->text;
    return ap_edit_span(damage, (ap_span){ 0, 0 }, text, strlen(text))
           && ap_expect(damage, damage->defect->rule, (ap_span){ 0, 8 }, "magic")
           && ap_vanish_from(damage, NULL, 0);
}

/* Whether the changed file's version is unknown. */
static bool version_broken(ap_damage *damage)
{
    const ap_view file = ap_damaged_view(damage);
    if (file.bytes == NULL || file.size < MRTK_FLAGS_AT)
        return false;
    const int32_t major = ap_load_i32(file.bytes + MRTK_VERSION_AT, false);
    const int32_t minor = ap_load_i32(file.bytes + MRTK_VERSION_AT + 4, false);
    return (major != 1 || (minor != 0 && minor != 1)) && ap_vanish_from(damage, NULL, MRTK_VERSION_AT)
           && ap_expect(damage, damage->defect->rule, version_span, "version");
}

static bool break_version(ap_damage *damage)
{
    const ap_listed_field *field = ap_pick_field(&damage->fields, damage->defect->pattern, damage->choices);
    return field != NULL && ap_edit_number(damage, field, (uint64_t)damage->defect->number)
           && version_broken(damage);
}

/* As some recorders write: the flags are where the version should be. */
static bool drop_version(ap_damage *damage)
{
    return ap_edit_span(damage, version_span, NULL, 0) && version_broken(damage);
}

/* A flag that is 1 becomes `number`, which is read on as true. */
static bool break_flag(ap_damage *damage)
{
    const ap_listed_field *field = ap_pick_field(&damage->fields, damage->defect->pattern, damage->choices);
    return field != NULL && ap_field_bits(damage, field) == 1
           && ap_edit_number(damage, field, (uint64_t)damage->defect->number) && ap_expect_own(damage, field);
}

/* The gaze's flag of a file without gaze and without markers: the marker count of 0 is read as a mode, and
   then the file ends. */
static bool claim_gaze(ap_damage *damage)
{
    ap_mrtk_candidates candidates;
    const ap_listed_field *flag = ap_pick_field(&damage->fields, "has_gaze", damage->choices);
    if (flag == NULL || ap_field_bits(damage, flag) != 0 || !ap_mrtk_find_candidates(damage, &candidates)
        || candidates.marker_count == NULL || candidates.markers != 0)
        return false;
    const ap_span missing = { damage->input.size, 0 };
    return ap_edit_number(damage, flag, 1)
           && ap_expect(damage, damage->defect->rule, missing, "gaze.origin_x.post_wrap")
           && ap_mrtk_layout_stays(damage) && ap_mrtk_vanish_curves(damage);
}

/* The marker list is missing: the file is then as the page describes it, if its keys are. */
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
    return ap_edit_cut(damage, candidates.marker_count->span.offset)
           && ap_expect(damage, damage->defect->rule, version_span, "version");
}

/* A marker count of 0 makes the page's 1.0 what MRTK reads. */
static bool add_no_markers(ap_damage *damage)
{
    const uint8_t none[4] = { 0 };
    return is_published(damage) && !is_1_1(damage)
           && ap_edit_span(damage, (ap_span){ damage->input.size, 0 }, none, sizeof none)
           && ap_vanish_span(damage, "mrtk/layout-published", version_span);
}

static bool expect_trailing(ap_damage *damage, size_t bytes)
{
    return ap_expect(damage, damage->defect->rule, (ap_span){ damage->input.size, bytes }, "")
           && ap_mrtk_layout_stays(damage);
}

/* `number` bytes after the end, of any value. */
static bool append_bytes(ap_damage *damage)
{
    const size_t bytes = (size_t)damage->defect->number;
    uint8_t *more = ap_alloc(damage->arena, bytes);
    if (more == NULL)
        return false;
    for (size_t i = 0; i < bytes; i++)
        more[i] = (uint8_t)ap_choose_below(damage->choices, 256);
    return ap_edit_span(damage, (ap_span){ damage->input.size, 0 }, more, bytes)
           && expect_trailing(damage, bytes);
}

static bool append_itself(ap_damage *damage)
{
    const ap_view input = damage->input;
    return ap_edit_span(damage, (ap_span){ input.size, 0 }, input.bytes, input.size)
           && expect_trailing(damage, input.size);
}

/* Replaces all after the version, or after the flags, by empty curves and an empty marker list. */
static bool drop_all_keys(ap_damage *damage)
{
    enum { LARGEST = MRTK_CURVES_OF_1_0 * MRTK_CURVE_BYTES + MRTK_COUNT_BYTES };
    const size_t size = is_1_1(damage) ? MRTK_FLAGS + MRTK_COUNT_BYTES : LARGEST;
    uint8_t *empty = ap_alloc(damage->arena, LARGEST); /* zeros: flags, modes 0, counts 0 */
    const ap_span behind = { MRTK_FLAGS_AT, damage->input.size - MRTK_FLAGS_AT };
    return empty != NULL && ap_edit_span(damage, behind, empty, size)
           && ap_vanish_from(damage, NULL, MRTK_VERSION_AT)
           && ap_expect(damage, damage->defect->rule, version_span, "version");
}

static const ap_defect defects[] = {
    { "magic_bit-flipped", "mrtk/magic", "one bit of the magic number is wrong", NULL, .apply = break_magic,
        .number = 1 },
    { "magic_high-bit", "mrtk/magic", "the last bit of the magic number is wrong", NULL, .apply = break_magic,
        .number = INT64_MIN },
    { "magic_inverted", "mrtk/magic", "every bit of the magic number is wrong", NULL, .apply = break_magic,
        .number = -1 },
    { "magic_first-byte", "mrtk/magic", "the first byte of the magic number is another", NULL,
        .apply = break_magic, .number = 0xff },
    { "magic_byte-swapped", "mrtk/magic", "the magic number is written big-endian", NULL,
        .apply = swap_magic },
    { "magic_byte-order-mark", "mrtk/magic", "a UTF-8 byte order mark stands before the magic number", NULL,
        .apply = insert_in_front, .text = "\xef\xbb\xbf" },
    { "magic_byte-in-front", "mrtk/magic", "a byte stands before the magic number", NULL,
        .apply = insert_in_front, .text = "\n" },

    { "version_1.2", "mrtk/version", "version 1.2 does not exist; MRTK loads an empty animation", NULL,
        .apply = break_version, .pattern = "version.minor", .number = 2 },
    { "version_1.max", "mrtk/version", "the minor version is the largest number there is", NULL,
        .apply = break_version, .pattern = "version.minor", .number = INT32_MAX },
    { "version_1.-1", "mrtk/version", "the minor version is -1; MRTK reads it as 1.0", NULL,
        .apply = break_version, .pattern = "version.minor", .number = -1 },
    { "version_0", "mrtk/version", "the major version is 0; MRTK reads it as 1.0", NULL,
        .apply = break_version, .pattern = "version.major", .number = 0 },
    { "version_2", "mrtk/version", "the major version is 2; MRTK loads an empty animation", NULL,
        .apply = break_version, .pattern = "version.major", .number = 2 },
    { "version_-1", "mrtk/version", "the major version is -1", NULL, .apply = break_version,
        .pattern = "version.major", .number = -1 },
    { "version_byte-swapped", "mrtk/version", "the major version is written big-endian", NULL,
        .apply = break_version, .pattern = "version.major", .number = 0x01000000 },
    { "version_missing", "mrtk/version", "the version is missing: flags and curves follow the magic number",
        NULL, .apply = drop_version },

    { "flag_camera-2", "mrtk/flag", "the camera's flag is neither 0 nor 1", "version=1.1 has_camera=yes",
        .apply = break_flag, .pattern = "has_camera", .number = 2 },
    { "flag_hand-255", "mrtk/flag", "the hands' flag is neither 0 nor 1", "version=1.1 has_hand=yes",
        .apply = break_flag, .pattern = "has_hand", .number = 255 },
    { "flag_gaze-2", "mrtk/flag", "the gaze's flag is neither 0 nor 1", "version=1.1 has_gaze=yes",
        .apply = break_flag, .pattern = "has_gaze", .number = 2 },
    { "flag_any-128", "mrtk/flag", "a flag is 128: its bit is in the wrong place", "version=1.1",
        .apply = break_flag, .pattern = "has_*", .number = 128 },
    { "truncated_gaze-claimed", "mrtk/truncated", "the flag says that there is a gaze, and the file ends",
        "version=1.1 layout=writer has_gaze=no markers=0", .apply = claim_gaze },

    { "layout-published_markers-missing", "mrtk/layout-published",
        "the marker list is missing, as on the published page; MRTK cannot load the file",
        "version=1.0 layout=writer", .apply = drop_markers },
    { "layout-published_empty-markers-added", "mrtk/layout-published",
        "an empty marker list after the page's 1.0: the file is what MRTK reads",
        "version=1.0 layout=published", .apply = add_no_markers, .near_miss = true },

    { "trailing-bytes_1", "mrtk/trailing-bytes", "a byte stands after the last field", "layout=writer",
        .apply = append_bytes, .number = 1 },
    { "trailing-bytes_3", "mrtk/trailing-bytes", "three bytes stand after the last field", "layout=writer",
        .apply = append_bytes, .number = 3 },
    { "trailing-bytes_4", "mrtk/trailing-bytes", "four bytes stand after the last field", "layout=writer",
        .apply = append_bytes, .number = 4 },
    { "trailing-bytes_100", "mrtk/trailing-bytes", "a hundred bytes stand after the last field",
        "layout=writer", .apply = append_bytes, .number = 100 },
    { "trailing-bytes_joined", "mrtk/trailing-bytes", "two files were joined", "layout=writer",
        .apply = append_itself },

    { "no-keys_emptied", "mrtk/no-keys", "no curve has a key", NULL, .apply = drop_all_keys },
};

const ap_defect_table ap_mrtk_defects = { defects, sizeof defects / sizeof *defects };
