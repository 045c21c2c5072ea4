#include "cli/shared/help_page.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shared/reading_options.h"
#include "core/base/version.h"
#include "corpus/kits.h"
#include "validators/registry.h"

enum { COLUMNS = 100, WIDEST_LEFT = 30, TEXT_BYTES = 4096, LEFT_BYTES = 128 };

/* A page on its way out. */
typedef struct page {
    FILE *stream;
    const cli_command *command;
    const void *record; /* as it is where nothing is given */
    size_t indent;      /* of the texts of options */
} page;

/* A text that grows in a buffer; what does not fit is cut. */
typedef struct grown {
    char bytes[TEXT_BYTES];
    size_t size;
} grown;

__attribute__((format(printf, 2, 3))) static void add(grown *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int added = vsnprintf(text->bytes + text->size, TEXT_BYTES - text->size, format, arguments);
    va_end(arguments);
    const size_t left = TEXT_BYTES - 1 - text->size;
    text->size += (size_t)added < left ? (size_t)added : left;
}

/* What stands in for words in braces. Of texts that are not about an option, row is NULL. */

static void add_formats(grown *text, const page *p, const cli_placed *row)
{
    char names[CLI_FORMAT_NAMES_BYTES];
    (void)p;
    (void)row;
    cli_format_names(names, false);
    add(text, "%s", names);
}

static void add_text_formats(grown *text, const page *p, const cli_placed *row)
{
    char names[CLI_FORMAT_NAMES_BYTES];
    (void)p;
    (void)row;
    cli_format_names(names, true);
    add(text, "%s", names);
}

static void add_companions(grown *text, const page *p, const cli_placed *row)
{
    size_t count;
    const char *before = "";
    const ap_format *const *formats = ap_formats(&count);
    (void)p;
    (void)row;
    for (size_t i = 0; i < count; i++) {
        if (formats[i]->companion == NULL)
            continue;
        add(text, "%s%s: %s", before, formats[i]->name, formats[i]->companion->extension);
        before = ", ";
    }
}

static void add_memory(grown *text, const page *p, const cli_placed *row)
{
    size_t count;
    const ap_kit *const *kits = ap_kits(&count);
    (void)p;
    (void)row;
    for (size_t i = 0; i < count; i++)
        add(text, "%s%s: %s", i > 0 ? "; " : "", kits[i]->maker->format->name, kits[i]->maker->memory);
}

static void add_bytes(grown *text, size_t bytes)
{
    static const char suffixes[] = "KMGT";
    size_t power = 0;
    for (; bytes > 0 && bytes % 1024 == 0 && power < strlen(suffixes); power++)
        bytes /= 1024;
    add(text, "%zu%.*s", bytes, power > 0 ? 1 : 0, suffixes + (power > 0 ? power - 1 : 0));
}

/* The number that the record holds for the option where nothing is given. */
static void add_default(grown *text, const page *p, const cli_placed *row)
{
    size_t number;
    memcpy(&number, (const char *)p->record + row->at, sizeof number);
    if (row->option.kind == CLI_KIND_BYTES)
        add_bytes(text, number);
    else
        add(text, "%zu", number);
}

/* "auto (default; on a terminal), always, never" */
static void add_choices(grown *text, const page *p, const cli_placed *row)
{
    cli_choice choice;
    int usual = 0;
    const bool has_usual = row->option.kind == CLI_KIND_CHOICE;
    if (has_usual)
        memcpy(&usual, (const char *)p->record + row->at, sizeof usual);
    for (size_t i = 0; cli_option_choice(&row->option, i, &choice); i++) {
        const bool is_usual = has_usual && choice.value == usual && strcmp(choice.name, "default") != 0;
        add(text, "%s%s", i > 0 ? ", " : "", choice.name);
        if (is_usual || choice.note != NULL)
            add(text, " (%s%s%s)", is_usual ? "default" : "", is_usual && choice.note != NULL ? "; " : "",
                choice.note != NULL ? choice.note : "");
    }
}

typedef struct stand_in {
    const char *word; /* with its braces */
    void (*add)(grown *text, const page *p, const cli_placed *row);
} stand_in;

/* The text with words in braces replaced. */
static void expand(grown *out, const char *text, const page *p, const cli_placed *row)
{
    static const stand_in known[] = { { "{default}", add_default }, { "{choices}", add_choices },
        { "{formats}", add_formats }, { "{text formats}", add_text_formats },
        { "{companions}", add_companions }, { "{memory}", add_memory } };
    out->size = 0;
    out->bytes[0] = '\0';
    while (*text != '\0') {
        const stand_in *found = NULL;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
            if (strncmp(text, known[i].word, strlen(known[i].word)) == 0)
                found = &known[i];
        }
        if (found != NULL)
            found->add(out, p, row);
        else
            add(out, "%c", *text);
        text += found != NULL ? strlen(found->word) : 1;
    }
}

/* Lines */

/* The text, broken between words, with all lines but the first indented. `column` is where the first one
   begins. */
