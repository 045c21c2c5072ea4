/* Exports files to memory in each form, for tests. */
#ifndef EXPORT_CASE_H
#define EXPORT_CASE_H

#include "core/base/arena.h"
#include "core/base/span.h"
#include "tests/unit/support/at_end.h"
#include "validators/format.h"

typedef enum export_form {
    EXPORT_GLTF,
    EXPORT_GLB,
    EXPORT_CSV,
    EXPORT_BVH,
    EXPORT_FORMS, /* number of forms */
} export_form;

/* The result of an export. */
typedef struct export_result {
    bool complete;
    char *text; /* output, NUL-terminated; export_result_free frees it */
    size_t size;
    const char *refused; /* reason why a document or table was refused; NULL: not refused */
    char remarks[1024];  /* remarks on a document, one per line */
    size_t allocations;  /* number of arena allocations during the export */
    bool no_memory;
} export_result;

/* Returns true if files of the format can be exported in the form. */
bool can_export_format(export_form form, const char *format);

/* Exports the input. The mesh is optional: a view of 0 bytes means no mesh. The allocation with number fail_at fails; 0: none
   fails. */
void export_file_in_form(
    export_form form, const char *format, ap_view input, ap_view mesh, size_t fail_at, export_result *result);
void export_result_free(export_result *result);

/* Returns the bytes of a file of at most 2^18 bytes. The caller frees them with free(). */
ap_view load_file(const char *path);

#endif
