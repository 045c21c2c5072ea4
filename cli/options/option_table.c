#include "cli/options/option_table.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/base/count_text.h"
#include "validators/registry.h"
#include "validators/services/rule_names/nearest.h"

enum { MOST_NAMES = 64, LONGEST_NAME = 64, MESSAGE_BYTES = 512 };

const cli_option cli_help_option = {
    .name = "help", .letter = 'h', .kind = CLI_KIND_HELP, .help = "print this page"
};

/* Functions that look up rows */

bool cli_is_end_of_groups(const cli_option_group *group)
{
    return group->rows == NULL && group->row == NULL;
}

bool cli_option_row_at(const cli_option_group *group, size_t index, cli_resolved_option *row)
{
    if (group->rows == NULL) {
        if (!group->row(index, &row->option))
            return false;
    } else {
        for (size_t i = 0; i <= index; i++) {
            if (group->rows[i].name == NULL)
                return false;
        }
        row->option = group->rows[index];
    }
    row->at = group->at + row->option.at;
    row->given = row->option.given == 0 ? 0 : group->at + row->option.given;
    return true;
}

static bool does_option_have_name(const cli_option *option, const char *name, size_t length)
{
    return strlen(option->name) == length && memcmp(option->name, name, length) == 0;
}

/* Finds the row of the option with this name or, if `name` is NULL, with this letter. */
static bool find_option_row(
    const cli_option_group *groups, const char *name, size_t length, char letter, cli_resolved_option *found)
{
    for (const cli_option_group *group = groups; group != NULL && !cli_is_end_of_groups(group); group++) {
        for (size_t i = 0; cli_option_row_at(group, i, found); i++) {
            if (name != NULL ? does_option_have_name(&found->option, name, length)
                             : found->option.letter == letter)
                return true;
        }
    }
    *found = (cli_resolved_option){ .option = cli_help_option };
    return name != NULL ? does_option_have_name(&cli_help_option, name, length)
                        : letter == cli_help_option.letter;
}

bool cli_find_option(
    const cli_option_group *groups, const char *name, size_t length, cli_resolved_option *found)
{
    return find_option_row(groups, name, length, 0, found);
}

bool cli_find_option_by_letter(const cli_option_group *groups, char letter, cli_resolved_option *found)
{
    return letter != 0 && find_option_row(groups, NULL, 0, letter, found);
}

bool cli_option_choice_at(const cli_option *option, size_t index, cli_option_choice *choice)
{
    if (option->choice != NULL)
        return option->choice(index, choice);
    *choice = (cli_option_choice){ .name = NULL };
    for (size_t i = 0; i <= index; i++) {
        if (option->choices != NULL)
            *choice = option->choices[i];
        else if (option->words != NULL)
            *choice = (cli_option_choice){ option->words[i].word, option->words[i].value, NULL };
        if (choice->name == NULL)
            return false;
    }
    return true;
}

/* Functions that parse values */

cli_exit cli_option_error(const cli_option_value *given, const char *format, ...)
{
    char text[CLI_WRONG_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (given->wrong == NULL)
        return cli_usage_error(given->command, "--%s: %s", given->option->name, text);
    const int begun = snprintf(given->wrong, CLI_WRONG_BYTES, "%s: ", given->option->name);
    snprintf(given->wrong + begun, CLI_WRONG_BYTES - (size_t)begun, "%s", text);
    return CLI_USAGE;
}

cli_exit cli_refuse_value(const cli_option_value *given, const char *must)
{
    return cli_option_error(given, "'%s' is not %s", cli_shorten(given->text).text, must);
}

/* Returns true if `text` names a file format and the option is --format of a command that has another option for file
   formats. */
static bool is_file_format_as_format(const cli_option_value *given, const char *text)
{
    static const char *const commands[] = { "lint", "convert", "rules" };
    if (given->command == NULL || strcmp(given->option->name, "format") != 0 || ap_find_format(text) == NULL)
        return false;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(given->command, commands[i]) == 0)
            return true;
    }
    return false;
}

cli_exit cli_find_choice_or_refuse(const cli_option_value *given, const char *text, cli_option_choice *chosen)
{
    const char *names[MOST_NAMES];
    char known[MESSAGE_BYTES] = "";
    size_t count = 0, used = 0;
    for (; count < MOST_NAMES && cli_option_choice_at(given->option, count, chosen); count++) {
        if (strcmp(chosen->name, text) == 0)
            return CLI_CLEAN;
        names[count] = chosen->name;
        used +=
            (size_t)snprintf(known + used, sizeof known - used, "%s%s", count > 0 ? ", " : "", chosen->name);
        if (used >= sizeof known)
            used = sizeof known - 1;
    }
    const char *similar = ap_nearest_name(text, names, count);
    if (similar == NULL && is_file_format_as_format(given, text))
        return cli_option_error(given, "'%s' is a file format: %s. --format takes one of %s", text,
            strcmp(given->command, "rules") == 0 ? "`animproof rules FORMAT` lists its rules"
                                                 : "use --input-format for it",
            known);
    return cli_option_error(given, "'%s' is not one of %s%s%s%s", cli_shorten(text).text, known,
        similar != NULL ? "; did you mean '" : "", similar != NULL ? similar : "",
        similar != NULL ? "'?" : "");
}

