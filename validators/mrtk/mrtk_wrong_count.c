#include "validators/mrtk/mrtk_wrong_count.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/layout/candidates.h"
#include "validators/mrtk/mrtk_rules.h"
#include "validators/mrtk/mrtk_skim.h"

enum { MODES_BYTES = 8, MOST_CURVES = 14, FIELD_BYTES = 96, MOST_TRACES = 16 };

typedef struct candidate_search {
    ap_candidates candidates;     /* candidate.record is an index into the animation's records,
                                     candidate.part a curve of the record */
    ap_mrtk_animation *animation; /* a copy that trials overwrite, since they read everything after a
                                     candidate again */
    bool tried[AP_MRTK_RECORDS][AP_MRTK_POSE_CURVES];
    ap_mrtk_skim skim;
} candidate_search;

/* Reads the record or marker list at the cursor. A marker list of zeros only is not accepted as valid. */
static bool reads_record(candidate_search *search, ap_io *io, const ap_mrtk_cursor *cursor)
{
    ap_mrtk_animation *animation = search->animation;
    const size_t records = animation->record_count;
    if (cursor->record < records)
        animation->record_count = cursor->record + 1;
    const bool at_markers = cursor->record == records;
    const bool complete = at_markers ? ap_mrtk_markers(io) : ap_mrtk_curves(io);
    animation->record_count = records;
    search->candidates.record_is_valid =
        io->findings->counts[AP_WARNING] == 0 && !(at_markers && ap_mrtk_is_padding(search->candidates.io));
    return complete;
}

/* Returns true if the file can be read to its end by structure after the keys of the candidate. The caller ensures that the file
   has the bytes of the keys and that a step is left. */
static bool skim_candidate(candidate_search *search, const ap_candidate *one)
{
    size_t *steps = &search->candidates.steps_left;
    const size_t keys_at = one->count_at + sizeof one->count;
    const size_t bytes = (size_t)one->count * one->element_bytes;
    assert(*steps > 0 && bytes <= search->candidates.io->input.size - keys_at);
    --*steps;
    return ap_mrtk_skim_rest(&search->skim, keys_at + bytes, one->record, one->part + 1, steps);
}

/* Returns true if the file can be read to its end from the candidate's curve on; if `findings` is not NULL,
   also without an error. */
static bool read_candidate(ap_candidates *candidates, const ap_candidate *one, ap_findings *findings)
{
    ap_io io;
    candidate_search *search = candidates->scope;
    const bool at_markers = one->record == search->animation->record_count;
    if (findings == NULL && !at_markers)
        return skim_candidate(search, one);
    ap_count_search other = {
        .count_at = one->count_at, .count = one->count, .steps_left = candidates->steps_left
    };
    ap_mrtk_cursor cursor = {
        .animation = search->animation, .record = one->record, .curve = one->part, .previous_marker_time = NAN
    };
    ap_io_init(&io, candidates->io->input, findings, &candidates->arena, candidates->io->structure);
    io.search = &other;
    io.scope = &cursor;
    io.at = at_markers ? one->count_at : one->count_at - MODES_BYTES;
    if (findings != NULL)
        return reads_record(search, &io, &cursor)
               && (at_markers || (ap_mrtk_curves(&io) && ap_mrtk_markers(&io))) && ap_bytes_left(&io) == 0
               && findings->counts[AP_ERROR] == 0;
    const bool complete = ap_mrtk_markers(&io) && ap_bytes_left(&io) == 0;
    candidates->steps_left = other.steps_left;
    return complete;
}

/* Returns the least number of bytes after the candidate's keys: curves without keys and no markers. */
static size_t least_bytes_after(const ap_mrtk_animation *animation, const ap_candidate *one)
{
    size_t curves = 0;
    for (size_t record = one->record; record < animation->record_count; record++)
        curves += animation->records[record].shape->curve_count;
    if (curves == 0) /* the candidate is the marker count itself */
        return 0;
    return (curves - one->part - 1) * AP_MRTK_CURVE_BYTES
           + (animation->variant == AP_MRTK_PUBLISHED ? 0 : sizeof animation->marker_count);
}

/* Tries every other value that the count could have, for elements of at least `element_bytes`. */
static void try_counts(candidate_search *search, ap_candidate one, size_t element_bytes)
{
    const size_t left = search->candidates.io->input.size - one.count_at;
    const size_t needed = sizeof one.count + least_bytes_after(search->animation, &one);
    one.element_bytes = element_bytes;
    if (left >= needed)
        ap_candidates_try(&search->candidates, one, 0, (left - needed) / element_bytes);
}

