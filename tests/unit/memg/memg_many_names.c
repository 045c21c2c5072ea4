/* Tests a wrong name length in a file of many groups. While the right length is searched, the set of names must use the length
   that is tried, not the length in the file. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/support/lint_case.h"
#include "validators/memg/memg.h"

enum { GROUPS = 60, TRANSFORM = 12, AXES = 3, ROOM = 1 << 16 };

typedef struct appended_bytes {
    uint8_t at[ROOM];
    size_t size;
} appended_bytes;

static void put_count(appended_bytes *b, int32_t count)
{
    memcpy(b->at + b->size, &count, sizeof count);
    b->size += sizeof count;
}

static void put_numbers(appended_bytes *b, size_t count, double number)
{
    for (size_t i = 0; i < count; i++, b->size += sizeof number)
        memcpy(b->at + b->size, &number, sizeof number);
}

static void put_group(appended_bytes *b, size_t index)
{
    char name[] = { 'g', (char)('0' + index / 10), (char)('0' + index % 10), '\0' };
    put_count(b, (int32_t)strlen(name));
    memcpy(b->at + b->size, name, strlen(name));
    b->size += strlen(name);
    put_count(b, 1); /* one vertex, mapped to vertex 1 */
    put_count(b, 1);
    put_numbers(b, AXES, 0.5);
    put_count(b, 0);
    put_count(b, AXES);
    put_count(b, 1);
    put_numbers(b, AXES, 1);
    put_count(b, 1);
    put_count(b, 1);
    put_numbers(b, 1, 0.25);
}

Test(memg_many_names, a_wrong_name_length_is_an_error)
{
    appended_bytes *b = calloc(1, sizeof *b);
    lint_run run;
    const int32_t header[] = { 1, 30, 1, 1 };
    for (size_t i = 0; i < sizeof header / sizeof *header; i++)
        put_count(b, header[i]);
    put_numbers(b, TRANSFORM, 0.5);
    const size_t first = b->size;
    for (size_t i = 0; i < GROUPS; i++)
        put_group(b, i);
    for (int32_t length = 0x7fffffff; length > 0x100; length /= 3) {
        memcpy(b->at + first, &length, sizeof length);
        lint_begin(&run, &ap_memg_format, (ap_view){ b->at, b->size }, NULL);
        cr_expect(run.findings.counts[AP_ERROR] > 0, "name length %d", length);
        lint_end(&run);
    }
    free(b);
}
