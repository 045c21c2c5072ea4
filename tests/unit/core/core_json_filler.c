/* core/json/json_filler.h: values that are requested before their number was checked. Whole documents are tested with each format. */
#include <criterion/criterion.h>

#include "core/json/json_filler.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/test_arena.h"

ARENA_SUITE(core_json_filler);

static bool fill_numbers(ap_json_filler *json, const char *name, size_t count, float *values)
{
    const ap_io io = { .path = { .depth = 0 } };
    return json->filler.numbers(json->filler.context, &io, name, count, values);
}

Test(core_json_filler, numbers_beyond_the_end_of_an_array_are_refused)
{
    ap_json_filler json;
    float values[3];
    cr_assert(ap_json_filler_open(&json,
        text_view("{\"format\": \"md5anim\", \"fields\": {\"plain\": [1, 2.5], \"exponent\": [3, 1e30]}}"),
        &arena));
    cr_expect(!fill_numbers(&json, "plain", 3, values) && !fill_numbers(&json, "exponent", 3, values));
    cr_expect(fill_numbers(&json, "plain", 2, values) && values[0] == 1 && values[1] == 2.5F);
    cr_expect(fill_numbers(&json, "exponent", 2, values) && values[0] == 3 && values[1] == 1e30F);
}