/* Sets a bool to the value yes or no. On the command line the option has no value, which means true. */
static cli_exit store_flag(const cli_option_value *given)
{
    static const cli_option_choice words[] = { { "yes", true, NULL }, { "no", false, NULL },
        { "true", true, NULL }, { "false", false, NULL }, { NULL, 0, NULL } };
    bool *flag = given->place;
    *flag = given->text == NULL;
    for (const cli_option_choice *word = words; given->text != NULL; word++) {
        if (word->name == NULL)
            return cli_refuse_value(given, "yes or no");
        if (strcmp(word->name, given->text) == 0) {
            *flag = word->value;
            break;
        }
    }
    return CLI_CLEAN;
}

static cli_exit store_choice(const cli_option_value *given)
{
    cli_option_choice chosen;
    const cli_exit result = cli_find_choice_or_refuse(given, given->text, &chosen);
    if (result == CLI_CLEAN)
        memcpy(given->place, &chosen.value, sizeof chosen.value);
    return result;
}

static cli_exit store_count(const cli_option_value *given)
{
    const cli_option *option = given->option;
    const size_t most = option->most == 0 ? SIZE_MAX : option->most;
    size_t count;
    char must[MESSAGE_BYTES];
    if (ap_parse_count(given->text, &count) && count >= option->least && count <= most) {
        memcpy(given->place, &count, sizeof count);
        return CLI_CLEAN;
    }
    if (option->most > 0)
        snprintf(must, sizeof must, "a number from %zu to %zu", option->least, option->most);
    else
        snprintf(must, sizeof must, "a number");
    return cli_refuse_value(given, option->must != NULL ? option->must : must);
}

static cli_exit store_byte_count(const cli_option_value *given)
{
    const char *must = given->option->must;
    size_t bytes;
    if (!ap_parse_byte_count(given->text, &bytes))
        return cli_refuse_value(
            given, must != NULL ? must : "a number of bytes, which may end in K, M, G or T");
    memcpy(given->place, &bytes, sizeof bytes);
    return CLI_CLEAN;
}

static cli_exit store_list_item(const cli_option_value *given)
{
    const bool parts = given->option->kind == CLI_KIND_LIST;
    if (parts ? cli_string_list_split(given->place, given->text)
              : cli_string_list_add(given->place, given->text))
        return CLI_CLEAN;
    return cli_fail(CLI_INTERNAL, NULL, "%s: no memory", given->command);
}

static cli_exit store_option_value(const cli_option_value *given, bool *help)
{
    switch (given->option->kind) {
    case CLI_KIND_FLAG:
        return store_flag(given);
    case CLI_KIND_TEXT:
        *(const char **)given->place = given->text;
        return CLI_CLEAN;
    case CLI_KIND_COUNT:
        return store_count(given);
    case CLI_KIND_BYTES:
        return store_byte_count(given);
    case CLI_KIND_CHOICE:
        return store_choice(given);
    case CLI_KIND_LIST:
    case CLI_KIND_ITEM:
        return store_list_item(given);
    case CLI_KIND_TAKEN:
        return given->option->take(given);
    case CLI_KIND_HELP:
        *help = true;
        return CLI_CLEAN;
    }
    return CLI_INTERNAL;
}

/* Functions that parse the command line */

typedef struct option_parser {
    const char *command;
    const cli_option_group *groups;
    char *record;
    int argc, next; /* number of arguments; index in argv of the argument that is read next */
    char **argv;
    const cli_operands *words; /* the arguments read so far that are not options */
    bool help;
} option_parser;

/* Returns the first argument that is not an option, or NULL. Searches the arguments already read, then the
   rest. */
static const char *find_first_operand(const option_parser *r)
{
    if (r->words->count > 0)
        return r->words->items[0];
    for (int i = r->next; i < r->argc; i++) {
        if (r->argv[i][0] != '-')
            return r->argv[i];
    }
    return NULL;
}

/* Prints that a long option is unknown, and suggests the options that begin with its name, or else the most
   similar option. */
