#include "cli/options/help_text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options/reading_options.h"
#include "core/base/version.h"
#include "corpus/corpus_formats.h"
#include "validators/registry.h"

bool cli_help_source_begin(cli_help_source *helped, const cli_command *command)
{
    *helped = (cli_help_source){ .command = command, .record = calloc(1, command->record_bytes + 1) };
    if (helped->record == NULL)
        cli_error("no memory");
    else if (command->prepare != NULL)
        command->prepare(helped->record);
    return helped->record != NULL;
}

void cli_help_source_end(cli_help_source *helped)
{
    if (helped->command->release != NULL)
        helped->command->release(helped->record);
    free(helped->record);
}

__attribute__((format(printf, 2, 3))) static void append_text(cli_help_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int added =
        vsnprintf(text->bytes + text->size, CLI_HELP_TEXT_BYTES - text->size, format, arguments);
    va_end(arguments);
    const size_t left = CLI_HELP_TEXT_BYTES - 1 - text->size;
    text->size += (size_t)added < left ? (size_t)added : left;
}

static void add_companion_extensions(cli_help_text *text)
{
    size_t count;
    const char *before = "";
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        if (formats[i]->companion == NULL)
            continue;
        append_text(text, "%s%s: %s", before, formats[i]->name, formats[i]->companion->extension);
        before = ", ";
    }
}

static void add_what_generators_keep_in_memory(cli_help_text *text)
{
    size_t count;
    const ap_corpus_format *const *formats = ap_corpus_formats(&count);
    for (size_t i = 0; i < count; i++)
        append_text(text, "%s%s: %s", i > 0 ? "; " : "", formats[i]->generator->format->name,
            formats[i]->generator->kept_in_memory);
}

static void append_byte_count(cli_help_text *text, size_t bytes)
{
    static const char suffixes[] = "KMGT";
    size_t power = 0;
    for (; bytes > 0 && bytes % 1024 == 0 && power < strlen(suffixes); power++)
        bytes /= 1024;
    append_text(text, "%zu%.*s", bytes, power > 0 ? 1 : 0, suffixes + (power > 0 ? power - 1 : 0));
}

/* Appends the default of the option, a number that is read from the record. */
static void add_default_value(
    cli_help_text *text, const cli_help_source *helped, const cli_resolved_option *row)
{
    size_t number;
    memcpy(&number, (const char *)helped->record + row->at, sizeof number);
    if (row->option.kind == CLI_KIND_BYTES)
        append_byte_count(text, number);
    else
        append_text(text, "%zu", number);
}

/* Appends the choices of the option: "auto (default; on a terminal), always, never". */
static void add_choices(cli_help_text *text, const cli_help_source *helped, const cli_resolved_option *row)
{
    cli_option_choice choice;
    int usual = 0;
    const bool has_usual = row->option.kind == CLI_KIND_CHOICE;
    if (has_usual)
        memcpy(&usual, (const char *)helped->record + row->at, sizeof usual);
    for (size_t i = 0; cli_option_choice_at(&row->option, i, &choice); i++) {
        const bool is_usual = has_usual && choice.value == usual && strcmp(choice.name, "default") != 0;
        append_text(text, "%s%s", i > 0 ? ", " : "", choice.name);
        if (is_usual || choice.note != NULL)
            append_text(text, " (%s%s%s)", is_usual ? "default" : "",
                is_usual && choice.note != NULL ? "; " : "", choice.note != NULL ? choice.note : "");
    }
}

typedef enum help_placeholder {
    DEFAULT,
    CHOICES,
    FORMATS,
    TEXT_FORMATS,
    COMPANIONS,
    MEMORY,
    PLACEHOLDERS
} help_placeholder;

/* Appends the text that replaces a placeholder. `row` is NULL if the text with the placeholder does not belong to an
   option. */
static void add_placeholder(
    cli_help_text *text, help_placeholder word, const cli_help_source *helped, const cli_resolved_option *row)
{
    char names[CLI_FORMAT_NAMES_BYTES];
    cli_write_format_names(names, word == TEXT_FORMATS);
    if (word == DEFAULT)
        add_default_value(text, helped, row);
    else if (word == CHOICES)
        add_choices(text, helped, row);
    else if (word == COMPANIONS)
        add_companion_extensions(text);
    else if (word == MEMORY)
        add_what_generators_keep_in_memory(text);
    else
        append_text(text, "%s", names);
}

/* Copies the text to `out` and replaces the placeholders. */
static void write_text_with_placeholders_replaced(
    cli_help_text *out, const cli_help_source *helped, const char *text, const cli_resolved_option *row)
{
    static const char *const words[PLACEHOLDERS] = { "{default}", "{choices}", "{formats}", "{text formats}",
        "{companions}", "{memory}" };
    out->size = 0;
    out->bytes[0] = '\0';
    while (*text != '\0') {
        help_placeholder word = 0;
        while (word < PLACEHOLDERS && strncmp(text, words[word], strlen(words[word])) != 0)
            word++;
        if (word < PLACEHOLDERS)
            add_placeholder(out, word, helped, row);
        else
            append_text(out, "%c", *text);
        text += word < PLACEHOLDERS ? strlen(words[word]) : 1;
    }
}

void cli_expand_help(cli_help_text *out, const cli_help_source *helped, const char *text)
{
    write_text_with_placeholders_replaced(out, helped, text, NULL);
}

void cli_expand_option_help(cli_help_text *out, const cli_help_source *helped, const cli_resolved_option *row)
{
    write_text_with_placeholders_replaced(out, helped, row->option.help, row);
    if (row->option.words != NULL) {
        append_text(out, ": ");
        add_choices(out, helped, row);
    }
}

const char *cli_write_usage_line(const cli_command *command, size_t index, cli_help_text *line)
{
    const char *usage = command->usage;
    line->size = 0;
    for (size_t i = 0; usage != NULL && i < index; i++) {
        usage += strcspn(usage, "\n");
        usage += *usage != '\0';
    }
    if (usage == NULL ? index > 0 : *usage == '\0')
        return NULL;
    if (usage == NULL)
        append_text(line, AP_PROGRAM " %s %s%s", command->name,
            command->options != NULL ? "[OPTION]... " : "", command->words != NULL ? command->words : "");
    else
        append_text(line, AP_PROGRAM " %s %.*s", command->name, (int)strcspn(usage, "\n"), usage);
    return line->bytes;
}
