/* Writes the results of compare for people: lines, or a Markdown table. */
#include <string.h>

#include "cli/compare/compare.h"
#include "core/base/markdown_text.h"
#include "core/base/terminal_text.h"

enum { MOST_ALIKE = 5 /* changes of one kind shown for a file without --all */ };

static const char *const titles[AP_IMPACTS] = { "bytes only", "seen", "breaks" };

/* Counts the changes of one kind that follow a change, which is the first of them. */
static size_t count_alike(const ap_change *change)
{
    size_t count = 0;
    for (const ap_change *at = change; at != NULL && at->row == change->row; at = at->next)
        count++;
    return count;
}

static void put_cell(const char *text)
{
    fputs(" | ", stdout);
    ap_put_markdown(stdout, text);
}

static void put_row(
    cli_compare_run *run, const char *name, const char *impact, const char *kind, const char *text)
{
    if (run->format == CLI_COMPARE_MARKDOWN) {
        if (run->lines++ == 0)
            fputs("| file | impact | change | what changed |\n| --- | --- | --- | --- |\n", stdout);
        fputs("| ", stdout);
        ap_put_markdown(stdout, name);
        put_cell(impact);
        put_cell(kind);
        put_cell(text);
        fputs(" |\n", stdout);
        return;
    }
    ap_put_name(stdout, name);
    printf(": %s: ", impact);
    ap_put_text(stdout, text);
    printf(" [%s]\n", kind);
}

/* Writes the changes of one impact. Of many changes of one kind in a row, writes the first. */
static void put_changes(cli_compare_run *run, const cli_compare_result *result)
{
    char more[96];
    size_t shown = 0, alike = 0;
    for (const ap_change *change = result->changes->first; change != NULL; change = change->next) {
        if (shown == 0)
            alike = count_alike(change);
        if (run->all || shown < MOST_ALIKE || alike == MOST_ALIKE + 1)
            put_row(run, result->name, titles[change->row->impact], change->row->id, change->message);
        shown++;
        if (shown < alike)
            continue;
        if (!run->all && alike > MOST_ALIKE + 1) {
            snprintf(
                more, sizeof more, "%zu more changes of this kind (--all shows them)", alike - MOST_ALIKE);
            put_row(run, result->name, titles[change->row->impact], change->row->id, more);
        }
        shown = 0;
    }
}

void cli_compare_report_begin(cli_compare_run *run)
{
    if (run->format == CLI_COMPARE_JSON)
        cli_compare_json_begin(run);
}

void cli_compare_report(cli_compare_run *run, const cli_compare_result *result)
{
    if (run->format == CLI_COMPARE_JSON) {
        cli_compare_json_file(run, result);
        return;
    }
    if (result->error != NULL)
        put_row(run, result->error_path, "not compared", "failed", result->error);
    else if (result->changes != NULL)
        put_changes(run, result);
}

/* Writes "12 files: 1 breaks users, 2 change what is seen, 9 unchanged". */
void cli_compare_report_end(cli_compare_run *run)
{
    static const char *const what[AP_IMPACTS][2] = { { "changes bytes only", "change bytes only" },
        { "changes what is seen", "change what is seen" }, { "breaks users", "break users" } };
    size_t files = 0;
    if (run->format == CLI_COMPARE_JSON) {
        cli_compare_json_end(run);
        return;
    }
    if (run->quiet)
        return;
    for (size_t i = 0; i < CLI_COMPARE_STATUSES; i++)
        files += run->statuses[i];
    printf("%s%zu file%s:", run->lines > 0 ? "\n" : "", files, cli_plural_s(files));
    const char *comma = " ";
    for (size_t i = AP_IMPACTS; i-- > 0;) {
        if (run->impacts[i] == 0)
            continue;
        printf("%s%zu %s", comma, run->impacts[i], what[i][run->impacts[i] != 1]);
        comma = ", ";
    }
    if (run->statuses[CLI_COMPARE_UNCHANGED] > 0) {
        printf("%s%zu unchanged", comma, run->statuses[CLI_COMPARE_UNCHANGED]);
        comma = ", ";
    }
    if (run->statuses[CLI_COMPARE_FAILED] > 0)
        printf("%s%zu not compared", comma, run->statuses[CLI_COMPARE_FAILED]);
    putchar('\n');
}
