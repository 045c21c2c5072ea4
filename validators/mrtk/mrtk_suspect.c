#include "validators/mrtk/mrtk_suspect.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/layout/count_search.h"
#include "validators/mrtk/mrtk_rules.h"

enum {
    MODES_BYTES = 8,
    MOST_CURVES = 14,
    MOST_STEPS = 1 << 16,
    MOST_TRIALS = 32,
    LABEL_BYTES = 128,
    LEAST_PLACES = 1 << 8,
    MOST_PLACES = 1 << 13,
    MOST_TRACES = 16
};

/* A curve, and the count that may be its own. */
typedef struct suspect {
    size_t record, curve;
    size_t count_at;
    int32_t count;
    size_t warnings, notes; /* that are left with it */
} suspect;

struct place;

typedef struct suspect_search {
    const ap_io *io;              /* that of the file */
    ap_mrtk_animation *animation; /* a copy: what is after a suspect is read anew */
    ap_findings *trial;
    size_t steps_left, trials_left;
    suspect best;
    bool found, tied;
    bool asked[AP_MRTK_RECORDS][AP_MRTK_POSE_CURVES];
    struct place *places; /* a hash table of so many, a power of two */
    size_t place_count;
    size_t places_left; /* that may still be kept */
} suspect_search;

/* A place between two records that was met, and whether the file reads to its end from there. */
typedef struct place {
    size_t at; /* 0: a free slot */
    uint32_t record;
    bool reads_to_end;
} place;

static place *find_place(suspect_search *search, size_t record, size_t at)
{
    const size_t last = search->place_count - 1;
    size_t slot = (at * 61 + record) * 0x9e3779b1U & last;
    while (search->places[slot].at != 0
           && (search->places[slot].at != at || search->places[slot].record != record))
        slot = (slot + 1) & last;
    return &search->places[slot];
}

/* Reads the records after the cursor's for their structure, but not on from a place that another count led to. */
static bool reads_structure(suspect_search *search, ap_io *io, ap_mrtk_cursor *cursor)
{
    ap_mrtk_animation *animation = search->animation;
    place *met[AP_MRTK_RECORDS];
    size_t met_count = 0;
    const size_t records = animation->record_count;
    bool whole = true, known = false;
    while (whole && !known && cursor->record < records) {
        animation->record_count = cursor->record + 1;
        whole = ap_mrtk_curves(io);
        place *here = whole ? find_place(search, cursor->record, io->at) : NULL;
        known = here != NULL && here->at != 0;
        if (known) {
            whole = here->reads_to_end;
        } else if (here != NULL && search->places_left > 0) {
            search->places_left--;
            *here = (place){ .at = io->at, .record = (uint32_t)cursor->record };
            met[met_count++] = here;
        }
    }
    animation->record_count = records;
    whole = whole && (known || (ap_mrtk_markers(io) && ap_left(io) == 0));
    for (size_t i = 0; i < met_count; i++)
        met[i]->reads_to_end = whole;
    return whole;
}

/* Whether the file reads to its end from the suspect's curve on; where findings are wanted, without an error. */
static bool reads_on(suspect_search *search, const suspect *one, ap_findings *findings)
{
    ap_io io;
    ap_count_search other = {
        .count_at = one->count_at, .count = one->count, .steps_left = search->steps_left
    };
    ap_mrtk_cursor cursor = { .animation = search->animation,
        .record = one->record,
        .curve = one->curve,
        .previous_marker_time = NAN };
    ap_io_init(&io, search->io->input, findings, search->io->arena, search->io->structure);
    io.search = &other;
    io.scope = &cursor;
    io.at = one->record < search->animation->record_count ? one->count_at - MODES_BYTES : one->count_at;
    if (findings != NULL)
        return ap_mrtk_curves(&io) && ap_mrtk_markers(&io) && ap_left(&io) == 0
               && findings->counts[AP_ERROR] == 0;
    const bool whole = reads_structure(search, &io, &cursor);
    search->steps_left = other.steps_left;
    return whole;
}

static int compare(const suspect *a, const suspect *b)
{
    if (a->warnings != b->warnings)
        return a->warnings < b->warnings ? -1 : 1;
    return a->notes == b->notes ? 0 : a->notes < b->notes ? -1 : 1;
}

/* Of a count with which the structure holds: what else is found with it. */
static void try_suspect(suspect_search *search, suspect *one)
{
    if (search->trials_left == 0)
        return;
    search->trials_left--;
    ap_findings_restart(search->trial);
    search->trial->count_only = true;
    if (!reads_on(search, one, search->trial))
        return;
    one->warnings = search->trial->counts[AP_WARNING];
    one->notes = search->trial->counts[AP_NOTE];
    const int order = search->found ? compare(one, &search->best) : -1;
    search->tied = order == 0 || (order > 0 && search->tied);
    if (order < 0)
        search->best = *one;
    search->found = true;
}

/* All other counts that could be there, of elements of at least so many bytes. */
static void try_counts(suspect_search *search, suspect one, size_t element_bytes)
{
    const size_t left = search->io->input.size - one.count_at;
    if (left < sizeof(int32_t)) /* a list of markers whose count is cut off */
        return;
    const size_t most = left / element_bytes;
    const int32_t stored = ap_load_i32(search->io->input.bytes + one.count_at, false);
    for (one.count = 0; one.count < AP_SEARCH_COUNTS && (size_t)one.count <= most; one.count++) {
        if (search->steps_left == 0)
            return;
        if (one.count != stored && reads_on(search, &one, NULL))
            try_suspect(search, &one);
    }
}

