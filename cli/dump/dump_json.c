/* Prints the dump as one JSON object, field by field. */
#include <string.h>

#include "cli/dump/dump.h"
#include "core/base/digits.h"
#include "core/json/json_value.h"

enum { FIXED_BYTES = 256 /* room for a field's JSON without its path and value */ };

static void begin_json(cli_dumper *dump)
{
    FILE *stream = cli_dump_flushed_stream(dump);
    fputs("{\"file\": ", stream);
    ap_put_json_text(stream, dump->name);
    fputs(", \"format\": ", stream);
    ap_put_json_text(stream, dump->format == NULL ? NULL : dump->format->name);
    fputs(", \"version\": ", stream);
    ap_put_json_text(stream, dump->about.version);
    fputs(", \"layout\": ", stream);
    ap_put_json_text(stream, dump->about.variant);
    fprintf(stream, ", \"size\": %zu,\n\"fields\": [", dump->input.view.size);
}

static void append_unread_span(cli_dumper *dump, ap_span span)
{
    cli_unread_span *gap = ap_alloc(&dump->arena, sizeof *gap);
    if (gap == NULL)
        return;
    gap->span = span;
    if (dump->last_gap != NULL)
        dump->last_gap->next = gap;
    else
        dump->first_gap = gap;
    dump->last_gap = gap;
}

/* Appends the line and the column of a text file's field, as findings have them. Uses the cursor of the field before,
   because fields come in the order of the file, except those that are read twice. */
static char *put_line_and_column(cli_dumper *dump, char *at, size_t offset)
{
    ap_line_position *cursor = &dump->cursor;
    if (cursor->line == 0 || offset < cursor->at)
        *cursor = (ap_line_position){ .line = 1 };
    ap_line_position_advance(cursor, dump->input.view, offset);
    at = stpcpy(at, ", \"line\": ");
    at += ap_put_digits(at, cursor->line);
    at = stpcpy(at, ", \"column\": ");
    return at + ap_put_digits(at, offset - cursor->line_start + 1);
}

/* Writes a member with a text; `key` must be short. */
static void put_text_member(cli_dumper *dump, const char *key, const char *text)
{
    char *at = stpcpy(ap_write_reserve(&dump->writer, FIXED_BYTES), ", \"");
    ap_write_commit(&dump->writer, stpcpy(stpcpy(at, key), "\": "));
    ap_write_json_string(&dump->writer, (ap_view){ (const uint8_t *)text, strlen(text) });
}

/* Writes the name of the joint that the field belongs to, as findings do. */
static void put_joint(cli_dumper *dump)
{
    char name[AP_JOINT_TEXT_BYTES];
    const ap_joint_and_component_text joint = cli_write_joint_of_field(dump, false, name);
    if (joint.name[0] == '\0')
        return;
    put_text_member(dump, "joint", joint.name);
    if (joint.component != NULL)
        put_text_member(dump, "component", joint.component);
}

/* Writes the members of a field's JSON object that come before the value. The path has at most AP_PATH_TEXT_BYTES bytes, and the
   other members fit into FIXED_BYTES, so that room for them is reserved at once; put_joint reserves its own. */
static void put_members_before_value(cli_dumper *dump, const ap_segment *segment)
{
    size_t length;
    const char *path = cli_dump_field_path(dump, &length);
    char *at = ap_write_reserve(&dump->writer, AP_PATH_TEXT_BYTES + FIXED_BYTES);
    at = stpcpy(at, dump->shown_fields > 1 ? ",\n{\"offset\": " : "\n{\"offset\": ");
    at += ap_put_digits(at, segment->span.offset);
    at = stpcpy(at, ", \"length\": ");
    at += ap_put_digits(at, segment->span.length);
    if (dump->format->text)
        at = put_line_and_column(dump, at, segment->span.offset);
    at = stpcpy(at, ", \"path\": \"");
    memcpy(at, path, length);
    ap_write_commit(&dump->writer, stpcpy(at + length, "\""));
    put_joint(dump);
    at = stpcpy(ap_write_reserve(&dump->writer, FIXED_BYTES), ", \"type\": \"");
    at = stpcpy(at, ap_field_type_name(segment->type));
    at = stpcpy(at, "\", \"role\": \"");
    at = stpcpy(at, ap_field_role_name(segment->role));
    ap_write_commit(&dump->writer, stpcpy(at, "\", \"value\": "));
}

/* Writes the name of the enum value, or the name of the joint that the value is the index of. */
static void put_enum_or_joint_name(cli_dumper *dump, const ap_segment *segment)
{
    char meaning[AP_JOINT_TEXT_BYTES];
    (void)cli_write_joint_of_value(dump, false, meaning);
    if (segment->type == AP_TYPE_I32 && segment->set != NULL)
        ap_put_value_meaning(
            segment->set, ap_load_i32(segment->bytes, segment->swap), meaning, sizeof meaning);
    if (meaning[0] != '\0')
        put_text_member(dump, "meaning", meaning);
}

static void put_field_or_note_unread_span(
    cli_dumper *dump, const ap_segment *segment, cli_dump_findings marks)
{
    ap_writer *writer = &dump->writer;
    (void)marks; /* JSON prints all findings at the end */
    if (segment->unread) {
        append_unread_span(dump, segment->span);
        return;
    }
    put_members_before_value(dump, segment);
    ap_write_json_value(writer, segment);
    put_enum_or_joint_name(dump, segment);
    ap_write_commit(writer, stpcpy(ap_write_reserve(writer, FIXED_BYTES), ", \"bytes\": \""));
    ap_write_hex_unquoted(writer, (ap_view){ segment->bytes, segment->span.length });
    ap_write_commit(writer, stpcpy(ap_write_reserve(writer, FIXED_BYTES), "\"}"));
}

static void write_json_end(cli_dumper *dump)
{
    FILE *stream = cli_dump_flushed_stream(dump);
    const char *separator = "";
    fputs("],\n\"unread\": [", stream);
    for (const cli_unread_span *gap = dump->first_gap; gap != NULL; gap = gap->next) {
        fprintf(
            stream, "%s{\"offset\": %zu, \"length\": %zu}", separator, gap->span.offset, gap->span.length);
        separator = ", ";
    }
    fputs("],\n\"findings\": [", stream);
    separator = "\n";
    for (size_t i = 0; i < dump->mark_count; i++) {
        if (!dump->marks[i].shown)
            continue;
        fputs(separator, stream);
        ap_put_json_finding(stream, dump->marks[i].finding);
        separator = ",\n";
    }
    const size_t truncated = dump->findings.truncated;
    /* "dropped" is the old name of "truncated"; see core/json/json_renamed.h */
    fprintf(stream, "],\n\"truncated\": %zu, \"dropped\": %zu}\n", truncated, truncated);
}

const cli_dump_output_form cli_dump_json = { begin_json, put_field_or_note_unread_span, NULL,
    write_json_end };
