/* Declares all commands of the program. */
#ifndef AP_COMMANDS_H
#define AP_COMMANDS_H

#include "cli/options/command.h"

/* The program itself; the other commands are its subcommands. */
extern const cli_command cli_program;

extern const cli_command cli_compare, cli_completions, cli_config_command, cli_conform, cli_convert,
    cli_corpus, cli_corpus_build, cli_corpus_merge, cli_corpus_verify, cli_dump, cli_engines, cli_explain,
    cli_fix, cli_format, cli_fuzz, cli_generate, cli_init, cli_lint, cli_lsp, cli_manual, cli_mutate,
    cli_reduce, cli_report, cli_roundtrip, cli_rules, cli_sets, cli_shard, cli_spec_command, cli_stats,
    cli_view;

#endif
