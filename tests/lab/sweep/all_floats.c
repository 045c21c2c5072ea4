/* Checks the text of every finite float32 by ap_float_text and ap_put_floats_by_digits: all_floats [FIRST [COUNT]]. FIRST
   is a bit pattern, COUNT a number of them. Texts of the two signs differ in one byte, so negative numbers are checked only for
   every 4096th bit pattern. Ends with "N passed, N failed". */
#include "tests/unit/number/float_spell_check.h"
#include "tests/unit/number/float_text_check.h"

enum {
    MOST_SHOWN = 20,  /* most failures that are printed */
    BOTH_SIGNS = 4096 /* one number in BOTH_SIGNS is also checked with a minus sign */
};

static const uint32_t first_infinite = 0x7f800000;

static bool check_spelled_float(uint32_t bits, unsigned long failed)
{
    const char *fault = float_text_fault(ap_float_of_bits(bits));
    if (fault != NULL && failed < MOST_SHOWN)
        printf("%08x (%a): %s\n", (unsigned)bits, (double)ap_float_of_bits(bits), fault);
    return fault == NULL;
}

/* Checks that ap_put_floats_by_digits writes FLOAT_SPELL_MOST numbers in one call, from the bit pattern on. */
static bool check_floats_in_one_call(uint32_t bits, unsigned long failed)
{
    float values[FLOAT_SPELL_MOST];
    size_t count = 0;
    for (; count < FLOAT_SPELL_MOST && bits + count < first_infinite; count++)
        values[count] = ap_float_of_bits(bits + (uint32_t)count);
    const char *fault = text_of_floats_if_wrong(values, count, false);
    if (fault != NULL && failed < MOST_SHOWN)
        printf("numbers from %08x, in one call: %s\n", (unsigned)bits, fault);
    return fault == NULL;
}

int main(int argc, char **argv)
{
    const unsigned long first = argc > 1 ? strtoul(argv[1], NULL, 0) : 0;
    const unsigned long count = argc > 2 ? strtoul(argv[2], NULL, 0) : first_infinite;
    unsigned long passed = 0, failed = 0;
    for (unsigned long bits = first; bits < first_infinite && bits - first < count; bits++) {
        bool fine = check_spelled_float((uint32_t)bits, failed);
        if (bits % BOTH_SIGNS == 0)
            fine &= check_spelled_float((uint32_t)bits | UINT32_C(1) << 31, failed);
        if (bits % FLOAT_SPELL_MOST == 0)
            fine &= check_floats_in_one_call((uint32_t)bits, failed);
        passed += fine;
        failed += !fine;
    }
    printf("%lu passed, %lu failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
