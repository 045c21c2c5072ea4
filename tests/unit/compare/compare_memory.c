/* Compares generated files of each format with other files, with themselves and with their parts. A comparison in which any
   allocation fails must fail. */
#include <criterion/criterion.h>

#include "tests/unit/support/format_list.h"
#include "tests/unit/support/generated_file.h"
#include "tests/unit/support/test_arena.h"
#include "tests/unit/support/test_sample.h"
#include "validators/registry.h"
#include "validators/services/compare/changes.h"

ARENA_SUITE(compare_memory);

static const ap_lint_options usual = { .listener = NULL };

static ap_changes changes;

static bool compare_inputs(const ap_format *format, ap_view one, ap_view other)
{
    const ap_compare_source source = { one, other, &usual, &usual };
    ap_changes_init(&changes, &arena);
    return ap_compare(format, &source, &changes);
}

/* Expects that the comparison fails for lack of memory if any of its allocations fails. */
static void expect_no_memory_at_each_step(const ap_format *format, ap_view one, ap_view other)
{
    arena_replace();
    cr_assert(compare_inputs(format, one, other), "%s", format->name);
    cr_expect_not_null(changes.first, "%s: different files have changes", format->name);
    const size_t allocations = arena.allocations;
    for (size_t n = 1; n <= allocations; n += sample_step()) {
        arena_replace();
        arena.fail_at = n;
        cr_expect_not(compare_inputs(format, one, other), "%s: allocation %zu", format->name, n);
        cr_expect(arena.failed, "%s: allocation %zu", format->name, n);
    }
}

Test(compare_memory, every_failed_allocation_ends_the_comparison)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        generated_file one, other;
        generated_init(&one, formats[i]->name, NULL);
        generated_init(&other, formats[i]->name, NULL);
        cr_assert(generate_seeded(&one, 3, 1) && generate_seeded(&other, 4, 1));
        expect_no_memory_at_each_step(formats[i], (ap_view){ one.bytes.bytes, one.bytes.size },
            (ap_view){ other.bytes.bytes, other.bytes.size });
        generated_free(&one);
        generated_free(&other);
    }
}

Test(compare_memory, generated_files_equal_themselves_and_never_fail)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        generated_file one, other;
        generated_init(&one, formats[i]->name, NULL);
        generated_init(&other, formats[i]->name, NULL);
        one.wild = other.wild = true;
        for (uint64_t seed = 1; seed <= 20; seed++) {
            arena_replace();
            cr_assert(generate_seeded(&one, seed, 1) && generate_seeded(&other, seed + 1, 1));
            const ap_view a = { one.bytes.bytes, one.bytes.size },
                          b = { other.bytes.bytes, other.bytes.size };
            cr_expect(compare_inputs(formats[i], a, a) && changes.first == NULL);
            if (is_without_error(formats[i], a) && is_without_error(formats[i], b))
                cr_expect(compare_inputs(formats[i], a, b), "%s: seed %d", formats[i]->name, (int)seed);
        }
        generated_free(&one);
        generated_free(&other);
    }
}

Test(compare_memory, a_part_of_a_generated_file_is_compared_only_without_errors)
{
    enum { PARTS = 40 };
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        generated_file one;
        generated_init(&one, formats[i]->name, NULL);
        cr_assert(generate_seeded(&one, 3, 1));
        const ap_view whole = { one.bytes.bytes, one.bytes.size };
        for (size_t part = 1; part < PARTS; part++) {
            const ap_view start = { whole.bytes, whole.size * part / PARTS };
            arena_replace();
            cr_expect_eq(compare_inputs(formats[i], start, whole), is_without_error(formats[i], start),
                "%s: part %zu", formats[i]->name, part);
        }
        generated_free(&one);
    }
}
