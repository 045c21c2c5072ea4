/* animproof.h: statuses of calls, sizes of structures, calls from callbacks, locales, and rules. */
#include <criterion/criterion.h>
#include <locale.h>
#include <string.h>

#include "core/base/version.h"
#include "tests/unit/library/handle_case.h"
#include "validators/registry.h"

Test(handle_calls, statuses_have_names)
{
    static const char *const words[] = { "ok", "misuse", "no memory", "limit", "cannot read", "not open",
        "unrecognized", "no field", "bad value", "has errors", "bad document", "unsupported" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        cr_expect_str_eq(animproof_status_name((animproof_status)i), words[i]);
    cr_expect_str_eq(animproof_status_name((animproof_status)12), "unknown status");
    cr_expect_str_eq(animproof_status_name((animproof_status)-1), "unknown status");
    cr_expect_str_eq(animproof_version(), AP_VERSION);
}

/* A callback of animproof_compare that asks to stop, and counts its calls. */
static int stop_at_change(void *user, const animproof_change *change)
{
    cr_expect_eq(change->struct_size, sizeof *change);
    ++*(size_t *)user;
    return 1;
}

Test(handle_calls, calls_without_a_handle_are_misuse)
{
    size_t size = 7;
    const char *text = "";
    const animproof_memory halves[] = { { allocate_counted, NULL, NULL }, { NULL, free_counted, NULL } };
    cr_expect_null(animproof_new(&halves[0]));
    cr_expect_null(animproof_new(&halves[1]));
    animproof_free(NULL);
    cr_expect_str_eq(animproof_why(NULL), "the handle is NULL");
    cr_expect_eq(animproof_set(NULL, "strict", "yes"), ANIMPROOF_MISUSE);
    cr_expect_eq(animproof_on_finding(NULL, NULL, NULL), ANIMPROOF_MISUSE);
    cr_expect_eq(animproof_open_buffer(NULL, NULL, NULL, 0), ANIMPROOF_MISUSE);
    cr_expect_eq(animproof_open_file(NULL, SMALL_MRTK), ANIMPROOF_MISUSE);
    cr_expect_eq(animproof_companion_buffer(NULL, "mesh", NULL, 0), ANIMPROOF_MISUSE);
    cr_expect_eq(animproof_companion_file(NULL, "mesh", SMALL_MRTK), ANIMPROOF_MISUSE);
    cr_expect_eq(animproof_close(NULL), ANIMPROOF_MISUSE);
    cr_expect_eq(animproof_lint(NULL, NULL, 0), ANIMPROOF_MISUSE);
    cr_expect_eq(animproof_compare(NULL, NULL, "", 0, stop_at_change, NULL), ANIMPROOF_MISUSE);
    cr_expect_eq(animproof_put(NULL, "x", "1"), ANIMPROOF_MISUSE);
    cr_expect_eq(animproof_put_number(NULL, "x", 1), ANIMPROOF_MISUSE);
    cr_expect_eq(animproof_fields(NULL, NULL, NULL), ANIMPROOF_MISUSE);
    cr_expect_eq(animproof_get(NULL, "x", NULL, 0), ANIMPROOF_MISUSE);
    cr_expect_eq(animproof_canonical(NULL), ANIMPROOF_MISUSE);
    cr_expect(animproof_to_json(NULL, &text, &size) == ANIMPROOF_MISUSE && text == NULL && size == 0);
    cr_expect_eq(animproof_to_json(NULL, NULL, NULL), ANIMPROOF_MISUSE);
    cr_expect_eq(animproof_from_json(NULL, "{}", 2), ANIMPROOF_MISUSE);
    size = 7;
    cr_expect(animproof_bytes(NULL, &size) == NULL && size == 0);
}

/* A callback of animproof_fields that calls functions of its handle. */
static int call_own_handle_and_stop_fields(void *user, const animproof_field *field)
{
    animproof *handle = *(animproof **)user;
    cr_expect_eq(field->struct_size, sizeof *field);
    expect_call(handle, animproof_lint(handle, NULL, 0), ANIMPROOF_MISUSE,
        "a function of the handle was called from its own callback");
    animproof_free(handle); /* animproof_free has no effect during a callback */
    return 1;
}

static const char *const no_file = "no file is open";

Test(handle_calls, calls_without_an_open_file_are_refused)
{
    size_t size = 7;
    const char *text = "";
    animproof_field field;
    AT_END(handle_free) animproof *handle = animproof_new(NULL);
    for (int i = 0; i < 2; i++) {
        expect_call(handle, animproof_lint(handle, NULL, 0), ANIMPROOF_NOT_OPEN, no_file);
        expect_call(handle, animproof_get(handle, "x", &field, sizeof field), ANIMPROOF_NOT_OPEN, no_file);
        expect_call(handle, animproof_fields(handle, call_own_handle_and_stop_fields, &handle),
            ANIMPROOF_NOT_OPEN, no_file);
        expect_call(handle, animproof_compare(handle, NULL, "", 0, stop_at_change, &size), ANIMPROOF_NOT_OPEN,
            no_file);
        expect_call(handle, animproof_put(handle, "x", "1"), ANIMPROOF_NOT_OPEN, no_file);
        expect_call(handle, animproof_put_number(handle, "x", 1), ANIMPROOF_NOT_OPEN, no_file);
        expect_call(handle, animproof_canonical(handle), ANIMPROOF_NOT_OPEN, no_file);
        expect_call(handle, animproof_to_json(handle, &text, &size), ANIMPROOF_NOT_OPEN, no_file);
        cr_expect(animproof_bytes(handle, &size) == NULL && size == 0);
        /* the second turn tests a handle with a closed file */
        expect_ok(handle, animproof_open_file(handle, SMALL_MRTK));
        expect_ok(handle, animproof_close(handle));
    }
}

/* A file without bytes: its format is not recognized. */
Test(handle_calls, calls_on_an_unrecognized_file_are_refused)
{
    size_t size = 7;
    const char *text = "";
    animproof_field field;
    AT_END(handle_free) animproof *handle = handle_with_text("");
    static const char why[] = "the open file has no known format";
    cr_expect(animproof_bytes(handle, &size) != NULL && size == 0);
    expect_call(handle, animproof_get(handle, "x", &field, sizeof field), ANIMPROOF_UNRECOGNIZED, why);
    expect_call(handle, animproof_fields(handle, call_own_handle_and_stop_fields, &handle),
        ANIMPROOF_UNRECOGNIZED, why);
    expect_call(
        handle, animproof_compare(handle, NULL, "", 0, stop_at_change, &size), ANIMPROOF_UNRECOGNIZED, why);
    expect_call(handle, animproof_put(handle, "x", "1"), ANIMPROOF_UNRECOGNIZED, why);
    expect_call(handle, animproof_canonical(handle), ANIMPROOF_UNRECOGNIZED, why);
    expect_call(handle, animproof_to_json(handle, &text, &size), ANIMPROOF_UNRECOGNIZED, why);
    const animproof_result result = lint_open_file(handle);
    cr_expect(result.format == NULL && result.valid == 0 && result.errors == 1 && result.size == 0);
    expect_ok(handle, animproof_open_buffer(handle, NULL, NULL, 0));
    cr_expect(animproof_bytes(handle, NULL) != NULL);
    expect_call(handle, animproof_open_buffer(handle, NULL, NULL, 1), ANIMPROOF_MISUSE,
        "the bytes are NULL, but their size is not 0");
    expect_ok(handle, animproof_open_buffer(handle, "walk.md5anim", "", 0));
    cr_expect(lint_open_file(handle).errors > 0);
    cr_expect_eq(animproof_canonical(handle), ANIMPROOF_HAS_ERRORS);
}

/* Programs that were built with an older or newer header: a structure is written up to the smaller of both sizes. */
Test(handle_calls, structures_of_other_versions_are_written_up_to_their_size)
{
    AT_END(handle_free) animproof *handle = handle_with_text(small_camera);
    unsigned char room[sizeof(animproof_result) + sizeof(animproof_field) + 64];
    static const char why[] = "result_size must be sizeof *result";
    for (size_t size = sizeof(size_t); size <= sizeof(animproof_result) + 16; size += sizeof(size_t)) {
        size_t said;
        const size_t known = size < sizeof(animproof_result) ? size : sizeof(animproof_result);
        memset(room, 0xee, sizeof room);
        expect_ok(handle, animproof_lint(handle, (animproof_result *)(void *)room, size));
        memcpy(&said, room, sizeof said);
        cr_expect_eq(said, known);
        for (size_t i = known; i < sizeof room; i++)
            cr_assert_eq(room[i], 0xee);
    }
    expect_call(handle, animproof_lint(handle, (animproof_result *)(void *)room, sizeof(size_t) - 1),
        ANIMPROOF_MISUSE, why);
    expect_call(handle, animproof_lint(handle, NULL, 1), ANIMPROOF_MISUSE, why);
    animproof_field *field = (animproof_field *)(void *)room;
    static const char needed[] = "path and field must not be NULL, and field_size must be sizeof *field";
    expect_ok(handle, animproof_get(handle, "version", field, sizeof(size_t)));
    expect_call(
        handle, animproof_get(handle, "version", field, sizeof(size_t) - 1), ANIMPROOF_MISUSE, needed);
    expect_call(handle, animproof_get(handle, "version", NULL, sizeof *field), ANIMPROOF_MISUSE, needed);
    expect_call(handle, animproof_get(handle, NULL, field, sizeof *field), ANIMPROOF_MISUSE, needed);
}

static int call_own_handle_and_stop_findings(void *user, const animproof_finding *finding)
{
    animproof *handle = *(animproof **)user;
    cr_expect_eq(finding->struct_size, sizeof *finding);
    cr_expect_eq(animproof_lint(handle, NULL, 0), ANIMPROOF_MISUSE);
    cr_expect_eq(animproof_close(handle), ANIMPROOF_MISUSE);
    animproof_free(handle); /* ignored during a callback */
    cr_expect_str_eq(animproof_why(handle), "a function of the handle was called from its own callback");
    *(animproof **)user = NULL;
    return 1; /* asks for no further finding */
}

Test(handle_calls, calls_from_a_callback_are_misuse)
{
    AT_END(handle_free) animproof *handle = handle_with_text("MD5Version 9\ncommandline 7\n");
    animproof *seen = handle;
    expect_ok(handle, animproof_open_buffer(handle, "x.md5camera", "MD5Version 9\nx\n", 15));
    expect_ok(handle, animproof_on_finding(handle, call_own_handle_and_stop_findings, &seen));
    cr_expect(lint_open_file(handle).errors > 1);
    cr_expect_null(seen);
    expect_ok(handle, animproof_on_finding(handle, NULL, NULL));
    cr_expect(lint_open_file(handle).errors > 1);
    expect_ok(handle, animproof_open_buffer(handle, NULL, small_camera, strlen(small_camera)));
    expect_ok(handle, animproof_fields(handle, call_own_handle_and_stop_fields, &handle));
}

/* A call restores the thread's locale, also if it fails, and callbacks run with another locale. */
static locale_t thread_locale;

static int count_fields_without_thread_locale(void *user, const animproof_field *field)
{
    (void)field;
    *(int *)user += uselocale((locale_t)0) != thread_locale;
    return 0;
}

Test(handle_calls, the_locale_of_the_thread_is_restored)
{
    int other = 0;
    AT_END(handle_free) animproof *handle = handle_with_text(small_camera);
    thread_locale = newlocale(LC_ALL_MASK, "C.UTF-8", (locale_t)0);
    cr_assert(thread_locale != (locale_t)0);
    const locale_t before = uselocale(thread_locale);
    expect_ok(handle, animproof_fields(handle, count_fields_without_thread_locale, &other));
    cr_expect(uselocale((locale_t)0) == thread_locale);
    cr_expect_eq(other, 20); /* the callback runs for each of 20 fields */
    cr_expect_eq(animproof_set(handle, "x", "y"), ANIMPROOF_MISUSE);
    cr_expect(uselocale((locale_t)0) == thread_locale);
    uselocale(before);
    freelocale(thread_locale);
}

/* Counts rules, which must come in the order of the tables. */
typedef struct counted_rules {
    size_t count, table, row, most;
} counted_rules;

static int check_next_rule_and_stop_at_most(void *user, const animproof_rule *rule)
{
    counted_rules *seen = user;
    size_t count;
    const ap_rule_table *tables = ap_rule_tables(&count);
    while (seen->row == tables[seen->table].count) {
        seen->table++;
        seen->row = 0;
    }
    const ap_rule *row = &tables[seen->table].rules[seen->row++];
    cr_expect_eq(rule->struct_size, sizeof *rule);
    cr_expect(strcmp(rule->id, row->id) == 0 && (int)rule->severity == (int)row->severity);
    cr_expect_str_eq(rule->kind, ap_validity_class_name(row->kind));
    cr_expect_str_eq(rule->grade, ap_source_grade_name(row->grade));
    cr_expect(rule->summary == row->summary && rule->points == row->points && rule->meaning == row->meaning);
    cr_expect(rule->source == row->source && rule->breaks == row->breaks && rule->fix == row->fix
              && rule->mend == row->fix);
    return ++seen->count == seen->most;
}

Test(handle_calls, rules_are_reported_in_order)
{
    counted_rules seen = { .most = 0 }, two = { .most = 2 };
    size_t count, all = 0;
    const ap_rule_table *tables = ap_rule_tables(&count);
    for (size_t i = 0; i < count; i++)
        all += tables[i].count;
    cr_expect_eq(animproof_rules(check_next_rule_and_stop_at_most, &seen), ANIMPROOF_OK);
    cr_expect_eq(seen.count, all);
    cr_expect_eq(animproof_rules(check_next_rule_and_stop_at_most, &two), ANIMPROOF_OK);
    cr_expect_eq(two.count, 2);
    cr_expect_eq(animproof_rules(NULL, NULL), ANIMPROOF_MISUSE);
}
