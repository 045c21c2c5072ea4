#include "cli/reference/man_page.h"

#include <string.h>

#include "cli/options/help_text.h"
#include "core/base/roff_text.h"
#include "core/base/version.h"
#include "validators/registry.h"

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
    if (command->subcommands != NULL) {
        for (const cli_command *const *part = command->subcommands; *part != NULL; part++) {
            fprintf(p->stream, "%s\\fB" AP_PROGRAM " %s\\fR ", part > command->subcommands ? ".br\n" : "",
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
    for (const cli_command *const *part = p->helped.command->subcommands; *part != NULL; part++) {
        cli_man_name(*part, name);
        fputs(".TP\n\\fB", p->stream);
        put_words(p, name);
        fputs("\\fR(1)\n", p->stream);
        ap_put_roff(p->stream, (*part)->summary);
    }
}

static void put_examples(const page *p)
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

/* Where the next exit code begins: after ", 3 " or "; 3 "; the end of the text where there is none. */
static const char *next_code(const char *text)
{
    for (const char *at = text; *at != '\0'; at++) {
        if ((*at == ',' || *at == ';') && at[1] == ' ' && at[2] >= '0' && at[2] <= '9' && at[3] == ' ')
            return at;
    }
    return text + strlen(text);
}

/* "0 clean, 1 findings": an entry for each code. */
static void put_exits(const page *p)
{
    const char *text = p->helped.command->exits;
    if (text == NULL)
        return;
    fputs(".SH EXIT STATUS\n", p->stream);
    while (*text != '\0') {
        const char *end = next_code(text);
        const char *meaning = text + strspn(text, "0123456789, ");
        fprintf(p->stream, ".TP\n\\fB%c\\fR\n", *text);
        ap_put_roff_words(p->stream, (ap_view){ (const uint8_t *)meaning, (size_t)(end - meaning) });
        fputc('\n', p->stream);
        text = *end != '\0' ? end + strlen(", ") : end;
    }
}

/* Which files are of which format, and what is judged with them. */
static void put_formats(const page *p)
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
            fputs("\\fR where one is found", p->stream);
        }
        fputc('\n', p->stream);
    }
    fputs(".PP\nA file that is named is always checked. In folders and archives, files of other kinds are "
          "skipped; "
          "\\fBanimproof lint \\-\\-verbose\\fR says why.\n",
        p->stream);
}

