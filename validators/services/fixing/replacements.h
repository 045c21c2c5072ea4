/* For each finding of a file what mends it alone, for reports that offer it. */
#ifndef AP_REPLACEMENTS_H
#define AP_REPLACEMENTS_H

#include "validators/services/fixing/fixing.h"

enum {
    AP_MOST_REPLACEMENTS = 200,            /* findings of a file that are tried */
    AP_MOST_REPLACEMENT_BYTES = 64 * 1024, /* that an replacement may take out, and put in */
};

/* Gives the findings of an input of the format that have a safe fixer their replacements, each made and judged as if
   it were the only one. The mending is used and emptied; its options are those of linting, without companions. A text
   that is not UTF-8 has no replacements, and none touches the first line after a byte order mark: characters cannot
   be counted there. What a limit was against (the two above, 128 MiB of reading, memory) is counted in
   findings->replacements_left_out. */
void ap_find_replacements(ap_fixing *fixing, const ap_format *format, ap_view input, ap_findings *findings);

#endif
