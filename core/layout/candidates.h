/* Which count of a file may be the wrong one, where reading breaks off at a later place: a format says which counts are
   to be asked, each other value of them is tried, and the one that alone explains the file is named. */
#ifndef AP_CANDIDATES_H
#define AP_CANDIDATES_H

#include "core/layout/count_search.h"

/* A count, and the value that may be its own. */
typedef struct ap_candidate {
    size_t record, part;  /* the format's: where reading begins again */
    size_t count_at;      /* offset of the count in the input: an int32 */
    size_t element_bytes; /* of what it counts, behind it, at least; 0 where that is not known */
    int32_t count;
    size_t warnings, notes; /* that are left with it */
    bool is_sound;          /* with it no warning is left in its own record */
} ap_candidate;

typedef struct ap_candidates {
    const ap_io *io;   /* that of the file */
    ap_finding *ended; /* the finding that ended its reading; NULL where it is not kept */
    void *scope;       /* the format's own state */

    /* Whether the file reads to its end from the suspect's record on: for its structure alone, or with findings, which
       may then hold no error. It takes from steps_left, and memory from `arena`. */
    bool (*reads)(struct ap_candidates *candidates, const ap_candidate *one, ap_findings *findings);
    ap_arena arena; /* of what is tried: it is given back, and a file never lacks it */
    ap_findings *trial;
    size_t steps_left; /* records that may still be read for their structure */
    size_t bytes_left; /* that may still be read for findings */
    bool reads_sound;  /* `reads` says so of the record of the suspect, where findings are wanted */
    ap_candidate best;
    bool found;
    bool tied;          /* with another value, or count, as few findings are left as with the best */
    bool is_short;      /* not all could be tried */
    bool lacked_memory; /* for a trial */
} ap_candidates;

/* For the file that io has read as far as it can be. False where nobody would see a name, or memory has run out; otherwise
   ap_candidates_end belongs to it. */
bool ap_candidates_begin(ap_candidates *candidates, const ap_io *io, ap_finding *ended,
    bool (*reads)(ap_candidates *candidates, const ap_candidate *one, ap_findings *findings),
    void *scope) AP_MUST_USE;

/* Asks a count for all values from `first` to `most`, and to AP_SEARCH_COUNTS, but the one that is stored. */
void ap_candidates_try(ap_candidates *candidates, ap_candidate one, size_t first, size_t most);

/* Whether there is one to be named: one value of one count leaves the fewest findings, all could be tried, and it is not the
   count that the finding is about. */
bool ap_candidates_has_one(const ap_candidates *candidates);

/* Names the best. Where it is sound, the first finding that may come of it begins with it: "FIELD at byte 0xA is M; with N
   the rest reads to the end of the file without an error", then what it says itself, in brackets; a finding that asks for
   the same count by itself stays as it is. Where it is elsewhere, it has the best as its last place. The finding that ended
   reading, if it is another one, says of the best's place: "with FIELD N the rest ...". False where the best is not sound:
   something else may be the cause, and only the latter is done. */
bool ap_candidates_name(ap_candidates *candidates, ap_io *io, const char *field) AP_MUST_USE;

/* The count that a finding names so, and its place. False where it names none. */
bool ap_named_count(const ap_finding *finding, ap_span *span, int32_t *count);

/* Gives its memory back. Where there was none for a trial, the arena of the file has failed. */
void ap_candidates_end(ap_candidates *candidates);

#endif