/* What the program's own page says besides. */
static void put_program(const page *p)
{
    static const char *const sections[][2] = {
        { "DIAGNOSTICS",
            ".TP\n\\fIFILE\\fB:\\fILINE\\fB:\\fICOLUMN\\fB: error \\fIRULE\\fR\n"
            "A finding in a text file, and the line it is in. Its rule is explained by \\fBanimproof explain "
            "\\fIRULE\\fR, and in \\fBanimproof\\-rules\\fR(7).\n"
            ".TP\n\\fIFILE\\fB:0x\\fIOFFSET\\fB: error \\fIRULE\\fR\n"
            "A finding in a binary file, and the bytes around it. \\fBanimproof dump \\-\\-at 0x\\fIOFFSET "
            "FILE\\fR shows the field.\n"
            ".TP\n\\fBerror\\fR, \\fBwarning\\fR, \\fBnote\\fR\n"
            "An error is a file that readers refuse or misread. A warning is something that some reader "
            "breaks on; it fails a run with \\fB\\-\\-strict\\fR. A note fails no run.\n"
            ".TP\n\\fBanimproof: \\fIMESSAGE\\fR\n"
            "On standard error: what kept the program from its work. The exit status is 2, 3 or 4 then.\n" },
        { "FILES", ".TP\n\\fI.animproof.ini\\fR\nOptions for the files of its folder and below; the nearest "
                   "one holds, alone. "
                   "\\fBanimproof config\\fR tells what holds for a file and why.\n"
                   ".TP\n\\fIshare/animproof/index.html\\fR\n"
                   "The page that \\fBanimproof view\\fR puts files into, in the folder that has "
                   "\\fIbin/animproof\\fR. Opened by itself it judges files that are dropped on it.\n"
                   ".TP\n\\fIshare/animproof/rules.html\\fR\n"
                   "All rules. Links of editors lead into it.\n"
                   ".TP\n\\fIshare/doc/animproof/README.md\\fR\n"
                   "Where the pages of the project begin.\n" },
        { "ENVIRONMENT",
            ".TP\n\\fBNO_COLOR\\fR\nSet to anything: no colours, unless \\fB\\-\\-color\\fR asks for them.\n"
            ".TP\n\\fBANIMPROOF_NO_SANDBOX\\fR\nSet to anything: no Landlock around commands that only "
            "read.\n"
            ".TP\n\\fBANIMPROOF_PORTABLE\\fR\nSet to anything: no AVX2. Findings are the same.\n"
            ".TP\n\\fBANIMPROOF_GIT_SECONDS\\fR\nHow long a command of git may take for "
            "\\fB\\-\\-changed\\fR, 300 unless it is set.\n"
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

/* What those ask who have not used it. */
static const char questions[] =
    ".SH FIRST QUESTIONS\n"
    ".TP\nWhat does it change?\n"
    "Nothing, unless it is told to. \\fBfix\\fR and \\fBformat\\fR replace a file with \\fB\\-\\-write\\fR "
    "alone; other files are written where \\fB\\-o\\fR or a folder that is named says. Nothing is fetched or "
    "sent.\n"
    ".TP\nWhat does a finding say?\n"
    "The place, the severity, the rule, what was found and what is needed. \\fBanimproof explain "
    "\\fIRULE\\fR says why that is a rule, which programs fail, and how to mend the file.\n"
    ".TP\nWhat if a rule is not to hold?\n"
    "For a run, \\fBanimproof lint \\-\\-ignore \\fIRULE\\fR; for a folder, \\fBignore = \\fIRULE\\fR in the "
    "section [animproof] of its \\fI.animproof.ini\\fR; for a line of a text format, the comment "
    "\\fB// animproof: ignore \\fIRULE\\fR at its end. \\fB\\-\\-write\\-baseline\\fR lists what is wrong "
    "today; with \\fB\\-\\-baseline\\fR only what is new fails a run.\n"
    ".TP\nHow is it used by a script or a service?\n"
    "The exit status is 0 where no file has an error, and 1 where one has. \\fB\\-\\-strict\\fR makes "
    "warnings "
    "errors. \\fB\\-\\-format\\fR prints what services read: github, gitlab, junit, sarif and others.\n"
    ".TP\nHow can a file be seen?\n"
    "\\fBanimproof view \\fIFILE\\fB \\-o page.html\\fR writes a page for a browser: the findings, the "
    "bytes, "
    "and what moves. \\fBanimproof dump \\fIFILE\\fR prints each value.\n";

static const char description[] =
    "Reads animation files ({formats}) strictly, and says at which byte a file is wrong, which rule it "
    "breaks, and why. It also writes, "
    "makes and mends such files, makes conformance corpora in which every answer is known, and rates and "
    "fuzzes programs that read "
    "them.\n\nBegin with `animproof lint FOLDER`. Each command has a page of its own.";

cli_exit cli_put_man_page(FILE *stream, const cli_command *command)
{
    page p = { .stream = stream };
    if (!cli_helped_begin(&p.helped, command))
        return CLI_INTERNAL;
    put_title(&p);
    put_synopsis(&p);
    put_section(&p, "DESCRIPTION", command->name != NULL ? command->about : description);
    fputs(command->name == NULL ? questions : "", stream);
    if (command->subcommands != NULL)
        put_commands(&p);
    else
        put_options(&p);
    if (command->name == NULL)
        put_formats(&p);
    put_examples(&p);
    put_section(&p, "NOTES", command->notes);
    put_exits(&p);
    if (command->name == NULL)
        put_program(&p);
    fputs(".SH SEE ALSO\n", stream);
    fputs(command->name != NULL ? ".BR animproof (1),\n.BR animproof\\-rules (7)\n"
                                : ".BR animproof\\-rules (7)\n",
        stream);
    cli_helped_end(&p.helped);
    return CLI_CLEAN;
}
