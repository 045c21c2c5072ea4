#include "validators/mrtk/mrtk_skim.h"

#include <math.h>

enum { LEAST_LANDMARKS = 1 << 8, MOST_LANDMARKS = 1 << 13, MOST_CURVES = 1 << 16, PLACE_BYTES = 4 };

/* A curve that was read: where it begins, its kind (float or boolean), and where it ends. */
typedef struct ap_mrtk_skimmed {
    uint64_t at_and_kind; /* offset * 2 + kind; 0: free entry */
    size_t end;           /* offset of the curve's end; 0: the curve is cut off */
} ap_mrtk_skimmed;

/* An offset between two records, and whether the file can be read to its end from there. */
typedef struct ap_mrtk_landmark {
    size_t at; /* the offset; 0: free entry */
    uint32_t record;
    bool reads_to_end;
} ap_mrtk_landmark;

/* Returns the table size for a file: clearing a full-size table would take longer than reading a small
   file. */
static size_t room_for(size_t wanted, size_t most)
{
    size_t count = LEAST_LANDMARKS;
    while (count < most && count < wanted)
        count *= 2;
    return count;
}

bool ap_mrtk_skim_init(ap_mrtk_skim *skim, const ap_io *io, ap_mrtk_animation *animation)
{
    *skim = (ap_mrtk_skim){ .animation = animation, .cursor.animation = animation };
    ap_io_init(&skim->io, io->input, NULL, io->arena, io->structure);
    skim->io.scope = &skim->cursor;
    skim->landmark_count = room_for(io->input.size, MOST_LANDMARKS);
    skim->free_landmarks = skim->landmark_count / 2;
    skim->curve_count = room_for(io->input.size / PLACE_BYTES, MOST_CURVES);
    skim->landmarks = ap_alloc_array(io->arena, skim->landmark_count, sizeof *skim->landmarks);
    skim->curves = ap_alloc_array(io->arena, skim->curve_count, sizeof *skim->curves);
    return skim->landmarks != NULL && skim->curves != NULL;
}

/* Returns the offset of the end of the curve that begins at `at`; 0 if the curve is cut off. */
static size_t curve_end(ap_mrtk_skim *skim, size_t at, size_t record, size_t curve)
{
    const bool is_boolean = skim->animation->records[record].shape->curve_names == NULL;
    const uint64_t key = (uint64_t)at << 1 | is_boolean;
    ap_mrtk_skimmed *known = &skim->curves[at / PLACE_BYTES & (skim->curve_count - 1)];
    if (known->at_and_kind == key)
        return known->end;
    skim->io.at = at;
    skim->cursor.record = record;
    skim->cursor.curve = curve;
    const bool complete = ap_mrtk_one_curve(&skim->io);
    *known = (ap_mrtk_skimmed){ key, complete ? skim->io.at : 0 };
    return known->end;
}

static bool markers_end(ap_mrtk_skim *skim, size_t at, size_t *steps)
{
    ap_count_search bound = { .count_at = SIZE_MAX, .steps_left = *steps };
    skim->io.at = at;
    skim->io.search = &bound;
    skim->cursor = (ap_mrtk_cursor){ .animation = skim->animation, .previous_marker_time = NAN };
    const bool complete = ap_mrtk_markers(&skim->io) && ap_bytes_left(&skim->io) == 0;
    skim->io.search = NULL;
    *steps = bound.steps_left;
    return complete;
}

static ap_mrtk_landmark *find_landmark(const ap_mrtk_skim *skim, size_t record, size_t at)
{
    const size_t last = skim->landmark_count - 1;
    size_t slot = (at * 61 + record) * 0x9e3779b1U & last;
    while (skim->landmarks[slot].at != 0
           && (skim->landmarks[slot].at != at || skim->landmarks[slot].record != record))
        slot = (slot + 1) & last;
    return &skim->landmarks[slot];
}

/* Returns the offset of the end of the record, when its given curve begins at `at`; 0 if the record is cut
   off. */
static size_t record_end(ap_mrtk_skim *skim, size_t at, size_t record, size_t curve, size_t *steps)
{
    const size_t curves = skim->animation->records[record].shape->curve_count;
    for (; curve < curves && at > 0; curve++) {
        if (*steps == 0)
            return 0;
        --*steps;
        at = curve_end(skim, at, record, curve);
    }
    return at;
}

bool ap_mrtk_skim_rest(ap_mrtk_skim *skim, size_t at, size_t record, size_t curve, size_t *steps)
{
    ap_mrtk_landmark *added[AP_MRTK_RECORDS];
    size_t added_count = 0;
    bool complete = true, known = false;
    for (; complete && !known && record < skim->animation->record_count; record++) {
        at = record_end(skim, at, record, curve, steps);
        curve = 0;
        complete = at > 0;
        ap_mrtk_landmark *here = complete ? find_landmark(skim, record, at) : NULL;
        known = here != NULL && here->at != 0;
        if (known) {
            complete = here->reads_to_end;
        } else if (here != NULL && skim->free_landmarks > 0) {
            skim->free_landmarks--;
            *here = (ap_mrtk_landmark){ .at = at, .record = (uint32_t)record };
            added[added_count++] = here;
        }
    }
    complete = complete && (known || markers_end(skim, at, steps));
    for (size_t i = 0; i < added_count; i++)
        added[i]->reads_to_end = complete;
    return complete;
}
