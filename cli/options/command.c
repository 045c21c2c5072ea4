#include "cli/options/command.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/options/help_page.h"
#include "cli/options/other_tools.h"
#include "core/base/version.h"
#include "validators/services/rule_names/nearest.h"

enum { MOST_PARTS = 32, NAME_BYTES = 64 };

static bool asks_for_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
}

const char *cli_shard_report_name(const cli_command *command)
{
    const char *blank = strrchr(command->name, ' ');
    return blank == NULL ? command->name : blank + 1;
}

const cli_command *cli_find_shard(const cli_command *command, const char *name)
{
    for (const cli_command *const *part = command->parts; part != NULL && *part != NULL; part++) {
        if (strcmp(cli_shard_report_name(*part), name) == 0)
            return *part;
    }
    return NULL;
}

/* What an unknown word in the place of a part may be meant for; NULL where nothing is near. */
static const char *meant_part(const cli_command *command, const char *text)
{
    static const char *const options[] = { "--version", "--help" };
    const char *names[MOST_PARTS];
    size_t count = 0;
    const char *other = command->name == NULL ? cli_meant_command(text) : NULL;
    if (text[0] == '-')
        return ap_nearest_name(
            text, options + (command->name == NULL ? 0 : 1), command->name == NULL ? 2 : 1);
    if (other != NULL)
        return other;
    while (count < MOST_PARTS && command->parts != NULL && command->parts[count] != NULL) {
        names[count] = cli_shard_report_name(command->parts[count]);
        count++;
    }
    return ap_nearest_name(text, names, count);
}

static cli_exit unknown_part(const cli_command *command, const char *text)
{
    const char *what = text[0] == '-' ? "option" : "command";
    const char *meant = meant_part(command, text);
    if (meant != NULL)
        return cli_usage(
            command->name, "unknown %s '%s'; did you mean '%s'?", what, cli_quote(text).text, meant);
    if (command->name == NULL && text[0] != '-' && access(text, F_OK) == 0)
        return cli_usage(NULL, "'%s' is not a command; did you mean '" AP_PROGRAM " lint %s'?", text, text);
    return cli_usage(command->name, "unknown %s '%s'", what, cli_quote(text).text);
}

/* Whoever takes the words of the command has the page of its part. */
static cli_exit help_by_other(const cli_command *command, char *part)
{
    char name[NAME_BYTES], help[] = "--help";
    char *argv[] = { name, part, help, NULL };
    snprintf(name, sizeof name, "%s", command->name);
    return command->hand_over(3, argv);
}

cli_exit cli_help_on(const cli_command *command, cli_words words)
{
    for (size_t i = 0; i < words.count; i++) {
        const cli_command *part = cli_find_shard(command, words.items[i]);
        if (part == NULL)
            return unknown_part(command, words.items[i]);
        if (command->hand_over != NULL)
            return help_by_other(command, words.items[i]);
        command = part;
    }
    return cli_put_help(stdout, command);
}

static cli_exit run_part(const cli_command *command, int argc, char **argv)
{
    if (argc < 2)
        return cli_usage(command->name, "no command");
    if (asks_for_help(argv[1]))
        return cli_help_on(command, (cli_words){ argv + 2, (size_t)argc - 2 });
    const cli_command *part = cli_find_shard(command, argv[1]);
    return part == NULL ? unknown_part(command, argv[1]) : cli_run_command(part, argc - 1, argv + 1);
}

/* Reads the options into a fresh record, and works. */
static cli_exit run_alone(const cli_command *command, void *record, int argc, char **argv)
{
    cli_words words;
    bool help;
    if (command->prepare != NULL)
        command->prepare(record);
    const cli_exit result =
        cli_read_options(command->name, command->options, record, argc, argv, &words, &help);
    if (result != CLI_CLEAN)
        return result;
    return help ? cli_put_help(stdout, command) : command->run(record, words);
}

cli_exit cli_run_command(const cli_command *command, int argc, char **argv)
{
    if (command->hand_over != NULL && !(argc >= 2 && asks_for_help(argv[1])))
        return command->hand_over(argc, argv);
    if (command->parts != NULL)
        return run_part(command, argc, argv);
    void *record = calloc(1, command->record_bytes + 1); /* one more: a record of no bytes is no failure */
    if (record == NULL)
        return cli_no_memory();
    const cli_exit result = run_alone(command, record, argc, argv);
    if (command->release != NULL)
        command->release(record);
    free(record);
    return result;
}
