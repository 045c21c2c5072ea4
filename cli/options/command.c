#include "cli/options/command.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/options/help_text.h"
#include "core/base/version.h"
#include "validators/services/rule_names/nearest.h"

enum { MOST_SUBCOMMANDS = 32, NAME_BYTES = 64 };

static bool is_help_word(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
}

const char *cli_subcommand_name(const cli_command *command)
{
    const char *blank = strrchr(command->name, ' ');
    return blank == NULL ? command->name : blank + 1;
}

const cli_command *cli_find_subcommand(const cli_command *command, const char *name)
{
    for (const cli_command *const *part = command->subcommands; part != NULL && *part != NULL; part++) {
        if (strcmp(cli_subcommand_name(*part), name) == 0)
            return *part;
    }
    return NULL;
}

/* Returns the name of the subcommand or option that is most similar to an unknown word, or NULL. */
static const char *find_similar_subcommand_or_option(const cli_command *command, const char *text)
{
    static const char *const options[] = { "--version", "--help" };
    const char *names[MOST_SUBCOMMANDS];
    size_t count = 0;
    const char *other = command->name == NULL ? cli_suggest_command(text) : NULL;
    if (text[0] == '-')
        return ap_nearest_name(
            text, options + (command->name == NULL ? 0 : 1), command->name == NULL ? 2 : 1);
    if (other != NULL)
        return other;
    while (count < MOST_SUBCOMMANDS && command->subcommands != NULL && command->subcommands[count] != NULL) {
        names[count] = cli_subcommand_name(command->subcommands[count]);
        count++;
    }
    return ap_nearest_name(text, names, count);
}

static cli_exit refuse_subcommand(const cli_command *command, const char *text)
{
    const char *what = text[0] == '-' ? "option" : "command";
    const char *similar = find_similar_subcommand_or_option(command, text);
    if (similar != NULL)
        return cli_usage_error(
            command->name, "unknown %s '%s'; did you mean '%s'?", what, cli_shorten(text).text, similar);
    if (command->name == NULL && text[0] != '-' && access(text, F_OK) == 0)
        return cli_usage_error(
            NULL, "'%s' is not a command; did you mean '" AP_PROGRAM " lint %s'?", text, text);
    return cli_usage_error(command->name, "unknown %s '%s'", what, cli_shorten(text).text);
}

/* Prints the help of a subcommand that the command parses itself: calls the command with the arguments SUBCOMMAND
   --help. */
static cli_exit hand_over_help_of_subcommand(const cli_command *command, char *subcommand)
{
    char name[NAME_BYTES], help[] = "--help";
    char *argv[] = { name, subcommand, help, NULL };
    snprintf(name, sizeof name, "%s", command->name);
    return command->hand_over(3, argv);
}

/* Prints the help page of the command that `words` name, such as "corpus", "build". Returns the exit code. */
static cli_exit print_help_of_subcommand(const cli_command *command, cli_operands words)
{
    for (size_t i = 0; i < words.count; i++) {
        const cli_command *part = cli_find_subcommand(command, words.items[i]);
        if (part == NULL)
            return refuse_subcommand(command, words.items[i]);
        if (command->hand_over != NULL)
            return hand_over_help_of_subcommand(command, words.items[i]);
        command = part;
    }
    return cli_put_help_unless_no_memory(stdout, command);
}

static cli_exit run_subcommand(const cli_command *command, int argc, char **argv)
{
    if (argc < 2)
        return cli_usage_error(command->name, "a command is missing");
    if (is_help_word(argv[1]))
        return print_help_of_subcommand(command, (cli_operands){ argv + 2, (size_t)argc - 2 });
    const cli_command *part = cli_find_subcommand(command, argv[1]);
    return part == NULL ? refuse_subcommand(command, argv[1]) : cli_run_command(part, argc - 1, argv + 1);
}

/* Sets the defaults in the zeroed record, parses the options into it, and runs the command. */
static cli_exit run_with_options(const cli_command *command, void *record, int argc, char **argv)
{
    cli_operands words;
    bool help;
    if (command->prepare != NULL)
        command->prepare(record);
    const cli_exit result =
        cli_parse_options(command->name, command->options, record, argc, argv, &words, &help);
    if (result != CLI_CLEAN)
        return result;
    return help ? cli_put_help_unless_no_memory(stdout, command) : command->run(record, words);
}

cli_exit cli_run_command(const cli_command *command, int argc, char **argv)
{
    if (command->hand_over != NULL && !(argc >= 2 && is_help_word(argv[1])))
        return command->hand_over(argc, argv);
    if (command->subcommands != NULL)
        return run_subcommand(command, argc, argv);
    /* one more byte, because calloc(1, 0) may return NULL */
    void *record = calloc(1, command->record_bytes + 1);
    if (record == NULL)
        return cli_fail_no_memory();
    const cli_exit result = run_with_options(command, record, argc, argv);
    if (command->release != NULL)
        command->release(record);
    free(record);
    return result;
}
