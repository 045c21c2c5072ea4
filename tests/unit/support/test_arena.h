/* An arena and a list of findings for the tests of a suite, new in each test. */
#ifndef TEST_ARENA_H
#define TEST_ARENA_H

#include <criterion/criterion.h>

#include "core/finding/finding.h"
#include "tests/unit/support/at_end.h"

static ap_arena arena;
static ap_findings findings;

static inline void arena_begin(void)
{
    ap_arena_init(&arena, 0);
    ap_findings_init(&findings, &arena, NULL, 0, 0);
}

static inline void arena_end(void)
{
    ap_arena_free(&arena);
}

/* Replaces the arena and the list of findings by new ones, between cases of one test. */
static inline void arena_replace(void)
{
    arena_end();
    arena_begin();
}

#define ARENA_SUITE(name) TestSuite(name, .init = arena_begin, .fini = arena_end)

#endif
