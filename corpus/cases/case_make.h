/* Generates the cases of a corpus: files and their expected findings. The defect computes the findings that its change must
   cause, so that a fault of the linter does not change what is expected. */
#ifndef AP_CASE_MAKE_H
#define AP_CASE_MAKE_H

#include "core/files/sink.h"
#include "corpus/cases/case_plan.h"
#include "corpus/cases/manifest.h"
#include "corpus/defect/lint_pair.h"

/* A generated case. The case generator owns all memory; the next ap_generate_case overwrites it. */
typedef struct ap_generated_case {
    ap_manifest_case entry; /* all members except the hashes */
    ap_view file;
    ap_view companion; /* bytes NULL: no companion */
    /* the valid file that the defect changed; bytes NULL for a valid file, and if the defect changed only the companion */
    ap_view original;
} ap_generated_case;

typedef enum ap_case_status {
    AP_CASE_MADE,
    AP_CASE_NO_CANDIDATE, /* the defect fits none of the 64 valid files that were tried */
    AP_CASE_NO_MEMORY,
} ap_case_status;

/* Buffers reused for each case. The struct must not be moved while it is used. */
typedef struct ap_case_generator {
    uint64_t seed;           /* seed of the corpus */
    ap_pair_findings linted; /* findings of the valid file and its companion */
    ap_arena arena;
    ap_choices choices;
    ap_writer writer, companion_writer;
    ap_buffer file, companion, broken;
    bool has_companion;
} ap_case_generator;

/* Initialises the generator. For one case, each of its two arenas takes at most max_memory_bytes (0: no limit); the files need
   additional memory. */
void ap_case_generator_init(ap_case_generator *generator, uint64_t seed, size_t max_memory_bytes);
void ap_case_generator_free(ap_case_generator *generator);

/* Generates a case. The bytes depend only on the seed of the corpus and on the plan of this case, not on other cases. */
ap_case_status ap_generate_case(
    ap_case_generator *generator, const ap_planned_case *planned, ap_generated_case *made);

#endif
