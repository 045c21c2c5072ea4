/* Finds the replacement that fixes each finding on its own, for reports that offer fixes. */
#ifndef AP_REPLACEMENTS_H
#define AP_REPLACEMENTS_H

#include "validators/services/fixing/fixing.h"

enum {
    AP_MOST_REPLACEMENTS = 200,            /* findings per file for which a fix is tried */
    AP_MOST_REPLACEMENT_BYTES = 64 * 1024, /* limit of the bytes that a replacement removes, and limit of
                                              the bytes that it inserts */
};

/* Adds replacements to the findings with a safe fixer; each fix is made and checked as if it were the only one. Uses `fixing`
   as its workspace and leaves it empty; fixing->options must be the options of linting, without companions. A text that is not
   UTF-8 gets no replacements. After a byte order mark, the first line gets no replacements either: character positions in that
   line are ambiguous. findings->replacements_left_out counts the findings with a safe fixer that get no replacement for one of
   these reasons, or because of a limit: AP_MOST_REPLACEMENTS, AP_MOST_REPLACEMENT_BYTES, 128 MiB of reading, or memory. */
void ap_add_replacements_to_findings(
    ap_fixing *fixing, const ap_format *format, ap_view input, ap_findings *findings);

#endif
