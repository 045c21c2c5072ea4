/* Reports the fields of a file together with its findings, in the order of their offsets. */
#include <string.h>

#include "cli/dump/dump.h"
#include "core/base/path_glob.h"
#include "validators/lint_bytes.h"

/* Recognises and lints the file. */
static void lint_dumped_file(cli_dumper *dump)
{
    const cli_reading_options *options = &dump->options;
    ap_findings_init(
        &dump->findings, &dump->arena, &options->rule_settings, options->max_findings, options->max_per_rule);
    dump->format = ap_lint_bytes(
        dump->input.view, dump->name, options->input_format, &options->lint, &dump->findings, &dump->about);
}

static bool list_findings_by_offset(cli_dumper *dump)
{
    dump->marks = ap_alloc_array(&dump->arena, dump->findings.kept, sizeof *dump->marks);
    if (dump->marks == NULL)
        return false;
    for (const ap_finding *f = dump->findings.first; f != NULL; f = f->next)
        dump->marks[dump->mark_count++].finding = f;
    return true;
}

const char *cli_dump_field_path(cli_dumper *dump, size_t *length)
{
    const ap_segment *segment = dump->segment;
    const size_t spelled =
        segment->unread ? 0 : ap_field_path_write(&dump->speller, segment->path, segment->name);
    if (length != NULL)
        *length = spelled;
    return segment->unread ? "" : dump->speller.text;
}

ap_joint_and_component_text cli_write_joint_of_field(
    const cli_dumper *dump, bool ascii, char name[AP_JOINT_TEXT_BYTES])
{
    const ap_segment *segment = dump->segment;
    name[0] = '\0';
    return segment->unread ? (ap_joint_and_component_text){ name, NULL }
                           : ap_joint_texts_of_path(segment->io, segment->path, ascii, name);
}

size_t cli_write_joint_of_value(const cli_dumper *dump, bool ascii, char name[AP_JOINT_TEXT_BYTES])
{
    const ap_segment *segment = dump->segment;
    name[0] = '\0';
    return segment->unread ? 0 : ap_joint_text(ap_joint_referred_to(segment->io), ascii, name);
}

/* Returns true if the options ask for all paths, or for paths like this one. `joint` is the joint of the field. */
static bool does_path_match_options(
    const cli_dumper *dump, const char *path, ap_joint_and_component_text joint)
{
    char shown[AP_SHOWN_PATH_BYTES];
    if (dump->pattern == NULL)
        return true;
    ap_write_path_with_joint(path, joint, shown);
    return ap_field_path_or_parent_matches(dump->pattern, shown);
}

/* Returns true if the options ask for the current field. */
static bool does_current_field_match_pattern(cli_dumper *dump)
{
    char name[AP_JOINT_TEXT_BYTES];
    if (dump->pattern == NULL)
        return true;
    return does_path_match_options(
        dump, cli_dump_field_path(dump, NULL), cli_write_joint_of_field(dump, false, name));
}

/* Returns true if the dump shows all bytes, or if the span contains the byte that the user asked for. An empty span
   contains the byte at its offset. */
static bool is_span_wanted(const cli_dumper *dump, ap_span span)
{
    const size_t length = span.length > 0 ? span.length : 1;
    return !dump->has_position || (dump->position >= span.offset && dump->position - span.offset < length);
}

/* Moves dump->next_mark past the findings that begin before `offset`: they belong to no field. Marks those that the options ask
   for as shown, and prints them unless the form prints them at the end. */
static void print_unmatched_findings(cli_dumper *dump, size_t offset)
{
    for (; dump->next_mark < dump->mark_count; dump->next_mark++) {
        cli_dump_finding *mark = &dump->marks[dump->next_mark];
        const ap_finding *finding = mark->finding;
        if (finding->span.offset >= offset)
            return;
        mark->shown = is_span_wanted(dump, finding->span)
                      && does_path_match_options(dump, finding->path, finding->joint);
        if (mark->shown && dump->form->print_unmatched != NULL)
            dump->form->print_unmatched(dump, finding);
    }
}

/* Returns true if the finding belongs to the field. A field without bytes, such as an empty name, has the offset of the next
   field: for such a field the path of the finding decides. */
static bool does_finding_belong_to_field(cli_dumper *dump, const ap_finding *finding, ap_span span)
{
    if (span.length > 0)
        return finding->span.offset < span.offset + span.length;
    return finding->span.offset == span.offset && finding->span.length == 0
           && strcmp(finding->path, cli_dump_field_path(dump, NULL)) == 0;
}

static cli_dump_findings take_findings_of_field(cli_dumper *dump, ap_span span, bool shown)
{
    cli_dump_findings marks = { dump->marks + dump->next_mark, 0 };
    while (dump->next_mark < dump->mark_count
           && does_finding_belong_to_field(dump, dump->marks[dump->next_mark].finding, span)) {
        dump->marks[dump->next_mark++].shown = shown;
        marks.count++;
    }
    return marks;
}

static void print_segment(void *context, const ap_segment *segment)
{
    cli_dumper *dump = context;
    if (dump->output.error != 0) /* the output cannot be written, so no more fields are printed */
        return;
    dump->segment = segment;
    print_unmatched_findings(dump, segment->span.offset);
    const bool shown = is_span_wanted(dump, segment->span) && does_current_field_match_pattern(dump);
    const cli_dump_findings marks = take_findings_of_field(dump, segment->span, shown);
    if (!shown)
        return;
    dump->shown_fields += !segment->unread;
    dump->form->print_segment(dump, segment, marks);
}

/* Reads the file again and prints its fields. The findings of the first reading are printed; the list for the second
   reading needs room for one only, but must have that: a reader that only counts findings might stop at the first
   error. */
static void print_fields(cli_dumper *dump)
{
    ap_field_map map;
    ap_lint_options listening = dump->options.lint;
    ap_lint_result about = { .version = NULL };
    ap_findings *again = ap_alloc(&dump->arena, sizeof *again);
    if (again == NULL)
        return;
    ap_findings_init(again, &dump->arena, NULL, 1, 1);
    ap_field_map_init(
        &map, dump->input.view, dump->format == NULL || !dump->format->text, print_segment, dump);
    listening.listener = &map.listener;
    if (dump->format != NULL)
        dump->format->lint(dump->input.view, &listening, again, &about);
    ap_field_map_pass_rest_if_gapless(&map);
    print_unmatched_findings(dump, SIZE_MAX);
}

/* If the user gave a line and a column, sets dump->position to the offset of that byte. Returns false if the file has
   no such byte: then no field is shown. */
static bool find_wanted_position(cli_dumper *dump)
{
    if (dump->line == 0)
        return true;
    dump->is_binary = dump->format == NULL || !dump->format->text;
    dump->is_position_missing =
        !dump->is_binary
        && !ap_offset_of_line_and_column(dump->input.view, dump->line, dump->column, &dump->position);
    return !dump->is_binary && !dump->is_position_missing;
}

void cli_dump_lint_and_print(void *context)
{
    cli_dumper *dump = context;
    lint_dumped_file(dump);
    if (dump->arena.failed || !list_findings_by_offset(dump) || !find_wanted_position(dump))
        return;
    dump->form->begin(dump);
    print_fields(dump);
    dump->form->end(dump);
}
