#include "cli/manual/man_page.h"

#include <string.h>

#include "cli/shared/help_text.h"
#include "core/base/roff_text.h"
#include "core/base/version.h"

typedef struct page {
    FILE *stream;
    cli_helped helped;
} page;

void cli_man_name(const cli_command *command, char name[CLI_MAN_NAME_BYTES])
{
    snprintf(name, CLI_MAN_NAME_BYTES, AP_PROGRAM "%s%s", command->name != NULL ? "-" : "",
        command->name != NULL ? command->name : "");
    for (char *at = name; (at = strchr(at, ' ')) != NULL;)
        *at = '-';
}

static void put_words(const page *p, const char *text)
{
    ap_put_roff_words(p->stream, (ap_view){ (const uint8_t *)text, strlen(text) });
}

static void put_section(const page *p, const char *title, const char *text)
{
    cli_help_text whole;
    if (text == NULL)
        return;
    cli_expand_help(&whole, &p->helped, text);
    fprintf(p->stream, ".SH %s\n", title);
    ap_put_roff(p->stream, whole.bytes);
}

/* The name in bold, and what follows it. */
static void put_call(const page *p, const char *line)
{
    const size_t name = strlen(AP_PROGRAM);
    fputs("\\fB" AP_PROGRAM "\\fR", p->stream);
    put_words(p, line + name);
    fputc('\n', p->stream);
}

static void put_synopsis(const page *p)
{
    const cli_command *command = p->helped.command;
    cli_help_text line;
    fputs(".SH SYNOPSIS\n", p->stream);
    if (command->parts != NULL) {
        for (const cli_command *const *part = command->parts; *part != NULL; part++) {
            fprintf(p->stream, "%s\\fB" AP_PROGRAM " %s\\fR ", part > command->parts ? ".br\n" : "",
                (*part)->name);
            put_words(p, (*part)->words != NULL ? (*part)->words : "");
            fputc('\n', p->stream);
        }
        return;
    }
    for (size_t i = 0; cli_usage_line(command, i, &line) != NULL; i++) {
        fputs(i > 0 ? ".br\n" : "", p->stream);
        put_call(p, line.bytes);
    }
}

static void put_option(const page *p, const cli_placed *row)
{
    cli_help_text help;
    cli_expand_option(&help, &p->helped, row);
    fputs(".TP\n", p->stream);
    if (row->option.letter != 0)
        fprintf(p->stream, "\\fB\\-%c\\fR, ", row->option.letter);
    fputs("\\fB\\-\\-", p->stream);
    put_words(p, row->option.name);
    fputs("\\fR", p->stream);
    if (row->option.value != NULL) {
        fputs(" \\fI", p->stream);
        put_words(p, row->option.value);
        fputs("\\fR", p->stream);
    }
    fputc('\n', p->stream);
    ap_put_roff(p->stream, help.bytes);
}

static void put_options(const page *p)
{
    const cli_placed help = { .option = cli_help_option };
    const cli_option_group *groups = p->helped.command->options;
    fputs(".SH OPTIONS\n", p->stream);
    if (p->helped.command->run == NULL) { /* another program knows them */
        fputs(".B " AP_PROGRAM " ", p->stream);
        put_words(p, p->helped.command->name);
        fputs(" \\-\\-help\nlists them.\n", p->stream);
        return;
    }
    for (const cli_option_group *group = groups; group != NULL && !cli_is_last_group(group); group++) {
        cli_placed row;
        if (group->title != NULL) {
            fputs(".SS ", p->stream);
            put_words(p, group->title);
            fputc('\n', p->stream);
        }
        for (size_t i = 0; cli_option_row(group, i, &row); i++)
            put_option(p, &row);
    }
    put_option(p, &help);
}

static void put_commands(const page *p)
{
    char name[CLI_MAN_NAME_BYTES];
    fputs(".SH COMMANDS\n", p->stream);
    for (const cli_command *const *part = p->helped.command->parts; *part != NULL; part++) {
        cli_man_name(*part, name);
        fputs(".TP\n\\fB", p->stream);
        put_words(p, name);
        fputs("\\fR(1)\n", p->stream);
        ap_put_roff(p->stream, (*part)->summary);
    }
}

