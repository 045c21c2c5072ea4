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
    ap_candidates candidates;     /* record and part: a record, and its curve */
    ap_mrtk_animation *animation; /* a copy: what is after a suspect is read anew */
    bool asked[AP_MRTK_RECORDS][AP_MRTK_POSE_CURVES];
    ap_mrtk_skim skim;
} candidate_search;

/* The record at the cursor, or the markers: of nothing but 0 they are hardly ones. */
static bool reads_record(candidate_search *search, ap_io *io, const ap_mrtk_cursor *cursor)
{
    ap_mrtk_animation *animation = search->animation;
    const size_t records = animation->record_count;
    if (cursor->record < records)
        animation->record_count = cursor->record + 1;
    const bool at_markers = cursor->record == records;
    const bool whole = at_markers ? ap_mrtk_markers(io) : ap_mrtk_curves(io);
    animation->record_count = records;
    search->candidates.record_is_valid =
        io->findings->counts[AP_WARNING] == 0 && !(at_markers && ap_mrtk_is_padding(search->candidates.io));
    return whole;
}

/* Whether the file reads to its end behind the keys of a suspect, by its structure: there are bytes for these, and a step is
   left, or it would not be asked for. */
static bool leads_on(candidate_search *search, const ap_candidate *one)
{
    size_t *steps = &search->candidates.steps_left;
    const size_t keys_at = one->count_at + sizeof one->count;
    const size_t bytes = (size_t)one->count * one->element_bytes;
    assert(*steps > 0 && bytes <= search->candidates.io->input.size - keys_at);
    --*steps;
    return ap_mrtk_skim_rest(&search->skim, keys_at + bytes, one->record, one->part + 1, steps);
}

/* Whether the file reads to its end from the suspect's curve on; where findings are wanted, without an error. */
static bool reads_on(ap_candidates *candidates, const ap_candidate *one, ap_findings *findings)
{
    ap_io io;
    candidate_search *search = candidates->scope;
    const bool at_markers = one->record == search->animation->record_count;
    if (findings == NULL && !at_markers)
        return leads_on(search, one);
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
    const bool whole = ap_mrtk_markers(&io) && ap_bytes_left(&io) == 0;
    candidates->steps_left = other.steps_left;
    return whole;
}

/* The bytes of what comes behind the suspect's keys, if no curve there has a key, and no marker is there. */
static size_t least_behind(const ap_mrtk_animation *animation, const ap_candidate *one)
{
    size_t curves = 0;
    for (size_t record = one->record; record < animation->record_count; record++)
        curves += animation->records[record].shape->curve_count;
    if (curves == 0) /* it counts the markers itself */
        return 0;
    return (curves - one->part - 1) * AP_MRTK_CURVE_BYTES
           + (animation->variant == AP_MRTK_PUBLISHED ? 0 : sizeof animation->marker_count);
}

/* All other counts that could be there, of elements of at least so many bytes. */
static void try_counts(candidate_search *search, ap_candidate one, size_t element_bytes)
{
    const size_t left = search->candidates.io->input.size - one.count_at;
    const size_t needed = sizeof one.count + least_behind(search->animation, &one);
    one.element_bytes = element_bytes;
    if (left >= needed)
        ap_candidates_try(&search->candidates, one, 0, (left - needed) / element_bytes);
}

static void try_curve(candidate_search *search, size_t record, size_t curve)
{
    const ap_mrtk_record *of = &search->animation->records[record];
    const bool is_boolean = of->shape->curve_names == NULL;
    if (search->asked[record][curve])
        return;
    search->asked[record][curve] = true;
    try_counts(search,
        (ap_candidate){ .record = record, .part = curve, .count_at = of->curves[curve].key_count_at },
        is_boolean ? AP_MRTK_SHORT_KEY_BYTES : ap_mrtk_float_keys(search->animation)->bytes);
}

/* Whether the count of the curve at the cursor's place is what ended reading. */
static bool is_at_count(const ap_io *io, const ap_mrtk_cursor *cursor)
{
    return !cursor->at_markers && cursor->record < cursor->animation->record_count
           && io->field.span.offset
                  == cursor->animation->records[cursor->record].curves[cursor->curve].key_count_at;
}

/* The counts of the last curves before that of the record, from the last one on. */
static void try_before(candidate_search *search, const ap_mrtk_cursor *cursor, size_t record, size_t curve)
{
    *search->animation = *cursor->animation; /* as the file is read: trials have left theirs */
    if (record == cursor->record && curve == cursor->curve && is_at_count(search->candidates.io, cursor))
        try_curve(search, record, curve);
    for (size_t tried = 0; tried < MOST_CURVES && record + curve > 0; tried++) {
        if (curve == 0)
            curve = search->animation->records[--record].shape->curve_count;
        try_curve(search, record, --curve);
    }
}

/* The records before the cursor's place in which something is found: a wrong count may show there first. */
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
        const bool whole = ap_mrtk_curves(&io); /* or it stopped at an error */
        if (trial->reported > reported)
            traces[count++] = animation->record_count - 1;
        reported = trial->reported;
        if (!whole)
            break;
    }
    return count;
}

static void try_all(candidate_search *search, const ap_mrtk_cursor *cursor)
{
    size_t traces[MOST_TRACES];
    const size_t count = find_traces(search, cursor, traces);
    for (size_t i = 0; i < count && !search->candidates.found; i++)
        try_before(search, cursor, traces[i] + 1, 0);
    if (!search->candidates.found)
        try_before(search, cursor, cursor->record, cursor->curve);
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
    if (!ap_candidates_begin(&search.candidates, io, ended, reads_on, &search))
        return false;
    bool named = false;
    search.animation = ap_alloc(io->arena, sizeof *search.animation);
    if (search.animation != NULL && ap_mrtk_skim_init(&search.skim, io, search.animation)) {
        try_all(&search, io->scope);
        named = ap_candidates_has_one(&search.candidates) && name_best(&search, io);
    }
    ap_candidates_end(&search.candidates);
    return named;
}
