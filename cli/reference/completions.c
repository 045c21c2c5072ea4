/* animproof completions: prints completion scripts for shells, and the words that can complete a command
   line. */
#include <stdio.h>
#include <string.h>

#include "cli/config/configs.h"
#include "cli/options/commands.h"
#include "cli/options/reading_options.h"

/* The completion scripts. Each script calls `animproof completions next -- WORD...` with the unfinished
   word last. */

// clang-format off
static const char bash[] =
    "_animproof() {\n"
    "    local word before=\"\" kind current=${COMP_WORDS[COMP_CWORD]}\n"
    "    local -a words=() reply=()\n"
    "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD}\"; do # bash cuts --option=value in three\n"
    "        if [[ ${#words[@]} -gt 0 && ( $word == = || $before == = ) ]]; then\n"
    "            words[${#words[@]} - 1]+=$word\n"
    "        else\n"
    "            words+=(\"$word\")\n"
    "        fi\n"
    "        before=$word\n"
    "    done\n"
    "    mapfile -t reply < <(\"$1\" completions next -- \"${words[@]}\" 2>/dev/null)\n"
    "    [[ $current == = ]] && current=\"\"\n"
    "    before=${words[${#words[@]} - 1]%\"$current\"}\n"
    "    COMPREPLY=()\n"
    "    case ${reply[0]} in\n"
    "    words)\n"
    "        for word in \"${reply[@]:1}\"; do COMPREPLY+=(\"${word#\"$before\"}\"); done\n"
    "        [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null\n"
    "        ;;\n"
    "    files | folders)\n"
    "        [[ ${reply[0]} == files ]] && kind=file || kind=directory\n"
    "        mapfile -t COMPREPLY < <(compgen -A \"$kind\" -- \"$current\")\n"
    "        compopt -o filenames 2>/dev/null\n"
    "        ;;\n"
    "    esac\n"
    "}\n"
    "complete -F _animproof animproof\n";

static const char zsh[] =
    "#compdef animproof\n"
    "_animproof() {\n"
    "    local -a reply plain open\n"
    "    reply=(\"${(@f)$(\"${(Q)words[1]}\" completions next -- \"${(@Q)words[2,CURRENT]}\" 2>/dev/null)}\")\n"
    "    case $reply[1] in\n"
    "    words)\n"
    "        open=(${(M)reply[2,-1]:#*=})\n"
    "        plain=(${reply[2,-1]:#*=})\n"
    "        compadd -a plain\n"
    "        compadd -S '' -a open\n"
    "        ;;\n"
    "    files) compset -P '*='; _files ;;\n"
    "    folders) compset -P '*='; _files -/ ;;\n"
    "    esac\n"
    "}\n"
    "if [[ $funcstack[1] == _animproof ]]; then _animproof; else compdef _animproof animproof; fi\n";

static const char fish[] =
    "function __animproof_next\n"
    "    set -l typed (commandline -ct)\n"
    "    set -l words (commandline -opc) \"$typed\"\n"
    "    set -l reply ($words[1] completions next -- $words[2..-1] 2>/dev/null)\n"
    "    switch \"$reply[1]\"\n"
    "        case words\n"
    "            test (count $reply) -gt 1; and printf '%s\\n' $reply[2..-1]\n"
    "        case files\n"
    "            __fish_complete_path \"$typed\"\n"
    "        case folders\n"
    "            __fish_complete_directories \"$typed\"\n"
    "    end\n"
    "end\n"
    "complete -c animproof -f -a '(__animproof_next)'\n";
// clang-format on

typedef enum completed_shell { BASH, ZSH, FISH, NEXT } completed_shell;

static const cli_option_choice shells[] = { { "bash", BASH, NULL }, { "zsh", ZSH, NULL },
    { "fish", FISH, NULL }, { "next", NEXT, NULL }, { NULL, 0, NULL } };

static bool shell_name_choice(size_t index, cli_option_choice *choice)
{
    *choice = shells[index < NEXT ? index : NEXT];
    return index < NEXT;
}

/* `completions next` prints a line with the kind of completion (words, files or folders), then the
   matching words. */

static void print_completed_kind(cli_completion_kind kind)
{
    static const char *const names[] = { [CLI_COMPLETES_NOTHING] = "words",
        [CLI_COMPLETES_FILES] = "files",
        [CLI_COMPLETES_FOLDERS] = "folders" };
    puts(names[kind]);
}

