/* Lints a file in memory and returns the report as a string. For pages and other callers without a file
   system. */
#ifndef WEB_LINT_TEXT_H
#define WEB_LINT_TEXT_H

#include "core/report/report.h"
#include "web/file_set.h"

/* A file to lint, the options for linting it, and the form of the report. The companion has no entry in the report if its name is
   NULL. */
typedef struct web_lint_request {
    web_set_file file;
    const ap_reporter *reporter;       /* format of the report: a result of ap_find_reporter */
    size_t max_findings, max_per_rule; /* 0 means no limit */
    bool no_simd;                      /* true to avoid AVX2, for tests; the report does not change */
} web_lint_request;

/* Lints the file with default settings, and returns the report of a run over this file. The report ends with a NUL after *size
   bytes; the caller frees it. Returns NULL when out of memory. An entry for the companion follows the entry of the file, if there
   are findings about both files together, or if lint does not check such companions as files of their own. */
char *web_lint_text(const web_lint_request *request, size_t *size);

#endif
