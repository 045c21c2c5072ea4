/* animproof corpus: its sub-commands. */
#include "cli/corpus/corpus.h"

#include <string.h>

static const char help[] =
    "usage: animproof corpus build DIR [OPTION]...    makes a conformance corpus\n"
    "       animproof corpus verify DIR [OPTION]...   checks one: hashes, and what today's linter finds\n"
    "\n"
    "animproof corpus build --help and animproof corpus verify --help tell more.\n";

cli_exit cli_corpus(int argc, char **argv)
{
    if (argc < 2)
        return cli_usage("corpus", "build or verify?");
    if (strcmp(argv[1], "build") == 0)
        return cli_corpus_build(argc - 1, argv + 1);
    if (strcmp(argv[1], "verify") == 0)
        return cli_corpus_verify(argc - 1, argv + 1);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        fputs(help, stdout);
        return CLI_CLEAN;
    }
    return cli_usage("corpus", "unknown sub-command '%s'", argv[1]);
}