/* Prints `before`, `word` and `end` if `word` begins with `typed`. */
static void print_word_if_it_matches(
    const char *before, size_t before_size, const char *typed, const char *word, const char *end)
{
    if (strncmp(word, typed, strlen(typed)) == 0)
        printf("%.*s%s%s\n", (int)before_size, before, word, end);
}

/* The unfinished word of a command line, and the configuration that its command would read. */
typedef struct unfinished_word {
    const char *text;
    cli_config_choice config;
} unfinished_word;

/* Prints the matching ids of the rules that the configuration of the working folder defines, or that of --config. Prints nothing
   for a configuration with an error, which the command will report. */
static void put_matching_own_rules(
    const unfinished_word *word, const char *before, size_t before_size, const char *typed, const char *end)
{
    cli_configs *configs = NULL;
    cli_settings_layer asked;
    cli_layer_set_defaults(&asked);
    if (cli_configs_open(&configs, "completions", &word->config, &asked) == CLI_CLEAN) {
        const cli_settings_result here = cli_configs_settings_of_run(configs);
        for (size_t t = 0; t < AP_OWN_TABLES && here.config != NULL; t++) {
            const ap_rule_table *own = &here.config->rules.rules.tables.items[t];
            for (size_t i = 0; i < own->count; i++)
                print_word_if_it_matches(before, before_size, typed, own->rules[i].id, end);
        }
    }
    cli_configs_free(configs);
    cli_layer_free(&asked);
}

/* Prints the values of an option. `value` is the part of the unfinished word that belongs to the value. */
static void print_completed_values(const cli_option *option, const unfinished_word *typing, const char *value)
{
    const char *word = typing->text;
    const char *comma = option->kind == CLI_KIND_LIST ? strrchr(value, ',') : NULL;
    const char *typed = comma != NULL ? comma + 1 : value;
    const bool second = option->pairs && strchr(value, '=') != NULL;
    cli_option_choice choice;
    if (second || !cli_option_choice_at(option, 0, &choice)) {
        print_completed_kind(option->completes);
        return;
    }
    print_completed_kind(CLI_COMPLETES_NOTHING);
    for (size_t i = 0; cli_option_choice_at(option, i, &choice); i++)
        print_word_if_it_matches(word, (size_t)(typed - word), typed, choice.name, option->pairs ? "=" : "");
    if (option->choice == cli_rule_id_choice)
        put_matching_own_rules(typing, word, (size_t)(typed - word), typed, option->pairs ? "=" : "");
}

static void put_option_names(const cli_command *command, const char *typed)
{
    cli_resolved_option row;
    print_completed_kind(CLI_COMPLETES_NOTHING);
    for (const cli_option_group *group = command->options; group != NULL && !cli_is_end_of_groups(group);
         group++) {
        for (size_t i = 0; cli_option_row_at(group, i, &row); i++)
            print_word_if_it_matches("--", 2, typed, row.option.name, "");
    }
    print_word_if_it_matches("--", 2, typed, cli_help_option.name, "");
}

static void print_completed_operands(const cli_command *command, const unfinished_word *word)
{
    cli_option_choice choice;
    print_completed_kind(command->completes);
    for (size_t i = 0; command->word != NULL && command->word(i, &choice); i++)
        print_word_if_it_matches("", 0, word->text, choice.name, "");
    if (command->word == cli_rule_id_choice)
        put_matching_own_rules(word, "", 0, word->text, "");
}

/* Returns true if the word is an option that takes the next word as its value, and sets *row to the option. */
static bool does_option_take_next_word(const cli_command *command, const char *word, cli_resolved_option *row)
{
    if (word[0] != '-' || word[1] == '\0')
        return false;
    if (word[1] == '-')
        return cli_find_option(command->options, word + 2, strlen(word + 2), row)
               && row->option.value != NULL;
    for (const char *at = word + 1; *at != '\0' && cli_find_option_by_letter(command->options, *at, row);
         at++) {
        if (row->option.value != NULL)
            return at[1] == '\0';
    }
    return false;
}

/* Keeps the value of --config or --no-config. `word` is the option, `next` the word after it. */
static void store_value_if_config_option(cli_config_choice *config, const char *word, const char *next)
{
    if (strcmp(word, "--config") == 0)
        config->path = next;
    else if (strncmp(word, "--config=", sizeof "--config=" - 1) == 0)
        config->path = word + sizeof "--config=" - 1;
    config->none = config->path == NULL && (config->none || strcmp(word, "--no-config") == 0);
}

