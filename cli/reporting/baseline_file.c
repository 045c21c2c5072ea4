/* Reads and writes the file of a baseline. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/reporting/baseline.h"
#include "cli/shared/open_text.h"
#include "cli/shared/output_file.h"
#include "core/base/terminal_text.h"
#include "core/base/uri_text.h"
#include "core/files/text_stream.h"
#include "validators/services/rule_names/nearest.h"

enum { FIELDS = 4, FIRST_ROOM = 64 };

static const char title[] = "# animproof baseline 1";

char *cli_escape_baseline_field(const char *text)
{
    char *escaped = NULL;
    size_t size = 0;
    FILE *stream = ap_open_text_stream(&escaped, &size);
    if (stream == NULL)
        return NULL;
    ap_put_file_name(stream, text);
    (void)ap_close_text_stream(stream, &escaped);
    return escaped;
}

/* Splits a line at its tabs. Returns false if the line does not have four fields, or if the file or the rule is empty. */
static bool split_baseline_line(cli_baseline_line *known, char *line)
{
    char *fields[FIELDS];
    char *rest = line;
    for (size_t i = 0; i < FIELDS; i++) {
        fields[i] = strsep(&rest, "\t");
        if (fields[i] == NULL)
            return false;
    }
    *known =
        (cli_baseline_line){ .file = fields[0], .rule = fields[1], .path = fields[2], .found = fields[3] };
    return rest == NULL && known->file[0] != '\0' && known->rule[0] != '\0';
}

char *cli_baseline_format_line(cli_baseline_line *known, const char *file, const ap_finding *finding)
{
    char *line = NULL;
    size_t size = 0;
    FILE *stream = ap_open_text_stream(&line, &size);
    if (stream == NULL)
        return NULL;
    ap_put_file_name(stream, ap_skip_dot_slash(file));
    fprintf(stream, "\t%s\t", finding->rule->id);
    ap_put_file_name(stream, finding->path);
    fputc('\t', stream);
    ap_put_file_name(stream, finding->found == NULL ? "" : finding->found);
    if (ap_close_text_stream(stream, &line)
        && split_baseline_line(known, line)) /* a tab in a field is escaped */
        return line;
    free(line);
    return NULL;
}

static cli_baseline_line *make_room_for_line(cli_baseline *baseline)
{
    if (baseline->count == baseline->room) {
        const size_t room = baseline->room == 0 ? FIRST_ROOM : baseline->room * 2;
        cli_baseline_line *items = reallocarray(baseline->items, room, sizeof *items);
        if (items == NULL)
            return NULL;
        baseline->items = items;
        baseline->room = room;
    }
    return &baseline->items[baseline->count];
}

bool cli_baseline_add_findings(cli_baseline *baseline, const char *file, const ap_finding *first)
{
    for (const ap_finding *finding = first; finding != NULL; finding = finding->next) {
        cli_baseline_line *known = make_room_for_line(baseline);
        if (known == NULL || cli_baseline_format_line(known, file, finding) == NULL)
            return false;
        baseline->count++;
    }
    return true;
}

int cli_baseline_compare_lines(const void *a, const void *b)
{
    const cli_baseline_line *x = a, *y = b;
    int order = strcmp(x->file, y->file);
    if (order == 0)
        order = strcmp(x->rule, y->rule);
    if (order == 0)
        order = strcmp(x->path, y->path);
    return order == 0 ? strcmp(x->found, y->found) : order;
}

static void sort_lines(cli_baseline *baseline)
{
    if (baseline->count > 1)
        qsort(baseline->items, baseline->count, sizeof *baseline->items, cli_baseline_compare_lines);
}

/* Functions that read a baseline */

/* Checks the first line, or adds the finding of another line. */
static cli_exit check_title_or_add_line(
    cli_baseline *baseline, const char *path, const char *line, size_t length, size_t number)
{
    if (number == 1 && strcmp(line, title) == 0)
        return CLI_CLEAN;
    if (number == 1)
        return cli_fail(CLI_USAGE, path, "this is not a baseline: its first line must be '%s'", title);
    cli_baseline_line *known = make_room_for_line(baseline);
    char *own = known == NULL ? NULL : strdup(line);
    if (own == NULL)
        return cli_fail_no_memory();
    if (strlen(line) == length && split_baseline_line(known, own)) {
        char name[AP_RULE_NAME_BYTES];
        baseline->count++; /* the baseline owns `own` now */
        return !ap_find_current_rule_name(known->rule, name, sizeof name)
                   ? CLI_CLEAN
                   : cli_fail(CLI_USAGE, path, "line %zu: the rule %s was renamed to %s; use the new name",
                       number, known->rule, name);
    }
    free(own);
    return cli_fail(CLI_USAGE, path,
        "line %zu is not a finding: a line needs a file, a rule, a path and a value, separated "
        "by tabs",
        number);
}

static cli_exit read_lines(cli_baseline *baseline, const char *path, FILE *stream)
{
    cli_exit result = CLI_CLEAN;
    char *line = NULL;
    size_t room = 0, number = 0;
    ssize_t length;
    errno = 0;
    while (result == CLI_CLEAN && (length = getline(&line, &room, stream)) >= 0) {
        if (line[length - 1] == '\n')
            line[--length] = '\0';
        /* git on Windows may have added the carriage return; in a value it is escaped */
        if (length > 0 && line[length - 1] == '\r')
            line[--length] = '\0';
        result = check_title_or_add_line(baseline, path, line, (size_t)length, ++number);
        errno = 0;
    }
    const int error = errno;
    free(line);
    if (result != CLI_CLEAN)
        return result;
    if (error == ENOMEM)
        return cli_fail_no_memory();
    if (ferror(stream))
        return cli_fail_errno(path, error);
    if (number > 0)
        return CLI_CLEAN;
    return cli_fail(CLI_USAGE, path, "this is not a baseline: it is empty");
}

cli_exit cli_baseline_read(cli_baseline *baseline, const char *path)
{
    *baseline = (cli_baseline){ .items = NULL };
    const char *why;
    FILE *stream = cli_open_text_file(path, &why);
    if (stream == NULL)
        return cli_fail(cli_exit_of_read_error(why), path, "%s", why);
    cli_exit result = read_lines(baseline, path, stream);
    fclose(stream);
    sort_lines(baseline);
    if (result == CLI_CLEAN && !cli_baseline_create_keys(baseline))
        result = cli_fail_no_memory();
    const cli_baseline_line *over =
        result == CLI_CLEAN ? cli_baseline_find_line_over_star_limit(baseline) : NULL;
    if (over != NULL)
        result = cli_fail(CLI_USAGE, path,
            "more than %d bytes of different paths with '*' for the rule %s and the value '%.80s' in %s; "
            "write paths without '*'",
            CLI_BASELINE_STAR_BYTES, over->rule, over->found, over->file);
    return result;
}

/* Functions that write a baseline */

cli_exit cli_baseline_write(cli_baseline *baseline, const char *path, const ap_file_stamp *over)
{
    cli_output_file target;
    cli_output_file_init(&target, path);
    target.guarded = over->known;
    target.stamp = *over;
    sort_lines(baseline);
    if (!cli_output_file_open_or_keep_error(&target))
        return cli_output_file_close(&target, true); /* cli_output_file_close prints the error */
    FILE *stream = target.output.stream;
    fprintf(stream, "%s\n", title);
    for (size_t i = 0; i < baseline->count; i++) {
        const cli_baseline_line *known = &baseline->items[i];
        fprintf(stream, "%s\t%s\t%s\t%s\n", known->file, known->rule, known->path, known->found);
    }
    return cli_output_file_close(&target, true);
}
