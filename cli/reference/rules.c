/* animproof rules: lists the rules of all formats. */
#include "cli/options/commands.h"
#include "cli/options/reading_options.h"
#include "cli/reference/rule_lists.h"
#include "core/base/version.h"
#include "core/json/json_put.h"
#include "validators/fixer.h"
#include "validators/registry.h"
#include "validators/services/rule_names/nearest.h"

enum { NEAREST_BYTES = 512 };

typedef enum rules_format { RULES_HUMAN, RULES_JSON, RULES_MARKDOWN, RULES_HTML } rules_format;

/* Returns true if the filter selects the rule. */
static bool is_chosen(const cli_rule_filter *filter, const ap_rule *rule)
{
    bool named = filter->words.count == 0;
    for (size_t i = 0; i < filter->words.count && !named; i++)
        named = ap_rule_is_named(rule, filter->words.items[i]);
    return named && (!filter->fixable || ap_fixer_of(rule) != NULL);
}

static size_t count_rules(const ap_rule_table *table, const cli_rule_filter *filter)
{
    size_t count = 0;
    for (size_t r = 0; r < table->count; r++)
        count += is_chosen(filter, &table->rules[r]);
    return count;
}

void cli_put_rules_human(FILE *stream, const cli_rule_filter *filter)
{
    size_t count, listed = 0;
    const ap_rule_table *tables = ap_rule_tables(&count);
    const ap_rule_group *groups = ap_rule_groups(&count);
    for (size_t t = 0; t < count; t++) {
        const size_t rules = count_rules(&tables[t], filter);
        if (rules == 0)
            continue;
        fprintf(stream, "%s%s: %s, %zu %s\n", listed > 0 ? "\n" : "", groups[t].name, groups[t].title, rules,
            rules == 1 ? "rule" : "rules");
        listed += rules;
        for (size_t r = 0; r < tables[t].count; r++) {
            const ap_rule *rule = &tables[t].rules[r];
            if (is_chosen(filter, rule))
                fprintf(stream, "  %-8s %-11s %-32s %s\n", ap_severity_name(rule->severity),
                    ap_class_name(rule->kind), rule->id, rule->summary);
        }
    }
}

static void put_fix(ap_json_put *put, const ap_rule *rule)
{
    const ap_fixer *fixer = ap_fixer_of(rule);
    ap_json_put_text(put, "fix", fixer == NULL ? NULL : fixer->unsafe ? "unsafe" : "safe");
    ap_json_put_text(put, "unfixed", rule->unfixed);
}

static void put_rule(ap_json_put *put, const ap_rule *rule)
{
    ap_json_put_object(put, NULL);
    ap_json_put_text(put, "id", rule->id);
    ap_json_put_text(put, "severity", ap_severity_name(rule->severity));
    ap_json_put_text(put, "class", ap_class_name(rule->kind));
    ap_json_put_text(put, "grade", ap_grade_name(rule->grade));
    ap_json_put_text(put, "summary", rule->summary);
    ap_json_put_text(put, "points", rule->points);
    ap_json_put_text(put, "meaning", rule->meaning);
    ap_json_put_text(put, "source", rule->source);
    ap_json_put_text(put, "breaks", rule->breaks);
    ap_json_put_text(put, "how_to_fix", rule->fix);
    ap_json_put_text(put, "mend", rule->fix); /* the old name of how_to_fix, until the next release */
    put_fix(put, rule);
    cli_put_rule_readers_json(put, rule);
    ap_json_put_end_object(put);
}

void cli_put_rules_json(FILE *stream, const cli_rule_filter *filter)
{
    const ap_rule *rule;
    ap_json_put put;
    ap_json_put_init(&put, stream, 1);
    ap_json_put_object(&put, NULL);
    ap_json_put_object(&put, "tool");
    ap_json_put_text(&put, "name", AP_PROGRAM);
    ap_json_put_text(&put, "version", AP_VERSION);
    ap_json_put_end_object(&put);
    ap_json_put_array(&put, "rules");
    for (size_t i = 0; (rule = ap_rule_at(i)) != NULL; i++) {
        if (is_chosen(filter, rule))
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
    cli_rule_filter filter;
} rules_run;

/* Fails if one of the words matches no rule. */
static cli_exit check_words(cli_operands words)
{
    char nearest[NEAREST_BYTES];
    for (size_t i = 0; i < words.count; i++) {
        const ap_rule *rule;
        size_t number = 0;
        while ((rule = ap_rule_at(number)) != NULL && !ap_rule_is_named(rule, words.items[i]))
            number++;
        if (rule != NULL)
            continue;
        ap_nearest_rules_text(words.items[i], nearest, sizeof nearest);
        return cli_usage_error("rules", "no rule is named '%s'%s", cli_quote(words.items[i]).text, nearest);
    }
    return CLI_CLEAN;
}

/* Prints the rules. The caller checks standard output for write errors when the program ends. */
static cli_exit run_rules(void *record, cli_operands words)
{
    rules_run *run = record;
    run->filter.words = words;
    const cli_exit result = check_words(words);
    if (result != CLI_CLEAN)
        return result;
    if ((run->filter.fixable || words.count > 0) && run->format >= RULES_MARKDOWN)
        return cli_usage_error("rules", "--format %s lists all rules; it takes neither RULE nor --fixable",
            run->format == RULES_MARKDOWN ? "markdown" : "html");
    switch (run->format) {
    case RULES_HUMAN:
        cli_put_rules_human(stdout, &run->filter);
        break;
    case RULES_JSON:
        cli_put_rules_json(stdout, &run->filter);
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

static const cli_choice formats[] = { { "human", RULES_HUMAN, NULL }, { "json", RULES_JSON, NULL },
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
    { .name = NULL },
};

static const cli_option_group groups[] = { { .rows = rows }, { .rows = NULL } };

static const cli_example examples[] = {
    { "animproof rules md5anim", "Lists the rules of a format." },
    { "animproof rules 'md5anim/joint-*'", "Lists the rules with ids that match the pattern." },
    { NULL, NULL },
};

const cli_command cli_rules = {
    .name = "rules",
    .words = "[RULE...]",
    .usage = "[--format human|json|markdown|html] [--fixable] [RULE...]",
    .summary = "lists the rules",
    .about = "Lists rules with severity, class, id and summary. RULE is an id, a pattern such as "
             "'mrtk/marker-*', or a format for all its rules. Without RULE, lists all rules. `animproof "
             "explain RULE` says what a rule means.",
    .examples = examples,
    .options = groups,
    .record_bytes = sizeof(rules_run),
    .run = run_rules,
    .word = cli_rule_id_choice,
};
