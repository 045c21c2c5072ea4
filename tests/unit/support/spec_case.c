#include "tests/unit/support/spec_case.h"

#include <criterion/criterion.h>

made_file made_content;
static bool (*layout)(ap_io *io);

static bool fill(const ap_filler *filler, const char *variant, ap_arena *arena, ap_writer *writer)
{
    ap_io io;
    (void)variant, (void)arena;
    ap_io_init_writer(&io, writer, false);
    io.filler = filler;
    made_content = (made_file){ .version = 0 };
    return layout(&io);
}

ap_rule made_rules[MADE_RULES];
size_t made_found;

static void lint(ap_view input, const ap_lint_options *options, ap_findings *findings, ap_lint_result *result)
{
    (void)input, (void)options, (void)result;
    for (size_t i = made_found; i-- > 0;) {
        made_rules[i] = (ap_rule){ .id = "made/rule", .severity = AP_NOTE };
        (void)ap_findings_add(findings, &made_rules[i], (ap_span){ 0, 1 });
    }
}

static const ap_format made_format = { .name = "made", .title = "made up", .lint = lint, .fill = fill };

const ap_spec *make_spec(bool (*of)(ap_io *io), ap_arena *arena, const char **fault)
{
    layout = of;
    return ap_spec_make(&made_format, NULL, arena, fault);
}

void expect_spec_fault(bool (*of)(ap_io *io), const char *words)
{
    ap_arena arena;
    const char *fault;
    ap_arena_init(&arena, 0);
    cr_expect_null(make_spec(of, &arena, &fault), "described, instead of: %s", words);
    cr_assert_not_null(fault, "%s", words);
    cr_expect_str_eq(fault, words);
    ap_arena_free(&arena);
}

static bool byte(ap_io *io, void *record)
{
    uint8_t value = 0;
    (void)record;
    return ap_u8(io, NULL, &value, AP_ROLE_NUMBER);
}

static const ap_element bytes_element = { 1, 1, NULL, byte, NULL };

bool made_bytes(ap_io *io, const char *name, int32_t count)
{
    ap_view view;
    return ap_array(io, name, (size_t)count, &bytes_element, NULL, &view);
}

bool made_number(ap_io *io, const char *name)
{
    uint8_t value = 0;
    return ap_u8(io, name, &value, AP_ROLE_NUMBER);
}

bool made_flag(ap_io *io, const char *name, size_t index)
{
    return ap_u8(io, name, &made_content.flags[index], AP_ROLE_FLAG);
}

bool made_record(ap_io *io, const char *name, const char *kind, const char *field)
{
    ap_enter(io, name);
    ap_kind(io, kind);
    const bool whole = made_number(io, field);
    ap_leave(io);
    return whole;
}

bool made_known(ap_io *io, bool known)
{
    return known || ap_fill_refuse(io, "version", "is not known");
}
