/* animproof rules --test: tests the rules that a configuration defines with their example files and values. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/config/rule_builder.h"
#include "cli/reference/rule_lists.h"
#include "cli/shared/checked_file.h"
#include "cli/shared/input_copy.h"
#include "core/base/terminal_text.h"
#include "core/files/guard.h"
#include "validators/lint_bytes.h"
#include "validators/services/own_rules/own_fields.h"

/* A run of the tests, with the current example. */
typedef struct rules_test {
    const cli_reading_options *reading;
    const cli_config *config;
    /* numbers: rules tested, their examples, examples that are not as expected, and rules without an example */
    size_t rules, examples, wrong, without_example;
    cli_exit result;
    ap_input input;
    ap_arena arena;

    const ap_own_rule *rule;
    const char *path; /* allocated */
    size_t findings;  /* number of findings of the rule in the example */
    bool is_checked;  /* the rule checks the format, and the file has a finding of the rule or no error */
    bool has_fields;  /* the file has a field with the path of the rule, or the rule needs none */
} rules_test;

static void lint_example(void *context)
{
    rules_test *t = context;
    const ap_own_rule_list one = { .items = (ap_own_rule *)t->rule, .count = 1 };
    const ap_lint_options options = { .own = &one, .no_suppression = true };
    ap_findings findings;
    ap_lint_result about;
    ap_arena_reset(&t->arena);
    ap_findings_init(&findings, &t->arena, NULL, t->reading->max_findings, t->reading->max_per_rule);
    const ap_format *format = ap_lint_bytes(t->input.view, t->path, NULL, &options, &findings, &about);
    t->findings = ap_findings_count_of_rule(&findings, t->rule->rule);
    t->is_checked = ap_own_rule_checks_format(t->rule, format) && (t->findings > 0 || findings.faults == 0);
    t->has_fields = t->findings > 0 || t->rule->subject != AP_OWN_FIELDS || !t->is_checked
                    || ap_own_count_matching_fields(t->rule, format, t->input.view, &t->arena) > 0;
}

static void check_example_result(rules_test *t, const char *name, bool must_fail)
{
    t->examples++;
    if (t->is_checked && t->has_fields && (t->findings > 0) == must_fail)
        return;
    t->wrong++;
    t->result = cli_worse_exit_by_rank(t->result, CLI_FINDINGS);
    printf("%s: ", t->rule->rule->id);
    ap_put_file_name(stdout, name);
    if (!t->is_checked)
        puts(" is not checked by the rule: it has another format, or an error");
    else if (!t->has_fields)
        printf(" has no field with the path %s\n", t->rule->path);
    else if (must_fail)
        puts(" has no finding, but is an example that fails");
    else
        puts(" has a finding, but is an example that passes");
}

/* Returns the folder to which the path of an example is relative: the folder of the file with the section of the rule. */
static const char *folder_of_examples(const cli_config *config, const char *name)
{
    return cli_config_text_line(&config->text, name) > 0 ? config->folder : config->rule_file->folder;
}

static void test_examples(rules_test *t, const cli_string_list *names, bool must_fail)
{
    for (size_t i = 0; i < names->count; i++) {
        char *path = NULL;
        const char *folder = names->items[i][0] == '/' ? "" : folder_of_examples(t->config, names->items[i]);
        if (asprintf(&path, "%s%s%s", folder, folder[0] == '\0' ? "" : "/", names->items[i]) < 0) {
            t->result = cli_worse_exit_by_rank(t->result, cli_fail_no_memory());
            return;
        }
        t->path = path;
        ap_status status = ap_input_load(&t->input, path);
        if (status == AP_OK)
            status = ap_input_run_guarded(&t->input, lint_example, t);
        cli_exit result = cli_report_status(names->items[i], status, &t->input);
        if (status == AP_OK && t->arena.failed)
            result = cli_report_no_memory(names->items[i]);
        t->result = cli_worse_exit_by_rank(t->result, result);
        if (result == CLI_CLEAN)
            check_example_result(t, names->items[i], must_fail);
        ap_input_release(&t->input);
        free(path);
    }
}

static void test_example_values(rules_test *t, const cli_string_list *values, bool must_fail)
{
    bool allowed = false;
    for (size_t i = 0; i < values->count; i++) {
        (void)cli_test_value_by_rule(t->rule, values->items[i], &allowed);
        t->examples++;
        if (allowed != must_fail)
            continue;
        t->wrong++;
        t->result = cli_worse_exit_by_rank(t->result, CLI_FINDINGS);
        printf("%s: the value ", t->rule->rule->id);
        ap_put_file_name(stdout, values->items[i]);
        puts(must_fail ? " is allowed, but is an example that fails"
                       : " is not allowed, but is an example that passes");
    }
}

static void test_rule(rules_test *t, size_t index)
{
    const cli_rule_section *section = &t->config->rules.items[index];
    t->rule = &t->config->rules.rules.items[index];
    t->rules++;
    const size_t passing = section->pass.count + section->passes.count;
    const size_t failing = section->fail.count + section->fails.count;
    t->without_example += passing + failing == 0;
    if ((passing == 0) != (failing == 0))
        printf("%s: no example %s\n", t->rule->rule->id, passing == 0 ? "passes" : "fails");
    test_example_values(t, &section->passes, false);
    test_example_values(t, &section->fails, true);
    test_examples(t, &section->pass, false);
    test_examples(t, &section->fail, true);
}

static void print_totals_of_tests(const rules_test *t)
{
    printf("%zu %s, %zu %s: ", t->rules, t->rules == 1 ? "rule" : "rules", t->examples,
        t->examples == 1 ? "example" : "examples");
    if (t->wrong == 0)
        fputs("all as expected", stdout);
    else
        printf("%zu not as expected", t->wrong);
    if (t->without_example > 0)
        printf(
            "; %zu %s no example", t->without_example, t->without_example == 1 ? "rule has" : "rules have");
    putchar('\n');
}

cli_exit cli_test_rules(const cli_settings_result *here, const cli_rule_filter *filter)
{
    rules_test t = { .reading = &here->settings->reading, .config = here->config };
    if (t.config == NULL)
        return cli_usage_error("rules", "--test: no configuration of the working folder defines a rule");
    if (t.config->rules.count == 0)
        return cli_usage_error("rules", "--test: %s defines no rule", cli_shorten(t.config->path).text);
    ap_input_init(&t.input, t.reading->max_input_bytes);
    ap_arena_init(&t.arena, t.reading->max_memory_bytes);
    for (size_t i = 0; i < t.config->rules.count; i++) {
        if (cli_do_filter_words_allow_rule(filter, t.config->rules.rules.items[i].rule))
            test_rule(&t, i);
    }
    print_totals_of_tests(&t);
    ap_input_free_memory(&t.input);
    ap_arena_free(&t.arena);
    return t.result;
}
