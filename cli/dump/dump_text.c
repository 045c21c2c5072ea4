/* Prints dumps for people: a tree, or one line per field. */
#include <assert.h>
#include <string.h>

#include "cli/dump/dump.h"
#include "core/base/bytes.h"
#include "core/base/digits.h"
#include "core/base/terminal_text.h"

enum {
    NAME_BYTES = AP_SHOWN_PATH_BYTES,
    LINE_BYTES = 256 + NAME_BYTES + AP_SEGMENT_TEXT_BYTES
                 + AP_SHOWN_JOINT_BYTES, /* most bytes of a line, not counting findings */
    SHOWN_BYTES = 8,
    OFFSET_DIGITS = 8,               /* minimum */
    LENGTH_DIGITS = 6,               /* minimum */
    HEX_WIDTH = 3 * SHOWN_BYTES + 3, /* columns of the bytes in hex and of the dots after them */
    /* columns of the offset, the length and the bytes */
    PLACE_WIDTH = OFFSET_DIGITS + 1 + LENGTH_DIGITS + 2 + HEX_WIDTH,
    INDENT = 2 /* columns of indentation for each level of records */
};

/* Prints "hand.bin: mrtk 1.0, layout writer, 4688 bytes". */
static void put_file_head(cli_dumper *dump)
{
    FILE *stream = cli_dump_flushed_stream(dump);
    const size_t size = dump->input.view.size;
    ap_put_file_name(stream, dump->name);
    fprintf(stream, ": %s", dump->format != NULL ? dump->format->name : "no known format");
    if (dump->about.version != NULL)
        fprintf(stream, " %s", dump->about.version);
    if (dump->about.variant != NULL)
        fprintf(stream, ", layout %s", dump->about.variant);
    fprintf(stream, ", %zu %s\n", size, size == 1 ? "byte" : "bytes");
}

static void put_finding_at_end_of_line(cli_dumper *dump, const ap_finding *finding, const char *path)
{
    FILE *stream = cli_dump_flushed_stream(dump);
    fprintf(stream, "  <-- %s %s", ap_severity_name(finding->severity), finding->rule->id);
    if (finding->path[0] != '\0' && strcmp(finding->path, path) != 0) {
        char shown[AP_SHOWN_PATH_BYTES];
        ap_write_path_with_joint(finding->path, finding->joint, shown);
        fputs(" at ", stream);
        ap_put_escaped_text(stream, shown);
    }
    fputs(": ", stream);
    ap_put_escaped_text(stream, finding->message);
}

static char *put_blanks(char *at, size_t count)
{
    memset(at, ' ', count);
    return at + count;
}

/* Writes the line, which ends at `at`, and then its findings. */
static void end_line_with_findings(cli_dumper *dump, cli_dump_findings marks, char *at)
{
    if (marks.count == 0) {
        *at++ = '\n';
        ap_write_commit(&dump->writer, at);
        return;
    }
    ap_write_commit(&dump->writer, at);
    for (size_t i = 0; i < marks.count; i++)
        put_finding_at_end_of_line(dump, marks.first[i].finding, cli_dump_field_path(dump, NULL));
    fputc('\n', cli_dump_flushed_stream(dump));
}

/* Writes four bytes in hex into a text of blanks, which then has "08 00 00 00 ". */
static void put_four_hex_bytes(char *text, const uint8_t *bytes)
{
    char digits[8];
    const uint32_t number = ap_load_u32(bytes, true);
    ap_store_u64((uint8_t *)digits, ap_eight_hex_digits(number), false);
    for (size_t i = 0; i < 4; i++)
        memcpy(text + 3 * i, digits + 2 * i, 2);
}

/* Writes the first bytes of the segment in hex, as "08 00 00 00" or "0d 0a 00 00 1a 2b 3c 4d...", padded with blanks to
   HEX_WIDTH. Returns the end of the text. */
