/* Implements animproof mutate and its option --defect: applies a defect to a file, and prints the findings that lint must
   report. */
#include <string.h>

#include "cli/generate/mutate.h"
#include "cli/options/commands.h"
#include "cli/shared/input_copy.h"
#include "core/json/json_put.h"
#include "validators/registry.h"

static void put_defect(FILE *stream, const ap_format *format, const ap_defect *defect)
{
    char name[128];
    snprintf(name, sizeof name, "%s/%s", format->name, defect->name);
    fprintf(stream, "%-52s  %-30s  %s%s", name, defect->rule, defect->reason,
        defect->near_miss ? " (near miss)" : "");
    if (defect->needs_companion)
        fprintf(stream, " (needs --%s)", format->companion->option);
    if (defect->in_companion)
        fprintf(stream, " (changes the %s)", format->companion->extension);
    fputc('\n', stream);
}

/* Prints a line for each defect of the format, or of all formats if `format` is NULL: name, rule, reason. */
static void print_defects(FILE *stream, const ap_format *format)
{
    size_t count;
    const ap_defect *defect;
    const ap_corpus_format *const *corpus_formats = ap_corpus_formats(&count);
    for (size_t k = 0; k < count; k++) {
        const ap_format *of_corpus = corpus_formats[k]->generator->format;
        for (size_t i = 0; (defect = ap_nth_defect_of_format(corpus_formats[k], i)) != NULL; i++) {
            if (format == NULL || format == of_corpus)
                put_defect(stream, of_corpus, defect);
        }
    }
}

/* Prints a line for each finding that lint must report in the changed file. */
static void print_expected_findings(FILE *stream, const ap_damage *damage)
{
    for (size_t i = 0; i < damage->expected_count; i++) {
        const ap_expectation *one = &damage->expected[i];
        fputs("expect", stream);
        if (one->companion)
            fprintf(stream, "-%s", damage->format->companion->option);
        fprintf(stream, " %s %zu %zu %s\n", one->rule, one->span.offset, one->span.length, one->path);
    }
}

static void put_expectation(ap_json_put *put, const ap_expectation *one)
{
    ap_json_put_begin_object(put, NULL);
    ap_json_put_text(put, "rule", one->rule);
    ap_json_put_integer(put, "offset", (int64_t)one->span.offset);
    ap_json_put_integer(put, "length", (int64_t)one->span.length);
    ap_json_put_text(put, "path", one->path);
    ap_json_put_boolean(put, "companion", one->companion);
    ap_json_put_end_object(put);
}

/* Writes the expected findings as a JSON document. */
static void write_expected_findings_json(const ap_damage *damage, const char *defect_format, FILE *stream)
{
    const ap_defect *defect = damage->defect;
    ap_json_put put;
    ap_json_put_init(&put, stream, 2);
    ap_json_put_begin_object(&put, NULL);
    ap_json_put_text(&put, "defect", defect->name);
    ap_json_put_text(&put, "format", defect_format);
    ap_json_put_text(&put, "rule", defect->rule);
    ap_json_put_text(&put, "reason", defect->reason);
    ap_json_put_text(&put, "verdict", ap_expected_answer_name(ap_expected_answer_of_damage(damage)));
    ap_json_put_boolean(&put, "near_miss", defect->near_miss);
    ap_json_put_boolean(&put, "in_companion", defect->in_companion);
    ap_json_put_begin_array(&put, "findings");
    for (size_t i = 0; i < damage->expected_count; i++)
        put_expectation(&put, &damage->expected[i]);
    ap_json_put_end_array(&put);
    ap_json_put_end_object(&put);
    fputc('\n', stream);
}

static cli_exit load_companion(cli_mutate_run *run)
{
    size_t index = 0;
    while (index + 1 < CLI_COMPANIONS && run->options.companion_paths[index] == NULL)
        index++;
    const char *path = run->options.companion_paths[index];
    cli_companion_open(&run->companion, ap_companion_at(index), path, &run->options);
    if (run->companion.use.model != NULL)
        run->options.lint.companions = &run->companion.use;
    return run->companion.arena.failed ? cli_report_no_memory(path)
                                       : cli_companion_report_errors(&run->companion);
}

