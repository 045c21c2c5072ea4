/* Every defect on files that were made, tame and wild: what they know is what is found. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/files/sink.h"
#include "corpus/kits.h"
#include "tests/unit/support/defect_run.h"
#include "tests/unit/support/test_sample.h"

enum { MADE_FILES = 6, LEAST_WHOLE = 4, MADE_BYTES = 1 << 19, NAME_BYTES = 32 };

typedef struct made_file {
    char name[NAME_BYTES];
    uint8_t *bytes, *companion_bytes;
    ap_writer writer, companion;
    bool whole; /* it fits; a larger file is left out */
} made_file;

static void write_made(made_file *file, const ap_maker *maker, uint64_t seed, bool wild, defect_base *base)
{
    ap_choices choices;
    ap_arena arena;
    ap_keeper keeper, companion;
    ap_range ranges[AP_MAKER_KNOBS];
    snprintf(file->name, sizeof file->name, "%s %u", wild ? "wild" : "tame", (unsigned)seed);
    ap_choices_seed(&choices, seed);
    ap_arena_init(&arena, 0);
    ap_usual_ranges(maker, ranges);
    ap_keep_init(&keeper, &file->writer, file->bytes, MADE_BYTES);
    ap_keep_init(&companion, &file->companion, file->companion_bytes, MADE_BYTES);
    ap_make make = {
        .choices = &choices, .ranges = ranges, .wild = wild, .arena = &arena, .writer = &file->writer
    };
    if (maker->companion_extension != NULL)
        make.companion = &file->companion;
    file->whole = maker->make(&make) && ap_writer_finish(&file->writer) && ap_writer_finish(&file->companion);
    ap_arena_free(&arena);
    *base = (defect_base){ .name = file->name, .file = { file->bytes, keeper.size } };
    if (make.companion_fits)
        base->companion = (ap_view){ file->companion_bytes, companion.size };
}

static void check_made(const char *format)
{
    const ap_maker *maker = ap_find_maker(format);
    made_file *file = calloc(1, sizeof *file); /* its writers' buffers are large for a stack */
    cr_assert(maker != NULL && file != NULL);
    file->bytes = malloc(MADE_BYTES);
    file->companion_bytes = malloc(MADE_BYTES);
    cr_assert(file->bytes != NULL && file->companion_bytes != NULL);
    size_t whole = 0;
    const size_t step = test_each() > 1 ? 2 : 1; /* of both kinds, sanitized */
    for (uint64_t seed = 0; seed < MADE_FILES; seed += step) {
        defect_base base;
        write_made(file, maker, seed, seed % 3 == 2, &base);
        whole += file->whole;
        if (file->whole)
            check_defects_on(maker->format, &base, seed);
    }
    cr_assert_geq(whole, LEAST_WHOLE / step, "%zu of %zu files fit", whole, MADE_FILES / step);
    free(file->bytes);
    free(file->companion_bytes);
    free(file);
}

Test(defect_made, mrtk)
{
    check_made("mrtk");
}

Test(defect_made, memg)
{
    check_made("memg");
}
