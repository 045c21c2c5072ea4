/* The parts of animproof report. */
#ifndef AP_REPORT_PARTS_H
#define AP_REPORT_PARTS_H

#include "cli/options/command.h"

extern const cli_command cli_report_merge;

#endif
