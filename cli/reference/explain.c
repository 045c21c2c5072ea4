/* animproof explain: prints the whole documentation of a rule. */
#include <stddef.h>
#include <string.h>

#include "cli/config/configs.h"
#include "cli/options/commands.h"
#include "cli/options/reading_options.h"
#include "validators/fixer.h"
#include "validators/readers/profile.h"
#include "validators/readers/readers_text.h"
#include "validators/registry.h"
#include "validators/services/rule_names/nearest.h"

enum { COLUMNS = 80, INDENT = 11 };

/* Prints the title and the text, with the text wrapped to lines of at most COLUMNS columns. */
static void print_titled_text(const char *title, const char *text)
{
    size_t column = (size_t)printf("%-*s", INDENT, title);
    const char *at = text;
    while (*at != '\0') {
        size_t length = strcspn(at, " ");
        if (at > text && column + 1 + length > COLUMNS)
            column = (size_t)printf("\n%*s", INDENT, "") - 1;
        else if (at > text)
            column += (size_t)printf(" ");
        column += (size_t)printf("%.*s", (int)length, at);
        at += length;
        at += strspn(at, " ");
    }
    putchar('\n');
}

static void put_rule(const ap_rule *rule)
{
    char profiles[AP_PROFILE_TEXT_BYTES], readers[AP_RULE_READERS_TEXT_BYTES];
    printf("%s: %s, %s\n%s\n\n", rule->id, ap_severity_name(rule->severity),
        ap_validity_class_name(rule->kind), rule->summary);
    print_titled_text("Points at", rule->points);
    print_titled_text("Meaning", rule->meaning);
    print_titled_text("Source", rule->source);
    printf(
        "%*s(%s: %s)\n", INDENT, "", ap_source_grade_name(rule->grade), ap_source_grade_meaning(rule->grade));
    print_titled_text("Breaks", rule->breaks);
    ap_put_rule_readers(rule, readers, sizeof readers);
    if (readers[0] != '\0')
        print_titled_text("Readers", readers);
    ap_put_rule_profiles(rule, profiles, sizeof profiles);
    if (profiles[0] != '\0')
        print_titled_text("Profiles", profiles);
    print_titled_text("Fix", rule->fix);
    const ap_fixer *fixer = ap_fixer_of(rule);
    if (fixer != NULL)
        printf("%*s`animproof fix%s` %s.\n", INDENT, "", fixer->unsafe ? " --unsafe" : "", fixer->does);
}

static cli_exit report_unknown_rule(const ap_rule_settings *rule_settings, const char *id)
{
    const ap_rule *suggestions[AP_NEAREST_RULES];
    size_t count = ap_nearest_rules(rule_settings, id, suggestions);
    cli_usage_error("explain", "no rule is named '%s'", cli_shorten(id).text);
    if (count > 0)
        fputs("did you mean:\n", stderr);
    for (size_t i = 0; i < count; i++)
        fprintf(stderr, "  %-32s %s\n", suggestions[i]->id, suggestions[i]->summary);
    if (count == 0)
        fputs("run `animproof rules` for a list\n", stderr);
    return CLI_USAGE;
}

/* Returns true if a rule of the program matches the word. */
static bool does_word_name_program_rule(const char *word)
{
    const ap_rule *rule;
    size_t i = 0;
    while ((rule = ap_rule_at(i)) != NULL && !ap_rule_matches_glob_or_format(rule, word))
        i++;
    return rule != NULL;
}

/* Prints each rule that matches the word, with an empty line before each rule but the first of the output.
   Returns the number of matching rules. */
static size_t print_and_count_matching_rules(
    const ap_rule_settings *rule_settings, const char *word, size_t printed_before)
{
    size_t printed = 0;
    const ap_rule *rule;
    for (size_t i = 0; (rule = ap_rule_of_settings_at(rule_settings, i)) != NULL; i++) {
        if (!ap_rule_matches_glob_or_format(rule, word))
            continue;
        if (printed_before + printed++ > 0)
            putchar('\n');
        put_rule(rule);
    }
    return printed;
}

typedef struct explain_run {
    cli_config_choice config;
    cli_settings_layer asked; /* empty */
    cli_configs *configs;
    const ap_rule_settings *rule_settings; /* the rules that are explained; NULL: those of the program */
} explain_run;

/* Reads the configuration of the working folder if a word names no rule of the program: it may name one that the configuration
   defines. */
static cli_exit read_own_rules_if_needed(explain_run *run, cli_operands words)
{
    cli_settings_result here;
    size_t known = 0;
    while (known < words.count && does_word_name_program_rule(words.items[known]))
        known++;
    if (known == words.count)
        return CLI_CLEAN;
    const cli_exit result = cli_configs_open_run(&run->configs, "explain", &run->config, &run->asked, &here);
    if (result == CLI_CLEAN)
        run->rule_settings = &here.settings->reading.rule_settings;
    return result;
}

static cli_exit run_explain(void *record, cli_operands words)
{
    explain_run *run = record;
    size_t printed = 0;
    if (words.count == 0)
        return cli_usage_error("explain", "no rule given");
    cli_exit result = read_own_rules_if_needed(run, words);
    if (result != CLI_CLEAN)
        return result;
    for (size_t i = 0; i < words.count; i++) {
        const size_t named = print_and_count_matching_rules(run->rule_settings, words.items[i], printed);
        printed += named;
        if (named == 0)
            result = report_unknown_rule(run->rule_settings, words.items[i]);
    }
    return result;
}

static void set_defaults(void *record)
{
    cli_layer_set_defaults(&((explain_run *)record)->asked);
}

static void release_record(void *record)
{
    explain_run *run = record;
    cli_layer_free(&run->asked);
    cli_configs_free(run->configs);
}

static const cli_option_group groups[] = {
    { .title = "Configuration", .rows = cli_config_rows, .at = offsetof(explain_run, config) },
    { .rows = NULL },
};

const cli_command cli_explain = {
    .name = "explain",
    .words = "RULE...",
    .summary = "says what a rule means, its source, and how to fix the file",
    .about = "Explains a rule: what it means, where it comes from, which programs fail on such a file, and "
             "how to fix the file. RULE is an id, a pattern such as 'mrtk/marker-*', or a format for all its "
             "rules. `animproof rules` lists the rules.",
    .options = groups,
    .record_bytes = sizeof(explain_run),
    .prepare = set_defaults,
    .run = run_explain,
    .release = release_record,
    .word = cli_rule_id_choice,
};
