/* Implements animproof mutate and its option --defect: applies a defect to a file, and prints the findings that lint must
   report. */
#include <string.h>

#include "cli/generate/mutate.h"
#include "cli/options/commands.h"
#include "cli/shared/input_copy.h"
#include "validators/registry.h"

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
    cli_write_expected_findings_json(damage, run->wanted.defect_format, run->expectations.output.stream);
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
        cli_print_expected_findings(stderr, &run->damage);
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
        cli_print_defects(stdout, run->wanted.format);
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
