#include "corpus/mrtk/mrtk_layout_oracle.h"

#include <math.h>
#include <string.h>

#include "core/base/bytes.h"
#include "corpus/defect/defect_edit.h"
#include "corpus/mrtk/mrtk_page.h"

/* The errors that end the reading of a file in one layout. SIZES: counts that do not fit; MODES: also an unknown wrap mode;
   ERRORS: also an invalid value; STUMBLES: also an unlikely value. */
typedef enum layout_checks { SIZES, MODES, ERRORS, STUMBLES } layout_checks;

/* Result of reading a file in one layout. */
typedef struct layout_trial {
    ap_view file;
    size_t at;
    size_t complete_curves;
    /* with STUMBLES: number of valid keys (count_valid_keys) at the start of the curve that was tried last; otherwise 0 */
    size_t valid_keys;
    bool is_long; /* true if float keys have 28 bytes */
    layout_checks checks;
    bool failed;
} layout_trial;

static bool is_known_wrap_mode(uint32_t mode)
{
    return mode <= MRTK_WRAP_BITS;
}

/* Returns true if the keys of a curve have no error. */
static bool are_keys_without_error(const layout_trial *t, size_t count, size_t key_bytes, bool boolean)
{
    for (size_t key = 0; key < count; key++) {
        const uint8_t *at = t->file.bytes + t->at + key * key_bytes;
        const float value = ap_load_f32(at + MRTK_KEY_VALUE_AT, false);
        if (boolean ? value != 0 && value != 1
                    : key_bytes == MRTK_LONG_KEY_BYTES
                          && ap_load_u32(at + MRTK_KEY_MODE_AT, false) > MRTK_LAST_WEIGHTED_MODE)
            return false;
    }
    return true;
}

static bool has_at_most_one_bit(uint32_t mode)
{
    return (mode & (mode - 1)) == 0;
}

/* Returns how many of the first keys, of `count`, have valid values, and times that are finite, increasing, and not subnormal. */
static size_t count_valid_keys(const layout_trial *t, size_t count, size_t key_bytes, bool boolean)
{
    float before = -INFINITY;
    for (size_t key = 0; key < count; key++) {
        layout_trial one = *t;
        one.at += key * key_bytes;
        const float time = ap_load_f32(t->file.bytes + one.at, false);
        if (!(isnormal(time) || time == 0) || time <= before
            || !are_keys_without_error(&one, 1, key_bytes, boolean))
            return key;
        before = time;
    }
    return count;
}

static bool are_values_finite(const layout_trial *t, size_t count, size_t key_bytes)
{
    for (size_t key = 0; key < count; key++) {
        if (!isfinite(ap_load_f32(t->file.bytes + t->at + key * key_bytes + MRTK_KEY_VALUE_AT, false)))
            return false;
    }
    return true;
}

/* Returns true if the curve has no error and no unlikely value. Its keys begin at the trial's offset. Sets
   t->valid_keys. */
static bool is_curve_valid(
    layout_trial *t, const uint8_t *head, int32_t count, size_t key_bytes, bool boolean)
{
    const size_t held = (t->file.size - t->at) / key_bytes;
    const bool fits = count >= 0 && (size_t)count <= held,
               known = is_known_wrap_mode(ap_load_u32(head, false))
                       && is_known_wrap_mode(ap_load_u32(head + 4, false));
    t->valid_keys = known ? count_valid_keys(t, fits ? (size_t)count : held, key_bytes, boolean) : 0;
    return known && fits && t->valid_keys == (size_t)count && has_at_most_one_bit(ap_load_u32(head, false))
           && has_at_most_one_bit(ap_load_u32(head + 4, false))
           && (boolean || are_values_finite(t, (size_t)count, key_bytes));
}

static void try_curve(layout_trial *t, bool boolean)
{
    const size_t key_bytes = t->is_long && !boolean ? MRTK_LONG_KEY_BYTES : MRTK_SHORT_KEY_BYTES;
    const uint8_t *at = t->file.bytes + t->at;
    t->failed = true;
    t->valid_keys = 0;
    if (t->file.size - t->at < MRTK_CURVE_BYTES)
        return;
    if ((t->checks == MODES || t->checks == ERRORS)
        && (!is_known_wrap_mode(ap_load_u32(at, false)) || !is_known_wrap_mode(ap_load_u32(at + 4, false))))
        return;
    const int32_t count = ap_load_i32(at + 8, false);
    t->at += MRTK_CURVE_BYTES;
    if ((t->checks == STUMBLES && !is_curve_valid(t, at, count, key_bytes, boolean)) || count < 0
        || (size_t)count > (t->file.size - t->at) / key_bytes
        || (t->checks == ERRORS && !are_keys_without_error(t, (size_t)count, key_bytes, boolean)))
        return;
    t->at += (size_t)count * key_bytes;
    t->complete_curves++;
    t->failed = false;
}

