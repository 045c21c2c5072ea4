#include "validators/mrtk/mrtk_marker_count.h"

#include <math.h>

#include "core/layout/candidates.h"
#include "validators/mrtk/mrtk_rules.h"

/* Returns true if the markers can be read exactly to the end of the file with the candidate's count. If
   `findings` is not NULL, they must also have no error; then also sets candidates->record_is_valid, which is
   false if the markers have a warning or if all bytes after the position at which reading ended are 0. */
static bool read_candidate(
    ap_count_candidates *candidates, const ap_count_candidate *one, ap_findings *findings)
{
    ap_io io;
    const ap_mrtk_cursor *file = candidates->scope;
    ap_mrtk_animation animation = { .minor = file->animation->minor, .variant = file->animation->variant };
    ap_count_on_trial other = {
        .count_at = one->count_at, .count = one->count, .steps_left = candidates->steps_left
    };
    ap_mrtk_cursor cursor = { .animation = &animation, .previous_marker_time = NAN };
    ap_io_init(&io, candidates->io->input, findings, &candidates->arena, candidates->io->structure);
    io.search = &other;
    io.scope = &cursor;
    io.at = one->count_at;
    const bool complete = ap_mrtk_read_or_write_markers(&io) && ap_bytes_left(&io) == 0;
    if (findings == NULL) {
        candidates->steps_left = other.steps_left;
        return complete;
    }
    candidates->record_is_valid =
        findings->counts[AP_WARNING] == 0 && !ap_mrtk_is_padding_next(candidates->io);
    return complete && findings->counts[AP_ERROR] == 0;
}

bool ap_mrtk_report_wrong_marker_count(ap_io *io, ap_finding *ended)
{
    ap_count_candidates candidates;
    ap_mrtk_cursor *cursor = io->scope;
    if (!cursor->at_markers || !ap_count_candidates_begin(&candidates, io, ended, read_candidate, cursor))
        return false;
    const size_t left = io->input.size - cursor->marker_count_at;
    const ap_count_candidate one = { .count_at = cursor->marker_count_at,
        .element_bytes = AP_MRTK_MARKER_BYTES };
    if (left >= sizeof one.count)
        ap_count_candidates_try_counts(&candidates, one, 0, (left - sizeof one.count) / AP_MRTK_MARKER_BYTES);
    const bool named = ap_count_candidates_are_complete_with_single_best(&candidates)
                       && ap_count_candidates_report_best_as_cause(&candidates, io, "marker_count");
    ap_count_candidates_free_and_pass_failure(&candidates);
    return named;
}
