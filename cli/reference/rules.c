/* animproof rules: lists the rules of all formats. */
#include <stddef.h>

#include "cli/config/configs.h"
#include "cli/options/commands.h"
#include "cli/options/reading_options.h"
#include "cli/reference/rule_lists.h"
#include "cli/shared/file_figures.h"
#include "core/json/json_put.h"
#include "validators/fixer.h"
#include "validators/registry.h"
#include "validators/services/policy/own_table.h"
#include "validators/services/rule_names/nearest.h"

enum { NEAREST_BYTES = 512 };

typedef enum rules_format { RULES_HUMAN, RULES_JSON, RULES_MARKDOWN, RULES_HTML } rules_format;

bool cli_do_filter_words_allow_rule(const cli_rule_filter *filter, const ap_rule *rule)
{
    bool named = filter->words.count == 0;
    for (size_t i = 0; i < filter->words.count && !named; i++)
        named = ap_rule_matches_glob_or_format(rule, filter->words.items[i]);
    return named;
}

/* Returns true if the filter selects the rule. */
static bool is_selected_by_filter(const cli_rule_filter *filter, const ap_rule *rule)
{
    return cli_do_filter_words_allow_rule(filter, rule) && (!filter->fixable || ap_fixer_of(rule) != NULL);
}

static size_t count_rules(const ap_rule_table *table, const cli_rule_filter *filter)
{
    size_t count = 0;
    for (size_t r = 0; r < table->count; r++)
        count += is_selected_by_filter(filter, &table->rules[r]);
    return count;
}

static void put_rules_of_table(FILE *stream, const cli_rule_filter *filter, const ap_rule_table *table)
{
    for (size_t r = 0; r < table->count; r++) {
        const ap_rule *rule = &table->rules[r];
        if (is_selected_by_filter(filter, rule))
            fprintf(stream, "  %-8s %-11s %-32s %s\n", ap_severity_name(rule->severity),
                ap_validity_class_name(rule->kind), rule->id, rule->summary);
    }
}

/* Prints those rules of a group that the filter selects. `tables` has all rules of the group. Returns the number of rules
   printed; `listed` is the number of rules printed before. */
static size_t print_and_count_rules_of_group(FILE *stream, const cli_rule_filter *filter,
    const ap_rule_table *tables, size_t table_count, const ap_rule_group *group, size_t listed)
{
    size_t rules = 0;
    for (size_t t = 0; t < table_count; t++)
        rules += count_rules(&tables[t], filter);
    if (rules == 0)
        return 0;
    fprintf(stream, "%s%s: %s, %zu %s\n", listed > 0 ? "\n" : "", group->name, group->title, rules,
        rules == 1 ? "rule" : "rules");
    for (size_t t = 0; t < table_count; t++)
        put_rules_of_table(stream, filter, &tables[t]);
    return rules;
}

/* Prints a line for each rule, grouped by format. */
static void put_rules_human(FILE *stream, const cli_rule_filter *filter)
{
    static const ap_rule_group own = { AP_OWN_GROUP,
        "Rules of the project ([rule NAME] of its configuration)" };
    size_t count, listed = 0;
    const ap_rule_table *tables = ap_rule_tables(&count);
    const ap_rule_group *groups = ap_rule_groups(&count);
    for (size_t t = 0; t < count; t++)
        listed += print_and_count_rules_of_group(stream, filter, &tables[t], 1, &groups[t], listed);
    if (filter->rule_settings != NULL)
        (void)print_and_count_rules_of_group(
            stream, filter, filter->rule_settings->own.items, AP_OWN_TABLES, &own, listed);
}

static void put_fix_and_unfixed(ap_json_put *put, const ap_rule *rule)
{
    const ap_fixer *fixer = ap_fixer_of(rule);
    ap_json_put_text(put, "fix", fixer == NULL ? NULL : fixer->unsafe ? "unsafe" : "safe");
    ap_json_put_text(put, "unfixed", rule->unfixed);
}

static void put_rule(ap_json_put *put, const ap_rule *rule)
{
    ap_json_put_begin_object(put, NULL);
    ap_json_put_text(put, "id", rule->id);
    ap_json_put_text(put, "severity", ap_severity_name(rule->severity));
    ap_json_put_text(put, "class", ap_validity_class_name(rule->kind));
    ap_json_put_text(put, "grade", ap_source_grade_name(rule->grade));
    ap_json_put_text(put, "summary", rule->summary);
    ap_json_put_text(put, "points", rule->points);
    ap_json_put_text(put, "meaning", rule->meaning);
    ap_json_put_text(put, "source", rule->source);
    ap_json_put_text(put, "breaks", rule->breaks);
    ap_json_put_text(put, "how_to_fix", rule->fix);
    ap_json_put_text(put, "mend", rule->fix); /* the old name of how_to_fix, until the next release */
    put_fix_and_unfixed(put, rule);
    cli_put_rule_readers_json(put, rule);
    ap_json_put_end_object(put);
}

/* Prints one JSON document: {"tool": …, "rules": [{"id": …, …, "fix": "safe", "unsafe" or null, …}],
   "readers": …, "profiles": …}. */
