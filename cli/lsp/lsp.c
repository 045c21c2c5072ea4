/* animproof lsp: a language server over standard input and output. */
#include <stddef.h>

#include "cli/lsp/lsp_server.h"
#include "cli/options/commands.h"

enum { USUAL_MAX_FINDINGS = 1000 /* of a document: editors show them all at once */ };

typedef struct lsp_run {
    cli_layer asked;
    cli_config_choice config;
    bool stdio;
    lsp_server server;
} lsp_run;

static cli_exit serve(void *record, cli_words words)
{
    lsp_run *run = record;
    if (words.count > 0)
        return cli_usage("lsp", "takes no files: the editor sends them");
    cli_exit result = cli_check_rules(&run->asked.rules, NULL);
    cli_configs *configs = NULL;
    if (result == CLI_CLEAN) /* what contradicts itself is said before the editor waits */
        result = cli_configs_open(&configs, "lsp", &run->config, &run->asked);
    cli_configs_free(configs);
    if (result != CLI_CLEAN)
        return result;
    run->server.asked = &run->asked;
    run->server.config = &run->config;
    return lsp_serve(&run->server);
}

static void prepare(void *record)
{
    lsp_run *run = record;
    cli_default_layer(&run->asked);
    run->asked.reading.max_findings = USUAL_MAX_FINDINGS;
    run->asked.no_ignore = true; /* what git ignores may be edited */
}

static void release(void *record)
{
    lsp_run *run = record;
    cli_layer_free(&run->asked);
}

static const cli_option rows[] = {
    { .name = "stdio",
        CLI_FLAG(lsp_run, stdio),
        .help = "talk over standard input and output, which is what happens anyway" },
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
    .summary = "a language server, for editors",
    .about = "Serves an editor by the Language Server Protocol 3.17 over standard input and output: "
             "diagnostics as text is typed, what a rule means under the cursor, the parts of a file, "
             "formatting, and fixes. For {text formats} files; docs/use/editors.md says how to set it up.",
    .exits = "0 after 'shutdown' and 'exit', 1 where the client ended otherwise, 2 usage, 3 standard input "
             "or output failed, 4 no memory.",
    .options = groups,
    .record_bytes = sizeof(lsp_run),
    .prepare = prepare,
    .run = serve,
    .release = release,
};
