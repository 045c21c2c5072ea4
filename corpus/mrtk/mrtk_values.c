/* Computes the values of curves at the times of keys. The format does not define a curve between its keys, before the first key
   or after the last; there the list has no values. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "corpus/mrtk/mrtk_corpus.h"
#include "validators/mrtk/mrtk.h"

/* NAME_BYTES: room for the name of a row; VALUE_AT: offset of the value in a key, after the time */
enum { NAME_BYTES = 64, VALUE_AT = 4 };

/* relative tolerance of float32; loaders pass the values on without computing */
static const double relative_tolerance = 1e-6;

static size_t key_count(const ap_mrtk_curve *curve)
{
    return curve->stored == NULL ? 0 : curve->keys.size / curve->stored->bytes;
}

static float float_of_key(const ap_mrtk_curve *curve, size_t key, size_t at)
{
    return ap_load_f32(curve->keys.bytes + key * curve->stored->bytes + at, false);
}

/* Returns the curve with the most keys, or the first of several such curves; the values are computed at the times of its keys.
   Stores the number of all curves in *curves. */
static const ap_mrtk_curve *find_longest_curve(const ap_mrtk_animation *animation, size_t *curves)
{
    const ap_mrtk_curve *found = NULL;
    *curves = 0;
    for (size_t r = 0; r < animation->record_count; r++) {
        const ap_mrtk_record *record = &animation->records[r];
        *curves += record->shape->curve_count;
        for (size_t c = 0; c < record->shape->curve_count; c++) {
            if (found == NULL || key_count(&record->curves[c]) > key_count(found))
                found = &record->curves[c];
        }
    }
    return found;
}

static void list_evenly_spaced_key_times(const ap_mrtk_curve *curve, ap_value_list *list)
{
    size_t keys[AP_VALUE_TIMES];
    const size_t count = ap_evenly_spaced_indices(key_count(curve), keys);
    for (size_t i = 0; i < count; i++) {
        const double time = (double)float_of_key(curve, keys[i], 0);
        if (isfinite(time) && (list->time_count == 0 || time > list->times[list->time_count - 1]))
            list->times[list->time_count++] = time;
    }
}

/* Returns the value of the key with this time; NaN if no key or more than one key has this time, or if the value is not
   finite. */
static double value_at(const ap_mrtk_curve *curve, double time)
{
    double value = (double)NAN;
    size_t found = 0;
    for (size_t key = 0; key < key_count(curve); key++) {
        if ((double)float_of_key(curve, key, 0) == time) {
            value = (double)float_of_key(curve, key, VALUE_AT);
            found++;
        }
    }
    return found == 1 && isfinite(value) ? value : (double)NAN;
}

/* Sets the row's name: "hand_joints_left[3].position_x". */
static bool set_row_name(const ap_mrtk_record *record, size_t curve, ap_arena *arena, ap_value_row *row)
{
    char text[NAME_BYTES];
    const char *const *names = record->shape->curve_names;
    const ap_field_path path = { { { record->name, record->index } }, 1 };
    const size_t length =
        ap_snprint_field_path(&path, names == NULL ? NULL : names[curve], text, sizeof text);
    assert(length < sizeof text);
    uint8_t *bytes = ap_alloc(arena, length);
    if (bytes == NULL)
        return false;
    memcpy(bytes, text, length);
    row->name = (ap_view){ bytes, length };
    return true;
}

static bool fill_rows(const ap_mrtk_animation *animation, ap_arena *arena, ap_value_list *list)
{
    size_t row = 0;
    for (size_t r = 0; r < animation->record_count; r++) {
        const ap_mrtk_record *record = &animation->records[r];
        for (size_t c = 0; c < record->shape->curve_count; c++, row++) {
            if (!set_row_name(record, c, arena, &list->rows[row]))
                return false;
            for (size_t t = 0; t < list->time_count; t++)
                *ap_numbers_of_row_at(list, row, t) = value_at(&record->curves[c], list->times[t]);
        }
    }
    return true;
}

bool ap_mrtk_compute_values_or_empty_list(ap_view file, ap_arena *arena, ap_value_list *list)
{
    size_t curves;
    *list = (ap_value_list){ .thing = "curve", .named = true, .width = 1 };
    const ap_mrtk_animation *animation = ap_mrtk_read(file, AP_MRTK_AUTO, arena);
    const ap_mrtk_curve *curve = animation == NULL ? NULL : find_longest_curve(animation, &curves);
    if (curve == NULL)
        return !arena->failed;
    list_evenly_spaced_key_times(curve, list);
    if (list->time_count == 0)
        return true;
    if (!ap_allocate_value_rows(list, curves, arena) || !fill_rows(animation, arena, list))
        return false;
    list->tolerance = ap_compute_value_tolerance(list, relative_tolerance);
    return true;
}
