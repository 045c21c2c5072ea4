/* What the sub-commands of `animproof corpus` have in common. */
#ifndef AP_CLI_CORPUS_H
#define AP_CLI_CORPUS_H

#include "cli/shared/cli.h"

/* argv[0] is the sub-command's name. */
cli_exit cli_corpus_build(int argc, char **argv);
cli_exit cli_corpus_verify(int argc, char **argv);

#endif
