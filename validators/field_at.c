#include "validators/field_at.h"

#include "core/io.h"

typedef struct search {
    size_t offset;
    ap_field_at found;
} search;

static void look(void *context, const ap_io *io, ap_type type, ap_role role)
{
    search *s = context;
    const ap_span span = io->field.span;
    (void)type;
    (void)role;
    if (s->found.known || s->offset < span.offset || s->offset - span.offset >= span.length)
        return;
    s->found.known = true;
    s->found.span = span;
    ap_path_text(&io->path, io->field.name, s->found.path, sizeof s->found.path);
}

ap_field_at ap_find_field_at(
    const ap_format *format, ap_view input, const ap_lint_options *options, ap_arena *arena, size_t offset)
{
    search s = { .offset = offset };
    const ap_listener listener = { look, &s };
    ap_lint_options listening = *options;
    ap_lint_result about = { NULL, NULL };
    ap_findings *findings = ap_alloc(arena, sizeof *findings);
    if (findings == NULL)
        return s.found;
    ap_findings_init(
        findings, arena, NULL, 1, 1); /* counting alone would end MRTK's reading at its first error */
    listening.listener = &listener;
    listening.scene = NULL;
    format->lint(input, &listening, findings, &about);
    return s.found;
}
