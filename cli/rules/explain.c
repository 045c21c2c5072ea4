/* animproof explain: all that is known of a rule. */
#include <getopt.h>
#include <string.h>

#include "cli/shared/cli.h"
#include "cli/shared/suggest.h"
#include "validators/registry.h"

enum { COLUMNS = 80, INDENT = 11 };

static const char help[] =
    "usage: animproof explain RULE...\n"
    "Tells what a rule means, where it comes from, which readers break on such a file\n"
    "and how to fix it. `animproof rules` lists the rules.\n";

/* "Title      text", the text broken between words into lines of at most COLUMNS. */
static void put_item(const char *title, const char *text)
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
    printf("%s: %s, %s\n%s\n\n", rule->id, ap_severity_name(rule->severity), ap_class_name(rule->kind),
        rule->summary);
    put_item("Points at", rule->points);
    put_item("Meaning", rule->meaning);
    put_item("Source", rule->source);
    printf("%*s(%s: %s)\n", INDENT, "", ap_grade_name(rule->grade), ap_grade_meaning(rule->grade));
    put_item("Breaks", rule->breaks);
    put_item("Fix", rule->mend);
}

static cli_exit unknown(const char *id)
{
    const ap_rule *suggestions[CLI_SUGGESTIONS];
    size_t count = cli_suggest(id, suggestions);
    cli_usage("explain", "no rule is named '%s'", id);
    if (count > 0)
        fputs("did you mean\n", stderr);
    for (size_t i = 0; i < count; i++)
        fprintf(stderr, "  %-32s %s\n", suggestions[i]->id, suggestions[i]->summary);
    if (count == 0)
        fputs("`animproof rules` lists them all\n", stderr);
    return CLI_USAGE;
}

cli_exit cli_explain(int argc, char **argv)
{
    enum { OPTION_HELP = 0x100 };
    static const struct option options[] = { { "help", no_argument, NULL, OPTION_HELP },
        { NULL, 0, NULL, 0 } };
    cli_exit result = CLI_CLEAN;
    int option;
    optind = 0;
    opterr = 0;
    while ((option = getopt_long(argc, argv, ":h", options, NULL)) != -1) {
        if (option != 'h' && option != OPTION_HELP)
            return cli_bad_option("explain", option, argv, options);
        fputs(help, stdout);
        return CLI_CLEAN;
    }
    if (optind == argc)
        return cli_usage("explain", "no rule given");
    for (int i = optind; i < argc; i++) {
        const ap_rule *rule = ap_find_rule(argv[i]);
        if (rule == NULL) {
            result = unknown(argv[i]);
            continue;
        }
        if (i > optind)
            putchar('\n');
        put_rule(rule);
    }
    return result;
}
