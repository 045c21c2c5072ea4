/* Inputs that are looked at for long: a copy needs no guard. */
#ifndef AP_INPUT_COPY_H
#define AP_INPUT_COPY_H

#include "cli/options/cli.h"
#include "core/base/arena.h"
#include "core/files/input.h"

/* Loads a file ("-": standard input) into the arena, by an input that it frees. CLI_CLEAN, or another after a message. */
cli_exit cli_take_copy(ap_input *input, const char *name, ap_arena *arena, ap_view *copy);

/* Says that memory ran out, and gives the exit code for that. */
cli_exit cli_report_no_memory(const char *name);

#endif
