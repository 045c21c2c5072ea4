/* Prints the help page of a command. */
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/options/help_text.h"
#include "core/base/version.h"

enum { LEAST_COLUMNS = 60, MOST_COLUMNS = 100, WIDEST_LEFT = 30, LEFT_BYTES = 128, EXAMPLE_INDENT = 6 };

/* The state of printing one help page. */
typedef struct help_page {
    FILE *stream;
    cli_help_source helped;
    size_t columns; /* per line */
    size_t indent;  /* column at which the help texts of options begin */
} help_page;

/* Prints the text, broken between words. `column` is the column of the first word; later lines are
   indented. */
static void put_wrapped_text(const help_page *p, const char *text, size_t column, size_t indent)
{
    FILE *stream = p->stream;
    bool begun = false; /* the current line has a word */
    while (*text != '\0') {
        const size_t length = strcspn(text, " \n");
        if (begun && column + 1 + length > p->columns) {
            fprintf(stream, "\n%*s", (int)indent, "");
            column = indent;
            begun = false;
        }
        column += (size_t)fprintf(stream, "%s%.*s", begun ? " " : "", (int)length, text);
        begun = true;
        text += length;
        if (*text == '\n') {
            fprintf(stream, "\n%*s", text[1] == '\n' ? 0 : (int)indent, "");
            column = indent;
            begun = false;
        }
        text += *text != '\0';
    }
    fputc('\n', stream);
}

/* Prints `before`, `title` and the text as a paragraph. Prints nothing if `text` is NULL. */
static void put_paragraph(const help_page *p, const char *before, const char *title, const char *text)
{
    cli_help_text whole;
    if (text == NULL)
        return;
    cli_expand_help(&whole, &p->helped, text);
    fprintf(p->stream, "%s%s", before, title);
    put_wrapped_text(p, whole.bytes, strlen(title), 0);
}

/* Writes the spelling of an option: "  -o, --output OUT". Returns its length. */
static size_t write_option_spelling(const cli_option *option, char text[LEFT_BYTES])
{
    char letter[] = "-?, ";
    letter[1] = option->letter;
    const int length = snprintf(text, LEFT_BYTES, "  %s--%s%s%s", option->letter != 0 ? letter : "",
        option->name, option->value != NULL ? " " : "", option->value != NULL ? option->value : "");
    return (size_t)length;
}

static void put_option(const help_page *p, const cli_resolved_option *row)
{
    char left[LEFT_BYTES];
    cli_help_text help;
    const size_t width = write_option_spelling(&row->option, left);
    cli_expand_option_help(&help, &p->helped, row);
    fputs(left, p->stream);
    if (width + 2 <= p->indent)
        fprintf(p->stream, "%*s", (int)(p->indent - width), "");
    else
        fprintf(p->stream, "\n%*s", (int)p->indent, "");
    put_wrapped_text(p, help.bytes, p->indent, p->indent);
}

/* Returns the column at which the texts of options begin: after the longest spelling up to WIDEST_LEFT. The
   text of an option with a longer spelling begins on its own line. */
static size_t column_of_descriptions(const cli_option_group *groups)
{
    char left[LEFT_BYTES];
    cli_resolved_option row;
    size_t widest = write_option_spelling(&cli_help_option, left);
    for (const cli_option_group *group = groups; group != NULL && !cli_is_end_of_groups(group); group++) {
        for (size_t i = 0; cli_option_row_at(group, i, &row); i++) {
            const size_t width = write_option_spelling(&row.option, left);
            widest = width > widest && width <= WIDEST_LEFT ? width : widest;
        }
    }
    return widest + 2;
}

static void put_options(const help_page *p)
{
    const cli_resolved_option help = { .option = cli_help_option };
    const cli_option_group *groups = p->helped.command->options;
    fputc('\n', p->stream);
    for (const cli_option_group *group = groups; group != NULL && !cli_is_end_of_groups(group); group++) {
        cli_resolved_option row;
        if (group->title != NULL) {
            fputs(group > groups ? "\n" : "", p->stream);
            put_wrapped_text(p, group->title, 0, 0);
        }
        for (size_t i = 0; cli_option_row_at(group, i, &row); i++)
            put_option(p, &row);
    }
    put_option(p, &help);
}

