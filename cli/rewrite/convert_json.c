/* Makes a file from a JSON document. The file is made in memory, and written only if it has no errors. */
#include <string.h>

#include "cli/rewrite/convert.h"
#include "cli/shared/input_copy.h"
#include "core/files/sink.h"
#include "core/json/json_filler.h"
#include "validators/lint_bytes.h"
#include "validators/mrtk/mrtk.h"
#include "validators/registry.h"

typedef struct json_conversion {
    cli_convert_run *run;
    const char *name;
    ap_view text; /* a copy of the document, because the JSON reader cannot handle a file that shrinks */
    const ap_format *format;
    ap_json_filler json;
    ap_buffer made;
} json_conversion;

static cli_exit report_json_fault(const json_conversion *task)
{
    const cli_linted_file *subject = &task->run->subject;
    if (subject->arena.failed || task->made.no_memory)
        return cli_report_no_memory(task->name);
    return cli_fail(CLI_FINDINGS, task->name, "%s",
        task->json.fault[0] == '\0' ? "is not a JSON document written by --to json" : task->json.fault);
}

static bool looks_like_json(ap_view text)
{
    size_t at = 0;
    while (at < text.size && memchr(" \t\r\n", text.bytes[at], 4) != NULL)
        at++;
    return at < text.size && text.bytes[at] == '{';
}

static bool make_bytes_from_json(json_conversion *task)
{
    cli_convert_run *run = task->run;
    ap_arena *arena = &run->subject.arena;
    ap_writer *writer = ap_alloc(arena, sizeof *writer);
    if (writer == NULL)
        return false;
    ap_buffer_init_writer(&task->made, writer);
    return task->format->fill(&task->json.filler, task->json.variant, arena, writer)
           && ap_writer_flush(writer) && ap_json_filler_check_all_used(&task->json);
}

/* Lints the made file in the layout that the document names. Returns true if the file has no errors. */
static bool lint_made_file(json_conversion *task)
{
    cli_linted_file *subject = &task->run->subject;
    const cli_reading_options *options = subject->options;
    ap_lint_options lint = options->lint;
    const ap_view made = { task->made.bytes, task->made.size };
    if (task->json.variant != NULL
        && strcmp(task->json.variant, ap_enum_name_of(ap_mrtk_variants, AP_MRTK_PUBLISHED)) == 0)
        lint.choices[AP_MRTK_VARIANT_CHOICE] = AP_MRTK_PUBLISHED;
    ap_findings_init(&subject->findings, &subject->arena, &options->rule_settings, options->max_findings,
        options->max_per_rule);
    ap_lint_as(task->format, made, &lint, &subject->findings, &subject->about);
    return subject->findings.counts[AP_ERROR] == 0 && !subject->arena.failed;
}

static cli_exit write_made_file(json_conversion *task)
{
    cli_output_file *target = &task->run->target;
    const bool complete = cli_output_file_open_or_keep_error(target)
                          && ap_write(&target->writer, task->made.bytes, task->made.size);
    (void)complete; /* the result is not needed, because closing the target reports write errors */
    return cli_output_file_close(target, true);
}

static cli_exit make_lint_and_write_file(json_conversion *task)
{
    cli_linted_file *subject = &task->run->subject;
    if (!ap_json_filler_open(&task->json, task->text, &subject->arena))
        return report_json_fault(task);
    task->format = ap_find_format(task->json.format);
    if (task->format == NULL || task->format->fill == NULL)
        return cli_fail(CLI_FINDINGS, task->name, "format: unknown format");
    if (!make_bytes_from_json(task))
        return report_json_fault(task);
    if (lint_made_file(task))
        return write_made_file(task);
    if (subject->arena.failed)
        return cli_report_no_memory(task->name);
    cli_error_about(task->name, "the document describes a file with errors:");
    cli_report_findings(stderr, task->run->wanted.out, &subject->findings, task->format->text);
    return CLI_FINDINGS;
}

cli_exit cli_convert_from_json(cli_convert_run *run)
{
    json_conversion task = { .run = run, .name = run->options.paths[0] };
    cli_exit result =
        cli_load_copy_and_free_input(&run->subject.input, task.name, &run->subject.arena, &task.text);
    if (result != CLI_CLEAN)
        return result;
    if (!looks_like_json(task.text))
        return cli_usage_error("convert",
            "no output form given, and FILE is not JSON; use --to FORM or a file "
            "name extension of OUT (" CLI_EXTENSIONS_TEXT ")");
    ap_buffer_init(&task.made);
    result = make_lint_and_write_file(&task);
    ap_buffer_free(&task.made);
    return result;
}
