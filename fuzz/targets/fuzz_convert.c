/* Fuzz target for conversion between versions, layouts, byte orders and matrix orders. A file without errors
   must have no errors after conversion, and must be unchanged after conversion back, unless a loss or an addition is
   reported; big-endian memg files have one error, which is allowed. Running out of memory and a failing writer must be reported.
   Each input tests one conversion, or the failures, chosen by fuzz_hash_input. A memg file with other errors must not grow. */
#include "fuzz/oracle.h"
#include "validators/memg/memg.h"
#include "validators/memg/memg_table.h"
#include "validators/memg/memg_write.h"
#include "validators/mrtk/mrtk_convert.h"
#include "validators/mrtk/mrtk_write.h"
#include "validators/recognize.h"
#include "validators/registry.h"

/* conversions per format; the number is also the index of the check with failing memory and a failing writer */
enum { MRTK_WAYS = 2 * AP_MRTK_VERSIONS, MEMG_WAYS = 12 };

/* Returns true if the file has no error except that of a big-endian mesh-ensemble motion. */
static bool has_only_byte_order_errors(const fuzz_check *check)
{
    const size_t allowed = ap_findings_count_of_rule(&check->findings, &ap_memg_rules[MEMG_BYTE_ORDER]);
    return check->findings.faults == allowed;
}

static void expect_no_error_but_byte_order(
    const ap_format *format, ap_view made, const ap_lint_options *options, ap_arena *arena, const char *what)
{
    fuzz_check check;
    fuzz_lint(&check, arena, format, made, options);
    fuzz_expect_consistent(&check, format, made, what);
    fuzz_require(has_only_byte_order_errors(&check), "%s has an error: %s at %zu", what,
        check.findings.first->rule->id, check.findings.first->span.offset);
}

static void convert_and_write_mrtk(ap_buffer *store, const ap_mrtk_animation *from, int32_t minor,
    ap_mrtk_variant variant, ap_arena *arena, ap_mrtk_losses_and_additions *losses)
{
    ap_writer writer;
    ap_buffer_init_writer(store, &writer);
    ap_mrtk_animation *to = ap_mrtk_convert(from, minor, variant, arena, losses);
    fuzz_require(to != NULL && ap_mrtk_write(to, &writer) && ap_writer_flush(&writer), "conversion failed");
}

/* Converts the file to a version and layout, and back. If the first conversion lost and added nothing, the result must equal the
   input. */
static void check_mrtk_conversion(
    const ap_mrtk_animation *from, ap_view input, int32_t minor, ap_mrtk_variant variant, ap_arena *arena)
{
    ap_buffer made, again;
    ap_mrtk_losses_and_additions losses, back;
    const ap_lint_options options = { .choices[AP_MRTK_VARIANT_CHOICE] = variant };
    ap_buffer_init(&made);
    ap_buffer_init(&again);
    convert_and_write_mrtk(&made, from, minor, variant, arena, &losses);
    expect_no_error_but_byte_order(
        &ap_mrtk_format, fuzz_stored_bytes(&made), &options, arena, "a converted file");
    const ap_mrtk_animation *to = ap_mrtk_read(fuzz_stored_bytes(&made), variant, arena);
    fuzz_require(to != NULL, "a converted file cannot be read");
    convert_and_write_mrtk(&again, to, from->minor, from->variant, arena, &back);
    if (!ap_mrtk_has_losses_or_additions(&losses))
        fuzz_expect_equal_bytes(fuzz_stored_bytes(&again), input, "the file converted and converted back");
    ap_buffer_free(&made);
    ap_buffer_free(&again);
}

static void check_mrtk_failing_memory_and_writer(const ap_mrtk_animation *from, ap_view input, size_t choice)
{
    static const ap_mrtk_variant layouts[] = { AP_MRTK_WRITER, AP_MRTK_PUBLISHED };
    ap_arena arena;
    ap_writer writer;
    ap_mrtk_losses_and_additions losses;
    ap_arena_init(&arena, 0);
    arena.fail_at = fuzz_pick_failing_allocation(choice / MRTK_WAYS, 1);
    ap_mrtk_animation *to = ap_mrtk_convert(
        from, choice % AP_MRTK_VERSIONS, layouts[choice / AP_MRTK_VERSIONS % 2], &arena, &losses);
    fuzz_require((to == NULL) == arena.failed,
        "conversion: it succeeds although an allocation failed, or fails although none did");
    /* A converted file may be shorter than the room; the writer then fails in ap_writer_flush. */
    if (to != NULL) {
        fuzz_init_full_writer(&writer, choice / (2 * MRTK_WAYS) % input.size);
        const bool complete = ap_mrtk_write(to, &writer) && ap_writer_flush(&writer);
        fuzz_require(!complete && writer.failed, "a writer with too little room reports success");
    }
    ap_arena_free(&arena);
}

static void check_mrtk(ap_view input, ap_arena *arena)
{
    const ap_lint_options options = fuzz_options_of_variant(0);
    fuzz_check check;
    fuzz_lint(&check, arena, &ap_mrtk_format, input, &options);
    if (!fuzz_is_valid(&check))
        return;
    const ap_mrtk_animation *from = ap_mrtk_read(input, ap_mrtk_variant_wanted(&options), arena);
    fuzz_require(from != NULL, "a file without errors cannot be read");
    for (size_t way = 0; way < MRTK_WAYS; way++) {
        if (fuzz_is_check_selected(input, way, MRTK_WAYS + 1))
            check_mrtk_conversion(
                from, input, (int32_t)(way / 2), way % 2 == 0 ? AP_MRTK_WRITER : AP_MRTK_PUBLISHED, arena);
    }
    if (fuzz_is_check_selected(input, MRTK_WAYS, MRTK_WAYS + 1))
        check_mrtk_failing_memory_and_writer(from, input, fuzz_hash_input(input));
}

