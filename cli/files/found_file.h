/* A file that was named, or met in a directory: how it is loaded, and what it is. */
#ifndef AP_FOUND_FILE_H
#define AP_FOUND_FILE_H

#include "cli/files/walk.h"
#include "core/files/input.h"
#include "validators/recognize.h"

/* Loads it. Of a file that was met, and which only a mark makes one of a format, the start alone where that shows that
   it has none. `asked`: the format that a user has asked for, or NULL. */
ap_status cli_load_found(ap_input *input, const char *path, cli_origin origin, const ap_format *asked);

/* Whether the start of a file that was met may be enough: only a mark makes it one of a format. */
bool cli_start_may_do(const char *path, const ap_format *asked);

/* The format of a file that was met, or NULL. */
const ap_format *cli_recognize_met(const ap_format *asked, const char *name, ap_view input);

#endif