static void try_curve(candidate_search *search, size_t record, size_t curve)
{
    const ap_mrtk_record *of = &search->animation->records[record];
    const bool is_boolean = of->shape->curve_names == NULL;
    if (search->tried[record][curve])
        return;
    search->tried[record][curve] = true;
    try_counts(search,
        (ap_candidate){ .record = record, .part = curve, .count_at = of->curves[curve].key_count_at },
        is_boolean ? AP_MRTK_SHORT_KEY_BYTES : ap_mrtk_float_keys(search->animation)->bytes);
}

/* Returns true if reading ended at the key count of the cursor's curve. */
static bool is_at_count(const ap_io *io, const ap_mrtk_cursor *cursor)
{
    return !cursor->at_markers && cursor->record < cursor->animation->record_count
           && io->field.span.offset
                  == cursor->animation->records[cursor->record].curves[cursor->curve].key_count_at;
}

/* Tries the counts of the last MOST_CURVES curves before the given curve, backwards. */
static void try_counts_before(
    candidate_search *search, const ap_mrtk_cursor *cursor, size_t record, size_t curve)
{
    *search->animation = *cursor->animation; /* restores the animation as the file was read: earlier trials
                                                changed the copy */
    if (record == cursor->record && curve == cursor->curve && is_at_count(search->candidates.io, cursor))
        try_curve(search, record, curve);
    for (size_t tried = 0; tried < MOST_CURVES && record + curve > 0; tried++) {
        if (curve == 0)
            curve = search->animation->records[--record].shape->curve_count;
        try_curve(search, record, --curve);
    }
}

/* Finds the records before the cursor that have findings: the effects of a wrong count may begin in such a
   record. */
static size_t find_traces(candidate_search *search, const ap_mrtk_cursor *end, size_t traces[MOST_TRACES])
{
    ap_io io;
    const ap_io *file = search->candidates.io;
    ap_findings *trial = search->candidates.trial;
    ap_mrtk_animation *animation = search->animation;
    ap_mrtk_cursor cursor = { .animation = animation, .previous_marker_time = NAN };
    size_t count = 0, reported = 0;
    if (end->record == 0)
        return 0;
    *animation = *end->animation;
    ap_io_init(&io, file->input, trial, &search->candidates.arena, file->structure);
    io.scope = &cursor;
    io.at = animation->records[0].curves[0].key_count_at - MODES_BYTES;
    while (cursor.record < end->record && count < MOST_TRACES) {
        animation->record_count = cursor.record + 1;
        const bool complete = ap_mrtk_curves(&io); /* false if reading stopped at an error */
        if (trial->reported > reported)
            traces[count++] = animation->record_count - 1;
        reported = trial->reported;
        if (!complete)
            break;
    }
    return count;
}

static void try_candidates(candidate_search *search, const ap_mrtk_cursor *cursor)
{
    size_t traces[MOST_TRACES];
    const size_t count = find_traces(search, cursor, traces);
    for (size_t i = 0; i < count && !search->candidates.found; i++)
        try_counts_before(search, cursor, traces[i] + 1, 0);
    if (!search->candidates.found)
        try_counts_before(search, cursor, cursor->record, cursor->curve);
    if (!search->candidates.found && cursor->at_markers)
        try_counts(search, (ap_candidate){ .record = cursor->record, .count_at = cursor->marker_count_at },
            AP_MRTK_MARKER_BYTES);
}

static bool name_best(candidate_search *search, ap_io *io)
{
    const ap_candidate *best = &search->candidates.best;
    char name[AP_MRTK_NAME_BYTES], field[FIELD_BYTES];
    const char *dot = "", *curve = "";
    if (best->record == search->animation->record_count)
        return ap_candidates_name(&search->candidates, io, "marker_count");
    const ap_mrtk_record *record = &search->animation->records[best->record];
    ap_mrtk_name_record(record, name);
    if (record->shape->curve_names != NULL) {
        dot = ".";
        curve = record->shape->curve_names[best->part];
    }
    snprintf(field, sizeof field, "%s%s%s.key_count", name, dot, curve);
    return ap_candidates_name(&search->candidates, io, field);
}

bool ap_mrtk_name_wrong_count(ap_io *io, ap_finding *ended)
{
    candidate_search search;
    memset(&search, 0, sizeof search);
    if (!ap_candidates_begin(&search.candidates, io, ended, read_candidate, &search))
        return false;
    bool named = false;
    search.animation = ap_alloc(io->arena, sizeof *search.animation);
    if (search.animation != NULL && ap_mrtk_skim_init(&search.skim, io, search.animation)) {
        try_candidates(&search, io->scope);
        named = ap_candidates_has_one(&search.candidates) && name_best(&search, io);
    }
    ap_candidates_end(&search.candidates);
    return named;
}
