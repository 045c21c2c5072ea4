/* Checks one input of a sweep: linting must give a result, and a document must be read or refused with a reason. Otherwise
   fuzz_fail ends the process. */
#ifndef SWEEP_CASE_H
#define SWEEP_CASE_H

#include <stdbool.h>
#include <stddef.h>

#include "fuzz/oracle.h"

/* Results of the cases of a sweep. A case may be linted several times, by each format and companion that the file may be. */
typedef struct sweep_counts {
    size_t cases;
    size_t valid;    /* lint results without errors */
    size_t broken;   /* lint results with errors */
    size_t refused;  /* refused documents */
    size_t failures; /* allocations and memory limits that failed */
} sweep_counts;

/* An unchanged file. */
typedef struct sweep_file {
    const char *path;        /* owned by the caller */
    const char *name;        /* last part of the path */
    ap_view content;         /* owned by the caller */
    const ap_format *format; /* NULL if the file has no known format, is a scene or a document */
    bool scene, document;    /* the file is an .obj file; a JSON document */
    bool valid;              /* the file has no errors */
    ap_arena arena;          /* memory of a case */
} sweep_file;

/* Initialises a file. `path` and the bytes of `content` must outlive the file. */
void sweep_file_init(sweep_file *file, const char *path, ap_view content);
void sweep_file_free(sweep_file *file);

/* Checks `input`, a changed copy of the file. With `cut`, the input lacks the end of the file, and if the file is valid, the
   input must have an error unless only blanks or whole records are missing. */
void sweep_check_case(sweep_file *file, ap_view input, bool cut, sweep_counts *counts);

/* Returns the number of arena allocations that linting the file, writing it back or making it from its document takes. */
size_t sweep_count_allocations(sweep_file *file);

/* Lints and writes the file with a failure: allocation number `fail_at` fails (0 for none), or memory is limited to limit_bytes
   (0 for no limit). Then repeats the work with enough memory: the result must equal that of a run without a failure. */
void sweep_without_memory(sweep_file *file, size_t fail_at, size_t limit_bytes, sweep_counts *counts);

#endif
