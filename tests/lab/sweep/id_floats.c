/* Writes random float32 numbers of every magnitude as `animproof format` does, and checks that the arithmetic of id Tech 4's
   reader gives the written number: id_floats [COUNT [SEED]], a million numbers by default. Ends with "N passed, N failed". */
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/number/id_number_check.h"
#include "tests/unit/support/test_choices.h"

enum { MOST_SHOWN = 20 };

int main(int argc, char **argv)
{
    const unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 0) : 1000000;
    choices random = { argc > 2 ? strtoul(argv[2], NULL, 0) : 20261122 };
    unsigned long passed = 0, failed = 0;
    while (passed + failed < count) {
        char text[ID_TEXT_BYTES];
        const uint32_t bits = (uint32_t)(next_random_number(&random) >> 32);
        const bool same = does_id_read_same_number(id_finite_bits_of(bits), text);
        passed += same;
        if (!same && failed++ < MOST_SHOWN)
            printf("%08x: %s\n", (unsigned)bits, text);
    }
    printf("%lu passed, %lu failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