static void try_curves(layout_trial *t, size_t count, bool boolean)
{
    for (size_t i = 0; i < count && !t->failed; i++)
        try_curve(t, boolean);
}

/* Reads a marker's time and name. The length of the name has seven bits per byte, low bits first. */
static void try_marker(layout_trial *t)
{
    uint64_t length = 0;
    size_t bytes = 0;
    bool ended = false;
    t->failed = true;
    if (t->file.size - t->at < MRTK_TIME_BYTES)
        return;
    t->at += MRTK_TIME_BYTES;
    while (bytes < MRTK_PREFIX_BYTES && t->at < t->file.size && !ended) {
        const uint8_t byte = t->file.bytes[t->at++];
        length |= (uint64_t)(byte & 0x7f) << (7 * bytes++);
        ended = byte < 0x80;
    }
    const size_t size = (uint32_t)length;
    if (!ended || size > INT32_MAX || size > t->file.size - t->at)
        return;
    t->at += size;
    t->failed = false;
}

static void try_markers(layout_trial *t)
{
    if (t->failed || t->file.size - t->at < MRTK_COUNT_BYTES) {
        t->failed = true;
        return;
    }
    const int32_t count = ap_load_i32(t->file.bytes + t->at, false);
    t->at += MRTK_COUNT_BYTES;
    t->failed = count < 0;
    for (int32_t i = 0; i < count && !t->failed; i++)
        try_marker(t);
}

static layout_trial try_layout(ap_view file, ap_mrtk_minor version, bool is_long, layout_checks checks)
{
    layout_trial t = { .file = file, .at = MRTK_FLAGS_AT, .is_long = is_long, .checks = checks };
    const uint8_t *flags = file.bytes + t.at;
    t.failed = file.size < t.at + (version >= AP_MRTK_1_1 ? MRTK_FLAGS : 0);
    if (t.failed)
        return t;
    t.at += version >= AP_MRTK_1_1 ? MRTK_FLAGS : 0;
    if (version < AP_MRTK_1_1 || flags[0] != 0)
        try_curves(&t, MRTK_CAMERA_CURVES, false);
    if (version < AP_MRTK_1_1 || flags[1] != 0) {
        try_curves(&t, MRTK_BOOLEAN_CURVES, true);
        try_curves(&t, MRTK_HANDS_CURVES, false);
    }
    if (version >= AP_MRTK_1_1 && flags[2] != 0)
        try_curves(&t, MRTK_GAZE_CURVES, false);
    return t;
}

enum { MOST_CURVES = MRTK_CURVES_OF_1_0 + MRTK_GAZE_CURVES };

/* The curves of a file in one layout. */
typedef struct curve_list {
    size_t at[MOST_CURVES]; /* offset of each curve that begins in the file */
    bool boolean[MOST_CURVES];
    /* number of curves that the flags say, and number of curves with an offset in `at` */
    size_t count, begun;
} curve_list;

static void add_curves(curve_list *list, size_t count, bool boolean)
{
    for (size_t i = 0; i < count; i++)
        list->boolean[list->count++] = boolean;
}

/* Lists the offsets of the curves of a file, up to the first curve that fails. The file must contain all of its flags. */
static void try_and_list_curves(ap_view file, ap_mrtk_minor version, curve_list *list, layout_trial *t)
{
    const uint8_t *flags = file.bytes + MRTK_FLAGS_AT;
    const bool has_flags = version >= AP_MRTK_1_1;
    *list = (curve_list){ .count = 0 };
    add_curves(list, !has_flags || flags[0] != 0 ? MRTK_CAMERA_CURVES : 0, false);
    add_curves(list, !has_flags || flags[1] != 0 ? MRTK_BOOLEAN_CURVES : 0, true);
    add_curves(list, !has_flags || flags[1] != 0 ? MRTK_HANDS_CURVES : 0, false);
    add_curves(list, has_flags && flags[2] != 0 ? MRTK_GAZE_CURVES : 0, false);
    t->at = MRTK_FLAGS_AT + (has_flags ? MRTK_FLAGS : 0);
    while (list->begun < list->count && !t->failed) {
        list->at[list->begun++] = t->at;
        try_curve(t, list->boolean[list->begun - 1]);
    }
}

/* Returns true if reading ends exactly at the end of the file: `at` is the offset where the curves after `curve` begin; the
   markers follow them. */
