/* animproof corpus: its parts. */
#include "cli/options/commands.h"

static const cli_command *const parts[] = { &cli_corpus_build, &cli_corpus_merge, &cli_corpus_verify, NULL };

const cli_command cli_corpus = {
    .name = "corpus",
    .words = "build|merge|verify DIR",
    .summary = "a conformance corpus with a manifest of what is to be found",
    .about = "Makes and checks conformance corpora: files with a manifest of what must be found in each.",
    .subcommands = parts,
    .notes = "`animproof corpus COMMAND --help` tells more of each.",
};
