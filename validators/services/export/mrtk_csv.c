/* Exports a recording as CSV: one row per time, one column per curve, and a cell for each key of the curve at
   that time. */
#include <math.h>

#include "validators/mrtk/mrtk_layout.h"
#include "validators/mrtk/mrtk_rules.h"
#include "validators/services/export/export_csv.h"

enum { PATH_BYTES = 80, VALUE_OFFSET = 4 /* offset of the value in a key, after the time */ };

/* A column of the table: a curve and the index of its next key. */
typedef struct csv_column {
    const ap_mrtk_curve *curve;
    size_t key;
} csv_column;

static bool has_next_key(const csv_column *c)
{
    return c->key < (size_t)c->curve->key_count;
}

/* Returns the float32 at an offset in the next key: 0 for its time, VALUE_OFFSET for its value. */
static float float_of_next_key(const csv_column *c, size_t offset_in_key)
{
    return ap_mrtk_float_at(ap_mrtk_key_at(c->curve, c->key), offset_in_key);
}

/* Returns true if time `one` comes before `other`. NaN comes before all numbers: a key with the time NaN is written as soon as
   it is the next key of its curve. */
static bool is_earlier_with_nan_first(float one, float other)
{
    return isnan(one) ? !isnan(other) : one < other;
}

static bool are_times_equal(float one, float other)
{
    return one == other || (isnan(one) && isnan(other));
}

static void put_column_names(ap_csv *csv, const ap_mrtk_record *record)
{
    char name[AP_MRTK_NAME_BYTES], path[2 * PATH_BYTES];
    ap_mrtk_put_record_name(record, name);
    for (size_t c = 0; c < record->shape->curve_count; c++) {
        const bool named = record->shape->curve_names != NULL;
        (void)snprintf(
            path, sizeof path, "%s%s%s", name, named ? "." : "", named ? record->shape->curve_names[c] : "");
        ap_csv_put_column_names(csv, path);
    }
}

/* Stores the next time at which a curve has a key in *time. Returns false after the last time. */
static bool find_next_key_time(const csv_column *columns, size_t count, float *time)
{
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        if (!has_next_key(&columns[i]))
            continue;
        const float next = float_of_next_key(&columns[i], 0);
        if (!found || is_earlier_with_nan_first(next, *time))
            *time = next;
        found = true;
    }
    return found;
}

static void put_row(ap_csv *csv, csv_column *columns, size_t count, float time)
{
    ap_csv_put_float(csv, time);
    for (size_t i = 0; i < count; i++) {
        if (has_next_key(&columns[i]) && are_times_equal(float_of_next_key(&columns[i], 0), time)) {
            ap_csv_put_float(csv, float_of_next_key(&columns[i], VALUE_OFFSET));
            columns[i].key++;
        } else {
            ap_csv_put_empty_cell(csv);
        }
    }
    ap_csv_end_row(csv);
}

bool ap_mrtk_to_csv(ap_view input, const ap_lint_options *options, ap_csv *csv)
{
    const ap_mrtk_animation *animation = ap_mrtk_read(input, ap_mrtk_variant_wanted(options), csv->arena);
    size_t count = 0;
    float time = 0;
    csv_column *columns =
        animation == NULL
            ? NULL
            : ap_alloc_array(csv->arena, animation->record_count * AP_MRTK_POSE_CURVES, sizeof *columns);
    if (columns == NULL)
        return false;
    ap_csv_put_column_names(csv, "time");
    for (size_t i = 0; i < animation->record_count; i++) {
        put_column_names(csv, &animation->records[i]);
        for (size_t c = 0; c < animation->records[i].shape->curve_count; c++)
            columns[count++].curve = &animation->records[i].curves[c];
    }
    ap_csv_end_row(csv);
    while (find_next_key_time(columns, count, &time))
        put_row(csv, columns, count, time);
    return true;
}
