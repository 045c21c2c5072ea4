/* Files as documents and tables, for tests. */
#ifndef EXPORT_CASE_H
#define EXPORT_CASE_H

#include "core/base/arena.h"
#include "core/base/span.h"
#include "validators/format.h"

typedef enum export_form { EXPORT_GLTF, EXPORT_GLB, EXPORT_CSV, EXPORT_BVH } export_form;

/* What came of it. */
typedef struct exported {
    bool whole;
    char *text; /* what was written, with a NUL after it; export_free gives it back */
    size_t size;
    const char *refused; /* of a document or table; NULL: it was not */
    char remarks[1024];  /* of a document, a line each */
    size_t allocations;  /* of the arena, until it was done */
    bool no_memory;
} exported;

/* `mesh` has no bytes where there is none. The allocation number fail_at fails; 0: none. */
void export_as(
    export_form form, const char *format, ap_view input, ap_view mesh, size_t fail_at, exported *made);
void export_free(exported *made);

#endif
