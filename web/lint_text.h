/* A file in memory, and what lint says of it as a text: for pages, and whoever has no files. */
#ifndef WEB_LINT_TEXT_H
#define WEB_LINT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/span.h"
#include "core/report/report.h"

/* What is judged, and how it is told. */
typedef struct web_file {
    const char *name; /* any bytes but NUL: it helps to recognise the file, and is in the report */
    ap_view bytes;
    bool met;                    /* in a folder, not named: it may be of none of the formats */
    ap_view companion;           /* the file that belongs with it; bytes NULL: none */
    const char *companion_name;  /* what it is called in the report; NULL: nothing is told of it */
    const ap_reporter *reporter; /* "json" and others: ap_find_reporter */
    size_t max_memory_bytes;     /* of what reading takes; 0: no limit, as in the next two */
    size_t max_findings, max_per_rule;
    bool no_simd; /* without AVX2, for tests: the text is the same */
} web_file;

/* The report of a run over this file alone, at usual settings, with a terminator; *size bytes without it. The
   caller frees it. NULL when memory has run out. Findings that only both can have, and those of a companion that is not
   of a format itself, are told of the companion, after the file. */
char *web_lint_text(const web_file *file, size_t *size);

#endif