/* What the program's own page says besides. */
static void put_program(const page *p)
{
    static const char *const sections[][2] = {
        { "EXAMPLES",
            ".TP\n\\fBanimproof lint assets/\\fR\nChecks every file of the formats in a folder, its "
            "subfolders and archives.\n"
            ".TP\n\\fBanimproof explain md5anim/parent\\-order\\fR\nTells what a rule means, who breaks on "
            "it, and how to fix the "
            "file.\n"
            ".TP\n\\fBanimproof lint \\-\\-output sarif=lint.sarif assets/\\fR\nWrites a report for a "
            "service beside what is "
            "printed.\n"
            ".TP\n\\fBanimproof dump walk.md5anim\\fR\nShows every field with its offset, bytes and value, "
            "broken files too.\n"
            ".TP\n\\fBanimproof fix \\-\\-diff assets/\\fR\nShows what can be mended without a guess.\n" },
        { "FILES", ".TP\n\\fI.animproof.ini\\fR\nOptions for the files of its folder and below; the nearest "
                   "one holds, alone. "
                   "\\fBanimproof config\\fR tells what holds for a file and why.\n" },
        { "ENVIRONMENT",
            ".TP\n\\fBNO_COLOR\\fR\nSet to anything: no colours, unless \\fB\\-\\-color\\fR asks for them.\n"
            ".TP\n\\fBANIMPROOF_NO_SANDBOX\\fR\nSet to anything: no Landlock around commands that only "
            "read.\n"
            ".TP\n\\fBANIMPROOF_PORTABLE\\fR\nSet to anything: no AVX2. Findings are the same.\n"
            ".TP\n\\fBANIMPROOF_FUZZ\\fR\nThe script that \\fBanimproof fuzz\\fR runs, where it is not "
            "beside the program.\n" },
    };
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        fprintf(p->stream, ".SH %s\n%s", sections[i][0], sections[i][1]);
}

static void put_title(const page *p)
{
    const cli_command *command = p->helped.command;
    char name[CLI_MAN_NAME_BYTES];
    cli_man_name(command, name);
    fprintf(
        p->stream, ".TH %s 1 \"\" \"" AP_PROGRAM " " AP_VERSION "\" \"" AP_PROGRAM "\"\n.SH NAME\n", name);
    put_words(p, name);
    fputs(" \\- ", p->stream);
    put_words(p,
        command->name != NULL ? command->summary : "proves animation files and the programs that read them");
    fputc('\n', p->stream);
}

static const char description[] =
    "Reads animation files ({formats}) strictly, and says at which byte a file is wrong, which rule it "
    "breaks, and why. It also writes, "
    "makes and mends such files, makes conformance corpora in which every answer is known, and rates and "
    "fuzzes programs that read "
    "them.\n\nBegin with `animproof lint` and a folder. Each command has a page of its own.";

cli_exit cli_put_man_page(FILE *stream, const cli_command *command)
{
    page p = { .stream = stream };
    if (!cli_helped_begin(&p.helped, command))
        return CLI_INTERNAL;
    put_title(&p);
    put_synopsis(&p);
    put_section(&p, "DESCRIPTION", command->name != NULL ? command->about : description);
    if (command->parts != NULL)
        put_commands(&p);
    else
        put_options(&p);
    put_section(&p, "NOTES", command->notes);
    put_section(&p, "EXIT STATUS", command->exits);
    if (command->name == NULL)
        put_program(&p);
    fputs(".SH SEE ALSO\n", stream);
    fputs(command->name != NULL ? ".BR animproof (1),\n.BR animproof\\-rules (7)\n"
                                : ".BR animproof\\-rules (7)\n",
        stream);
    cli_helped_end(&p.helped);
    return CLI_CLEAN;
}
