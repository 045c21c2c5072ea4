#include "validators/mrtk/content/mrtk_track.h"

#include <math.h>
#include <string.h>

bool ap_mrtk_open_track(const ap_mrtk_record *record, bool second, ap_mrtk_track *track)
{
    const ap_mrtk_record_layout *shape = record->shape;
    const size_t first = second ? shape->second_vector : 0;
    const size_t end = second ? shape->curve_count : shape->second_vector;
    const ap_mrtk_curve *x = &record->curves[first];
    *track = (ap_mrtk_track){ .record = record,
        .first = first,
        .parts = end - first,
        .bytes = ap_mrtk_key_bytes(x),
        .count = (size_t)x->key_count };
    for (size_t c = 0; c < track->parts; c++) {
        if (x[c].key_count != x->key_count)
            return false;
        track->keys[c] = x[c].keys.bytes;
    }
    return track->count > 0;
}

bool ap_mrtk_track_is_valid(const ap_mrtk_track *track)
{
    double before = (double)-INFINITY;
    for (size_t key = 0; key < track->count; key++) {
        const double time = ap_mrtk_track_time(track, key);
        if (!isfinite(time) || !(time > before))
            return false;
        before = time;
        for (size_t c = 0; c < track->parts; c++) {
            const uint8_t *at = track->keys[c] + key * track->bytes;
            if ((double)ap_mrtk_float_at(at, 0) != time || !isfinite(ap_mrtk_float_at(at, sizeof(float))))
                return false;
        }
    }
    return true;
}

void ap_mrtk_interpolate_track(
    const ap_mrtk_track *track, double time, size_t *after, double vector[AP_MRTK_TRACK_PARTS])
{
    while (*after < track->count && ap_mrtk_track_time(track, *after) <= time)
        ++*after;
    const size_t start = *after == 0 ? 0 : *after - 1;
    const size_t end = *after == track->count ? start : *after;
    const double from = ap_mrtk_track_time(track, start), to = ap_mrtk_track_time(track, end);
    const double share = time > from && to > from ? (time - from) / (to - from) : 0;
    for (size_t c = 0; c < track->parts; c++) {
        const double a = ap_mrtk_track_value(track, c, start);
        vector[c] = share > 0 ? a + (ap_mrtk_track_value(track, c, end) - a) * share : a;
    }
}

ap_span ap_mrtk_enter_track_value(ap_io *io, const ap_mrtk_track *track, size_t part, size_t key)
{
    const uint8_t *value = track->keys[part] + key * track->bytes + sizeof(float);
    ap_enter_element(io, track->record->name, track->record->index);
    ap_enter_record(io, track->record->shape->curve_names[track->first + part]);
    ap_enter_element(io, "keys", key);
    return (ap_span){ (size_t)(value - io->input.bytes), sizeof(float) };
}

static bool next_distance_at_common_time(ap_mrtk_distances *m, double *square)
{
    while (m->i < m->one->count && m->j < m->other->count) {
        const double time = ap_mrtk_track_time(m->one, m->i), of_other = ap_mrtk_track_time(m->other, m->j);
        if (time == of_other) {
            *square = ap_mrtk_squared_distance(m->one, m->i++, m->other, m->j++);
            return true;
        }
        m->i += time < of_other;
        m->j += time > of_other;
    }
    return false;
}

static bool next_interpolated_distance(ap_mrtk_distances *m, double *square)
{
    double other[AP_MRTK_TRACK_PARTS];
    if (m->i == m->one->count)
        return false;
    ap_mrtk_interpolate_track(m->other, ap_mrtk_track_time(m->one, m->i), &m->j, other);
    *square = 0;
    for (size_t c = 0; c < 3; c++) {
        const double apart = other[c] - ap_mrtk_track_value(m->one, c, m->i);
        *square += apart * apart;
    }
    m->i++;
    return true;
}

ap_mrtk_distances ap_mrtk_distances_at_common_times(const ap_mrtk_track *one, const ap_mrtk_track *other)
{
    return (ap_mrtk_distances){ next_distance_at_common_time, one, other, 0, 0 };
}

ap_mrtk_distances ap_mrtk_distances_at_times_of_first(const ap_mrtk_track *one, const ap_mrtk_track *other)
{
    return (ap_mrtk_distances){ next_interpolated_distance, one, other, 0, 0 };
}

/* Numbers that are not negative have the order of their bits. Each round finds eight bits of the median, the highest first, by
   counting the numbers that have the bits found so far. */
double ap_mrtk_lower_median(const ap_mrtk_distances *distances, size_t count)
{
    uint64_t bits = 0, number_bits;
    size_t rank = (count - 1) / 2; /* rank of the median among the numbers that have the bits found so far */
    double number;
    for (unsigned shift = 64; shift > 0;) {
        size_t counts[256] = { 0 };
        ap_mrtk_distances from_start = *distances;
        const unsigned known = shift;
        shift -= 8;
        while (from_start.next(&from_start, &number)) {
            memcpy(&number_bits, &number, sizeof number_bits);
            if (known == 64 || number_bits >> known == bits >> known)
                counts[number_bits >> shift & 255]++;
        }
        size_t digit = 0;
        while (digit < 255 && rank >= counts[digit])
            rank -= counts[digit++];
        bits |= (uint64_t)digit << shift;
    }
    memcpy(&number, &bits, sizeof number);
    return number;
}
