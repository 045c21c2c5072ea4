/* animproof rules: lists the registry. */
#include <getopt.h>
#include <string.h>

#include "cli/rules/rule_lists.h"
#include "cli/shared/cli.h"
#include "cli/shared/option_values.h"
#include "core/base/version.h"
#include "core/json/json_put.h"
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
                ap_class_name(rule->kind), rule->id, rule->summary);
        }
    }
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
    ap_json_put_text(put, "mend", rule->mend);
    ap_json_put_end_object(put);
}

void cli_rules_json(FILE *stream)
{
    size_t count;
    const ap_rule_table *tables = ap_rule_tables(&count);
    ap_json_put put;
    ap_json_put_init(&put, stream, 1);
    ap_json_put_object(&put, NULL);
    ap_json_put_object(&put, "tool");
    ap_json_put_text(&put, "name", AP_PROGRAM);
    ap_json_put_text(&put, "version", AP_VERSION);
    ap_json_put_end_object(&put);
    ap_json_put_array(&put, "rules");
    for (size_t t = 0; t < count; t++) {
        for (size_t r = 0; r < tables[t].count; r++)
            put_rule(&put, &tables[t].rules[r]);
    }
    ap_json_put_end_array(&put);
    ap_json_put_end_object(&put);
    fputc('\n', stream);
}

/* Whether all of it was written, standard output knows at the end. */
static cli_exit print(int format)
{
    switch (format) {
    case RULES_JSON:
        cli_rules_json(stdout);
        break;
    case RULES_MARKDOWN:
        cli_rules_markdown(stdout);
        break;
    default:
        cli_rules_human(stdout);
        break;
    }
    return CLI_CLEAN;
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
            return cli_bad_option("rules", option, argv, options);
        if (!cli_read_choice("rules", "format", optarg, formats, &format))
            return CLI_USAGE;
    }
    if (optind < argc)
        return cli_usage("rules", "takes no '%s'; `animproof explain RULE` tells of one rule", argv[optind]);
    return print(format);
}
