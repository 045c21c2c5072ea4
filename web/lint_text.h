/* Lints a file in memory and returns the report as a string. For pages and other callers without a file
   system. */
#ifndef WEB_LINT_TEXT_H
#define WEB_LINT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/span.h"
#include "core/report/report.h"

/* A file to lint, the options for linting it, and the form of the report. */
typedef struct web_lint_request {
    const char *name; /* used to recognise the format, and shown in the report; need not be UTF-8 */
    ap_view bytes;
    bool
        from_folder; /* true if the user chose the folder of the file: an unknown format is then not an error */
    ap_view companion; /* bytes of the companion; companion.bytes is NULL if the file has no companion */
    const char
        *companion_name; /* name of the companion in the report; NULL omits the companion from the report */
    const ap_reporter *reporter; /* format of the report: a result of ap_find_reporter */
    size_t
        max_memory_bytes; /* memory limit for linting; 0 means no limit, and so do 0 in max_findings and max_per_rule */
    size_t max_findings, max_per_rule;
    bool no_simd; /* true to avoid AVX2, for tests; the report does not change */
} web_lint_request;

/* Lints the file with default settings, and returns the report of a run over this file. The report ends with a NUL after *size
   bytes; the caller frees it. Returns NULL when out of memory. An entry for the companion follows the entry of the file, if there
   are findings about both files together, or if lint does not check such companions as files of their own. */
char *web_lint_text(const web_lint_request *file, size_t *size);

#endif
