/* Implements animproof lsp: runs a language server on standard input and output. */
#include <stddef.h>

#include "cli/lsp/lsp_server.h"
#include "cli/options/commands.h"

enum {
    USUAL_MAX_FINDINGS =
        1000 /* default of --max-findings for each document, because editors show all findings at once */
};

typedef struct lsp_run {
    cli_settings_layer asked;
    cli_config_choice config;
    bool stdio;
    lsp_server server;
} lsp_run;

static cli_exit serve_editor(void *record, cli_operands words)
{
    lsp_run *run = record;
    if (words.count > 0)
        return cli_usage_error("lsp", "no operands are allowed; the editor sends the files");
    cli_exit result = cli_check_rules(&run->asked.rules, "lsp", NULL);
    cli_configs *configs = NULL;
    /* checks the options now, so that a contradiction is reported before the editor waits for an answer */
    if (result == CLI_CLEAN)
        result = cli_configs_open(&configs, "lsp", &run->config, &run->asked);
    cli_configs_free(configs);
    if (result != CLI_CLEAN)
        return result;
    run->server.asked = &run->asked;
    run->server.config = &run->config;
    return lsp_serve(&run->server);
}

static void set_defaults(void *record)
{
    lsp_run *run = record;
    cli_layer_set_defaults(&run->asked);
    run->asked.reading.max_findings = USUAL_MAX_FINDINGS;
    run->asked.no_ignore = true; /* files that git ignores can be open in the editor */
}

static void release_record(void *record)
{
    lsp_run *run = record;
    cli_layer_free(&run->asked);
}

static const cli_option rows[] = {
    { .name = "stdio",
        CLI_FLAG(lsp_run, stdio),
        .help = "use standard input and output (always the case; accepted for editors that pass it)" },
    { .name = NULL },
};

static const cli_option_group groups[] = {
    { .rows = rows },
    { .title = "Configuration", .rows = cli_config_rows, .at = offsetof(lsp_run, config) },
    { .title = "Rules", .rows = cli_rule_choice_rows, .at = offsetof(lsp_run, asked.rules) },
    { .rows = cli_count_rows, .at = offsetof(lsp_run, asked.reading) },
    { .rows = cli_limit_rows, .at = offsetof(lsp_run, asked.reading) },
    { .rows = NULL },
};

const cli_command cli_lsp = {
    .name = "lsp",
    .summary = "runs a language server for editors",
    .about = "Runs a server of the Language Server Protocol 3.17 on standard input and output, for {text "
             "formats} files. It provides diagnostics while typing, rules and fields on hover, an outline, "
             "formatting, and fixes. See docs/use/editors.md for the setup of editors.",
    .exits = "0 after 'shutdown' and 'exit', 1 if the client ended without them, 2 usage, 3 standard input "
             "or output failed, 4 out of memory.",
    .options = groups,
    .record_bytes = sizeof(lsp_run),
    .prepare = set_defaults,
    .run = serve_editor,
    .release = release_record,
};
