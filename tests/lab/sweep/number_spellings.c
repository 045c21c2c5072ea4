/* Reads random and adversarial spellings of numbers by each reader of numbers, and compares the values with strtof's:
   number_spellings [COUNT [SEED]], 10 million spellings by default. Ends with "N passed, N failed". */
#include "tests/unit/number/number_run_check.h"

enum { MOST_SHOWN = 20 };

/* Writes a random number with up to 400 digits and, in half of the cases, an exponent. */
static void write_random_decimal(choices *random, char text[RUN_TEXT_BYTES])
{
    char *at = text;
    const unsigned kind = random_number_below(random, 8);
    if (kind < 4) {
        put_number(random, &at);
    } else {
        *at++ = (char)('1' + random_number_below(random, 9));
        put_digits(
            random, &at, kind == 4 ? random_number_below(random, 400) : random_number_below(random, 20));
        *at++ = '.';
        put_digits(
            random, &at, kind == 5 ? random_number_below(random, 400) : random_number_below(random, 12));
    }
    *at = '\0';
    if (kind % 2 == 0)
        snprintf(at, 16, "e%d",
            (int)random_number_below(random, kind == 6 ? 20000 : 120) - (kind == 6 ? 10000 : 60));
}

/* Writes a number exactly halfway between two float32 numbers, or changes the last digit of such a number. */
static void write_number_near_tie(choices *random, char text[RUN_TEXT_BYTES])
{
    const uint32_t bits = (uint32_t)next_random_number(random) % 0x7f7fffff;
    const double half = ((double)ap_float_of_bits(bits) + (double)ap_float_of_bits(bits + 1)) / 2;
    int length = snprintf(text, RUN_TEXT_BYTES, "%.*e", 120, half);
    char *exponent = memchr(text, 'e', (size_t)length);
    if (exponent[1] == '+')
        memmove(exponent + 1, exponent + 2, strlen(exponent + 2) + 1);
    if (random_number_below(random, 2) == 0)
        exponent[-1] = (char)('0' + random_number_below(random, 10));
}

int main(int argc, char **argv)
{
    static char text[RUN_TEXT_BYTES];
    static run_text run;
    const unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 0) : 10000000;
    choices random = { argc > 2 ? strtoul(argv[2], NULL, 0) : 20240607 };
    unsigned long passed = 0, failed = 0;
    while (passed + failed < count) {
        const unsigned kind = random_number_below(&random, 16);
        const char *fault = NULL;
        if (kind < 4) {
            write_random_run_sometimes_damaged(&run, &random);
            fault = fault_of_reading_run(&run, &random);
            passed += fault == NULL ? run.numbers + 1 : 0;
        } else {
            (kind < 12 ? write_random_decimal : write_number_near_tie)(&random, text);
            fault = is_number_read_like_strtof(text) ? NULL : "the value differs from strtof's";
            passed += fault == NULL;
        }
        if (fault != NULL && failed++ < MOST_SHOWN)
            printf("%s: %.*s\n", fault, kind < 4 ? (int)run.used : (int)strlen(text),
                kind < 4 ? run.bytes : text);
    }
    printf("%lu passed, %lu failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
