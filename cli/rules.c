/* animproof rules: lists the registry. */
#include <getopt.h>
#include <jansson.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/rule_lists.h"
#include "cli/values.h"
#include "core/version.h"
#include "validators/registry.h"

static const char help[] = "usage: animproof rules [--format human|json|markdown]\n"
                           "Lists all rules: severity, class, id and what each says.\n"
                           "markdown is docs/RULES.md; `animproof explain RULE` tells more of one rule.\n";

typedef enum rules_format { RULES_HUMAN, RULES_JSON, RULES_MARKDOWN } rules_format;

void cli_rules_human(FILE *stream)
{
    size_t count;
    const ap_rule_table *tables = ap_rule_tables(&count);
    const ap_rule_group *groups = ap_rule_groups(&count);
    for (size_t t = 0; t < count; t++) {
        fprintf(stream, "%s%s: %s, %zu %s\n", t > 0 ? "\n" : "", groups[t].name, groups[t].title,
            tables[t].count, tables[t].count == 1 ? "rule" : "rules");
        for (size_t r = 0; r < tables[t].count; r++) {
            const ap_rule *rule = &tables[t].rules[r];
            fprintf(stream, "  %-8s %-11s %-32s %s\n", ap_severity_name(rule->severity),
                ap_class_name(rule->class), rule->id, rule->summary);
        }
    }
}

static json_t *rule_object(const ap_rule *rule)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "id", rule->id, "severity",
        ap_severity_name(rule->severity), "class", ap_class_name(rule->class), "grade",
        ap_grade_name(rule->grade), "summary", rule->summary, "points", rule->points, "meaning",
        rule->meaning, "source", rule->source, "breaks", rule->breaks, "mend", rule->mend);
}

static bool add_rules(json_t *rules, const ap_rule_table *table)
{
    for (size_t r = 0; r < table->count; r++) {
        if (json_array_append_new(rules, rule_object(&table->rules[r])) != 0)
            return false;
    }
    return true;
}

bool cli_rules_json(FILE *stream)
{
    size_t count;
    const ap_rule_table *tables = ap_rule_tables(&count);
    json_t *rules = json_array();
    bool whole = rules != NULL;
    for (size_t t = 0; t < count && whole; t++)
        whole = add_rules(rules, &tables[t]);
    if (!whole) {
        json_decref(rules);
        return false;
    }
    json_t *document =
        json_pack("{s:{s:s, s:s}, s:o}", "tool", "name", AP_PROGRAM, "version", AP_VERSION, "rules", rules);
    if (document == NULL)
        return false;
    json_dumpf(document, stream, JSON_ENSURE_ASCII | JSON_INDENT(1)); /* its errors are the stream's */
    fputc('\n', stream);
    json_decref(document);
    return true;
}

static cli_exit print(int format)
{
    switch (format) {
    case RULES_JSON:
        if (!cli_rules_json(stdout)) {
            cli_error("rules: no memory");
            return CLI_INTERNAL;
        }
        return CLI_CLEAN;
    case RULES_MARKDOWN:
        cli_rules_markdown(stdout);
        return CLI_CLEAN;
    default:
        cli_rules_human(stdout);
        return CLI_CLEAN;
    }
}

cli_exit cli_rules(int argc, char **argv)
{
    enum { OPTION_FORMAT = 0x100, OPTION_HELP };
    static const cli_choice formats[] = { { "human", RULES_HUMAN }, { "json", RULES_JSON },
        { "markdown", RULES_MARKDOWN }, { NULL, 0 } };
    static const struct option options[] = { { "format", required_argument, NULL, OPTION_FORMAT },
        { "help", no_argument, NULL, OPTION_HELP }, { NULL, 0, NULL, 0 } };
    int format = RULES_HUMAN;
    int option;
    optind = 0;
    opterr = 0;
    while ((option = getopt_long(argc, argv, ":h", options, NULL)) != -1) {
        if (option == 'h' || option == OPTION_HELP) {
            fputs(help, stdout);
            return CLI_CLEAN;
        }
        if (option != OPTION_FORMAT)
            return cli_bad_option("rules", option, argv);
        if (!cli_read_choice("rules", "format", optarg, formats, &format))
            return CLI_USAGE;
    }
    if (optind < argc)
        return cli_usage("rules", "takes no '%s'; `animproof explain RULE` tells of one rule", argv[optind]);
    return print(format);
}