static const char *arguments_of_usage_line(const cli_command *command)
{
    return command->words != NULL ? command->words : "";
}

/* Prints the usage: a line for each form of the call. */
static void put_usage(const help_page *p)
{
    cli_help_text line;
    for (size_t i = 0; cli_write_usage_line(p->helped.command, i, &line) != NULL; i++) {
        const size_t column = (size_t)fprintf(p->stream, "%s", i == 0 ? "usage: " : "       ");
        put_wrapped_text(p, line.bytes, column, 2 * column);
    }
}

static void put_examples(const help_page *p)
{
    const cli_example *example = p->helped.command->examples;
    fputs(example != NULL ? "\nExamples\n" : "", p->stream);
    for (; example != NULL && example->call != NULL; example++) {
        fprintf(p->stream, "  %s\n%*s", example->call, EXAMPLE_INDENT, "");
        put_wrapped_text(p, example->text, EXAMPLE_INDENT, EXAMPLE_INDENT);
    }
}

static void put_notes_and_exit_codes(const help_page *p)
{
    put_paragraph(p, "\n", "", p->helped.command->notes);
    put_paragraph(p, "\n", "Exit: ", p->helped.command->exits);
}

static void put_help_page(const help_page *p)
{
    put_usage(p);
    put_paragraph(p, "", "", p->helped.command->about);
    put_options(p);
    put_examples(p);
    put_notes_and_exit_codes(p);
}

/* Prints the help page of a command that has subcommands. */
static void put_help_page_of_subcommands(const help_page *p)
{
    const cli_command *command = p->helped.command;
    const bool is_program = command->name == NULL;
    const char *begin = is_program ? "  " AP_PROGRAM " " : "  ";
    size_t widest = 0;
    for (const cli_command *const *part = command->subcommands; *part != NULL; part++) {
        const size_t width = strlen(cli_subcommand_name(*part)) + 1 + strlen(arguments_of_usage_line(*part));
        widest = width > widest ? width : widest;
    }
    if (!is_program)
        fprintf(p->stream, "usage: " AP_PROGRAM " %s COMMAND [OPTION]...\n", command->name);
    put_paragraph(p, "", "", command->about);
    fputs(is_program ? "\nusage:\n" : "\n", p->stream);
    for (const cli_command *const *part = command->subcommands; *part != NULL; part++) {
        const size_t column = strlen(begin) + widest + 2;
        const int width =
            fprintf(p->stream, "%s%s %s", begin, cli_subcommand_name(*part), arguments_of_usage_line(*part));
        fprintf(p->stream, "%*s", (int)column - width, "");
        put_wrapped_text(p, (*part)->summary, column, column);
    }
    put_notes_and_exit_codes(p);
}

/* Returns the number of columns for a help page: the width of the terminal `stream`, at least LEAST_COLUMNS and at most
   MOST_COLUMNS; MOST_COLUMNS for a file or a pipe. */
static size_t columns_of_stream(FILE *stream)
{
    struct winsize size;
    const bool known = isatty(fileno(stream)) && ioctl(fileno(stream), TIOCGWINSZ, &size) == 0;
    if (!known || size.ws_col == 0 || size.ws_col > MOST_COLUMNS)
        return MOST_COLUMNS;
    return size.ws_col < LEAST_COLUMNS ? LEAST_COLUMNS : size.ws_col;
}

cli_exit cli_put_help_unless_no_memory(FILE *stream, const cli_command *command)
{
    help_page p = { .stream = stream,
        .columns = columns_of_stream(stream),
        .indent = column_of_descriptions(command->options) };
    if (!cli_help_source_begin(&p.helped, command))
        return CLI_INTERNAL;
    if (command->subcommands != NULL)
        put_help_page_of_subcommands(&p);
    else
        put_help_page(&p);
    cli_help_source_end(&p.helped);
    return CLI_CLEAN;
}
