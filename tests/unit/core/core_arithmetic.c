/* core/base/span.h and core/base/bytes.h: sums and products of sizes do not wrap; numbers are read from unaligned bytes. */
#include <criterion/criterion.h>

#include "core/base/bytes.h"
#include "core/base/span.h"

#define ROOT ((size_t)1 << 32)

typedef struct operands_and_result {
    size_t a, b, result;
} operands_and_result;

static void expect_result_in_both_orders(
    size_t (*operation)(size_t, size_t), const operands_and_result *pairs, size_t count)
{
    for (const operands_and_result *one = pairs; one < pairs + count; one++) {
        cr_expect_eq(operation(one->a, one->b), one->result, "wrong result of %zu and %zu", one->a, one->b);
        cr_expect_eq(operation(one->b, one->a), one->result, "wrong result of %zu and %zu", one->b, one->a);
    }
}

Test(core_arithmetic, a_product_that_does_not_fit_is_size_max)
{
    static const operands_and_result cases[] = {
        { 0, 0, 0 },
        { 0, SIZE_MAX, 0 },
        { SIZE_MAX, 0, 0 },
        { 1, SIZE_MAX, SIZE_MAX },
        { 3, 7, 21 },
        { ROOT, ROOT - 1, (ROOT - 1) << 32 },
        { ROOT, ROOT, SIZE_MAX },
        { 2, SIZE_MAX / 2, SIZE_MAX - 1 },
        { 2, SIZE_MAX / 2 + 1, SIZE_MAX },
        { SIZE_MAX, SIZE_MAX, SIZE_MAX },
    };
    expect_result_in_both_orders(ap_saturating_size_product, cases, sizeof cases / sizeof *cases);
}

Test(core_arithmetic, a_sum_that_does_not_fit_is_size_max)
{
    static const operands_and_result cases[] = {
        { 0, 0, 0 },
        { 2, 3, 5 },
        { SIZE_MAX, 0, SIZE_MAX },
        { SIZE_MAX - 1, 1, SIZE_MAX },
        { SIZE_MAX - 2, 1, SIZE_MAX - 1 },
        { SIZE_MAX, 1, SIZE_MAX },
        { SIZE_MAX, SIZE_MAX, SIZE_MAX },
        { SIZE_MAX / 2 + 1, SIZE_MAX / 2 + 1, SIZE_MAX },
    };
    expect_result_in_both_orders(ap_saturating_size_sum, cases, sizeof cases / sizeof *cases);
}

Test(core_arithmetic, numbers_are_read_from_any_address_in_either_byte_order)
{
    static const uint8_t bytes[] = { 0xff, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0xf8 };
    cr_assert_eq(ap_load_u32(bytes + 1, false), 0x04030201U);
    cr_assert_eq(ap_load_u32(bytes + 1, true), 0x01020304U);
    cr_assert_eq(ap_load_u64(bytes + 1, false), UINT64_C(0xf807060504030201));
    cr_assert_eq(ap_load_u64(bytes + 1, true), UINT64_C(0x01020304050607f8));
    cr_assert_eq(ap_load_i32(bytes + 5, false), (int32_t)-133757435);
    cr_assert_eq(ap_load_i32(bytes, true), (int32_t)-16711165);
}

Test(core_arithmetic, floats_are_read_from_their_bits)
{
    static const uint8_t one[] = { 0, 0, 0x80, 0x3f }, two[] = { 0, 0, 0, 0, 0, 0, 0, 0x40 };
    cr_assert(ap_load_f32(one, false) == 1.0F);
    cr_assert(ap_load_f64(two, false) == 2.0);
    cr_assert(ap_float_of_bits(0xc0490fdb) == -3.14159274F);
    cr_assert(ap_double_of_bits(UINT64_C(0x3ff8000000000000)) == 1.5);
}

Test(core_arithmetic, bits_tell_whether_a_float_is_finite)
{
    static const uint32_t finite[] = { 0, 0x80000000, 1, 0x007fffff, 0x7f7fffff, 0xff7fffff };
    static const uint32_t others[] = { 0x7f800000, 0xff800000, 0x7f800001, 0x7fc00000, 0xffffffff };
    static const uint64_t finite64[] = { 0, UINT64_C(1) << 63, 1, UINT64_C(0x7fefffffffffffff) };
    static const uint64_t others64[] = { UINT64_C(0x7ff0000000000000), UINT64_C(0xfff0000000000000),
        UINT64_C(0x7ff0000000000001), UINT64_MAX };
    for (size_t i = 0; i < sizeof finite / sizeof *finite; i++)
        cr_assert(ap_are_f32_bits_finite(finite[i]), "%08x must be finite", (unsigned)finite[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        cr_assert_not(ap_are_f32_bits_finite(others[i]), "%08x must not be finite", (unsigned)others[i]);
    for (size_t i = 0; i < sizeof finite64 / sizeof *finite64; i++)
        cr_assert(ap_are_f64_bits_finite(finite64[i]), "case %zu must be finite", i);
    for (size_t i = 0; i < sizeof others64 / sizeof *others64; i++)
        cr_assert_not(ap_are_f64_bits_finite(others64[i]), "case %zu must not be finite", i);
}
