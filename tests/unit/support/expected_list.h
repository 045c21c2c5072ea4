/* A list of expected findings, for tests that compute their expectations. */
#ifndef EXPECTED_LIST_H
#define EXPECTED_LIST_H

#include "tests/unit/support/lint_case.h"

enum { WANT_PATH_BYTES = 64 };

typedef struct expected_list {
    expected *items; /* ends with an entry with rule NULL */
    char (*paths)[WANT_PATH_BYTES];
    size_t count, room;
} expected_list;

/* Makes an empty list for at most `room` findings. */
void expected_list_init(expected_list *list, size_t room);
void expected_list_clear(expected_list *list);
void expected_list_free(expected_list *list);

/* Adds a finding; the path is formatted as by printf. */
void expected_list_add(expected_list *list, const char *rule, size_t offset, size_t length,
    const char *format, ...) __attribute__((format(printf, 5, 6)));

#endif
