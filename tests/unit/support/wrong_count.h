/* Wrong counts behind which reading breaks off: the first finding names the cause. */
#ifndef WRONG_COUNT_H
#define WRONG_COUNT_H

#include "core/finding/finding.h"
#include "tests/unit/support/file_build.h"
#include "validators/format.h"

/* A count of a built file, by its path, and what it is changed to. */
typedef struct wrong_count_case {
    const char *name;
    void (*build)(file_build *file);
    const char *path;
    int32_t right, wrong;
    /* What the finding at the count, or at the one beside it, expects by itself. NULL: another finding names the count. */
    const char *asks;
} wrong_count_case;

/* The first finding, in the order of the file, but for a byte order and notes, names the right count and its place; the
   finding that ended reading does, too, and has no count of its own. */
void expect_wrong_count(const ap_format *format, const wrong_count_case *one);

/* The label of a place that a finding speaks of besides, where it is that of such a count at that offset; NULL where there
   is none. */
const char *wrong_count_at(const ap_findings *findings, size_t offset);

#endif
