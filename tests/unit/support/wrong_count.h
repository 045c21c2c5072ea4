/* Wrong counts in binary files, after which reading fails: the first finding must name the wrong count. */
#ifndef WRONG_COUNT_H
#define WRONG_COUNT_H

#include "core/finding/finding.h"
#include "tests/unit/support/file_build.h"
#include "validators/format.h"

/* A count of a built file, and a wrong value for it. */
typedef struct wrong_count_case {
    const char *name;
    void (*build)(file_build *file);
    const char *path;
    int32_t right, wrong;
    /* Expected text of the first finding if a check of the count itself, or of the next field, reports the fault. NULL: the first
       finding's message names the count. */
    const char *expected_value;
} wrong_count_case;

/* Expects the first finding, apart from byte order and notes, to give the right value and the place of the count. The finding
   that ended reading must name the same count, and no other. */
void expect_wrong_count_named(const ap_format *format, const wrong_count_case *one);

/* Expects that no finding names the count `unnamed` after `changed` is set to `wrong` and `append` bytes 0xff, at most 8, are
   appended. The file must have an error. */
void expect_count_not_named(const ap_format *format, void (*build)(file_build *file), const char *changed,
    int32_t wrong, const char *unnamed, size_t append);

#endif
