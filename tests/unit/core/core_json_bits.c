/* core/json/json_bits.h: reads strings that replace numbers unknown to JSON: infinities, NaNs and 64-bit masks. */
#include <criterion/criterion.h>
#include <stdint.h>

#include "core/json/json_bits.h"

static const struct {
    const char *text;
    ap_field_type type;
    bool accepted;
    uint64_t bits;
} cases[] = {
    { "inf", AP_TYPE_F32, true, 0x7f800000 },
    { "-inf", AP_TYPE_F32, true, 0xff800000 },
    { "inf", AP_TYPE_F64, true, UINT64_C(0x7ff0000000000000) },
    { "-inf", AP_TYPE_F64, true, UINT64_C(0xfff0000000000000) },
    { "inf", AP_TYPE_U64, false, 0 },
    { "nan (0x7fc00000)", AP_TYPE_F32, true, 0x7fc00000 },
    { "nan (0xffffffff)", AP_TYPE_F32, true, 0xffffffff },
    { "nan (0x7ff8000000000001)", AP_TYPE_F64, true, UINT64_C(0x7ff8000000000001) },
    { "nan (0x3f800000)", AP_TYPE_F32, false, 0 },
    { "nan (0x7f800000)", AP_TYPE_F32, false, 0 },
    { "nan (0x3ff0000000000000)", AP_TYPE_F64, false, 0 },
    { "nan (0y7fc00000)", AP_TYPE_F32, false, 0 },
    { "nan (7fc00000)", AP_TYPE_F32, false, 0 },
    { "nan (0x7fc0000)", AP_TYPE_F32, false, 0 },
    { "nan (0x7fc000000)", AP_TYPE_F32, false, 0 },
    { "nan (0x7fc00000", AP_TYPE_F32, false, 0 },
    { "nan (0x7fc00000))", AP_TYPE_F32, false, 0 },
    { "nan", AP_TYPE_F32, false, 0 },
    { "NaN", AP_TYPE_F64, false, 0 },
    { "0x0123456789abcdef", AP_TYPE_U64, true, UINT64_C(0x0123456789abcdef) },
    { "0x0123456789abcdef0", AP_TYPE_U64, false, 0 },
    { "0x0123456789abcdeF", AP_TYPE_U64, false, 0 },
    { "0x0123456789abcdef)", AP_TYPE_U64, false, 0 },
    { "1", AP_TYPE_U64, false, 0 },
};

Test(core_json_bits, strings_become_the_bits_of_numbers)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t bits = 0;
        const bool accepted = ap_json_bits_of_string(cases[i].text, cases[i].type, &bits);
        cr_expect_eq(
            accepted, cases[i].accepted, "'%s' must be read or refused as the row says", cases[i].text);
        cr_expect(!accepted || bits == cases[i].bits, "wrong bits of '%s'", cases[i].text);
    }
}
