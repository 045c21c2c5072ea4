#include "corpus/defect/defect_edit.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/files/sink.h"
#include "validators/companion_use.h"

enum { LONGEST_FORMATTED = 256 };

static bool add_edit(ap_damage *damage, ap_edit edit)
{
    assert(damage->edit_count < AP_DEFECT_EDITS);
    damage->edits[damage->edit_count++] = edit;
    return true;
}

bool ap_edit_span(ap_damage *damage, ap_span span, const void *bytes, size_t size)
{
    uint8_t *copy = ap_alloc(damage->arena, size);
    if (copy == NULL)
        return false;
    if (size > 0)
        memcpy(copy, bytes, size);
    return add_edit(damage, (ap_edit){ span, { copy, size } });
}

bool ap_edit_number(ap_damage *damage, const ap_listed_field *field, uint64_t bits)
{
    const size_t size = field->span.length;
    assert(size == 1 || size == 4 || size == 8);
    uint8_t bytes[AP_NUMBER_ROOM];
    ap_store_number_padded_to_8(bytes, bits, size, field->swap);
    return ap_edit_span(damage, field->span, bytes, size);
}

bool ap_edit_cut_off_at(ap_damage *damage, size_t at)
{
    const ap_view file = damage->defect->in_companion ? damage->companion : damage->input;
    return ap_edit_span(damage, (ap_span){ at, file.size - at }, NULL, 0);
}

bool ap_choose_kept_bytes(ap_damage *damage, size_t bytes, size_t *kept)
{
    const ap_field_cut_position cut = (ap_field_cut_position)damage->defect->number;
    if (cut == AP_CUT_ALL)
        *kept = 0;
    else if (bytes < 2)
        return false;
    else if (cut == AP_CUT_KEEP_ONE)
        *kept = 1;
    else if (cut == AP_CUT_KEEP_ALL_BUT_ONE)
        *kept = bytes - 1;
    else
        *kept = (size_t)ap_choose_between(damage->choices, 1, (int64_t)bytes - 1);
    return true;
}

static bool add_expectation(ap_damage *damage, const char *rule, ap_span span, const char *path)
{
    const char *copy = ap_arena_copy_text(damage->arena, path, strlen(path));
    assert(damage->expected_count < AP_DEFECT_EXPECTATIONS);
    damage->expected[damage->expected_count++] = (ap_expectation){ .rule = rule, .span = span, .path = copy };
    return copy != NULL;
}

bool ap_expect_finding(ap_damage *damage, const char *rule, ap_span span, const char *path)
{
    return path != NULL && add_expectation(damage, rule, span, path);
}

bool ap_expect_finding_in_companion(ap_damage *damage, const char *rule, ap_span span, const char *path)
{
    if (!ap_expect_finding(damage, rule, span, path))
        return false;
    damage->expected[damage->expected_count - 1].companion = true;
    return true;
}

bool ap_expect_with_path_of_field(
    ap_damage *damage, const char *rule, ap_span span, const ap_listed_field *field)
{
    char path[AP_PATH_TEXT_BYTES];
    return add_expectation(damage, rule, span, ap_put_field_path(field, path));
}

bool ap_expect_at_field(ap_damage *damage, const char *rule, const ap_listed_field *field)
{
    return ap_expect_with_path_of_field(damage, rule, field->span, field);
}

bool ap_expect_own_rule(ap_damage *damage, const ap_listed_field *field)
{
    return damage->defect->near_miss || ap_expect_at_field(damage, damage->defect->rule, field);
}

bool ap_do_expectations_suit_defect(const ap_damage *damage)
{
    if (damage->defect->near_miss)
        return damage->expected_count == 0;
    for (size_t i = 0; i < damage->expected_count; i++) {
        if (strcmp(damage->expected[i].rule, damage->defect->rule) == 0)
            return true;
    }
    return false;
}

bool ap_expect_vanished_at(ap_damage *damage, const char *rule, ap_span span)
{
    assert(damage->vanished_count < AP_DEFECT_VANISHED);
    damage->vanished[damage->vanished_count++] = (ap_vanished_findings){ rule, span };
    return true;
}

bool ap_expect_vanished_from(ap_damage *damage, const char *rule, size_t offset)
{
    return ap_expect_vanished_at(damage, rule, (ap_span){ offset, SIZE_MAX - offset });
}

