#include "validators/field_at.h"

#include <stdio.h>
#include <string.h>

#include "core/layout/io_joint.h"

typedef struct field_search {
    const char *path; /* path of the wanted field; NULL: the field is searched by `offset` */
    size_t offset;
    ap_field_at found;
} field_search;

static bool is_field_searched_for(const field_search *s, const ap_io *io)
{
    const ap_span span = io->field.span;
    char path[AP_FIELD_AT_PATH_BYTES];
    if (s->path == NULL)
        return s->offset >= span.offset && s->offset - span.offset < span.length;
    ap_snprint_field_path(&io->path, io->field.name, path, sizeof path);
    return strcmp(path, s->path) == 0;
}

static void describe_joint_referred_to(const ap_io *io, ap_field_at *found)
{
    const ap_view joint = ap_joint_referred_to(io);
    char name[AP_JOINT_TEXT_BYTES];
    if (joint.size == 0)
        return;
    (void)ap_quote(joint, name, sizeof name);
    (void)snprintf(found->about, sizeof found->about, "joint %.*s, %s", (int)found->span.length,
        (const char *)io->input.bytes + found->span.offset, name);
}

static void store_if_searched_for(void *context, const ap_io *io, ap_field_type type, ap_field_role role)
{
    field_search *s = context;
    (void)type;
    (void)role;
    if (s->found.known || !is_field_searched_for(s, io))
        return;
    char joint[AP_JOINT_TEXT_BYTES];
    s->found.known = true;
    s->found.span = io->field.span;
    ap_snprint_field_path(&io->path, io->field.name, s->found.path, sizeof s->found.path);
    (void)ap_write_path_with_joint(
        s->found.path, ap_joint_texts_of_path(io, &io->path, false, joint), s->found.shown);
    describe_joint_referred_to(io, &s->found);
}

bool ap_pass_fields_to_listener(const ap_format *format, ap_view input, const ap_lint_options *options,
    const ap_listener *listener, ap_arena *arena)
{
    ap_lint_options listening = *options;
    ap_lint_result about = { .version = NULL };
    ap_findings *findings = ap_alloc(arena, sizeof *findings);
    if (findings == NULL)
        return false;
    ap_findings_init(findings, arena, NULL, 1, 1);
    listening.listener = listener;
    listening.companions = NULL;
    format->lint(input, &listening, findings, &about);
    return !arena->failed;
}

static ap_field_at search_field(
    const ap_format *format, ap_view input, const ap_lint_options *options, ap_arena *arena, field_search s)
{
    const ap_listener listener = { .field = store_if_searched_for, .context = &s };
    (void)ap_pass_fields_to_listener(format, input, options, &listener, arena);
    return s.found;
}

ap_field_at ap_find_field_at(
    const ap_format *format, ap_view input, const ap_lint_options *options, ap_arena *arena, size_t offset)
{
    return search_field(format, input, options, arena, (field_search){ .offset = offset });
}

const char *ap_find_field_description(const ap_format *format, ap_view input, const ap_field_at *field,
    ap_arena *arena, char text[AP_FIELD_ABOUT_BYTES])
{
    if (format->describe != NULL && format->describe(input, field->path, arena, text, AP_FIELD_ABOUT_BYTES))
        return text;
    return field->about[0] == '\0' ? NULL : field->about;
}

ap_field_at ap_find_field_by_path(
    const ap_format *format, ap_view input, const ap_lint_options *options, ap_arena *arena, const char *path)
{
    return search_field(format, input, options, arena, (field_search){ .path = path });
}
