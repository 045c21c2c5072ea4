/* The parts of `animproof corpus`. */
#ifndef AP_CLI_CORPUS_H
#define AP_CLI_CORPUS_H

#include "cli/options/command.h"

extern const cli_command cli_corpus_build, cli_corpus_merge, cli_corpus_verify;

#endif
