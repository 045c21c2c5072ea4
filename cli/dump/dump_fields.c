/* Brings the fields of a file and its findings together, in the order of their offsets. */
#include <string.h>

#include "cli/dump/dump.h"
#include "core/base/path_glob.h"
#include "validators/lint_bytes.h"

/* The first reading: what the file is, and what is wrong with it. */
static void find_findings(cli_dumper *dump)
{
    const cli_reading *options = &dump->options;
    ap_findings_init(
        &dump->findings, &dump->arena, &options->rule_settings, options->max_findings, options->max_per_rule);
    dump->format = ap_lint_bytes(
        dump->input.view, dump->name, options->input_format, &options->lint, &dump->findings, &dump->about);
}

static bool list_marks(cli_dumper *dump)
{
    dump->marks = ap_alloc_array(&dump->arena, dump->findings.kept, sizeof *dump->marks);
    if (dump->marks == NULL)
        return false;
    for (const ap_finding *f = dump->findings.first; f != NULL; f = f->next)
        dump->marks[dump->mark_count++].finding = f;
    return true;
}

const char *cli_dump_path(cli_dumper *dump, size_t *length)
{
    const ap_piece *piece = dump->piece;
    const size_t spelled = piece->unread ? 0 : ap_field_path_spell(&dump->speller, piece->path, piece->name);
    if (length != NULL)
        *length = spelled;
    return piece->unread ? "" : dump->speller.text;
}

/* Whether a thing of that place is wanted, as far as that says. What has no bytes is at its offset. */
static bool is_at_place(const cli_dumper *dump, ap_span span)
{
    const size_t length = span.length > 0 ? span.length : 1;
    return !dump->has_place || (dump->place >= span.offset && dump->place - span.offset < length);
}

/* Tells of the findings in front of `offset` that no piece took. */
static void report_strays(cli_dumper *dump, size_t offset)
{
    for (; dump->next_mark < dump->mark_count; dump->next_mark++) {
        cli_mark *mark = &dump->marks[dump->next_mark];
        const ap_finding *finding = mark->finding;
        if (finding->span.offset >= offset)
            return;
        mark->shown = is_at_place(dump, finding->span)
                      && (dump->pattern == NULL || ap_field_path_matches(dump->pattern, finding->path));
        if (mark->shown && dump->form->stray != NULL)
            dump->form->stray(dump, finding);
    }
}

/* Whether a finding stands on a piece. An empty name has its offset in common with what follows it. */
static bool stands_on(cli_dumper *dump, const ap_finding *finding, ap_span span)
{
    if (span.length > 0)
        return finding->span.offset < span.offset + span.length;
    return finding->span.offset == span.offset && finding->span.length == 0
           && strcmp(finding->path, cli_dump_path(dump, NULL)) == 0;
}

static cli_marks take_marks(cli_dumper *dump, ap_span span, bool shown)
{
    cli_marks marks = { dump->marks + dump->next_mark, 0 };
    while (
        dump->next_mark < dump->mark_count && stands_on(dump, dump->marks[dump->next_mark].finding, span)) {
        dump->marks[dump->next_mark++].shown = shown;
        marks.count++;
    }
    return marks;
}

static void take_piece(void *context, const ap_piece *piece)
{
    cli_dumper *dump = context;
    if (dump->output.error != 0) /* nobody reads it */
        return;
    dump->piece = piece;
    report_strays(dump, piece->span.offset);
    const bool shown =
        is_at_place(dump, piece->span)
        && (dump->pattern == NULL || ap_field_path_matches(dump->pattern, cli_dump_path(dump, NULL)));
    const cli_marks marks = take_marks(dump, piece->span, shown);
    if (!shown)
        return;
    dump->shown_fields += !piece->unread;
    dump->form->piece(dump, piece, marks);
}

/* The second reading. Its findings are those of the first: room for one is enough. Merely to count them would
   not do, since a reader that counts may stop at the first error. */
static void report_fields(cli_dumper *dump)
{
    ap_field_map map;
    ap_lint_options listening = dump->options.lint;
    ap_lint_result about = { .version = NULL };
    ap_findings *again = ap_alloc(&dump->arena, sizeof *again);
    if (again == NULL)
        return;
    ap_findings_init(again, &dump->arena, NULL, 1, 1);
    ap_field_map_init(&map, dump->input.view, dump->format == NULL || !dump->format->text, take_piece, dump);
    listening.listener = &map.listener;
    if (dump->format != NULL)
        dump->format->lint(dump->input.view, &listening, again, &about);
    ap_field_map_finish(&map);
    report_strays(dump, SIZE_MAX);
}

/* Finds the byte of the line and column that the user asked for. Returns false if the input has no such byte: the dump then shows
   no field. Returns true if the user asked for none. */
static bool find_place(cli_dumper *dump)
{
    if (dump->line == 0)
        return true;
    dump->is_no_text = dump->format == NULL || !dump->format->text;
    dump->is_no_place =
        !dump->is_no_text && !ap_offset_of_line(dump->input.view, dump->line, dump->column, &dump->place);
    return !dump->is_no_text && !dump->is_no_place;
}

void cli_dump_print(void *context)
{
    cli_dumper *dump = context;
    find_findings(dump);
    if (dump->arena.failed || !list_marks(dump) || !find_place(dump))
        return;
    dump->form->begin(dump);
    report_fields(dump);
    dump->form->end(dump);
}
