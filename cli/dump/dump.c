/* Implements animproof dump: prints every field of a file. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/dump/dump.h"
#include "cli/options/commands.h"
#include "cli/shared/checked_file.h"
#include "cli/shared/sandbox.h"
#include "core/base/count_text.h"
#include "core/files/guard.h"

enum { NUMBER_BYTES = 24 };

/* Parses an offset: "1024" or "0x400". */
static bool parse_offset(const char *text, size_t *offset)
{
    char *end;
    const bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    errno = 0;
    const unsigned long long number = strtoull(text, &end, hex ? 16 : 10);
    *offset = (size_t)number;
    return isdigit((unsigned char)text[0]) && *end == '\0' && errno == 0 && *offset == number;
}

/* Parses a line and column, counted from 1: "12:15". */
static bool parse_line_and_column(const char *text, cli_dumper *dump)
{
    char line[NUMBER_BYTES];
    const char *colon = strchr(text, ':');
    const size_t length = colon == NULL ? 0 : (size_t)(colon - text);
    if (length == 0 || length >= sizeof line)
        return false;
    memcpy(line, text, length);
    line[length] = '\0';
    return ap_parse_count(line, &dump->line) && ap_parse_count(colon + 1, &dump->column) && dump->line > 0
           && dump->column > 0;
}

static cli_exit choose_output_form(const cli_option_value *given)
{
    cli_dumper *dump = given->place;
    const cli_dump_output_form *form =
        strcmp(given->option->name, "flat") == 0 ? &cli_dump_flat : &cli_dump_json;
    if (dump->form != NULL && dump->form != form)
        return cli_usage_error("dump", "--flat and --json cannot be used together");
    dump->form = form;
    return CLI_CLEAN;
}

static cli_exit parse_position_option(const cli_option_value *given)
{
    cli_dumper *dump = given->place;
    dump->line = 0;
    return parse_offset(given->text, &dump->position) || parse_line_and_column(given->text, dump)
               ? CLI_CLEAN
               : cli_refuse_value(given, "an offset (decimal, or 0x...), or LINE:COLUMN");
}

static const cli_option rows[] = {
    { .name = "flat",
        CLI_TAKEN(choose_output_form),
        .help = "print one line per field with its full path, instead of a tree" },
    { .name = "json",
        CLI_TAKEN(choose_output_form),
        .help = "print one JSON object, with the roles of fields (count, enum, index ...) and all bytes" },
    { .name = "path",
        .value = "PATTERN",
        CLI_TEXT(cli_dumper, pattern),
        .help = "print only fields and records with this path; * matches any text, [*] any index: "
                "'camera.*.key_count', 'groups[*].basis', version; a joint by index, name, or both: "
                "'hand_joints_left[Palm]'" },
    { .name = "at",
        .value = "PLACE",
        CLI_TAKEN(parse_position_option),
        CLI_GIVEN(cli_dumper, has_position),
        .help =
            "print only the field at PLACE: an offset (decimal or 0x...), or LINE:COLUMN as lint prints it" },
    { .name = NULL },
};

static const cli_option_group groups[] = {
    { .rows = rows },
    CLI_READING_GROUPS(cli_dumper, options),
    { .rows = NULL },
};

/* Reports that the file does not have the wanted line and column, or that it is binary and has no lines. */
static cli_exit report_missing_position(const cli_dumper *dump)
{
    if (dump->is_binary)
        return cli_usage_error("dump", "--at LINE:COLUMN needs a text file; '%s' is %s",
            cli_shorten(dump->name).text, dump->format == NULL ? "of no known format" : dump->format->name);
    return cli_fail(CLI_FINDINGS, dump->name, "the file has no byte at %zu:%zu", dump->line, dump->column);
}

static cli_exit report_if_no_field_matches(const cli_dumper *dump)
{
    if (dump->is_binary || dump->is_position_missing)
        return report_missing_position(dump);
    if (dump->shown_fields > 0 || (dump->pattern == NULL && !dump->has_position))
        return CLI_CLEAN;
    if (dump->has_position && dump->position >= dump->input.view.size)
        cli_error_about(dump->name, "byte 0x%zx is after the end; the file has %zu %s", dump->position,
            dump->input.view.size, dump->input.view.size == 1 ? "byte" : "bytes");
    else if (dump->has_position && dump->pattern == NULL && dump->line > 0)
        cli_error_about(dump->name, "no field is at %zu:%zu", dump->line, dump->column);
    else if (dump->has_position && dump->pattern == NULL)
        cli_error_about(dump->name, "no field contains byte 0x%zx", dump->position);
    else
        cli_error_about(dump->name, "no field %s'%s'", dump->has_position ? "at that byte is " : "matches ",
            cli_shorten(dump->pattern).text);
    return CLI_FINDINGS;
}

