#include "cli/reference/man_page.h"

#include <string.h>

#include "cli/options/help_text.h"
#include "core/base/roff_text.h"
#include "core/base/version.h"
#include "validators/registry.h"

typedef struct page_output {
    FILE *stream;
    cli_help_source helped;
} page_output;

void cli_man_page_name(const cli_command *command, char name[CLI_MAN_NAME_BYTES])
{
    snprintf(name, CLI_MAN_NAME_BYTES, AP_PROGRAM "%s%s", command->name != NULL ? "-" : "",
        command->name != NULL ? command->name : "");
    for (char *at = name; (at = strchr(at, ' ')) != NULL;)
        *at = '-';
}

static void put_words(const page_output *p, const char *text)
{
    ap_put_roff_within_line(p->stream, (ap_view){ (const uint8_t *)text, strlen(text) });
}

static void put_man_section(const page_output *p, const char *title, const char *text)
{
    cli_help_text whole;
    if (text == NULL)
        return;
    cli_expand_help(&whole, &p->helped, text);
    fprintf(p->stream, ".SH %s\n", title);
    ap_put_roff(p->stream, whole.bytes);
}

/* Prints a line of usage with the program's name in bold. */
static void put_usage_line(const page_output *p, const char *line)
{
    const size_t name = strlen(AP_PROGRAM);
    fputs("\\fB" AP_PROGRAM "\\fR", p->stream);
    put_words(p, line + name);
    fputc('\n', p->stream);
}

static void put_synopsis(const page_output *p)
{
    const cli_command *command = p->helped.command;
    cli_help_text line;
    fputs(".SH SYNOPSIS\n", p->stream);
    if (command->subcommands != NULL) {
        for (const cli_command *const *part = command->subcommands; *part != NULL; part++) {
            fprintf(p->stream, "%s\\fB" AP_PROGRAM " %s\\fR ", part > command->subcommands ? ".br\n" : "",
                (*part)->name);
            put_words(p, (*part)->words != NULL ? (*part)->words : "");
            fputc('\n', p->stream);
        }
        return;
    }
    for (size_t i = 0; cli_write_usage_line(command, i, &line) != NULL; i++) {
        fputs(i > 0 ? ".br\n" : "", p->stream);
        put_usage_line(p, line.bytes);
    }
}

static void put_option(const page_output *p, const cli_resolved_option *row)
{
    cli_help_text help;
    cli_expand_option_help(&help, &p->helped, row);
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

static void put_options(const page_output *p)
{
    const cli_resolved_option help = { .option = cli_help_option };
    const cli_option_group *groups = p->helped.command->options;
    fputs(".SH OPTIONS\n", p->stream);
    if (p->helped.command->run == NULL) { /* `fuzz`: only the campaign program knows its options */
        fputs(".B " AP_PROGRAM " ", p->stream);
        put_words(p, p->helped.command->name);
        fputs(" \\-\\-help\nlists them.\n", p->stream);
        return;
    }
    for (const cli_option_group *group = groups; group != NULL && !cli_is_end_of_groups(group); group++) {
        cli_resolved_option row;
        if (group->title != NULL) {
            fputs(".SS ", p->stream);
            put_words(p, group->title);
            fputc('\n', p->stream);
        }
        for (size_t i = 0; cli_option_row_at(group, i, &row); i++)
            put_option(p, &row);
    }
    put_option(p, &help);
}

static void put_commands(const page_output *p)
{
    char name[CLI_MAN_NAME_BYTES];
    fputs(".SH COMMANDS\n", p->stream);
    for (const cli_command *const *part = p->helped.command->subcommands; *part != NULL; part++) {
        cli_man_page_name(*part, name);
        fputs(".TP\n\\fB", p->stream);
        put_words(p, name);
        fputs("\\fR(1)\n", p->stream);
        ap_put_roff(p->stream, (*part)->summary);
    }
}

static void put_examples(const page_output *p)
{
    const cli_example *example = p->helped.command->examples;
    fputs(example != NULL ? ".SH EXAMPLES\n" : "", p->stream);
    for (; example != NULL && example->call != NULL; example++) {
        fputs(".TP\n\\fB", p->stream);
        put_words(p, example->call);
        fputs("\\fR\n", p->stream);
        ap_put_roff(p->stream, example->text);
    }
}

/* Returns the separator before the next exit code (", 3 " or "; 3 "), or the end of the text. */
static const char *find_separator_before_exit_code(const char *text)
{
    for (const char *at = text; *at != '\0'; at++) {
        if ((*at == ',' || *at == ';') && at[1] == ' ' && at[2] >= '0' && at[2] <= '9' && at[3] == ' ')
            return at;
    }
    return text + strlen(text);
}

/* Prints an entry for each exit code of a text such as "0 clean, 1 findings". */
static void put_exit_status(const page_output *p)
{
    const char *text = p->helped.command->exits;
    if (text == NULL)
        return;
    fputs(".SH EXIT STATUS\n", p->stream);
    while (*text != '\0') {
        const char *end = find_separator_before_exit_code(text);
        const char *meaning = text + strspn(text, "0123456789, ");
        fprintf(p->stream, ".TP\n\\fB%c\\fR\n", *text);
        ap_put_roff_within_line(p->stream, (ap_view){ (const uint8_t *)meaning, (size_t)(end - meaning) });
        fputc('\n', p->stream);
        text = *end != '\0' ? end + strlen(", ") : end;
    }
}

/* Lists the formats, their file name extensions and their companions. */
static void put_formats(const page_output *p)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    fputs(".SH FORMATS\n", p->stream);
    for (size_t i = 0; i < count; i++) {
        fputs(".TP\n\\fB", p->stream);
        put_words(p, formats[i]->name);
        fputs("\\fR (\\fI", p->stream);
        put_words(p, formats[i]->extension);
        fputs("\\fR)\n", p->stream);
        put_words(p, formats[i]->title);
        if (formats[i]->companion != NULL) {
            fputs(", together with its \\fI", p->stream);
            put_words(p, formats[i]->companion->extension);
            fputs("\\fR file if there is one", p->stream);
        }
        fputc('\n', p->stream);
    }
    fputs(".PP\nA file named on the command line is always checked. In folders and archives, files of other "
          "formats are skipped; \\fBanimproof lint \\-\\-verbose\\fR prints the reasons.\n",
        p->stream);
}