uint64_t ap_field_bits(const ap_damage *damage, const ap_listed_field *field)
{
    const uint8_t *at = damage->input.bytes + field->span.offset;
    if (field->span.length == sizeof(uint8_t))
        return *at;
    if (field->span.length == sizeof(uint32_t))
        return ap_load_u32(at, field->swap);
    assert(field->span.length == sizeof(uint64_t));
    return ap_load_u64(at, field->swap);
}

int32_t ap_field_i32(const ap_damage *damage, const ap_listed_field *field)
{
    return ap_load_i32(damage->input.bytes + field->span.offset, field->swap);
}

float ap_field_f32(const ap_damage *damage, const ap_listed_field *field)
{
    return ap_load_f32(damage->input.bytes + field->span.offset, field->swap);
}

double ap_field_f64(const ap_damage *damage, const ap_listed_field *field)
{
    return ap_load_f64(damage->input.bytes + field->span.offset, field->swap);
}

const char *ap_format_damage_text(ap_damage *damage, const char *format, ...)
{
    char text[LONGEST_FORMATTED];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    assert(length >= 0 && (size_t)length < sizeof text);
    return ap_arena_copy_text(damage->arena, text, (size_t)length);
}

ap_view ap_make_damaged_file(ap_damage *damage)
{
    ap_fixed_buffer keeper;
    ap_view file = damage->defect->in_companion ? damage->companion : damage->input;
    for (size_t i = 0; i < damage->edit_count; i++)
        file.size += damage->edits[i].bytes.size;
    uint8_t *bytes = ap_alloc(damage->arena, file.size);
    ap_writer *writer = ap_alloc(damage->arena, sizeof *writer); /* too large for the stack */
    if (bytes == NULL || writer == NULL)
        return (ap_view){ NULL, 0 };
    ap_fixed_buffer_init(&keeper, writer, bytes, file.size);
    if (!ap_write_damaged(damage, writer) || !ap_writer_flush(writer))
        return (ap_view){ NULL, 0 };
    return (ap_view){ bytes, keeper.size };
}

static uint64_t keep_low_bytes(uint64_t bits, size_t bytes)
{
    return bytes >= sizeof bits ? bits : bits & ((UINT64_C(1) << (8 * bytes)) - 1);
}

/* Picks a field that matches the defect's pattern and does not hold the number `bits`. */
static const ap_listed_field *pick_field_with_other_value(ap_damage *damage, uint64_t bits)
{
    const ap_listed_field *picked = NULL;
    const ap_listed_field *field;
    size_t seen = 0;
    for (size_t at = 0; (field = ap_next_field(&damage->fields, damage->defect->pattern, &at)) != NULL;) {
        if (ap_field_bits(damage, field) != keep_low_bytes(bits, field->span.length)
            && ap_pick_this_item(damage->choices, &seen))
            picked = field;
    }
    return picked;
}

bool ap_apply_number_to_field(ap_damage *damage)
{
    const int64_t number = damage->defect->number;
    const ap_listed_field *field = pick_field_with_other_value(damage, (uint64_t)number);
    return field != NULL && ap_edit_number(damage, field, (uint64_t)number)
           && ap_expect_own_rule(damage, field);
}

/* Returns true if the files have findings, alone or together, or when out of memory. */
static bool input_has_findings(const ap_damage *damage)
{
    ap_lint_options options = { .companions = NULL };
    ap_companion_use mesh;
    ap_lint_result about = { .version = NULL };
    ap_findings *findings = ap_alloc(damage->arena, sizeof *findings);
    if (findings == NULL)
        return true;
    ap_findings_init(findings, damage->arena, NULL, 1, 1);
    findings->count_only = true;
    if (damage->companion.bytes != NULL
        && ap_parse_companion_for_use(&mesh, damage->format->companion, damage->companion, findings))
        options.companions = &mesh;
    damage->format->lint(damage->input, &options, findings, &about);
    return findings->counts[AP_ERROR] + findings->counts[AP_WARNING] + findings->counts[AP_NOTE] > 0;
}

bool ap_input_has_no_finding(const ap_damage *damage)
{
    return damage->known_clean || !input_has_findings(damage);
}
