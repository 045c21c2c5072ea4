/* Defects between the curves of an MRTK animation's vectors and rotations. */
#include <float.h>
#include <math.h>

#include "corpus/defect_tables.h"
#include "corpus/mrtk_sites.h"

#define MISMATCH "mrtk/component-mismatch"
#define NORM     "mrtk/quaternion-norm"
#define ZERO     "mrtk/quaternion-zero"

static bool has_others(const ap_mrtk_sites *sites, const ap_mrtk_site_curve *curve)
{
    (void)sites;
    return curve->letter > 0 && curve->agrees && curve->key_count > 0;
}

/* Whether the last key is no more than a time and a finite value. */
static bool is_plain(const ap_breaking *breaking, const ap_mrtk_site_curve *curve)
{
    return curve->parts == 2
           && isfinite(ap_field_f32(breaking, ap_mrtk_part(curve, curve->key_count - 1, AP_MRTK_VALUE)));
}

/* One curve of a vector has a key less, or its last key twice. */
static bool change_keys(ap_breaking *breaking, bool one_more)
{
    ap_mrtk_sites sites;
    if (!ap_mrtk_find_sites(breaking, &sites))
        return false;
    const ap_mrtk_site_curve *curve = ap_mrtk_pick_curve(&sites, has_others);
    if (curve == NULL)
        return false;
    const ap_span last = { ap_mrtk_part(curve, curve->key_count - 1, AP_MRTK_TIME)->span.offset,
        ap_mrtk_key_bytes(curve) };
    const ap_listed_field *time = ap_mrtk_part(curve, curve->key_count - 1, AP_MRTK_TIME);
    const size_t count = one_more ? curve->key_count + 1 : curve->key_count - 1;
    uint8_t key[4 * AP_MRTK_PARTS];
    memcpy(key, breaking->input.bytes + last.offset, last.length);
    const float later = ap_field_f32(breaking, time) + 0.5F;
    memcpy(key, &later, sizeof later);
    const ap_span end = { ap_span_end(last), 0 };
    return (!one_more || (is_plain(breaking, curve) && later > ap_field_f32(breaking, time)))
           && ap_edit_number(breaking, curve->count, count)
           && ap_edit_span(breaking, one_more ? end : last, key, one_more ? last.length : 0)
           && ap_expect_at(breaking, MISMATCH, curve->count) && ap_mrtk_silence_rotation(&sites, curve)
           && (!sites.published || ap_mrtk_layout_stays(breaking));
}

static bool drop_key(ap_breaking *breaking)
{
    return change_keys(breaking, false);
}

/* Where the key that is copied has nothing but a time and a value to find something in. */
static bool add_key(ap_breaking *breaking)
{
    return change_keys(breaking, true);
}

static bool is_sound_w(const ap_mrtk_sites *sites, ap_mrtk_site site)
{
    return site.curve->vector == AP_MRTK_ROTATION && site.curve->letter == 3
           && ap_mrtk_rotation_sound(sites, site);
}

/* The w with which the rotation has the length 1 + number / 1e6, NaN where there is none; without a number
   the greatest float. */
static float w_for_length(const ap_mrtk_sites *sites, ap_mrtk_site site)
{
    if (sites->breaking->defect->number == 0)
        return FLT_MAX;
    const double length = 1 + (double)sites->breaking->defect->number / 1e6;
    return (float)sqrt(length * length - ap_mrtk_squared_norm(sites, site.curve, site.key, false));
}

static bool length_fits(const ap_mrtk_sites *sites, ap_mrtk_site site)
{
    return is_sound_w(sites, site) && isfinite(w_for_length(sites, site));
}

static bool break_length(ap_breaking *breaking)
{
    ap_mrtk_sites sites;
    ap_mrtk_site site;
    if (!ap_mrtk_find_sites(breaking, &sites) || !ap_mrtk_pick_key(&sites, length_fits, &site))
        return false;
    const ap_listed_field *field = ap_mrtk_part(site.curve, site.key, AP_MRTK_VALUE);
    return ap_edit_number(breaking, field, ap_bits_of_float(w_for_length(&sites, site)))
           && ap_expect_own(breaking, field);
}

static bool pose_has_zero(const ap_mrtk_sites *sites, const ap_mrtk_site_curve *curve)
{
    for (size_t key = 0; key < curve->key_count; key++) {
        if (ap_mrtk_squared_norm(sites, curve, key, true) == 0)
            return true;
    }
    return false;
}

/* All four values of a rotation become 0. */
static bool zero_rotation(ap_breaking *breaking)
{
    ap_mrtk_sites sites;
    ap_mrtk_site site;
    if (!ap_mrtk_find_sites(breaking, &sites) || !ap_mrtk_pick_key(&sites, is_sound_w, &site)
        || pose_has_zero(&sites, site.curve))
        return false;
    const ap_mrtk_site_curve *x = ap_mrtk_x_of(site.curve);
    for (size_t c = 0; c < AP_MRTK_ROTATION; c++) {
        if (!ap_edit_number(breaking, ap_mrtk_part(&x[c], site.key, AP_MRTK_VALUE), 0))
            return false;
    }
    return ap_expect_own(breaking, ap_mrtk_part(site.curve, site.key, AP_MRTK_VALUE));
}

static const ap_defect defects[] = {
    { "component-mismatch_key-missing", MISMATCH, "one component of a vector has a key less", NULL,
        .apply = drop_key },
    { "component-mismatch_rotation-w", MISMATCH,
        "a rotation has too few w keys, as MRTK 2.6.0 to 2.7.2 wrote", NULL, .apply = drop_key,
        .pattern = "*.rotation_w" },
    { "component-mismatch_key-more", MISMATCH, "one component of a vector has a key more",
        "version=1.1 layout=writer", .apply = add_key },

    { "quaternion-norm_long", NORM, "a rotation's length is 1.0011", NULL, .apply = break_length,
        .number = 1100 },
    { "quaternion-norm_short", NORM, "a rotation's length is 0.9989", NULL, .apply = break_length,
        .number = -1100 },
    { "quaternion-norm_doubled", NORM, "a rotation's length is 2", NULL, .apply = break_length,
        .number = 1000000 },
    { "quaternion-norm_huge", NORM, "a rotation's w is the greatest float there is", NULL,
        .apply = break_length },
    { "quaternion-norm_just-long", NORM, "a rotation's length is 1.0009, which is close enough", NULL,
        .apply = break_length, .number = 900, .near_miss = true },
    { "quaternion-norm_just-short", NORM, "a rotation's length is 0.9991, which is close enough", NULL,
        .apply = break_length, .number = -900, .near_miss = true },
    { "quaternion-zero_one", ZERO, "a rotation is 0 0 0 0", NULL, .apply = zero_rotation },
};

const ap_defect_table ap_mrtk_vector_defects = { "mrtk", defects, sizeof defects / sizeof *defects };