static bool does_rest_end_at_file_end(
    const curve_list *list, size_t curve, layout_trial t, size_t at, bool published)
{
    t.at = at;
    t.failed = false;
    for (size_t i = curve + 1; i < list->count && !t.failed; i++)
        try_curve(&t, list->boolean[i]);
    if (!published)
        try_markers(&t);
    return !t.failed && t.at == t.file.size;
}

/* Returns true if there is another key count of the curve with which the rest of the file ends exactly at the end of the file,
   and the keys have no error and no unlikely value. */
static bool is_fixed_by_other_count(const curve_list *list, size_t curve, layout_trial t, bool published)
{
    const size_t key_bytes = t.is_long && !list->boolean[curve] ? MRTK_LONG_KEY_BYTES : MRTK_SHORT_KEY_BYTES;
    const uint8_t *head = t.file.bytes + list->at[curve];
    t.at = list->at[curve] + MRTK_CURVE_BYTES;
    if (t.at > t.file.size || !is_known_wrap_mode(ap_load_u32(head, false))
        || !is_known_wrap_mode(ap_load_u32(head + 4, false)))
        return false;
    const size_t most =
        count_valid_keys(&t, (t.file.size - t.at) / key_bytes, key_bytes, list->boolean[curve]);
    const int64_t stored = ap_load_i32(head + 8, false);
    for (size_t count = 0; count <= most; count++) {
        if ((int64_t)count != stored
            && does_rest_end_at_file_end(list, curve, t, t.at + count * key_bytes, published))
            return true;
    }
    return false;
}

bool ap_mrtk_can_key_count_explain(ap_damage *damage)
{
    const ap_mrtk_minor version = ap_mrtk_minor_of_result_or_1_0(&damage->about);
    const bool published = strcmp(damage->about.variant, "published") == 0;
    const ap_view file = ap_make_damaged_file(damage);
    curve_list list;
    if (file.bytes == NULL)
        return false;
    layout_trial t = { .file = file, .is_long = published || version < AP_MRTK_1_1, .checks = SIZES };
    try_and_list_curves(file, version, &list, &t);
    t.checks = MODES;
    for (size_t curve = 0; curve < list.begun; curve++) {
        if (is_fixed_by_other_count(&list, curve, t, published))
            return true;
    }
    return false;
}

/* Returns true if reading the file in this layout ends exactly at the end of the file. */
static bool does_layout_end_at_file_end(ap_view file, ap_mrtk_minor version, bool published)
{
    layout_trial t = try_layout(file, version, published || version < AP_MRTK_1_1, SIZES);
    if (!published)
        try_markers(&t);
    return !t.failed && t.at == file.size;
}

bool ap_mrtk_fits_writer_layout(ap_view file, ap_mrtk_minor version)
{
    return does_layout_end_at_file_end(file, version, false);
}

bool ap_mrtk_reads_exactly_to_end(ap_view file, ap_mrtk_minor version)
{
    return ap_mrtk_fits_writer_layout(file, version) || does_layout_end_at_file_end(file, version, true);
}

/* Compares two numbers of curves or keys. Returns -1, 0 or 1 if `one` is less than, equal to or greater than `other`. */
static int sign_of_difference(size_t one, size_t other)
{
    return (one > other) - (one < other);
}

/* Compares how well the two layouts fit a file. Returns more than 0 if the writer's layout has more curves and keys before the
   first unlikely value or, if these numbers are equal, more curves before the first error. Returns less than 0 if the published
   layout has more, 0 if all numbers are equal. */
static int compare_writer_layout_to_published(ap_view file, ap_mrtk_minor version)
{
    const layout_trial writer = try_layout(file, version, version < AP_MRTK_1_1, STUMBLES);
    const layout_trial published = try_layout(file, version, true, STUMBLES);
    if (writer.complete_curves != published.complete_curves)
        return sign_of_difference(writer.complete_curves, published.complete_curves);
    if (writer.failed && published.failed && writer.valid_keys != published.valid_keys)
        return sign_of_difference(writer.valid_keys, published.valid_keys);
    return sign_of_difference(try_layout(file, version, version < AP_MRTK_1_1, ERRORS).complete_curves,
        try_layout(file, version, true, ERRORS).complete_curves);
}

bool ap_mrtk_is_layout_unchanged(ap_damage *damage)
{
    const ap_mrtk_minor version = ap_mrtk_minor_of_result_or_1_0(&damage->about);
    const bool published = strcmp(damage->about.variant, "published") == 0;
    const ap_view file = ap_make_damaged_file(damage);
    if (file.bytes == NULL)
        return false;
    if (does_layout_end_at_file_end(file, version, !published))
        return false;
    const int order = compare_writer_layout_to_published(file, version);
    return published ? order < 0 : order >= 0;
}
