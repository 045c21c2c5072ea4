#include "fuzz/oracle.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "validators/companion_use.h"
#include "validators/lint_bytes.h"
#include "validators/recognize.h"
#include "validators/registry.h"

noreturn void fuzz_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("oracle: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    abort();
}

const ap_format *fuzz_find_format(const char *name)
{
    const ap_format *format = ap_find_format(name);
    fuzz_require(format != NULL, "there is no format %s", name);
    return format;
}

const ap_format *fuzz_recognize_or_md5anim(ap_view input)
{
    const ap_format *format = ap_recognize(input, AP_MATCH_RESEMBLES);
    return format != NULL ? format : fuzz_find_format("md5anim");
}

static size_t count_choices(const ap_format_option *option)
{
    size_t count = 0;
    while (option->words[count].word != NULL)
        count++;
    return count;
}

size_t fuzz_count_option_variants(const ap_format *format)
{
    size_t count = 1;
    for (size_t i = 0; i < format->option_count; i++)
        count *= count_choices(&format->options[i]);
    return count;
}

ap_lint_options fuzz_options_of_variant(size_t variant)
{
    ap_lint_options options = { .listener = NULL };
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        size_t rest = variant;
        for (size_t k = 0; k < formats[i]->option_count; k++) {
            const ap_format_option *option = &formats[i]->options[k];
            const size_t words = count_choices(option);
            options.choices[option->index] = (unsigned)option->words[rest % words].value;
            rest /= words;
        }
    }
    return options;
}

void fuzz_arena_init(ap_arena *arena, size_t input_bytes)
{
    ap_arena_init(arena, ap_saturating_size_sum(FUZZ_LEAST_MEMORY_BYTES,
                             ap_saturating_size_product(FUZZ_MEMORY_FACTOR, input_bytes)));
}

void fuzz_lint(fuzz_check *check, ap_arena *arena, const ap_format *format, ap_view input,
    const ap_lint_options *options)
{
    ap_findings_init(&check->findings, arena, NULL, 0, FUZZ_KEPT_OF_A_RULE);
    ap_lint_as(format, input, options, &check->findings, &check->about);
}

void fuzz_lint_reusing_list(
    fuzz_check *used, const ap_format *format, ap_view input, const ap_lint_options *options)
{
    ap_findings_clear(&used->findings);
    ap_lint_as(format, input, options, &used->findings, &used->about);
}

bool fuzz_use_companion(
    ap_companion_use *use, ap_findings *findings, const ap_format *format, ap_view input, ap_arena *arena)
{
    ap_findings_init(findings, arena, NULL, 0, FUZZ_KEPT_OF_A_RULE);
    const bool parsed = ap_parse_companion_for_use(use, format->companion, input, findings);
    fuzz_require(parsed ? format->text || !arena->failed : arena->failed,
        "reading a companion: it succeeds although an allocation failed, or fails although none did");
    return parsed;
}

size_t fuzz_hash_input(ap_view input)
{
    enum { LOOKED_AT = 64 };
    uint32_t hash = (uint32_t)input.size ^ 2166136261U; /* FNV-1a */
    for (size_t i = input.size > LOOKED_AT ? input.size - LOOKED_AT : 0; i < input.size; i++)
        hash = (hash ^ input.bytes[i]) * 16777619U;
    return hash >> 8; /* the low bits depend on few bits of the last byte */
}

bool fuzz_is_check_selected(ap_view input, size_t which, size_t turns)
{
    static bool asked, all;
    if (!asked)
        all = getenv("ANIMPROOF_ALL_TURNS") != NULL;
    asked = true;
    return all || fuzz_hash_input(input) / 8 % turns == which;
}

size_t fuzz_pick_failing_allocation(size_t choice, size_t allocations)
{
    return 1 + choice % (allocations + 1);
}

static bool reject_bytes(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    (void)writer;
    (void)bytes;
    (void)size;
    return false;
}

/* Makes the writer's buffer look filled except for `room` bytes, because the writer calls reject_bytes only
   when its buffer is full. */
void fuzz_init_full_writer(ap_writer *writer, size_t room)
{
    static const uint8_t zeros[AP_WRITER_BYTES];
    ap_writer_init(writer, reject_bytes, NULL);
    fuzz_require(room < sizeof zeros && ap_write(writer, zeros, sizeof zeros - room),
        "a writer failed before its buffer was full");
}

bool fuzz_rewrite(
    const ap_format *format, ap_view input, const ap_lint_options *options, ap_arena *arena, ap_buffer *made)
{
    const ap_lint_options usual = fuzz_options_of_variant(0);
    ap_writer writer;
    ap_buffer_init(made);
    ap_buffer_init_writer(made, &writer);
    const bool complete = format->write(input, options == NULL ? &usual : options, arena, &writer);
    return ap_writer_flush(&writer) && complete;
}

ap_view fuzz_stored_bytes(const ap_buffer *store)
{
    static const uint8_t nothing[1];
    return (ap_view){ store->bytes != NULL ? store->bytes : nothing, store->size };
}

ap_view fuzz_copy_bytes(ap_view input)
{
    uint8_t *bytes = malloc(input.size + 1);
    fuzz_require(bytes != NULL, "no memory for a copy");
    if (input.size > 0)
        memcpy(bytes + 1, input.bytes, input.size);
    return (ap_view){ bytes + 1, input.size };
}

void fuzz_free_copy(ap_view copy)
{
    free((uint8_t *)copy.bytes - 1);
}

void fuzz_split_at_seam(ap_view input, ap_view *before_or_empty, ap_view *after_or_all)
{
    const size_t length = strlen(FUZZ_SEAM);
    const uint8_t *seam = memmem(input.bytes, input.size, FUZZ_SEAM, length);
    *before_or_empty = (ap_view){ input.bytes, 0 };
    *after_or_all = input;
    if (seam == NULL)
        return;
    before_or_empty->size = (size_t)(seam - input.bytes);
    *after_or_all = (ap_view){ seam + length, input.size - before_or_empty->size - length };
}