static void try_curve(suspect_search *search, size_t record, size_t curve)
{
    const ap_mrtk_record *of = &search->animation->records[record];
    const bool is_boolean = of->shape->curve_names == NULL;
    if (search->asked[record][curve])
        return;
    search->asked[record][curve] = true;
    try_counts(search,
        (suspect){ .record = record, .curve = curve, .count_at = of->curves[curve].key_count_at },
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
static void try_before(suspect_search *search, const ap_mrtk_cursor *cursor, size_t record, size_t curve)
{
    *search->animation = *cursor->animation; /* as the file is read: trials have left theirs */
    if (record == cursor->record && curve == cursor->curve && is_at_count(search->io, cursor))
        try_curve(search, record, curve);
    for (size_t tried = 0; tried < MOST_CURVES && record + curve > 0; tried++) {
        if (curve == 0)
            curve = search->animation->records[--record].shape->curve_count;
        try_curve(search, record, --curve);
    }
}

/* The records before the cursor's place in which something is found: a wrong count may show there first. */
static size_t find_traces(suspect_search *search, const ap_mrtk_cursor *end, size_t traces[MOST_TRACES])
{
    ap_io io;
    ap_mrtk_animation *animation = search->animation;
    ap_mrtk_cursor cursor = { .animation = animation, .previous_marker_time = NAN };
    size_t count = 0, reported = 0;
    if (end->record == 0)
        return 0;
    *animation = *end->animation;
    ap_io_init(&io, search->io->input, search->trial, search->io->arena, search->io->structure);
    io.scope = &cursor;
    io.at = animation->records[0].curves[0].key_count_at - MODES_BYTES;
    while (cursor.record < end->record && count < MOST_TRACES) {
        animation->record_count = cursor.record + 1;
        const bool whole = ap_mrtk_curves(&io); /* or it stopped at an error */
        if (search->trial->reported > reported)
            traces[count++] = animation->record_count - 1;
        reported = search->trial->reported;
        if (!whole)
            break;
    }
    return count;
}

static void try_all(suspect_search *search, const ap_mrtk_cursor *cursor)
{
    size_t traces[MOST_TRACES];
    const size_t count = find_traces(search, cursor, traces);
    for (size_t i = 0; i < count && !search->found; i++)
        try_before(search, cursor, traces[i] + 1, 0);
    if (!search->found)
        try_before(search, cursor, cursor->record, cursor->curve);
    if (!search->found && cursor->at_markers && ap_left(search->io) > 0)
        try_counts(search, (suspect){ .record = cursor->record, .count_at = cursor->marker_count_at },
            AP_MRTK_MARKER_BYTES);
}

/* "with camera.position_x.key_count 2 the rest reads to the end of the file", at that count. */
static void name_best(const suspect_search *search)
{
    const suspect *best = &search->best;
    char name[AP_MRTK_NAME_BYTES], label[LABEL_BYTES];
    const char *field = "marker_count", *dot = "", *curve = "";
    name[0] = '\0';
    if (best->record < search->animation->record_count) {
        const ap_mrtk_record *record = &search->animation->records[best->record];
        ap_mrtk_name_record(record, name);
        field = ".key_count";
        dot = record->shape->curve_names == NULL ? "" : ".";
        curve = record->shape->curve_names == NULL ? "" : record->shape->curve_names[best->curve];
    }
    const int length = snprintf(label, sizeof label, "with %s%s%s%s %d the rest reads to the end of the file",
        name, dot, curve, field, (int)best->count);
    const char *kept = ap_arena_text(search->io->arena, label, (size_t)length);
    if (kept != NULL)
        ap_findings_relate(search->io->findings, (ap_span){ best->count_at, sizeof(int32_t) }, kept);
}

/* A small file has few places: clearing the whole table would take longer than reading it. */
static void make_places(suspect_search *search)
{
    size_t count = LEAST_PLACES;
    while (count < MOST_PLACES && count / 8 < search->io->input.size)
        count *= 2;
    search->place_count = count;
    search->places_left = count / 2;
    search->places = ap_alloc_array(search->io->arena, count, sizeof *search->places);
}

void ap_mrtk_name_suspect(ap_io *io)
{
    const ap_mrtk_cursor *cursor = io->scope;
    suspect_search search = { .io = io, .steps_left = MOST_STEPS, .trials_left = MOST_TRIALS };
    if (ap_is_structural(io) || io->findings->count_only || io->listener != NULL)
        return;
    search.animation = ap_alloc(io->arena, sizeof *search.animation);
    search.trial = ap_alloc(io->arena, sizeof *search.trial);
    make_places(&search);
    if (search.animation == NULL || search.trial == NULL || search.places == NULL)
        return;
    ap_findings_init(search.trial, io->arena, NULL, 0, 0);
    search.trial->count_only = true;
    try_all(&search, cursor);
    if (!search.found || search.tied || search.best.count_at == io->field.span.offset)
        return;
    name_best(&search);
}
