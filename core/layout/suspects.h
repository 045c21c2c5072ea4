/* Which count of a file may be the wrong one, where reading breaks off at a later place: a format says which counts are
   to be asked, each other value of them is tried, and the one that alone explains the file is named. */
#ifndef AP_SUSPECTS_H
#define AP_SUSPECTS_H

#include "core/layout/count_search.h"

/* A count, and the value that may be its own. */
typedef struct ap_suspect {
    size_t record, part;  /* the format's: where reading begins again */
    size_t count_at;      /* offset of the count in the input: an int32 */
    size_t element_bytes; /* of what it counts, behind it, at least; 0 where that is not known */
    int32_t count;
    size_t warnings, notes; /* that are left with it */
    bool is_sound;          /* with it no warning is left in its own record */
} ap_suspect;

typedef struct ap_suspects {
    const ap_io *io;   /* that of the file */
    ap_finding *ended; /* the finding that ended its reading; NULL where it is not kept */
    void *scope;       /* the format's own state */

    /* Whether the file reads to its end from the suspect's record on: for its structure alone, or with findings, which
       may then hold no error. It takes from steps_left, and memory from `arena`. */
    bool (*reads)(struct ap_suspects *suspects, const ap_suspect *one, ap_findings *findings);
    ap_arena arena; /* of what is tried: it is given back, and a file never lacks it */
    ap_findings *trial;
    size_t steps_left; /* records that may still be read for their structure */
    size_t bytes_left; /* that may still be read for findings */
    bool reads_sound;  /* `reads` says so of the record of the suspect, where findings are wanted */
    ap_suspect best;
    bool found;
    bool tied;          /* with another value, or count, as few findings are left as with the best */
    bool is_short;      /* not all could be tried */
    bool lacked_memory; /* for a trial */
} ap_suspects;

/* For the file that io has read as far as it can be. False where nobody would see a name, or memory has run out; otherwise
   ap_suspects_end belongs to it. */
bool ap_suspects_begin(ap_suspects *suspects, const ap_io *io, ap_finding *ended,
    bool (*reads)(ap_suspects *suspects, const ap_suspect *one, ap_findings *findings),
    void *scope) AP_MUST_USE;

/* Asks a count for all values from `first` to `most`, and to AP_SEARCH_COUNTS, but the one that is stored. */
void ap_suspects_try(ap_suspects *suspects, ap_suspect one, size_t first, size_t most);

/* Whether there is one to be named: one value of one count leaves the fewest findings, all could be tried, and it is not the
   count that the finding is about. */
bool ap_suspects_has_one(const ap_suspects *suspects);

/* Names the best. Where it is sound, the first finding that may come of it begins with it: "FIELD at byte 0xA is M; with N
   the rest reads to the end of the file without an error", then what it says itself, in brackets; a finding that asks for
   the same count by itself stays as it is. Where it is elsewhere, it has the best as its last place. The finding that ended
   reading, if it is another one, says of the best's place: "with FIELD N the rest ...". False where the best is not sound:
   something else may be the cause, and only the latter is done. */
bool ap_suspects_name(ap_suspects *suspects, ap_io *io, const char *field) AP_MUST_USE;

/* The count that a finding names so, and its place. False where it names none. */
bool ap_suspect_named(const ap_finding *finding, ap_span *span, int32_t *count);

/* Gives its memory back. Where there was none for a trial, the arena of the file has failed. */
void ap_suspects_end(ap_suspects *suspects);

#endif
