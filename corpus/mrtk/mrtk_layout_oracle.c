#include "corpus/mrtk/mrtk_layout_oracle.h"

#include <string.h>

#include "core/base/bytes.h"
#include "corpus/defect/defect_edit.h"
#include "corpus/mrtk/mrtk_page.h"

/* Result of reading a file in one layout. */
typedef struct layout_trial {
    ap_view file;
    size_t at;
    size_t complete_curves;
    bool is_long;    /* float keys have 28 bytes */
    bool sizes_only; /* check sizes only, not values */
    bool failed;
} layout_trial;

static bool known_mode(uint32_t mode)
{
    return mode <= MRTK_WRAP_BITS;
}

/* Returns true if the keys of a curve have no error. */
static bool keys_pass(const layout_trial *t, size_t count, size_t key_bytes, bool boolean)
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

static void try_curve(layout_trial *t, bool boolean)
{
    const size_t key_bytes = t->is_long && !boolean ? MRTK_LONG_KEY_BYTES : MRTK_SHORT_KEY_BYTES;
    const uint8_t *at = t->file.bytes + t->at;
    t->failed = true;
    if (t->file.size - t->at < MRTK_CURVE_BYTES)
        return;
    if (!t->sizes_only && (!known_mode(ap_load_u32(at, false)) || !known_mode(ap_load_u32(at + 4, false))))
        return;
    const int32_t count = ap_load_i32(at + 8, false);
    t->at += MRTK_CURVE_BYTES;
    if (count < 0 || (size_t)count > (t->file.size - t->at) / key_bytes
        || !(t->sizes_only || keys_pass(t, (size_t)count, key_bytes, boolean)))
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

static layout_trial try_layout(ap_view file, ap_mrtk_minor version, bool is_long, bool sizes_only)
{
    layout_trial t = { .file = file, .at = MRTK_FLAGS_AT, .is_long = is_long, .sizes_only = sizes_only };
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

/* Returns true if the layout ends exactly at the end of the file. */
static bool layout_ends_at_end(ap_view file, ap_mrtk_minor version, bool published)
{
    layout_trial t = try_layout(file, version, published || version < AP_MRTK_1_1, true);
    if (!published)
        try_markers(&t);
    return !t.failed && t.at == file.size;
}

bool ap_mrtk_fits_writer(ap_view file)
{
    return layout_ends_at_end(file, AP_MRTK_1_1, false);
}

bool ap_mrtk_consumed(ap_view file, ap_mrtk_minor version)
{
    return layout_ends_at_end(file, version, false) || layout_ends_at_end(file, version, true);
}

bool ap_mrtk_layout_stays(ap_damage *damage)
{
    const ap_mrtk_minor version = ap_mrtk_minor_found(&damage->about);
    const bool published = strcmp(damage->about.variant, "published") == 0;
    const ap_view file = ap_damaged_view(damage);
    if (file.bytes == NULL)
        return false;
    if (layout_ends_at_end(file, version, !published))
        return false;
    const size_t as_writer = try_layout(file, version, version < AP_MRTK_1_1, false).complete_curves;
    const size_t as_published = try_layout(file, version, true, false).complete_curves;
    return published ? as_published > as_writer : as_published <= as_writer;
}