static cli_exit report_status(const cli_dumper *dump, ap_status status)
{
    if (status == AP_OK && dump->arena.failed)
        return cli_fail(CLI_INTERNAL, dump->name, "memory ran out (--max-memory); the output is incomplete");
    return cli_report_status(dump->name, status, &dump->input);
}

static bool write_to_stream(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    cli_dumper *dump = writer->context;
    return fwrite(bytes, 1, size, dump->output.stream) == size && dump->output.error == 0;
}

FILE *cli_dump_flushed_stream(cli_dumper *dump)
{
    /* the result is not needed, because closing the output reports write errors */
    (void)ap_writer_flush(&dump->writer);
    return dump->output.stream;
}

static cli_exit dump_loaded_file(cli_dumper *dump)
{
    if (!ap_output_open(&dump->output, NULL, NULL, NULL))
        return cli_fail_output(dump->output.error);
    ap_writer_init(&dump->writer, write_to_stream, dump);
    const ap_status status = ap_input_run_guarded(&dump->input, cli_dump_lint_and_print, dump);
    (void)cli_dump_flushed_stream(dump);
    const bool closed = ap_output_close(&dump->output, true);
    cli_exit result = closed ? CLI_CLEAN : cli_fail_output(dump->output.error);
    result = cli_worse_exit_by_rank(result, report_status(dump, status));
    return result == CLI_CLEAN ? report_if_no_field_matches(dump) : result;
}

static cli_exit dump_file(cli_dumper *dump)
{
    ap_input_init(&dump->input, dump->options.max_input_bytes);
    ap_arena_init(&dump->arena, dump->options.max_memory_bytes);
    dump->name = dump->options.paths[0];
    const ap_status status = cli_load_input(&dump->input, dump->name);
    const cli_exit result = status == AP_OK ? dump_loaded_file(dump) : report_status(dump, status);
    ap_input_free_memory(&dump->input);
    ap_arena_free(&dump->arena);
    return result;
}

static void set_defaults(void *record)
{
    cli_dumper *dump = record;
    cli_reading_set_defaults(&dump->options);
}

static cli_exit run_dump(void *record, cli_operands words)
{
    cli_dumper *dump = record;
    dump->options.paths = words.items;
    dump->options.path_count = words.count;
    if (dump->form == NULL)
        dump->form = &cli_dump_tree;
    if (words.count != 1)
        return cli_usage_error("dump", words.count == 0 ? "no file given" : "one file at a time");
    cli_sandbox_enter_for_reading(words.items, words.count);
    return dump_file(dump);
}

static const cli_example examples[] = {
    { "animproof dump walk.md5anim",
        "Prints each field with its offset, bytes, path and value, even if the file has errors." },
    { "animproof dump --at 0x400c take.bin",
        "Prints the field at an offset, such as the offset of a finding." },
    { "animproof dump --at 12:15 walk.md5anim", "Prints the field at a line and column of a text file." },
    { NULL, NULL },
};

const cli_command cli_dump = {
    .name = "dump",
    .words = "FILE",
    .summary = "prints every field of a file: offset, bytes, path, value",
    .about = "Prints every field of FILE ('-' for standard input): offset, length, bytes in hex, name, type "
             "and value, with findings on the lines of their fields. A broken file is read up to its fault. "
             "Bytes that belong to no field are marked as unread.",
    .examples = examples,
    .exits = "0 printed, 1 no field is at PLACE or matches PATTERN, 2 usage, 3 the file could not be read or "
             "the output not written, 4 internal error or limit. Findings do not change the exit code; use "
             "`animproof lint`.",
    .options = groups,
    .record_bytes = sizeof(cli_dumper),
    .prepare = set_defaults,
    .run = run_dump,
    .completes = CLI_COMPLETES_FILES,
};