static char *put_bytes(char *text, const ap_segment *segment)
{
    const size_t shown = segment->span.length < SHOWN_BYTES ? segment->span.length : SHOWN_BYTES;
    size_t i = 0;
    memset(text, ' ', HEX_WIDTH);
    for (; shown - i >= 4; i += 4)
        put_four_hex_bytes(text + 3 * i, segment->bytes + i);
    for (; i < shown; i++)
        ap_put_hex_byte(text + 3 * i, segment->bytes[i]);
    if (segment->span.length > SHOWN_BYTES)
        memcpy(text + 3 * SHOWN_BYTES - 1, "...", 3);
    return text + HEX_WIDTH;
}

/* Writes the offset and the length, each padded to the same width in every line. Returns the end of the text. */
static char *put_offset_and_length(char *at, ap_span span)
{
    if ((uint64_t)span.offset > UINT32_MAX || span.length >= 1000000)
        return at + sprintf(at, "%08zx %6zu  ", span.offset, span.length);
    ap_store_u64((uint8_t *)at, ap_eight_hex_digits((uint32_t)span.offset), false);
    const uint64_t digits = ap_split_eight_digits((uint32_t)span.length) >> 8 * (8 - LENGTH_DIGITS);
    const unsigned zeros = digits == 0 ? LENGTH_DIGITS - 1 : (unsigned)__builtin_ctzll(digits) / 8;
    ap_store_digits(at + OFFSET_DIGITS + 1, digits);
    memset(at + OFFSET_DIGITS, ' ', 1 + zeros);
    return put_blanks(at + OFFSET_DIGITS + 1 + LENGTH_DIGITS, 2);
}

/* If the value is the index of a joint, appends the joint's name, as " (hips)". Flat dumps have no names of joints.
   Returns the end of the text. */
static char *put_value_joint(const cli_dumper *dump, char *at)
{
    char name[AP_JOINT_TEXT_BYTES];
    if (dump->form == &cli_dump_flat || cli_write_joint_of_value(dump, true, name) == 0)
        return at;
    at = stpcpy(at, " (");
    at += ap_write_joint_for_path((ap_joint_and_component_text){ name, NULL }, at);
    return stpcpy(at, ")");
}

static void put_field(cli_dumper *dump, const ap_segment *segment, cli_dump_findings marks, size_t indent,
    const char *name, size_t length)
{
    char *at = put_offset_and_length(ap_write_reserve(&dump->writer, LINE_BYTES), segment->span);
    at = put_blanks(put_bytes(at, segment), 2 + indent);
    assert(length < NAME_BYTES);
    memcpy(at, name, length);
    at += length;
    *at++ = ' ';
    at = stpcpy(stpcpy(at, ap_field_type_name(segment->type)), " = ");
    at += ap_segment_text(segment, at);
    end_line_with_findings(dump, marks, put_value_joint(dump, at));
}

static void put_unread_bytes(cli_dumper *dump, const ap_segment *segment, cli_dump_findings marks)
{
    char *at = put_offset_and_length(ap_write_reserve(&dump->writer, LINE_BYTES), segment->span);
    end_line_with_findings(dump, marks, stpcpy(put_bytes(at, segment), "  (unread)"));
}

static void put_finding_without_field(cli_dumper *dump, const ap_finding *finding)
{
    char *at = put_offset_and_length(ap_write_reserve(&dump->writer, LINE_BYTES), finding->span);
    ap_write_commit(&dump->writer, put_blanks(at, HEX_WIDTH));
    put_finding_at_end_of_line(dump, finding, "");
    fputc('\n', cli_dump_flushed_stream(dump));
}

static void put_truncated_count(cli_dumper *dump)
{
    FILE *stream = cli_dump_flushed_stream(dump);
    const size_t truncated = dump->findings.truncated;
    if (truncated == 0)
        return;
    ap_put_file_name(stream, dump->name);
    fprintf(stream, ": %zu more %s over the limit not shown\n", truncated,
        truncated == 1 ? "finding" : "findings");
}

