/* Reads a time from the command line. */
#ifndef AP_SECONDS_H
#define AP_SECONDS_H

#include <stdint.h>

#include "cli/options/option_table.h"

/* Parses a number of seconds from 0.001 to a million, with at most three decimals: "5", "0.5", "2.25". Sets *milliseconds.
   Returns CLI_CLEAN, or CLI_USAGE after a message. */
cli_exit cli_parse_seconds(const cli_option_value *given, int64_t *milliseconds);

#endif
