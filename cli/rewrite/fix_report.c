#include "cli/rewrite/fix.h"

#include "core/base/terminal_text.h"

/* Returns the stream for reports: stderr if standard output has a diff, otherwise stdout. */
static FILE *report_stream(const fix_run *run)
{
    return run->diff ? stderr : stdout;
}

static void put_position_of_fix(FILE *stream, const fix_run *run, const ap_fix_outcome *note)
{
    ap_put_file_name(stream, run->name);
    if (note->line > 0)
        fprintf(stream, ":%zu:%zu: ", note->line, note->column);
    else
        fprintf(stream, ":0x%zx: ", note->offset);
}

static void report_fixes_and_refusals(FILE *stream, const fix_run *run)
{
    const char *done = run->in_place ? "fixed" : "would fix";
    for (const ap_fix_outcome *note = run->fixing.outcomes; note != NULL; note = note->next) {
        put_position_of_fix(stream, run, note);
        fprintf(stream, "%s %s: %s", note->refused == NULL ? done : "not fixed", note->fixer->rule->id,
            note->refused == NULL ? note->fixer->does : note->refused);
        if (note->adds != NULL)
            fprintf(stream, " (%s)", note->adds->id);
        fputc('\n', stream);
    }
}

/* Returns true if the current file has a fix of a fixer that reads the companion, made or refused. */
static bool has_fix_outcome_with_companion(const fix_run *run)
{
    const ap_fix_outcome *note = run->fixing.outcomes;
    while (note != NULL && !note->fixer->paired)
        note = note->next;
    return note != NULL;
}

/* Prints the name of the companion and how it was found, if a fix of the file reads companions or with --verbose. With --verbose,
   also prints why a file has no companion. */
static void report_companion(FILE *stream, const fix_run *run)
{
    const ap_report_file *about = &run->pair.text.result.file;
    const char *path = cli_pair_companion_path(&run->pair.text.at);
    const bool found =
        path != NULL && about->companion_reason != NULL && run->pair.text.at.lint.companions != NULL;
    if (!run->verbose && (!found || !has_fix_outcome_with_companion(run)))
        return;
    if (!found && about->no_companion == NULL)
        return;
    ap_put_file_name(stream, run->name);
    fputs(found ? ": with " : ": alone: ", stream);
    if (found) {
        ap_put_file_name(stream, path);
        fprintf(stream, " (%s)\n", about->companion_reason);
    } else {
        fprintf(stream, "%s\n", about->no_companion);
    }
}

/* Counts the findings of rules without a fix, and those of rules that the user did not select. Prints the counts for a
   file that the user named; for a file that a directory walk found, only the totals have them. */
static void count_and_report_without_fix(FILE *stream, fix_run *run)
{
    const ap_text_version *version = ap_fixing_current_version(&run->fixing);
    size_t counts[AP_ERROR + 1] = { 0 };
    for (const ap_finding *f = version->findings.first; f != NULL; f = f->next) {
        if (ap_find_fixer(run->format, f->rule) == NULL
            || !ap_rule_settings_is_on_and_selected(&run->reading->rule_settings, f->rule))
            counts[ap_rule_settings_level(&run->reading->rule_settings, f->rule)]++;
    }
    const size_t others = counts[AP_ERROR] + counts[AP_WARNING] + counts[AP_NOTE];
    run->sum.others += others;
    if (others == 0 || run->files.entry->origin == CLI_WALKED)
        return;
    ap_put_file_name(stream, run->name);
    fprintf(stream, ": no fix for %zu error%s, %zu warning%s and %zu note%s\n", counts[AP_ERROR],
        cli_plural_s(counts[AP_ERROR]), counts[AP_WARNING], cli_plural_s(counts[AP_WARNING]), counts[AP_NOTE],
        cli_plural_s(counts[AP_NOTE]));
}

void fix_report_file(fix_run *run)
{
    run->sum.fixed += run->fixing.fixed;
    run->sum.refused += run->fixing.refused;
    report_fixes_and_refusals(report_stream(run), run);
    report_companion(report_stream(run), run);
    count_and_report_without_fix(report_stream(run), run);
}

void fix_report_totals(const fix_run *run)
{
    const fix_totals *sum = &run->sum;
    const cli_file_run *files = &run->files;
    if (files->files + files->skipped == 0 || (files->files < 2 && !files->finder.has_walked))
        return;
    fprintf(report_stream(run), "%zu file%s: %s %zu finding%s in %zu; %zu not fixed, %zu without a fix\n",
        files->files, cli_plural_s(files->files), run->in_place ? "fixed" : "would fix", sum->fixed,
        cli_plural_s(sum->fixed), sum->changed, sum->refused, sum->others);
}
