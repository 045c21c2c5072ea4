/* Wrong counts behind which reading breaks off: the first finding names the cause. */
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
    /* What the finding at the count, or at the one beside it, expects by itself. NULL: another finding names the count. */
    const char *asks;
} betrayed_case;

/* The first finding, in the order of the file, but for a byte order and notes, names the right count and its place; the
   finding that ended reading does, too, and has no count of its own. */
void expect_betrayed(const ap_format *format, const betrayed_case *one);

/* The label of a place that a finding speaks of besides, where it is that of such a count at that offset; NULL where there
   is none. */
const char *betrayed_at(const ap_findings *findings, size_t offset);

#endif