/* Prints the completions of the last word. */
static void put_completions(const cli_command *command, cli_operands words)
{
    unfinished_word word = { .text = words.items[words.count - 1] };
    const char *last = word.text, *equals = strchr(last, '=');
    cli_resolved_option row;
    bool pending = false, ended = false;
    for (size_t i = 0; i + 1 < words.count; i++) {
        ended |= !pending && strcmp(words.items[i], "--") == 0;
        if (!pending && !ended)
            store_value_if_config_option(
                &word.config, words.items[i], i + 2 < words.count ? words.items[i + 1] : NULL);
        pending = !pending && !ended && does_option_take_next_word(command, words.items[i], &row);
    }
    if (pending)
        print_completed_values(&row.option, &word, last);
    else if (ended || last[0] != '-')
        print_completed_operands(command, &word);
    else if (equals != NULL && strncmp(last, "--", 2) == 0
             && cli_find_option(command->options, last + 2, (size_t)(equals - last) - 2, &row))
        print_completed_values(&row.option, &word, equals + 1);
    else
        put_option_names(command, last[1] == '-' ? last + 2 : last + 1);
}

static void print_completed_commands(const cli_command *command, const char *typed)
{
    print_completed_kind(CLI_COMPLETES_NOTHING);
    for (const cli_command *const *part = command->subcommands; *part != NULL; part++)
        print_word_if_it_matches("", 0, typed, cli_subcommand_name(*part), "");
    print_word_if_it_matches("", 0, typed, "help", "");
    print_word_if_it_matches("", 0, typed, "--help", "");
    if (command->name == NULL)
        print_word_if_it_matches("", 0, typed, "--version", "");
}

static void put_program_completions(cli_operands words)
{
    const cli_command *command = &cli_program;
    bool help = false;
    while (words.count > 1 && command != NULL && command->subcommands != NULL) {
        if (strcmp(words.items[0], "help") == 0)
            help = true;
        else
            command = cli_find_subcommand(command, words.items[0]);
        words.items++;
        words.count--;
    }
    if (command == NULL || words.count == 0 || (help && command->subcommands == NULL))
        print_completed_kind(CLI_COMPLETES_NOTHING);
    else if (command->subcommands != NULL)
        print_completed_commands(command, words.items[0]);
    else if (command->run == NULL) /* `fuzz`: only the campaign program knows its options */
        print_completed_kind(CLI_COMPLETES_FILES);
    else
        put_completions(command, words);
}

static cli_exit run_completions(void *record, cli_operands words)
{
    static const char *const scripts[] = { [BASH] = bash, [ZSH] = zsh, [FISH] = fish };
    static const cli_option option = { .name = "shell", .choices = shells };
    cli_option_choice chosen;
    (void)record;
    if (words.count == 0)
        return cli_usage_error("completions", "no shell given: bash, zsh or fish");
    for (size_t i = 0; cli_option_choice_at(&option, i, &chosen); i++) {
        if (strcmp(chosen.name, words.items[0]) != 0)
            continue;
        if (chosen.value == NEXT)
            put_program_completions((cli_operands){ words.items + 1, words.count - 1 });
        else if (words.count > 1)
            return cli_usage_error("completions", "one shell at a time");
        else
            fputs(scripts[chosen.value], stdout);
        return CLI_CLEAN;
    }
    return cli_usage_error(
        "completions", "'%s' is not one of bash, zsh, fish", cli_shorten(words.items[0]).text);
}

static const cli_example examples[] = {
    { "animproof completions bash > ~/.local/share/bash-completion/completions/animproof",
        "Enables completion in new shells." },
    { NULL, NULL },
};

const cli_command cli_completions = {
    .name = "completions",
    .words = "bash|zsh|fish",
    .usage = "bash|zsh|fish\nnext -- WORD...",
    .summary = "prints a shell script that completes commands, options and values",
    .about = "Prints a script that makes the shell complete commands, options, values, rules and files. For "
             "bash, add this line to ~/.bashrc:\n\nsource <(animproof completions bash)\n\nFor zsh, add the "
             "line with zsh instead of bash to ~/.zshrc, after compinit. For fish, write the script to "
             "~/.config/fish/completions/animproof.fish. The scripts call `animproof completions next` with "
             "the words of the command line, the unfinished word last. It prints words, files or folders, "
             "and then the words that fit.",
    .examples = examples,
    .exits = "0 done, 2 usage.",
    .run = run_completions,
    .word = shell_name_choice,
};
