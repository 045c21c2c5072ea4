#include "tests/unit/support/made_file.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/support/lint_case.h"

static void set_knobs(made_file *made, const char *knobs)
{
    char text[256];
    char *rest = text, *knob;
    snprintf(text, sizeof text, "%s", knobs);
    while ((knob = strsep(&rest, " ")) != NULL)
        cr_assert_eq(ap_set_knob(made->generator, knob, made->ranges), AP_KNOB_SET, "%s", knob);
}

void made_init(made_file *made, const char *format, const char *knobs)
{
    *made = (made_file){ .generator = ap_find_generator(format) };
    cr_assert_not_null(made->generator, "%s", format);
    ap_usual_ranges(made->generator, made->ranges);
    if (knobs != NULL)
        set_knobs(made, knobs);
    made->writer = malloc(sizeof *made->writer);
    made->companion_writer = malloc(sizeof *made->companion_writer);
    cr_assert(made->writer != NULL && made->companion_writer != NULL);
    ap_arena_init(&made->arena, 0);
}

void made_free(made_file *made)
{
    ap_arena_free(&made->arena);
    free(made->writer);
    free(made->companion_writer);
    free(made->bytes.bytes);
    free(made->companion.bytes);
}

bool make_file(made_file *made, ap_choices *choices)
{
    ap_arena_reset(&made->arena);
    pile_writer(&made->bytes, made->writer);
    pile_writer(&made->companion, made->companion_writer);
    ap_make make = { .choices = choices,
        .ranges = made->ranges,
        .wild = made->wild,
        .arena = &made->arena,
        .writer = made->writer,
        .companion = made->generator->companion_extension == NULL ? NULL : made->companion_writer };
    const bool whole = made->generator->make(&make);
    made->companion_fits = make.companion_fits;
    return ap_writer_finish(made->writer) && ap_writer_finish(made->companion_writer) && whole;
}

bool make_seeded(made_file *made, uint64_t seed, uint64_t number)
{
    ap_choices choices;
    ap_choices_seed(&choices, ap_choices_split(seed, number));
    return make_file(made, &choices);
}

bool make_of_bytes(made_file *made, ap_view bytes)
{
    ap_choices choices;
    ap_choices_bytes(&choices, bytes);
    return make_file(made, &choices);
}

bool is_without_error(const ap_format *format, ap_view file)
{
    lint_run run;
    lint_begin(&run, format, file, NULL);
    const bool none = run.findings.counts[AP_ERROR] == 0;
    lint_end(&run);
    return none;
}

uint64_t pile_hash(const byte_pile *pile, uint64_t hash)
{
    for (size_t i = 0; i < pile->size; i++)
        hash = (hash ^ pile->bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}
