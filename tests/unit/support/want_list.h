/* A growing list of expected findings, for tests that work out themselves what must come. */
#ifndef WANT_LIST_H
#define WANT_LIST_H

#include "tests/unit/support/lint_case.h"

enum { WANT_PATH_BYTES = 64 };

typedef struct want_list {
    expected *items; /* with an entry without a rule at its end */
    char (*paths)[WANT_PATH_BYTES];
    size_t count, room;
} want_list;

/* An empty list with room for so many findings, which is all it ever has. */
void want_begin(want_list *list, size_t room);
void want_clear(want_list *list);
void want_free(want_list *list);

/* The path is printed as by printf. */
void want_add(want_list *list, const char *rule, size_t offset, size_t length, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

#endif