static cli_exit refuse_unknown_option(const option_parser *r, const char *word)
{
    const char *names[MOST_NAMES] = { cli_help_option.name };
    size_t count = 1, alike = 0;
    char name[LONGEST_NAME], alike_names[MESSAGE_BYTES] = "", other[CLI_MEANT_BYTES];
    cli_resolved_option row;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
    if (cli_write_option_suggestion(r->command, r->groups, name, find_first_operand(r), other))
        return cli_usage_error(r->command, "unknown option '--%s'; %s", name, other);
    for (const cli_option_group *group = r->groups; group != NULL && !cli_is_end_of_groups(group); group++) {
        for (size_t i = 0; count < MOST_NAMES && cli_option_row_at(group, i, &row); i++)
            names[count++] = row.option.name;
    }
    for (size_t i = 0, used = 0; i < count && name[0] != '\0'; i++) {
        if (strncmp(names[i], name, strlen(name)) != 0)
            continue;
        used += (size_t)snprintf(
            alike_names + used, sizeof alike_names - used, "%s'--%s'", alike++ > 0 ? ", " : "", names[i]);
        if (used >= sizeof alike_names)
            break;
    }
    if (alike > 1)
        return cli_usage_error(
            r->command, "unknown option '--%s'; did you mean one of %s?", name, alike_names);
    const char *similar = ap_nearest_name(name, names, count);
    if (similar != NULL)
        return cli_usage_error(r->command, "unknown option '--%s'; did you mean '--%s'?", name, similar);
    return cli_usage_error(r->command, "unknown option '%s'", cli_shorten(word).text);
}

/* Stores the value in the record, given.place, in the member that the row names. */
static cli_exit store_in_record(const cli_resolved_option *row, cli_option_value given, bool *help)
{
    char *record = given.place;
    given.option = &row->option;
    given.place = record + row->at;
    const cli_exit result = store_option_value(&given, help);
    if (result == CLI_CLEAN && row->given > 0)
        *(bool *)(record + row->given - 1) = true;
    return result;
}

cli_exit cli_store_config_value(
    const cli_resolved_option *row, void *record, char *text, char wrong[CLI_WRONG_BYTES])
{
    bool help;
    return store_in_record(row, (cli_option_value){ .place = record, .text = text, .wrong = wrong }, &help);
}

static cli_exit store_row_value(option_parser *r, const cli_resolved_option *row, char *text)
{
    return store_in_record(
        row, (cli_option_value){ .command = r->command, .place = r->record, .text = text }, &r->help);
}

/* Parses a word of the command line: "--name", "--name=value", or "--name" with the next word as its value. */
static cli_exit parse_long_option(option_parser *r, char *word)
{
    cli_resolved_option row;
    const size_t length = strcspn(word + 2, "=");
    char *text = word[2 + length] == '=' ? word + 2 + length + 1 : NULL;
    if (!cli_find_option(r->groups, word + 2, length, &row))
        return refuse_unknown_option(r, word);
    if (row.option.value == NULL && text != NULL)
        return cli_usage_error(r->command, "option '%s' takes no value", cli_shorten(word).text);
    if (row.option.value != NULL && text == NULL) {
        if (r->next == r->argc)
            return cli_usage_error(r->command, "option '%s' needs a value", word);
        text = r->argv[r->next++];
    }
    return store_row_value(r, &row, text);
}

/* Parses a word of the command line: "-v", "-qv", "-j4", or "-j" with the next word as its value. */
static cli_exit parse_short_options(option_parser *r, char *word)
{
    cli_exit result = CLI_CLEAN;
    for (char *at = word + 1; *at != '\0' && result == CLI_CLEAN; at++) {
        cli_resolved_option row;
        if (!cli_find_option_by_letter(r->groups, *at, &row))
            return cli_usage_error(r->command, "unknown option '-%c'", *at);
        if (row.option.value == NULL) {
            result = store_row_value(r, &row, NULL);
            continue;
        }
        if (at[1] != '\0')
            return store_row_value(r, &row, at + 1);
        if (r->next == r->argc)
            return cli_usage_error(r->command, "option '-%c' needs a value", *at);
        return store_row_value(r, &row, r->argv[r->next++]);
    }
    return result;
}

cli_exit cli_parse_options(const char *command, const cli_option_group *groups, void *record, int argc,
    char **argv, cli_operands *words, bool *help)
{
    option_parser r = { command, groups, record, argc, 1, argv, words, false };
    bool ended = false; /* "--" was read */
    cli_exit result = CLI_CLEAN;
    *words = (cli_operands){ argv, 0 };
    while (r.next < argc && result == CLI_CLEAN) {
        char *word = argv[r.next++];
        if (ended || word[0] != '-' || word[1] == '\0')
            words->items[words->count++] = word;
        else if (strcmp(word, "--") == 0)
            ended = true;
        else
            result = word[1] == '-' ? parse_long_option(&r, word) : parse_short_options(&r, word);
    }
    *help = r.help;
    return result;
}