static void put_wrapped(FILE *stream, const char *text, size_t column, size_t indent)
{
    bool begun = false; /* a word is on the line */
    while (*text != '\0') {
        const size_t length = strcspn(text, " \n");
        if (begun && column + 1 + length > COLUMNS) {
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

/* A text of its own, after `before` and `title`; nothing for NULL. */
static void put_paragraph(const page *p, const char *before, const char *title, const char *text)
{
    grown whole;
    if (text == NULL)
        return;
    expand(&whole, text, p, NULL);
    fprintf(p->stream, "%s%s", before, title);
    put_wrapped(p->stream, whole.bytes, strlen(title), 0);
}

/* "  -o, --output OUT" */
static size_t left_side(const cli_option *option, char text[LEFT_BYTES])
{
    char letter[] = "-?, ";
    letter[1] = option->letter;
    const int length = snprintf(text, LEFT_BYTES, "  %s--%s%s%s", option->letter != 0 ? letter : "",
        option->name, option->value != NULL ? " " : "", option->value != NULL ? option->value : "");
    return (size_t)length;
}

static void put_option(const page *p, const cli_placed *row)
{
    char left[LEFT_BYTES];
    grown help;
    const size_t width = left_side(&row->option, left);
    expand(&help, row->option.help, p, row);
    if (row->option.words != NULL) {
        add(&help, ": ");
        add_choices(&help, p, row);
    }
    fputs(left, p->stream);
    if (width + 2 <= p->indent)
        fprintf(p->stream, "%*s", (int)(p->indent - width), "");
    else
        fprintf(p->stream, "\n%*s", (int)p->indent, "");
    put_wrapped(p->stream, help.bytes, p->indent, p->indent);
}

/* Where the texts of the options begin: after all left sides but those that are long. */
static size_t find_indent(const cli_option_group *groups)
{
    char left[LEFT_BYTES];
    cli_placed row;
    size_t widest = left_side(&cli_help_option, left);
    for (const cli_option_group *group = groups; group != NULL && !cli_is_last_group(group); group++) {
        for (size_t i = 0; cli_option_row(group, i, &row); i++) {
            const size_t width = left_side(&row.option, left);
            widest = width > widest && width <= WIDEST_LEFT ? width : widest;
        }
    }
    return widest + 2;
}

static void put_options(const page *p)
{
    const cli_placed help = { .option = cli_help_option };
    const cli_option_group *groups = p->command->options;
    fputc('\n', p->stream);
    for (const cli_option_group *group = groups; group != NULL && !cli_is_last_group(group); group++) {
        cli_placed row;
        if (group->title != NULL)
            fprintf(p->stream, "%s%s\n", group > groups ? "\n" : "", group->title);
        for (size_t i = 0; cli_option_row(group, i, &row); i++)
            put_option(p, &row);
    }
    put_option(p, &help);
}

static const char *words_of(const cli_command *command)
{
    return command->words != NULL ? command->words : "";
}

/* "usage: animproof lint [OPTION]... PATH...", a line for each way. */
static void put_usage(const page *p)
{
    const cli_command *command = p->command;
    const char *before = "usage: ";
    const char *usage = command->usage;
    if (usage == NULL)
        fprintf(p->stream, "%s" AP_PROGRAM " %s %s%s\n", before, command->name,
            command->options != NULL ? "[OPTION]... " : "", words_of(command));
    while (usage != NULL && *usage != '\0') {
        const size_t length = strcspn(usage, "\n");
        fprintf(p->stream, "%s" AP_PROGRAM " %s %.*s\n", before, command->name, (int)length, usage);
        before = "       ";
        usage += length + (usage[length] != '\0');
    }
}

static void put_end(const page *p)
{
    put_paragraph(p, "\n", "", p->command->notes);
    put_paragraph(p, "\n", "Exit: ", p->command->exits);
}

static void put_page(const page *p)
{
    put_usage(p);
    put_paragraph(p, "", "", p->command->about);
    put_options(p);
    put_end(p);
}

/* The page of a command that consists of others. */
static void put_parts(const page *p)
{
    const cli_command *command = p->command;
    const bool is_program = command->name == NULL;
    const char *begin = is_program ? "  " AP_PROGRAM " " : "  ";
    size_t widest = 0;
    for (const cli_command *const *part = command->parts; *part != NULL; part++) {
        const size_t width = strlen(cli_part_name(*part)) + 1 + strlen(words_of(*part));
        widest = width > widest ? width : widest;
    }
    if (!is_program)
        fprintf(p->stream, "usage: " AP_PROGRAM " %s COMMAND [OPTION]...\n", command->name);
    put_paragraph(p, "", "", command->about);
    fputs(is_program ? "\nusage:\n" : "\n", p->stream);
    for (const cli_command *const *part = command->parts; *part != NULL; part++) {
        const int width = fprintf(p->stream, "%s%s %s", begin, cli_part_name(*part), words_of(*part));
        fprintf(p->stream, "%*s%s\n", (int)(strlen(begin) + widest) + 2 - width, "", (*part)->summary);
    }
    put_end(p);
}

cli_exit cli_put_help(FILE *stream, const cli_command *command)
{
    void *record = calloc(1, command->record_bytes + 1);
    if (record == NULL) {
        cli_error("no memory");
        return CLI_INTERNAL;
    }
    const page p = { stream, command, record, find_indent(command->options) };
    if (command->prepare != NULL)
        command->prepare(record);
    if (command->parts != NULL)
        put_parts(&p);
    else
        put_page(&p);
    if (command->release != NULL)
        command->release(record);
    free(record);
    return CLI_CLEAN;
}
