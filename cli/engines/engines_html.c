/* Prints the answers of readers as one HTML page without external files: tables of files and readers. An answer that a rule
   decides is a link to the rule's explanation at the end of the page. */
#include <assert.h>

#include "cli/engines/engines.h"
#include "cli/reference/rule_lists.h"
#include "core/base/markup_text.h"
#include "core/base/version.h"
#include "core/report/rule_uri.h"
#include "validators/registry.h"

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
    "'unsafe-inline'\">\n"
    "<title>animproof engines</title>\n<style>\n"
    "body { font-family: sans-serif; line-height: 1.4; margin: 2em }\n"
    "table { border-collapse: collapse; margin: 1em 0 }\n"
    "th, td { border: 1px solid #bbb; padding: .2em .5em; text-align: left }\n"
    "thead th { position: sticky; top: 0; background: #eee }\n"
    ".loads { background: #d4f0d4 } .wrong { background: #ffe9a8 } .unknown { background: #eee }\n"
    ".refuses { background: #f9c8c0 } .crashes, .hangs { background: #e58f85 }\n"
    "td a { color: inherit }\ndt { font-weight: bold }\n:target { background: #ff8 }\n"
    "</style>\n</head>\n<body>\n<h1>Which engines load each file</h1>\n"
    "<p>loads: with the values of the file; wrong: with other values; unknown: the runs of the reader do not "
    "tell. An answer leads to "
    "the\nrule that decides. " AP_PROGRAM " " AP_VERSION "</p>\n";

static void begin_page(engines_run *run)
{
    (void)run;
    fputs(head, stdout);
}

static void end_table(engines_run *run)
{
    if (run->headed)
        fputs("</tbody>\n</table>\n", stdout);
    run->headed = false;
}

static void begin_table(engines_run *run, const engines_file_answers *row)
{
    end_table(run);
    fputs("<table>\n<thead>\n<tr><th>file</th>", stdout);
    for (size_t i = 0; i < AP_READERS; i++) {
        run->shown[i] = row->answers[i].kind != AP_ANSWER_NONE;
        if (!run->shown[i])
            continue;
        fputs("<th title=\"", stdout);
        ap_put_markup(stdout, ap_readers[i].version);
        printf("\">%s</th>", ap_readers[i].name);
    }
    fputs("</tr>\n</thead>\n<tbody>\n", stdout);
    run->headed = true;
}

/* Marks the rule, so that its explanation is printed at the end of the page. */
static void mark_rule(engines_run *run, const ap_rule *rule)
{
    size_t number = 0;
    while (ap_rule_at(number) != rule)
        number++;
    assert(number < ENGINES_MOST_RULES);
    run->explained[number] = true;
}

static void put_cell(engines_run *run, const ap_answer *answer)
{
    const char *name = ap_answer_name(answer->kind);
    printf("<td class=\"%s\"", name);
    if (answer->fact != NULL) {
        fputs(" title=\"", stdout);
        ap_put_markup(stdout, answer->fact);
        fputs("\"", stdout);
    }
    if (answer->because == NULL) {
        printf(">%s%s</td>", name, answer->fact != NULL ? "*" : "");
        return;
    }
    mark_rule(run, answer->because);
    fputs("><a href=\"#", stdout);
    ap_put_rule_anchor(stdout, answer->because->id);
    printf("\" title=\"%s\">%s</a></td>", answer->because->id, name);
}

static void put_row(engines_run *run, const engines_file_answers *row)
{
    if (row->error != NULL) {
        end_table(run);
        fputs("<p>", stdout);
        ap_put_markup(stdout, row->path);
        fputs(": ", stdout);
        ap_put_markup(stdout, row->error);
        fputs("</p>\n", stdout);
        return;
    }
    if (!engines_has_row_readers_of_table(run, row))
        begin_table(run, row);
    fputs("<tr><th>", stdout);
    ap_put_markup(stdout, row->path);
    fputs("</th>", stdout);
    for (size_t i = 0; i < AP_READERS; i++) {
        if (run->shown[i])
            put_cell(run, &row->answers[i]);
    }
    fputs("</tr>\n", stdout);
}

/* Writes how many files have each answer, a row for each reader. */
static void put_sums(const engines_run *run)
{
    fputs("<h2>Files by answer</h2>\n<table>\n<tr><th>reader</th>", stdout);
    for (int kind = AP_ANSWER_LOADS; kind < AP_ANSWER_KINDS; kind++)
        printf("<th>%s</th>", ap_answer_name((ap_answer_kind)kind));
    fputs("</tr>\n", stdout);
    for (size_t i = 0; i < AP_READERS; i++) {
        if (run->sums[i][AP_ANSWER_NONE] == run->with_answers)
            continue;
        printf("<tr><th>%s</th>", ap_readers[i].name);
        for (int kind = AP_ANSWER_LOADS; kind < AP_ANSWER_KINDS; kind++)
            printf("<td>%zu</td>", run->sums[i][kind]);
        fputs("</tr>\n", stdout);
    }
    fputs("</table>\n", stdout);
}

static void end_page(engines_run *run)
{
    const ap_rule *rule;
    end_table(run);
    fputs("<p>* what the reader does with such files, without a finding: shown when the pointer rests on "
          "it.</p>\n",
        stdout);
    printf("<p>%zu of %zu files load in all readers.</p>\n", run->load_in_all, run->with_answers);
    put_sums(run);
    fputs("<h2>Rules</h2>\n", stdout);
    for (size_t i = 0; (rule = ap_rule_at(i)) != NULL; i++) {
        if (i < ENGINES_MOST_RULES && run->explained[i])
            cli_put_rule_html(stdout, rule);
    }
    fputs("</body>\n</html>\n", stdout);
}

const engines_output_form engines_html_form = { .begin = begin_page, .print_row = put_row, .end = end_page };