static void write_memg(ap_buffer *store, ap_view input, const ap_memg_form *form, ap_arena *arena)
{
    ap_writer writer;
    ap_buffer_init_writer(store, &writer);
    fuzz_require(ap_memg_write_in_form(input, form, arena, &writer) && ap_writer_flush(&writer),
        "a memg file cannot be written");
}

static void check_memg_conversion(
    ap_view input, const ap_memg_form *there, const ap_memg_form *back, ap_arena *arena)
{
    ap_buffer made, again;
    const ap_lint_options options = { .choices[AP_MEMG_ORDER_CHOICE] = there->to };
    ap_buffer_init(&made);
    ap_buffer_init(&again);
    write_memg(&made, input, there, arena);
    expect_no_error_but_byte_order(
        &ap_memg_format, fuzz_stored_bytes(&made), &options, arena, "a converted memg file");
    write_memg(&again, fuzz_stored_bytes(&made), back, arena);
    fuzz_expect_equal_bytes(fuzz_stored_bytes(&again), input, "the file converted and converted back");
    ap_buffer_free(&made);
    ap_buffer_free(&again);
}

/* Checks that writing a file with errors in another form writes no more bytes than the file has. */
static void check_broken_memg_does_not_grow(ap_view input, const ap_memg_form *form, ap_arena *arena)
{
    ap_buffer made;
    ap_writer writer;
    ap_buffer_init(&made);
    ap_buffer_init_writer(&made, &writer);
    (void)(ap_memg_write_in_form(input, form, arena, &writer) && ap_writer_flush(&writer));
    fuzz_require(made.size <= input.size, "%zu bytes were written for a file with errors of %zu bytes",
        made.size, input.size);
    ap_buffer_free(&made);
}

static void check_memg_failing_memory_and_writer(ap_view input, size_t choice)
{
    const ap_memg_form form = { .endianness = choice % 2 == 0 ? AP_MEMG_LITTLE : AP_MEMG_BIG,
        .from = AP_MEMG_COLUMN,
        .to = AP_MEMG_ROW };
    ap_arena arena;
    ap_writer writer;
    ap_buffer made;
    ap_arena_init(&arena, 0);
    arena.fail_at = 1 + choice / 2 % 4;
    ap_buffer_init(&made);
    ap_buffer_init_writer(&made, &writer);
    const bool complete = ap_memg_write_in_form(input, &form, &arena, &writer) && ap_writer_flush(&writer);
    fuzz_require(complete == !arena.failed,
        "writing a memg file: it succeeds although an allocation failed, or fails although none did");
    ap_buffer_free(&made);
    fuzz_init_full_writer(&writer, choice / 8 % input.size);
    arena.fail_at = 0;
    fuzz_require(
        !(ap_memg_write_in_form(input, &form, &arena, &writer) && ap_writer_flush(&writer)) && writer.failed,
        "a writer with too little room reports success");
    ap_arena_free(&arena);
}

static void check_memg(ap_view input, ap_arena *arena)
{
    static const ap_memg_order orders[] = { AP_MEMG_COLUMN, AP_MEMG_ROW };
    static const ap_memg_endianness ways[] = { AP_MEMG_KEEP_ENDIAN, AP_MEMG_LITTLE, AP_MEMG_BIG };
    const ap_lint_options options = fuzz_options_of_variant(0);
    fuzz_check check;
    fuzz_lint(&check, arena, &ap_memg_format, input, &options);
    if (!has_only_byte_order_errors(&check)) {
        const ap_memg_form form = { .endianness = AP_MEMG_BIG, .from = AP_MEMG_ROW, .to = AP_MEMG_COLUMN };
        check_broken_memg_does_not_grow(input, &form, arena);
        return;
    }
    if (fuzz_is_check_selected(input, MEMG_WAYS, MEMG_WAYS + 1))
        check_memg_failing_memory_and_writer(input, fuzz_hash_input(input));
    const bool big = check.findings.counts[AP_ERROR] > 0;
    for (size_t i = 0; i < MEMG_WAYS; i++) {
        if (!fuzz_is_check_selected(input, i, MEMG_WAYS + 1))
            continue;
        const ap_memg_order from = orders[i / 2 % 2], to = orders[i % 2];
        const ap_memg_form there = { .endianness = ways[i / 4], .from = from, .to = to };
        const ap_memg_form back = {
            .endianness = big ? AP_MEMG_BIG : AP_MEMG_LITTLE, .from = to, .to = from
        };
        check_memg_conversion(input, &there, &back, arena);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ap_arena arena;
    const ap_view input = { data, size };
    const ap_format *format = ap_recognize(input, AP_MATCH_RESEMBLES);
    ap_arena_init(&arena, FUZZ_ENOUGH_MEMORY);
    if (format == &ap_mrtk_format)
        check_mrtk(input, &arena);
    else if (format == &ap_memg_format)
        check_memg(input, &arena);
    ap_arena_free(&arena);
    return 0;
}