static bool is_same_path_part(ap_field_path_part a, ap_field_path_part b)
{
    return a.index == b.index
           && (a.name == b.name || (a.name != NULL && b.name != NULL && strcmp(a.name, b.name) == 0));
}

/* Writes a part of a path, such as "camera", "keys[12]" or "[3]", into a buffer of NAME_BYTES. Returns the length. */
static size_t put_path_part(char *at, ap_field_path_part part)
{
    size_t length = 0;
    if (part.name != NULL) {
        length = strlen(part.name);
        assert(length < NAME_BYTES - AP_DIGITS_ROOM - 2);
        memcpy(at, part.name, length);
    }
    if (part.index == AP_NO_INDEX)
        return length;
    at[length] = '[';
    length += 1 + ap_put_digits(at + length + 1, part.index);
    at[length] = ']';
    return length + 1;
}

/* Writes part `number` of the current field's path, with the name of its joint, into a buffer of NAME_BYTES: "values[17
   hips Qx]". Returns the length. */
static size_t put_path_part_with_joint(
    const cli_dumper *dump, char *at, const ap_field_path *path, size_t number)
{
    char name[AP_JOINT_TEXT_BYTES];
    const ap_joint_and_component_text joint = cli_write_joint_of_field(dump, true, name);
    const size_t named = joint.component == NULL ? 0 : path->depth - 1;
    size_t length = put_path_part(at, path->parts[number]);
    if (name[0] == '\0' || number != named)
        return length;
    at[length - 1] = ' ';
    length += ap_write_joint_for_path(joint, at + length);
    at[length] = ']';
    return length + 1;
}

/* Prints a line for each record that begins with this field: it contains this field but not the field before. */
static void put_record_headings(cli_dumper *dump, const ap_field_path *path, size_t depth)
{
    size_t same = 0;
    while (same < depth && same < dump->before.depth
           && is_same_path_part(path->parts[same], dump->before.parts[same]))
        same++;
    for (size_t i = same; i < depth; i++) {
        char *at = ap_write_reserve(&dump->writer, LINE_BYTES);
        at = put_blanks(at, PLACE_WIDTH + 2 + INDENT * i);
        at += put_path_part_with_joint(dump, at, path, i);
        *at++ = '\n';
        ap_write_commit(&dump->writer, at);
        dump->before.parts[i] = path->parts[i];
    }
    dump->before.depth = depth;
}

static void put_tree_segment(cli_dumper *dump, const ap_segment *segment, cli_dump_findings marks)
{
    char text[NAME_BYTES];
    if (segment->unread) {
        put_unread_bytes(dump, segment, marks);
        return;
    }
    const bool named = segment->name != NULL || segment->path->depth == 0;
    const size_t depth = named ? segment->path->depth : segment->path->depth - 1;
    put_record_headings(dump, segment->path, depth);
    if (named) {
        const char *name = segment->name != NULL ? segment->name : "";
        put_field(dump, segment, marks, INDENT * depth, name, strlen(name));
    } else {
        put_field(dump, segment, marks, INDENT * depth, text,
            put_path_part_with_joint(dump, text, segment->path, depth));
    }
}

static void put_segment_with_path(cli_dumper *dump, const ap_segment *segment, cli_dump_findings marks)
{
    size_t length;
    const char *path = cli_dump_field_path(dump, &length);
    if (segment->unread)
        put_unread_bytes(dump, segment, marks);
    else
        put_field(dump, segment, marks, 0, path, length);
}

const cli_dump_output_form cli_dump_tree = { put_file_head, put_tree_segment, put_finding_without_field,
    put_truncated_count };
const cli_dump_output_form cli_dump_flat = { put_file_head, put_segment_with_path, put_finding_without_field,
    put_truncated_count };
