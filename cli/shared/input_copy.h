/* Copies inputs and texts into an arena. A copy of an input can be used without a guard. */
#ifndef AP_INPUT_COPY_H
#define AP_INPUT_COPY_H

#include "cli/options/cli.h"
#include "core/base/arena.h"
#include "core/files/input.h"

/* Loads a file ("-": standard input) into the arena, and sets *copy to its bytes. Frees `input`, through which the file
   is read. Returns CLI_CLEAN, or another code after a message. */
cli_exit cli_load_copy_and_free_input(ap_input *input, const char *name, ap_arena *arena, ap_view *copy);

/* Returns a copy of the bytes in the arena; bytes NULL when out of memory. */
ap_view cli_copy_bytes(ap_arena *arena, ap_view from);

/* Returns a copy of the text in the arena; NULL if the text is NULL or when out of memory. */
const char *cli_copy_text(ap_arena *arena, const char *text);

/* Prints that memory ran out, and returns the exit code for that. The text is the message. */
cli_exit cli_report_no_memory(const char *name);
extern const char cli_memory_ran_out[];

#endif
