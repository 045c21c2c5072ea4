/* Checks the promises for one input: linting gives a result, and a document is read or refused with a reason. A broken
   promise ends the process (fuzz_fail). */
#ifndef SWEEP_CASE_H
#define SWEEP_CASE_H

#include <stdbool.h>
#include <stddef.h>

#include "fuzz/oracle.h"

/* What came of the cases of a sweep. A case is judged by all readings that a file of its kind has. */
typedef struct sweep_counts {
    size_t cases;
    size_t valid;    /* readings without an error */
    size_t broken;   /* readings with one */
    size_t refused;  /* documents */
    size_t failures; /* allocations and limits that memory ran out at */
} sweep_counts;

/* A file as it is before anything is changed in it. */
typedef struct sweep_file {
    const char *path, *name; /* the name is the path's last part */
    ap_view whole;
    const ap_format *format; /* NULL: of none, a scene or a document */
    bool scene, document;
    bool valid; /* it has no error */
    ap_arena arena;
} sweep_file;

/* Takes the bytes, which must outlive it, of a file with that path. */
void sweep_file_init(sweep_file *file, const char *path, ap_view whole);
void sweep_file_free(sweep_file *file);

/* Judges the input, made of the file, by all its readings; a `cut` one has lost its end, and must not pass for whole. */
void sweep_check(sweep_file *file, ap_view input, bool cut, sweep_counts *counts);

/* How many arena allocations judging the file takes, writing it back or making it of its document. */
size_t sweep_allocations(sweep_file *file);

/* Does that while the allocation `fail_at` fails, or with limit_bytes of memory (0: neither), and once more with memory
   enough, when the result must be that of a run without a fault. */
void sweep_without_memory(sweep_file *file, size_t fail_at, size_t limit_bytes, sweep_counts *counts);

#endif
