#include "tests/unit/support/generated_file.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/support/lint_case.h"

static void set_knobs(generated_file *generated, const char *knobs)
{
    char text[256];
    char *rest = text, *knob;
    snprintf(text, sizeof text, "%s", knobs);
    while ((knob = strsep(&rest, " ")) != NULL)
        cr_assert_eq(ap_set_knob(generated->generator, knob, generated->ranges), AP_KNOB_SET,
            "knob %s must be valid", knob);
}

void generated_init(generated_file *generated, const char *format, const char *knobs)
{
    *generated = (generated_file){ .generator = ap_find_generator(format) };
    cr_assert_not_null(generated->generator, "format %s must have a generator", format);
    ap_default_knob_ranges(generated->generator, generated->ranges);
    if (knobs != NULL)
        set_knobs(generated, knobs);
    generated->writer = malloc(sizeof *generated->writer);
    generated->companion_writer = malloc(sizeof *generated->companion_writer);
    cr_assert(generated->writer != NULL && generated->companion_writer != NULL);
    ap_arena_init(&generated->arena, 0);
}

void generated_free(generated_file *generated)
{
    ap_arena_free(&generated->arena);
    free(generated->writer);
    free(generated->companion_writer);
    free(generated->bytes.bytes);
    free(generated->companion.bytes);
}

bool generate_file(generated_file *generated, ap_choices *choices)
{
    ap_arena_reset(&generated->arena);
    empty_buffer_and_init_writer(&generated->bytes, generated->writer);
    empty_buffer_and_init_writer(&generated->companion, generated->companion_writer);
    ap_generation_request make = { .choices = choices,
        .ranges = generated->ranges,
        .wild = generated->wild,
        .arena = &generated->arena,
        .writer = generated->writer,
        .companion = generated->generator->companion_extension == NULL ? NULL : generated->companion_writer };
    const bool complete = generated->generator->make(&make);
    generated->companion_fits = make.companion_fits;
    return ap_writer_flush(generated->writer) && ap_writer_flush(generated->companion_writer) && complete;
}

bool generate_seeded(generated_file *generated, uint64_t seed, uint64_t number)
{
    ap_choices choices;
    ap_choices_from_seed(&choices, ap_make_item_seed(seed, number));
    return generate_file(generated, &choices);
}

bool generate_from_bytes(generated_file *generated, ap_view bytes)
{
    ap_choices choices;
    ap_choices_from_bytes(&choices, bytes);
    return generate_file(generated, &choices);
}

bool is_without_error(const ap_format *format, ap_view file)
{
    AT_END(lint_end) lint_run run;
    lint_begin(&run, format, file, NULL);
    const bool without_error = run.findings.counts[AP_ERROR] == 0;
    return without_error;
}

uint64_t buffer_hash(const byte_buffer *buffer, uint64_t hash)
{
    for (size_t i = 0; i < buffer->size; i++)
        hash = (hash ^ buffer->bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}