static bool write_damaged_output(cli_mutate_run *run)
{
    const ap_damage *damage = &run->damage;
    if (!cli_output_file_open_or_keep_error(&run->target) || !ap_write_damaged(damage, &run->target.writer))
        return false;
    if (run->wanted.expect == NULL)
        return true;
    if (!cli_output_file_open_or_keep_error(&run->expectations))
        return false;
    write_expected_findings_json(damage, run->wanted.defect_format, run->expectations.output.stream);
    return true; /* closing the targets reports write errors */
}

/* Returns the bytes of the companion; an empty view if the companion is not of the kind that the file's format has. */
static ap_view companion_bytes_for_format(const cli_mutate_run *run)
{
    return run->companion.use.companion == run->subject.format->companion ? run->companion.input.view
                                                                          : (ap_view){ NULL, 0 };
}

/* Applies the defect to the file and writes the result, unless the defect is one of another format or the companion has
   errors. Runs under the guards of the file and its companion. */
static void apply_defect_and_write(void *context)
{
    cli_mutate_run *run = context;
    run->other_format = strcmp(run->subject.format->name, run->wanted.defect_format) != 0;
    if (run->other_format || run->companion.findings.counts[AP_ERROR] > 0)
        return;
    ap_choices_from_seed(&run->choices, run->wanted.seed);
    run->damage = (ap_damage){ .defect = run->wanted.defect,
        .format = run->subject.format,
        .input = run->subject.input.view,
        .companion = companion_bytes_for_format(run),
        .choices = &run->choices,
        .arena = &run->subject.arena };
    run->applied = ap_apply_defect(&run->damage, &run->options.lint);
    if (run->applied)
        (void)write_damaged_output(run); /* closing the targets reports the error */
}

static cli_exit report_failed_defect(const cli_mutate_run *run)
{
    const ap_defect *defect = run->wanted.defect;
    if (run->other_format)
        return cli_usage_error("mutate", "%s/%s cannot be applied to a file of the format %s",
            run->wanted.defect_format, defect->name, run->subject.format->name);
    cli_error_about(run->subject.name,
        "%s/%s cannot be applied: the file has no field that the defect could change%s%s",
        run->wanted.defect_format, defect->name, defect->knobs != NULL ? "; needed: " : "",
        defect->knobs != NULL ? defect->knobs : "");
    if (defect->needs_companion && run->damage.companion.bytes == NULL)
        cli_error("%s/%s needs the file's %s: give it with --%s", run->wanted.defect_format, defect->name,
            run->damage.format->companion->extension, run->damage.format->companion->option);
    return CLI_FINDINGS;
}

static cli_exit close_output_files(cli_mutate_run *run, bool keep)
{
    const bool failed =
        cli_output_file_has_error(&run->target) || cli_output_file_has_error(&run->expectations);
    const cli_exit of_file = cli_output_file_close(&run->target, keep || failed);
    return cli_worse_exit_by_rank(of_file, cli_output_file_close(&run->expectations, keep || failed));
}

static cli_exit run_mutate(cli_mutate_run *run)
{
    const cli_exit result =
        cli_load_lint_and_run(&run->subject, run->options.paths[0], apply_defect_and_write, run);
    if (result == CLI_CLEAN && run->companion.findings.counts[AP_ERROR] > 0)
        return cli_companion_report_errors(&run->companion);
    if (result == CLI_CLEAN && run->applied)
        print_expected_findings(stderr, &run->damage);
    const cli_exit closed = close_output_files(run, result == CLI_CLEAN && run->applied);
    if (result != CLI_CLEAN || closed != CLI_CLEAN)
        return cli_worse_exit_by_rank(result, closed);
    return run->applied ? CLI_CLEAN : report_failed_defect(run);
}

