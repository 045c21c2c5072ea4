/* Searches for the count field that is probably wrong if reading a file stops at an error after the field. The format names the
   count fields to try. The search tries all values of each count field, and reports the field and the value with which the rest
   of the file reads without an error. */
#ifndef AP_CANDIDATES_H
#define AP_CANDIDATES_H

#include "core/layout/count_search.h"

/* A count field, and a value to read the file with instead of the stored value. */
typedef struct ap_count_candidate {
    /* set by the format: the record, and the part of the record, where reading with the count begins */
    size_t record, part;
    size_t count_at;      /* offset of the count field, an int32, in the input */
    size_t element_bytes; /* least size of one of the counted elements; 0 if unknown */
    int32_t count;
    size_t warnings, notes; /* number of findings if the file is read with the value `count` */
    /* true if the record with the count field has no warning if the file is read with the value `count` */
    bool record_is_valid;
} ap_count_candidate;

typedef struct ap_count_candidates {
    const ap_io *io;   /* the reader of the file */
    ap_finding *ended; /* the finding that ended reading; NULL if it was not kept */
    void *scope;       /* the format's private data, for `reads` */

    /* Returns true if the file reads to its end, beginning at the record `one->record`, with the count `one->count`. If
       `findings` is NULL, reads the structure alone; otherwise also applies the rules, and returns false at an error. Subtracts
       from steps_left, and allocates from `arena`. */
    bool (*reads)(
        struct ap_count_candidates *candidates, const ap_count_candidate *one, ap_findings *findings);
    ap_arena arena; /* memory of one trial, reset after each trial; the file has another arena */
    ap_findings *trial;
    size_t steps_left; /* number of records that trials may still read without checks */
    size_t bytes_left; /* number of bytes that trials may still read with checks */
    /* set by `reads` if its `findings` is not NULL: true if the candidate's record has no warning */
    bool record_is_valid;
    ap_count_candidate best;
    bool found;
    bool tied;          /* true if another candidate leaves as many warnings and notes as `best` */
    bool is_incomplete; /* true if a limit or a lack of memory kept the search from trying some values */
    bool lacked_memory; /* true if a trial ran out of memory */
} ap_count_candidates;

/* Prepares the search in a file that `io` has read as far as possible. Returns false if no finding
   was kept or memory has run out; otherwise the caller must call ap_count_candidates_free_and_pass_failure. */
bool ap_count_candidates_begin(ap_count_candidates *candidates, const ap_io *io, ap_finding *ended,
    bool (*reads)(ap_count_candidates *candidates, const ap_count_candidate *one, ap_findings *findings),
    void *scope) AP_MUST_USE;

/* Tries all values of a count from `first` to `most`, below AP_SEARCH_COUNTS, except the stored value. */
void ap_count_candidates_try_counts(
    ap_count_candidates *candidates, ap_count_candidate one, size_t first, size_t most);

/* Returns true if exactly one candidate leaves the fewest findings, every value could be tried, and the finding `ended` is not
   about the candidate's count. */
bool ap_count_candidates_are_complete_with_single_best(const ap_count_candidates *candidates);

/* Reports the best candidate. If its record is valid, takes the first finding that the wrong count may have caused: puts "FIELD
   at byte 0xA is M; with N the file can be read to its end without an error" before its message (unless it already asks for N),
   and adds the count as a related place (unless it is at the count). In any case, adds "with FIELD N the file can be read to its
   end without an error" as a related place to the finding that ended reading, if that is another one. Returns false if the record
   is not valid: something else may be the cause of the findings. */
bool ap_count_candidates_report_best_as_cause(
    ap_count_candidates *candidates, ap_io *io, const char *field) AP_MUST_USE;

/* If ap_count_candidates_report_best_as_cause added a related place to the finding, sets *span to the count field and *count to
   the value to write there, and returns true; otherwise returns false. */
bool ap_count_of_best_candidate(const ap_finding *finding, ap_span *span, int32_t *count);

/* Frees the memory of the search. If a trial ran out of memory, marks the file's arena as failed. */
void ap_count_candidates_free_and_pass_failure(ap_count_candidates *candidates);

#endif
