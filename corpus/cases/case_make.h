/* Makes the cases of a corpus: a file, and what must be found in it, which the defect knows and no linter was
   asked for. */
#ifndef AP_CASE_MAKE_H
#define AP_CASE_MAKE_H

#include "core/files/sink.h"
#include "corpus/cases/case_plan.h"
#include "corpus/cases/manifest.h"
#include "corpus/defect/lint_pair.h"

/* A case as it was made: all of it belongs to the case maker until the next one. */
typedef struct ap_made_case {
    ap_manifest_case entry; /* without hash */
    ap_view file;
    ap_view companion; /* bytes NULL: none */
    ap_view
        original; /* the valid file that `file` was made of; bytes NULL where `file` has no fault of its own */
} ap_made_case;

typedef enum ap_case_status {
    AP_CASE_MADE,
    AP_CASE_NO_CANDIDATE, /* no file that was made had a place for the defect */
    AP_CASE_NO_MEMORY,
} ap_case_status;

/* Room that is used anew for each case. Stays where it is in memory while used. */
typedef struct ap_case_generator {
    uint64_t seed; /* of the corpus */
    ap_pair base;
    ap_arena arena;
    ap_choices choices;
    ap_writer writer, companion_writer;
    ap_store file, companion, broken;
    bool has_companion;
} ap_case_generator;

/* max_memory_bytes limits the arena of one case (0: no limit); the files themselves come on top. */
void ap_case_generator_init(ap_case_generator *generator, uint64_t seed, size_t max_memory_bytes);
void ap_case_generator_free(ap_case_generator *generator);

/* Makes a case. The same seed, name and round give the same bytes, whatever else is in the corpus. */
ap_case_status ap_make_case(ap_case_generator *generator, const ap_planned_case *planned, ap_made_case *made);

#endif
