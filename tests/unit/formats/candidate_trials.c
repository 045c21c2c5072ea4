/* Tests core/layout/candidates.h: the best of the tried values of a wrong count is named, unless several are equally good or not
   all could be tried. */
#include <criterion/criterion.h>

#include "core/layout/candidates.h"
#include "core/layout/io.h"
#include "tests/unit/support/test_arena.h"

enum { VALUES = 6, STORED = 4, MEBIBYTE = 1 << 20 };

static const ap_rule rule = { .id = "format/rule", .severity = AP_ERROR };
static const ap_structure_rules structure = { .infer = NULL };

ARENA_SUITE(candidate_trials);

/* The simulated results of reading a file with each value of its count. */
typedef struct simulated_trials {
    size_t warnings[VALUES], notes[VALUES]; /* numbers of findings of the file with each value of the count */
    bool ends[VALUES];  /* with this value of the count, the structure is read to the end of the file */
    bool valid[VALUES]; /* with this value of the count, the file has no error */
    size_t steps;       /* search steps that each trial leaves */
    size_t linted;      /* number of calls of simulate_trial that lint the file */
} simulated_trials;

static bool simulate_trial(
    ap_count_candidates *candidates, const ap_count_candidate *one, ap_findings *of_one)
{
    simulated_trials *of = candidates->scope;
    if (of_one == NULL) {
        candidates->steps_left = of->steps;
        return of->ends[one->count];
    }
    of->linted++;
    of_one->counts[AP_WARNING] = of->warnings[one->count];
    of_one->counts[AP_NOTE] = of->notes[one->count];
    return of->valid[one->count];
}

/* Tries the values 0 to VALUES - 1 for the count of a file of `size` bytes. The trials are simulated and read only the four bytes
   of the count. Returns the best value, or -1 if none is best. */
static int find_best_count(simulated_trials *of, size_t size)
{
    static const uint8_t count[4] = { STORED };
    static ap_count_candidates candidates;
    ap_io io;
    arena_replace();
    cr_assert_not_null(ap_findings_add(&findings, &rule, (ap_span){ 4, 1 }));
    ap_io_init(&io, (ap_view){ count, size }, &findings, &arena, &structure);
    cr_assert(ap_count_candidates_begin(&candidates, &io, NULL, simulate_trial, of));
    ap_count_candidates_try_counts(&candidates, (ap_count_candidate){ .count_at = 0 }, 0, VALUES - 1);
    const int best =
        ap_count_candidates_are_complete_with_single_best(&candidates) ? (int)candidates.best.count : -1;
    ap_count_candidates_free_and_pass_failure(&candidates);
    cr_expect(!arena.failed);
    return best;
}

Test(candidate_trials, the_value_with_the_fewest_findings_is_best)
{
    static struct {
        simulated_trials of;
        int best;
    } cases[] = {
        { { .steps = 1 }, -1 }, { { .ends = { [2] = true }, .valid = { [2] = true }, .steps = 1 }, 2 },
        { { .ends = { [2] = true }, .steps = 1 },
            -1 }, /* value 2 is read to the end, but the file has an error */
        { { .ends = { [STORED] = true }, .valid = { [STORED] = true }, .steps = 1 }, -1 },
        { { { 2, 1, 3 }, { 0 }, { 1, 1, 1 }, { 1, 1, 1 }, 1, 0 }, 1 },
        { { { 1, 1, 1 }, { 3, 2, 1 }, { 1, 1, 1 }, { 1, 1, 1 }, 1, 0 }, 2 },
        { { { 1, 1, 2 }, { 3, 3, 0 }, { 1, 1, 1 }, { 1, 1, 1 }, 1, 0 },
            -1 }, /* two values are equally good */
        { { { 1, 1, 0 }, { 3, 3, 9 }, { 1, 1, 1 }, { 1, 1, 1 }, 1, 0 }, 2 },
        { { .ends = { [2] = true }, .valid = { [2] = true }, .steps = 0 },
            -1 }, /* no steps left: values were not tried */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_eq(find_best_count(&cases[i].of, 100), cases[i].best, "case %zu", i);
}

/* A large file is linted with only a few of the values, and then no value is the best. */
Test(candidate_trials, a_large_file_is_read_only_a_few_times)
{
    simulated_trials of = { { 0, 1, 1, 1, 1, 1 }, { 0 }, { 1, 1, 1, 1, 1, 1 }, { 1, 1, 1, 1, 1, 1 }, 1, 0 };
    cr_expect_eq(find_best_count(&of, MEBIBYTE), 0);
    cr_expect_eq(of.linted, VALUES - 1);
    of.linted = 0;
    cr_expect_eq(find_best_count(&of, (size_t)1024 * MEBIBYTE), -1);
    cr_expect_eq(of.linted, 4);
}
