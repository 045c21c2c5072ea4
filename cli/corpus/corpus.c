/* Implements animproof corpus, which lists its subcommands. */
#include "cli/options/commands.h"

static const cli_command *const parts[] = { &cli_corpus_build, &cli_corpus_merge, &cli_corpus_verify, NULL };

const cli_command cli_corpus = {
    .name = "corpus",
    .words = "build|merge|verify DIR",
    .summary = "builds, merges and verifies conformance corpora",
    .about =
        "Builds and verifies conformance corpora: files with a manifest of the findings expected in each.",
    .subcommands = parts,
    .notes = "See `animproof corpus COMMAND --help` for each command.",
};
