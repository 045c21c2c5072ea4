/* core/layout/candidates.h: which value of a count is the best of those that were tried, and when not all could be. */
#include <criterion/criterion.h>

#include "core/layout/candidates.h"
#include "core/layout/io.h"
#include "tests/unit/support/test_arena.h"

enum { VALUES = 6, STORED = 4, MEBIBYTE = 1 << 20 };

static const ap_rule rule = { .id = "format/rule", .severity = AP_ERROR };
static const ap_structure structure = { .infer = NULL };

ARENA_SUITE(candidate_trials);

/* What a file is with each value of its count. */
typedef struct trials {
    size_t warnings[VALUES], notes[VALUES];
    bool ends[VALUES]; /* it reads to its end, for its structure alone */
    bool sound[VALUES];
    size_t steps;  /* that are left after each value */
    size_t judged; /* values that were tried with findings */
} trials;

static bool reads(ap_candidates *candidates, const ap_candidate *one, ap_findings *of_one)
{
    trials *of = candidates->scope;
    if (of_one == NULL) {
        candidates->steps_left = of->steps;
        return of->ends[one->count];
    }
    of->judged++;
    of_one->counts[AP_WARNING] = of->warnings[one->count];
    of_one->counts[AP_NOTE] = of->notes[one->count];
    return of->sound[one->count];
}

/* The value that is named; -1 for none. A file of so many bytes, of which only the count is read. */
static int named(trials *of, size_t size)
{
    static const uint8_t count[4] = { STORED };
    static ap_candidates candidates;
    ap_io io;
    arena_renew();
    cr_assert_not_null(ap_findings_add(&findings, &rule, (ap_span){ 4, 1 }));
    ap_io_init(&io, (ap_view){ count, size }, &findings, &arena, &structure);
    cr_assert(ap_candidates_begin(&candidates, &io, NULL, reads, of));
    ap_candidates_try(&candidates, (ap_candidate){ .count_at = 0 }, 0, VALUES - 1);
    const int best = ap_candidates_has_one(&candidates) ? (int)candidates.best.count : -1;
    ap_candidates_end(&candidates);
    cr_expect(!arena.failed);
    return best;
}

Test(candidate_trials, the_fewest_findings_are_the_best)
{
    static struct {
        trials of;
        int best;
    } cases[] = {
        { { .steps = 1 }, -1 }, { { .ends = { [2] = true }, .sound = { [2] = true }, .steps = 1 }, 2 },
        { { .ends = { [2] = true }, .steps = 1 }, -1 }, /* an error is left */
        { { .ends = { [STORED] = true }, .sound = { [STORED] = true }, .steps = 1 }, -1 },
        { { { 2, 1, 3 }, { 0 }, { 1, 1, 1 }, { 1, 1, 1 }, 1, 0 }, 1 },
        { { { 1, 1, 1 }, { 3, 2, 1 }, { 1, 1, 1 }, { 1, 1, 1 }, 1, 0 }, 2 },
        { { { 1, 1, 2 }, { 3, 3, 0 }, { 1, 1, 1 }, { 1, 1, 1 }, 1, 0 }, -1 }, /* two are the best */
        { { { 1, 1, 0 }, { 3, 3, 9 }, { 1, 1, 1 }, { 1, 1, 1 }, 1, 0 }, 2 },
        { { .ends = { [2] = true }, .sound = { [2] = true }, .steps = 0 }, -1 }, /* not all were tried */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_eq(named(&cases[i].of, 100), cases[i].best, "%zu", i);
}

/* Of a large file a few values are judged; then nothing is named, whatever was found until then. */
Test(candidate_trials, a_file_is_read_a_few_times)
{
    trials of = { { 0, 1, 1, 1, 1, 1 }, { 0 }, { 1, 1, 1, 1, 1, 1 }, { 1, 1, 1, 1, 1, 1 }, 1, 0 };
    cr_expect_eq(named(&of, MEBIBYTE), 0);
    cr_expect_eq(of.judged, VALUES - 1);
    of.judged = 0;
    cr_expect_eq(named(&of, (size_t)1024 * MEBIBYTE), -1);
    cr_expect_eq(of.judged, 4);
}
