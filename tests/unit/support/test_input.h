/* An input for the tests of a suite, new in each test, and paths of open descriptors. */
#ifndef TEST_INPUT_H
#define TEST_INPUT_H

#include <criterion/criterion.h>
#include <stdio.h>

#include "core/files/input.h"

static ap_input input;

static inline void input_begin(void)
{
    ap_input_init(&input, 0);
}

static inline void input_end(void)
{
    ap_input_free_memory(&input);
}

#define INPUT_SUITE(name) TestSuite(name, .init = input_begin, .fini = input_end)

/* Returns the /proc path of an open descriptor, valid until the next call. */
static inline const char *path_of_descriptor(int descriptor)
{
    static char path[40];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    return path;
}

#endif