/* Prints the sections that only the page of the program has. */
static void put_program_sections(const page_output *p)
{
    static const char *const sections[][2] = {
        { "DIAGNOSTICS",
            ".TP\n\\fIFILE\\fB:\\fILINE\\fB:\\fICOLUMN\\fB: error \\fIRULE\\fR\n"
            "A finding in a text file, followed by the line. \\fBanimproof explain \\fIRULE\\fR and "
            "\\fBanimproof\\-rules\\fR(7) explain the rule.\n"
            ".TP\n\\fIFILE\\fB:0x\\fIOFFSET\\fB: error \\fIRULE\\fR\n"
            "A finding in a binary file, followed by the bytes around it. \\fBanimproof dump \\-\\-at "
            "0x\\fIOFFSET FILE\\fR shows the field.\n"
            ".TP\n\\fBerror\\fR, \\fBwarning\\fR, \\fBnote\\fR\n"
            "An error makes programs refuse or misread the file. A warning makes some program fail; with "
            "\\fB\\-\\-strict\\fR, warnings fail a run. Notes never fail a run.\n"
            ".TP\n\\fBanimproof: \\fIMESSAGE\\fR\n"
            "A failure of the program itself, on standard error. The exit status is then 2, 3 or 4.\n" },
        { "FILES",
            ".TP\n\\fI.animproof.ini\\fR\n"
            "Options for the files in its folder and in subfolders. Only the nearest configuration file is "
            "used. \\fBanimproof config\\fR prints the settings of a file and where they come from.\n"
            ".TP\n\\fIshare/animproof/index.html\\fR\n"
            "The page that \\fBanimproof view\\fR puts files into, below the folder of "
            "\\fIbin/animproof\\fR. Opened in a browser, it checks files that are dropped on it.\n"
            ".TP\n\\fIshare/animproof/rules.html\\fR\n"
            "All rules. Links in editors lead to this page.\n"
            ".TP\n\\fIshare/doc/animproof/README.md\\fR\n"
            "Start page of the documentation.\n" },
        { "ENVIRONMENT",
            ".TP\n\\fBNO_COLOR\\fR\nIf set, output has no colours unless \\fB\\-\\-color\\fR requests them.\n"
            ".TP\n\\fBANIMPROOF_NO_SANDBOX\\fR\nIf set, commands that only read run without the Landlock "
            "sandbox.\n"
            ".TP\n\\fBANIMPROOF_PORTABLE\\fR\nIf set, AVX2 is not used. Findings are not affected.\n"
            ".TP\n\\fBANIMPROOF_GIT_SECONDS\\fR\nTime limit in seconds for each git command that "
            "\\fB\\-\\-changed\\fR and \\fB\\-\\-against\\fR run (300).\n"
            ".TP\n\\fBANIMPROOF_FUZZ\\fR\nPath of the script that \\fBanimproof fuzz\\fR runs, for an "
            "executable outside of "
            "the source tree.\n" },
    };
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        fprintf(p->stream, ".SH %s\n%s", sections[i][0], sections[i][1]);
}

