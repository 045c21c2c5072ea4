#include "validators/memg/other_layouts/memg_wrong_count.h"

#include <stdio.h>

#include "core/layout/candidates.h"
#include "validators/memg/memg_rules.h"

enum { MOST_GROUPS = 4, MOST_NAME = 4096, DELETE = 0x7f, FIELD_BYTES = 96 };

typedef enum count_kind {
    FRAME_COUNT,
    TIMESTEP_COUNT,
    NAME_LENGTH,
    VERTEX_COUNT,
    BASIS_ROWS,
    BASIS_COLUMNS,
    COEFFICIENTS_ROWS,
    COEFFICIENTS_COLUMNS,
    PARTS
} count_kind;

static const char *const names[PARTS] = { "frame_count", "timestep_count", "name_length", "vertex_count",
    "basis.rows", "basis.columns", "coefficients.rows", "coefficients.columns" };

/* The header or a group, in which a count may be wrong. */
typedef struct candidate_record {
    size_t index;     /* index of the group */
    size_t at[PARTS]; /* offsets of the counts; 0 if the record lacks the count or reading ended before it */
    ap_memg_group group;
} candidate_record;

typedef struct memg_search {
    ap_count_candidates
        candidates; /* candidate.record is an index into `records`, candidate.part one of PARTS */
    const ap_memg_cursor *end;
    size_t count;
    candidate_record records[MOST_GROUPS + 1];
} memg_search;

/* Reads groups up to the end of the file. Returns true if there is at least one, and the counts of each group fit each other and
   the header. Sets *warnings_to_first_group_end to the number of warnings when the first group has been read. */
static bool do_groups_fit(ap_io *io, size_t *warnings_to_first_group_end)
{
    const ap_memg_cursor *cursor = io->scope;
    size_t count = 0;
    while (ap_bytes_left(io) > 0) {
        if (!ap_memg_read_or_write_group(io, count++)
            || !ap_memg_do_counts_and_parent_fit(cursor->motion, &cursor->group))
            return false;
        if (count == 1 && io->findings != NULL)
            *warnings_to_first_group_end = io->findings->counts[AP_WARNING];
    }
    return count > 0;
}

/* Reads the file with the candidate's value for its count, from the candidate's group or from the header on. Returns true if the
   groups are consistent up to the end of the file and, unless `findings` is NULL, have no error. */
static bool read_candidate(
    ap_count_candidates *candidates, const ap_count_candidate *one, ap_findings *findings)
{
    ap_io io;
    const memg_search *search = candidates->scope;
    ap_memg_state state = { .policy = NULL };
    const bool in_header = one->part <= TIMESTEP_COUNT;
    ap_memg_motion motion = *search->end->motion;
    ap_memg_cursor cursor = { .motion = &motion, .state = findings == NULL ? NULL : &state };
    ap_count_on_trial other = {
        .count_at = one->count_at, .count = one->count, .steps_left = candidates->steps_left
    };
    motion.group_count = 0;
    ap_io_init(&io, candidates->io->input, findings, &candidates->arena, candidates->io->structure);
    if (findings != NULL) {
        ap_memg_state_init(&state, &io, &(ap_lint_options){ .policy = NULL });
        state.order = search->end->state->order;
    }
    io.swap = candidates->io->swap;
    io.search = &other;
    io.scope = &cursor;
    io.at = in_header ? AP_MEMG_FRAME_COUNT_AT : search->records[one->record].at[NAME_LENGTH];
    size_t warnings = 0;
    const bool complete = ap_use_search_step(&io) && (!in_header || ap_memg_read_or_write_frames(&io))
                          && do_groups_fit(&io, &warnings);
    candidates->record_is_valid = warnings == 0;
    candidates->steps_left = other.steps_left;
    return complete && (findings == NULL || findings->counts[AP_ERROR] == 0);
}

static void add_header(memg_search *search)
{
    candidate_record *header = &search->records[search->count++];
    header->at[FRAME_COUNT] = AP_MEMG_FRAME_COUNT_AT;
    header->at[TIMESTEP_COUNT] = AP_MEMG_FRAME_COUNT_AT + AP_MEMG_COUNT_BYTES;
}

/* Adds the cursor's group, with the counts that were read, to the records. */
static void add_group(memg_search *search, size_t index, const ap_memg_cursor *cursor)
{
    const ap_memg_group *group = &cursor->group;
    candidate_record *one = &search->records[search->count++];
    one->index = index;
    one->group = *group;
    one->at[NAME_LENGTH] = cursor->group_at;
    if (cursor->complete_parts >= 1)
        one->at[VERTEX_COUNT] = group->vertex_count_at;
    if (cursor->complete_parts >= 3) {
        one->at[BASIS_ROWS] = group->basis.rows_at;
        one->at[BASIS_COLUMNS] = group->basis.rows_at + AP_MEMG_COUNT_BYTES;
    }
    if (cursor->complete_parts >= 4) {
        one->at[COEFFICIENTS_ROWS] = group->coefficients.rows_at;
        one->at[COEFFICIENTS_COLUMNS] = group->coefficients.rows_at + AP_MEMG_COUNT_BYTES;
    }
}