static void put_rules_json(FILE *stream, const cli_rule_filter *filter)
{
    const ap_rule *rule;
    ap_json_put put;
    cli_begin_json_document(&put, stream);
    ap_json_put_begin_array(&put, "rules");
    for (size_t i = 0; (rule = ap_rule_of_settings_at(filter->rule_settings, i)) != NULL; i++) {
        if (is_selected_by_filter(filter, rule))
            put_rule(&put, rule);
    }
    ap_json_put_end_array(&put);
    cli_put_readers_json(&put);
    cli_put_profiles_json(&put);
    ap_json_put_end_object(&put);
    fputc('\n', stream);
}

typedef struct rules_run {
    rules_format format;
    bool test;
    cli_config_choice config;
    cli_settings_layer asked; /* empty */
    cli_configs *configs;
    cli_rule_filter filter;
} rules_run;

/* Returns CLI_USAGE, after a message, if one of the words matches no rule. */
static cli_exit check_words_match_rules(const ap_rule_settings *rule_settings, cli_operands words)
{
    char nearest[NEAREST_BYTES];
    for (size_t i = 0; i < words.count; i++) {
        const ap_rule *rule;
        size_t number = 0;
        while ((rule = ap_rule_of_settings_at(rule_settings, number)) != NULL
               && !ap_rule_matches_glob_or_format(rule, words.items[i]))
            number++;
        if (rule != NULL)
            continue;
        ap_put_nearest_rules_text(rule_settings, words.items[i], nearest, sizeof nearest);
        return cli_usage_error("rules", "no rule is named '%s'%s", cli_shorten(words.items[i]).text, nearest);
    }
    return CLI_CLEAN;
}

/* Prints the rules. The caller checks standard output for write errors when the program ends. */
static cli_exit run_rules(void *record, cli_operands words)
{
    rules_run *run = record;
    run->filter.words = words;
    cli_settings_result here = { .settings = NULL };
    cli_exit result = CLI_CLEAN;
    if (run->format < RULES_MARKDOWN)
        result = cli_configs_open_run(&run->configs, "rules", &run->config, &run->asked, &here);
    if (here.settings != NULL)
        run->filter.rule_settings = &here.settings->reading.rule_settings;
    if (result == CLI_CLEAN)
        result = check_words_match_rules(run->filter.rule_settings, words);
    if (result != CLI_CLEAN)
        return result;
    if (run->test && (run->format != RULES_HUMAN || run->filter.fixable))
        return cli_usage_error("rules", "--test takes neither --format nor --fixable");
    if (run->test)
        return cli_test_rules(&here, &run->filter);
    if ((run->filter.fixable || words.count > 0) && run->format >= RULES_MARKDOWN)
        return cli_usage_error("rules", "--format %s lists all rules; it takes neither RULE nor --fixable",
            run->format == RULES_MARKDOWN ? "markdown" : "html");
    switch (run->format) {
    case RULES_HUMAN:
        put_rules_human(stdout, &run->filter);
        break;
    case RULES_JSON:
        put_rules_json(stdout, &run->filter);
        break;
    case RULES_MARKDOWN:
        cli_put_rules_markdown(stdout);
        break;
    case RULES_HTML:
        cli_put_rules_html(stdout);
        break;
    }
    return CLI_CLEAN;
}

static const cli_option_choice formats[] = { { "human", RULES_HUMAN, NULL }, { "json", RULES_JSON, NULL },
    { "markdown", RULES_MARKDOWN, "docs/formats/rules.md" }, { "html", RULES_HTML, "the installed page" },
    { NULL, 0, NULL } };

static const cli_option rows[] = {
    { .name = "format",
        .value = "F",
        CLI_CHOICE(rules_run, format),
        .choices = formats,
        .help = "{choices}" },
    { .name = "fixable",
        CLI_FLAG(rules_run, filter.fixable),
        .help = "list only rules with a fix (see `animproof fix`)" },
    { .name = "test",
        CLI_FLAG(rules_run, test),
        .help = "lint the example files that the configuration names for its own rules, instead of listing "
                "rules" },
    { .name = NULL },
};

static void set_defaults(void *record)
{
    cli_layer_set_defaults(&((rules_run *)record)->asked);
}

static void release_record(void *record)
{
    rules_run *run = record;
    cli_layer_free(&run->asked);
    cli_configs_free(run->configs);
}

static const cli_option_group groups[] = {
    { .rows = rows },
    { .title = "Configuration", .rows = cli_config_rows, .at = offsetof(rules_run, config) },
    { .rows = NULL },
};

static const cli_example examples[] = {
    { "animproof rules md5anim", "Lists the rules of a format." },
    { "animproof rules 'md5anim/joint-*'", "Lists the rules with ids that match the pattern." },
    { "animproof rules --test", "Checks the rules of the configuration with their examples." },
    { NULL, NULL },
};

const cli_command cli_rules = {
    .name = "rules",
    .words = "[RULE...]",
    .usage = "[--format human|json|markdown|html] [--fixable] [--test] [RULE...]",
    .summary = "lists the rules",
    .about = "Lists rules with severity, class, id and summary. RULE is an id, a pattern such as "
             "'mrtk/marker-*', or a format for all its rules. Without RULE, lists all rules. `animproof "
             "explain RULE` says what a rule means. Rules that the configuration of the working folder "
             "defines ([rule NAME]) have the ids own/NAME.",
    .examples = examples,
    .options = groups,
    .record_bytes = sizeof(rules_run),
    .prepare = set_defaults,
    .run = run_rules,
    .release = release_record,
    .word = cli_rule_id_choice,
};