static void put_title(const page_output *p)
{
    const cli_command *command = p->helped.command;
    char name[CLI_MAN_NAME_BYTES];
    cli_man_page_name(command, name);
    fprintf(
        p->stream, ".TH %s 1 \"\" \"" AP_PROGRAM " " AP_VERSION "\" \"" AP_PROGRAM "\"\n.SH NAME\n", name);
    put_words(p, name);
    fputs(" \\- ", p->stream);
    put_words(p,
        command->name != NULL ? command->summary : "checks animation files and the programs that read them");
    fputc('\n', p->stream);
}

/* Section of the program's page for new users. */
static const char questions[] =
    ".SH FIRST QUESTIONS\n"
    ".TP\nDoes animproof change my files?\n"
    "Not unless you ask for it. \\fBfix\\fR and \\fBformat\\fR replace files only with \\fB\\-\\-write\\fR. "
    "Other output goes where \\fB\\-o\\fR or a folder argument says. Nothing is downloaded or sent.\n"
    ".TP\nWhat does a finding say?\n"
    "The position, the severity, the rule, what was found and what is needed. \\fBanimproof explain "
    "\\fIRULE\\fR explains the reason of the rule, which programs fail, and how to fix the file.\n"
    ".TP\nHow is a rule turned off?\n"
    "For a run, \\fBanimproof lint \\-\\-ignore \\fIRULE\\fR; for a folder, \\fBignore = \\fIRULE\\fR in the "
    "section [animproof] of its \\fI.animproof.ini\\fR; for a line of a text format, the comment \\fB// "
    "animproof: ignore \\fIRULE\\fR at its end. \\fB\\-\\-write\\-baseline\\fR records today's findings; "
    "with \\fB\\-\\-baseline\\fR, only new findings fail a run.\n"
    ".TP\nHow is animproof used in scripts and CI?\n"
    "The exit status is 0 if no file has an error, otherwise 1. \\fB\\-\\-strict\\fR makes warnings errors. "
    "\\fB\\-\\-format\\fR selects the report: github, gitlab, junit, sarif and others.\n"
    ".TP\nHow can I look at a file?\n"
    "\\fBanimproof view \\fIFILE\\fB \\-o page.html\\fR writes a page for a browser with the findings, the "
    "bytes and the animation. \\fBanimproof dump \\fIFILE\\fR prints each value.\n";

static const char description[] =
    "Reads animation files ({formats}) strictly, and reports at which byte a file is wrong, which rule it "
    "breaks, and why. It also formats, generates, converts and fixes such files, builds conformance corpora "
    "with the expected result of each file, and rates and fuzzes programs that read the formats.\n"
    "\n"
    "Begin with `animproof lint FOLDER`. Each command has a manual page.";

cli_exit cli_put_man_page(FILE *stream, const cli_command *command)
{
    page_output p = { .stream = stream };
    if (!cli_help_source_begin(&p.helped, command))
        return CLI_INTERNAL;
    put_title(&p);
    put_synopsis(&p);
    put_man_section(&p, "DESCRIPTION", command->name != NULL ? command->about : description);
    fputs(command->name == NULL ? questions : "", stream);
    if (command->subcommands != NULL)
        put_commands(&p);
    else
        put_options(&p);
    if (command->name == NULL)
        put_formats(&p);
    put_examples(&p);
    put_man_section(&p, "NOTES", command->notes);
    put_exit_status(&p);
    if (command->name == NULL)
        put_program_sections(&p);
    fputs(".SH SEE ALSO\n", stream);
    fputs(command->name != NULL ? ".BR animproof (1),\n.BR animproof\\-rules (7)\n"
                                : ".BR animproof\\-rules (7)\n",
        stream);
    cli_help_source_end(&p.helped);
    return CLI_CLEAN;
}