static cli_exit mutate_input(cli_mutate_run *run)
{
    cli_linted_file_init(&run->subject, &run->options, stderr);
    cli_output_file_init(&run->target, run->wanted.out);
    cli_output_file_init(&run->expectations, run->wanted.expect);
    cli_output_file_guard_input_until_close(&run->target, run->options.paths[0]);
    cli_output_file_guard_input_until_close(&run->expectations, run->options.paths[0]);
    for (size_t i = 0; i < CLI_COMPANIONS; i++) {
        cli_output_file_guard_input_until_close(&run->target, run->options.companion_paths[i]);
        cli_output_file_guard_input_until_close(&run->expectations, run->options.companion_paths[i]);
    }
    cli_exit result = load_companion(run);
    run->subject.companion = &run->companion;
    if (result == CLI_CLEAN)
        result = run_mutate(run);
    cli_companion_close(&run->companion);
    cli_linted_file_free(&run->subject);
    return result;
}

/* Listing the fields of a binary file takes 22 to 24 bytes for each byte of the file. */
enum { DEFAULT_MEMORY_BYTES = 512 << 20 };

static void set_defaults(void *record)
{
    cli_mutate_run *run = record;
    cli_reading_set_defaults(&run->options);
    run->options.max_memory_bytes = DEFAULT_MEMORY_BYTES;
    run->wanted = (cli_mutate_options){ .out = "-", .count = 1 };
}

static cli_exit run_mutate_command(void *record, cli_operands words)
{
    cli_mutate_run *run = record;
    run->options.paths = words.items;
    run->options.path_count = words.count;
    const cli_exit result = cli_check_mutate_options(&run->options, &run->wanted);
    if (result != CLI_CLEAN)
        return result;
    if (run->wanted.equivalent && !run->wanted.list)
        return cli_mutate_equivalent(&run->options, &run->wanted);
    if (run->wanted.list && run->wanted.equivalent)
        cli_print_equivalents(stdout, run->wanted.format);
    else if (run->wanted.list)
        print_defects(stdout, run->wanted.format);
    else
        return run->wanted.defect == NULL ? cli_mutate_random(&run->options, &run->wanted)
                                          : mutate_input(run);
    return CLI_CLEAN;
}

static const cli_example examples[] = {
    { "animproof mutate --list", "Lists all defects." },
    { "animproof mutate --defect md5anim/parent-order_self walk.md5anim -o broken.md5anim",
        "Breaks one rule, and prints what lint must report." },
    { "animproof mutate --equivalent --kind joint-order walk.md5anim -o renumbered.md5anim",
        "Numbers the joints otherwise." },
    { NULL, NULL },
};

const cli_command cli_mutate = {
    .name = "mutate",
    .words = "FILE",
    .usage = "--defect NAME [OPTION]... FILE\n--seed N [OPTION]... FILE\n--equivalent [OPTION]... "
             "FILE\n--list [--format NAME]",
    .summary = "makes one change to a file, with the expected findings",
    .about =
        "Makes one change to FILE ('-' for standard input), and prints the findings that lint must report in "
        "the result. A file with errors is not changed; its findings are printed. Without --defect, makes a "
        "random change that fits the format: then FILE may have errors, and no findings are predicted. With "
        "--equivalent, makes a change that keeps the meaning of FILE: loaders must read the same values from "
        "both, as "
        "`roundtrip --same` proves.",
    .notes = "Expected findings are printed on standard error, one per line: expect RULE OFFSET LENGTH PATH. "
             "A finding in a companion ({companions}) begins with expect-obj or expect-mesh.",
    .examples = examples,
    .exits = "0 done, 1 FILE or its companion has errors, or the defect cannot be applied, 2 usage, 3 a file "
             "could not be read or written, 4 internal error or limit.",
    .options = cli_mutation_options,
    .record_bytes = sizeof(cli_mutate_run),
    .prepare = set_defaults,
    .run = run_mutate_command,
    .completes = CLI_COMPLETES_FILES,
};
