#include "tests/unit/support/rule_case.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "validators/companion_use.h"
#include "validators/memg/obj/obj.h"

/* Files */

static void set_field(file_build *file, const edit *one)
{
    switch (one->type) {
    case 'i':
        set_i32(file, one->path, (int32_t)one->real);
        break;
    case 'b':
        set_u8(file, one->path, (uint8_t)one->real);
        break;
    case 'f':
        set_f32(file, one->path, (float)one->real);
        break;
    case 'd':
        set_f64(file, one->path, one->real);
        break;
    case 'x':
        set_u32(file, one->path, (uint32_t)one->bits);
        break;
    default:
        set_u64(file, one->path, one->bits);
        break;
    }
}

static void apply_edit(file_build *file, const edit *one)
{
    switch (one->kind) {
    case EDIT_NONE:
        break;
    case EDIT_NUMBER:
        set_field(file, one);
        break;
    case EDIT_SPLICE:
        file_build_splice(
            file, offset_of_field(file, one->path) + one->delta, one->removed, one->bytes, one->count);
        break;
    case EDIT_CUT:
        file_build_truncate(file, offset_of_field(file, one->path) + one->delta);
        break;
    case EDIT_APPEND:
        file_build_append(file, one->bytes, one->count);
        break;
    }
}

void apply_edits(file_build *file, const edit edits[CASE_EDITS])
{
    for (size_t i = 0; i < CASE_EDITS; i++)
        apply_edit(file, &edits[i]);
}

static ap_view scene_of_case(const rule_case *one)
{
    if (one->scene == NULL)
        return (ap_view){ NULL, 0 };
    return (
        ap_view){ (const uint8_t *)one->scene, one->scene_bytes > 0 ? one->scene_bytes : strlen(one->scene) };
}

/* Expected findings */

static size_t offset_in_text(ap_view text, const char *part)
{
    const uint8_t *at = memmem(text.bytes, text.size, part, strlen(part));
    cr_assert_not_null(at, "the text must contain '%s'", part);
    return (size_t)(at - text.bytes);
}

static expected expected_finding_of_want(const want *wanted, const file_build *file, ap_view scene)
{
    const bool in_text = wanted->in_scene || file->bytes == NULL;
    expected result = { .rule = wanted->rule, .offset = wanted->delta, .length = wanted->length };
    if (wanted->field != NULL)
        result.offset +=
            in_text ? offset_in_text(scene, wanted->field) : offset_of_field(file, wanted->field);
    result.path = wanted->path != NULL ? wanted->path : in_text || wanted->field == NULL ? "" : wanted->field;
    return result;
}

static void list_expected_findings(
    const rule_case *one, const file_build *file, bool in_scene, expected list[CASE_WANTS + 1])
{
    size_t count = 0;
    for (size_t i = 0; i < CASE_WANTS && one->wants[i].rule != NULL; i++) {
        if ((one->wants[i].in_scene || one->build == NULL) == in_scene)
            list[count++] = expected_finding_of_want(&one->wants[i], file, scene_of_case(one));
    }
    list[count].rule = NULL;
}

/* Fails if a near miss expects a finding of its rule or a message, or if any other case expects no finding of its rule. */
static void check_expectations_of_own_rule(const rule_case *one)
{
    bool fires = false;
    for (size_t i = 0; i < CASE_WANTS && one->wants[i].rule != NULL; i++)
        fires = fires || strcmp(one->wants[i].rule, one->rule) == 0;
    cr_assert(
        fires != one->near_miss, "%s: a near miss must not expect its rule, any other case must", one->name);
    cr_assert(one->says == NULL || fires, "%s: no expected finding can have the message '%s'", one->name,
        one->says);
}

static void check_findings_and_message(
    const ap_findings *findings, size_t input_bytes, const expected *list, const rule_case *one)
{
    check_findings(findings, input_bytes, list, one->name);
    while (list->rule != NULL && strcmp(list->rule, one->rule) != 0)
        list++;
    if (one->says != NULL && list->rule != NULL)
        check_message(findings, *list, one->says, one->name);
}

static void build_file_of_case(file_build *file, const rule_case *one)
{
    file_build_begin(file);
    if (one->build == NULL)
        return;
    one->build(file);
    apply_edits(file, one->edits);
}

static void check_findings_in_file_of_case(
    const ap_format *format, const rule_case *one, const file_build *file, ap_companion_use *scene)
{
    AT_END(lint_end) lint_run run;
    expected list[CASE_WANTS + 1];
    const ap_lint_options options = {
        .choices[AP_MRTK_VARIANT_CHOICE] = one->variant,
        .choices[AP_MEMG_ORDER_CHOICE] = one->order,
        .companions = scene,
    };
    list_expected_findings(one, file, false, list);
    lint_begin(&run, format, file_build_view(file), &options);
    check_findings_and_message(&run.findings, file->size, list, one);
}

static void check_rule_case(const ap_format *format, const rule_case *one)
{
    AT_END(file_build_free) file_build file;
    AT_END(ap_arena_free) ap_arena arena;
    ap_findings scene_findings;
    expected scene_list[CASE_WANTS + 1];
    const ap_view text = copy_view(scene_of_case(one));
    check_expectations_of_own_rule(one);
    build_file_of_case(&file, one);
    ap_arena_init(&arena, 0);
    ap_findings_init(&scene_findings, &arena, NULL, 0, 0);
    ap_companion_use scene;
    if (one->scene != NULL)
        cr_assert(ap_parse_companion_for_use(&scene, ap_memg_format.companion, text, &scene_findings));
    if (one->build != NULL)
        check_findings_in_file_of_case(format, one, &file, one->scene != NULL ? &scene : NULL);
    list_expected_findings(one, &file, true, scene_list);
    check_findings_and_message(&scene_findings, text.size, scene_list, one);
    free((void *)text.bytes);
}

void check_rule_cases(const ap_format *format, case_table table)
{
    for (size_t i = 0; i < table.count; i++)
        check_rule_case(format, &table.cases[i]);
}

/* Coverage */

static bool has_rule_case(const char *rule, bool near_miss, const case_table *tables, size_t table_count)
{
    for (size_t t = 0; t < table_count; t++) {
        for (size_t i = 0; i < tables[t].count; i++) {
            const rule_case *one = &tables[t].cases[i];
            if (one->near_miss == near_miss && strcmp(one->rule, rule) == 0)
                return true;
        }
    }
    return false;
}

static bool is_known_rule(const char *id, ap_rule_table rules)
{
    for (size_t i = 0; i < rules.count; i++) {
        if (strcmp(rules.rules[i].id, id) == 0)
            return true;
    }
    return false;
}

void check_rules_have_cases(ap_rule_table rules, const case_table *tables, size_t table_count)
{
    for (size_t i = 0; i < rules.count; i++) {
        const char *id = rules.rules[i].id;
        cr_expect(
            has_rule_case(id, false, tables, table_count), "rule %s needs a case in which it fires", id);
        cr_expect(has_rule_case(id, true, tables, table_count), "rule %s needs a near miss", id);
    }
    for (size_t t = 0; t < table_count; t++) {
        for (size_t i = 0; i < tables[t].count; i++)
            cr_expect(is_known_rule(tables[t].cases[i].rule, rules), "a case names the unknown rule %s",
                tables[t].cases[i].rule);
    }
}
