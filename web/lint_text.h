/* Lints a file in memory and returns the report as a string. For pages and other callers without a file
   system. */
#ifndef WEB_LINT_TEXT_H
#define WEB_LINT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/span.h"
#include "core/report/report.h"

/* The file to lint, and how to report the findings. */
typedef struct web_file {
    const char *name; /* used to recognise the format, and shown in the report; need not be UTF-8 */
    ap_view bytes;
    bool from_folder;            /* chosen with its folder: an unknown format is not an error */
    ap_view companion;           /* companion.bytes is NULL if there is no companion */
    const char *companion_name;  /* shown in the report; NULL omits the companion from the report */
    const ap_reporter *reporter; /* from ap_find_reporter, such as "json" */
    size_t max_memory_bytes; /* memory limit for linting; 0 means no limit here and in the next two members */
    size_t max_findings, max_per_rule;
    bool no_simd; /* do not use AVX2, for tests; does not change the report */
} web_file;

/* Lints the file with default settings, and returns the report of a run over this file. The report ends with
   a NUL after *size bytes; the caller frees it. Returns NULL when out of memory. An entry for the companion
   follows that of the file, if the companion has findings of rules over both files, or is not itself a file
   that lint checks. */
char *web_lint_text(const web_file *file, size_t *size);

#endif
