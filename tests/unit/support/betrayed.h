/* Wrong counts behind which reading breaks off, and the place that the finding names besides. */
#ifndef BETRAYED_H
#define BETRAYED_H

#include "core/finding/finding.h"
#include "tests/unit/support/file_build.h"
#include "validators/format.h"

/* A count of a built file, by its path, and what it is changed to. */
typedef struct betrayed_case {
    const char *name;
    void (*build)(file_build *file);
    const char *path;
    int32_t right, wrong;
} betrayed_case;

/* A finding names the right count at its place. */
void expect_betrayed(const ap_format *format, const betrayed_case *one);

/* The label of a place that a finding speaks of besides, where it is that of such a count at that offset; NULL where there
   is none. */
const char *betrayed_at(const ap_findings *findings, size_t offset);

#endif
