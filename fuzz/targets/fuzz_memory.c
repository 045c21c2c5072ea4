/* Fuzz target for running out of memory. If an allocation fails, linting and writing must end without a crash
   and report the failure; all findings up to then must be true; and linting again with enough memory must give the usual
   result. The first two bytes of the input choose the allocation, or the number of bytes available. */
#include "fuzz/oracle.h"
#include "validators/rewrite.h"

enum {
    CHOICE_BYTES = 2,
    /* if set, the other bits are a memory limit in bytes; if not, they choose a failing allocation */
    CHOOSE_LIMIT = 0x8000,
};

/* One input, and the findings in it when memory suffices. */
typedef struct memory_case {
    const ap_format *format;
    ap_lint_options options;
    ap_view input;
    size_t choice;
    ap_arena arena; /* memory of findings and models */
    fuzz_check whole;
    size_t allocations; /* number of allocations when linting with enough memory */
} memory_case;

static bool is_finding_in_list(const ap_finding *one, const ap_finding *first)
{
    for (const ap_finding *finding = first; finding != NULL; finding = finding->next) {
        if (finding->rule == one->rule && finding->span.offset == one->span.offset
            && finding->span.length == one->span.length)
            return true;
    }
    return false;
}

/* Checks that the findings in `some`, made with too little memory, are findings of the result with enough
   memory, too. Strings of `some` may be empty or, for values, NULL. A rule with more findings than are kept
   is not compared, since `some` may keep other findings of the rule. A finding of `some` may be suppressed in
   the complete result, by a comment that was not read without memory. */
static void expect_subset_of_findings(const memory_case *f, const ap_findings *some)
{
    for (const ap_finding *finding = some->first; finding != NULL; finding = finding->next) {
        const size_t made = ap_findings_count_of_rule(&f->whole.findings, finding->rule);
        fuzz_require(made > FUZZ_KEPT_OF_A_RULE || is_finding_in_list(finding, f->whole.findings.first)
                         || is_finding_in_list(finding, f->whole.findings.first_suppressed),
            "%s at %zu is found only if an allocation fails", finding->rule->id, finding->span.offset);
        fuzz_require(
            finding->path != NULL && finding->message != NULL, "a finding's path or message is NULL");
    }
}

static void limit_memory(const memory_case *f, ap_arena *arena, size_t allocations)
{
    if ((f->choice & CHOOSE_LIMIT) != 0)
        arena->limit_bytes = 1 + f->choice % CHOOSE_LIMIT;
    else
        arena->fail_at = fuzz_pick_failing_allocation(f->choice, allocations);
}

static void check_without_memory(const memory_case *f)
{
    ap_arena arena;
    fuzz_check some;
    fuzz_arena_init(&arena, f->input.size);
    limit_memory(f, &arena, f->allocations);
    fuzz_lint(&some, &arena, f->format, f->input, &f->options);
    if (arena.fail_at > 0)
        fuzz_expect_arena_failed_as_set(&arena);
    if (arena.failed)
        expect_subset_of_findings(f, &some.findings);
    else
        fuzz_expect_same_check(&f->whole, &some, "with enough memory");
    ap_arena_reset(&arena);
    arena.fail_at = 0;
    arena.limit_bytes = f->arena.limit_bytes;
    fuzz_lint(&some, &arena, f->format, f->input, &f->options);
    fuzz_expect_consistent(&some, f->format, f->input, "after a failure");
    fuzz_expect_same_check(&f->whole, &some, "after a failure");
    ap_arena_free(&arena);
}

static void check_write_without_memory(const memory_case *f)
{
    ap_arena arena;
    ap_rewrite about;
    fuzz_arena_init(&arena, f->input.size);
    ap_rewrite_result result = ap_rewrite_and_compare(f->format, f->input, &f->options, &arena, &about);
    fuzz_require(result == AP_REWRITE_SAME, "the file cannot be written back although memory suffices");
    const size_t allocations = arena.allocations;
    ap_arena_free(&arena);
    fuzz_arena_init(&arena, f->input.size);
    limit_memory(f, &arena, allocations);
    result = ap_rewrite_and_compare(f->format, f->input, &f->options, &arena, &about);
    fuzz_require(result == (arena.failed ? AP_REWRITE_FAILED : AP_REWRITE_SAME),
        "writing with failing allocation %zu of %zu, or %zu bytes of memory, ends with result %d",
        arena.fail_at, allocations, arena.limit_bytes, (int)result);
    ap_arena_free(&arena);
}

/* Indices of the two checks without memory in fuzz_is_check_selected, and the number of turns of each. */
enum { LINTED, LINTED_TURNS = 2, WRITTEN = 1, WRITTEN_TURNS = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < CHOICE_BYTES)
        return 0;
    memory_case f = { .format = fuzz_find_format(FUZZ_FORMAT),
        .input = { data + CHOICE_BYTES, size - CHOICE_BYTES },
        .choice = (size_t)data[0] | (size_t)data[1] << 8 };
    f.options = fuzz_options_of_variant(f.choice % fuzz_count_option_variants(f.format));
    fuzz_arena_init(&f.arena, f.input.size);
    fuzz_lint(&f.whole, &f.arena, f.format, f.input, &f.options);
    f.allocations = f.arena.allocations;
    const bool is_valid = fuzz_is_valid(&f.whole);
    if (!is_valid || fuzz_is_check_selected(f.input, LINTED, LINTED_TURNS))
        check_without_memory(&f);
    if (is_valid && fuzz_is_check_selected(f.input, WRITTEN, WRITTEN_TURNS))
        check_write_without_memory(&f);
    ap_arena_free(&f.arena);
    return 0;
}