/* Fills in search->records: the first groups with inconsistent counts, the group at which reading ended and, if
   group 0 is one of these or reading ended in the frames, the header. */
static void find_candidate_records(memg_search *search)
{
    ap_io io;
    ap_memg_motion motion = *search->end->motion;
    ap_memg_cursor cursor = { .motion = &motion };
    ap_memg_init_reader_without_findings(&io, search->candidates.io->input, &search->candidates.arena);
    io.swap = search->candidates.io->swap;
    io.scope = &cursor;
    io.at = AP_MEMG_FRAME_COUNT_AT;
    bool complete = ap_memg_read_or_write_frames(&io);
    if (!complete)
        add_header(search);
    for (size_t i = 0; complete && ap_bytes_left(&io) >= AP_MEMG_COUNT_BYTES && search->count <= MOST_GROUPS;
         i++) {
        complete = ap_memg_read_or_write_group(&io, i);
        if (complete && cursor.group.name_length > 0
            && ap_memg_do_counts_and_parent_fit(&motion, &cursor.group))
            continue;
        if (i == 0)
            add_header(search);
        add_group(search, i, &cursor);
    }
}

/* Returns the largest possible value of the count at `at`. The file has count x factor elements of `bytes`
   bytes, where factor is the value stored at `factor_at`. */
static size_t greatest_count(const memg_search *search, size_t at, size_t factor_at, size_t bytes)
{
    const ap_io *io = search->candidates.io;
    const size_t left = io->input.size - at;
    if (factor_at + sizeof(int32_t) > io->input.size)
        return 0;
    const int32_t factor = ap_load_i32(io->input.bytes + factor_at, io->swap);
    return factor <= 0 ? left / bytes : left / ap_saturating_size_product((size_t)factor, bytes);
}

/* Returns the length of the printable text at `at`, at most MOST_NAME. */
static size_t printable_bytes(const ap_io *io, size_t at)
{
    size_t count = 0;
    while (count < MOST_NAME && at + count < io->input.size && io->input.bytes[at + count] >= ' '
           && io->input.bytes[at + count] != DELETE)
        count++;
    return count;
}

static void try_values_of_count(memg_search *search, size_t record, count_kind which)
{
    const candidate_record *one = &search->records[record];
    const size_t at = one->at[which], left = search->candidates.io->input.size - at;
    int64_t first = 0;
    size_t most = 0, element_bytes = 0;
    if (at > search->candidates.io->input.size) /* reading ended before this count */
        return;
    switch (which) {
    case FRAME_COUNT:
        most = greatest_count(search, at, at + AP_MEMG_COUNT_BYTES, AP_MEMG_TRANSFORM_BYTES);
        element_bytes = AP_MEMG_TRANSFORM_BYTES; /* size of a transform of the first timestep */
        break;
    case TIMESTEP_COUNT:
        most = greatest_count(search, at, at - AP_MEMG_COUNT_BYTES, AP_MEMG_TRANSFORM_BYTES);
        break;
    case NAME_LENGTH:
        most = printable_bytes(search->candidates.io, at + AP_MEMG_COUNT_BYTES);
        break;
    case VERTEX_COUNT:
        most = left / AP_MEMG_VERTEX_BYTES;
        element_bytes = sizeof(int32_t); /* size of a mapping entry */
        break;
    case BASIS_COLUMNS:
        most = greatest_count(search, at, at - AP_MEMG_COUNT_BYTES, AP_MEMG_NUMBER_BYTES);
        break;
    case BASIS_ROWS: /* only one value makes the counts of the group fit each other */
        first = 3 * (int64_t)one->group.vertex_count;
        break;
    case COEFFICIENTS_ROWS:
        first = one->group.basis.columns;
        break;
    default: /* COEFFICIENTS_COLUMNS: only one value fits */
        first = search->end->motion->timestep_count;
    }
    ap_count_candidates_try_counts(&search->candidates,
        (ap_count_candidate){
            .record = record, .part = which, .count_at = at, .element_bytes = element_bytes },
        (size_t)first, most > 0 ? most : (size_t)first);
}

static bool report_best_candidate(memg_search *search, ap_io *io)
{
    char field[FIELD_BYTES];
    const ap_count_candidate *best = &search->candidates.best;
    if (best->part <= TIMESTEP_COUNT)
        snprintf(field, sizeof field, "%s", names[best->part]);
    else
        snprintf(
            field, sizeof field, "groups[%zu].%s", search->records[best->record].index, names[best->part]);
    return ap_count_candidates_report_best_as_cause(&search->candidates, io, field);
}

bool ap_memg_report_wrong_count(ap_io *io, ap_finding *ended)
{
    memg_search search = { .end = io->scope };
    if (!ap_count_candidates_begin(&search.candidates, io, ended, read_candidate, &search))
        return false;
    find_candidate_records(&search);
    for (size_t i = 0; i < search.count; i++) {
        for (size_t which = 0; which < PARTS; which++) {
            if (search.records[i].at[which] > 0)
                try_values_of_count(&search, i, (count_kind)which);
        }
    }
    const bool named = ap_count_candidates_are_complete_with_single_best(&search.candidates)
                       && report_best_candidate(&search, io);
    ap_count_candidates_free_and_pass_failure(&search.candidates);
    return named;
}
