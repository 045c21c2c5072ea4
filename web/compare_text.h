/* Compares two files of the page. */
#ifndef WEB_COMPARE_TEXT_H
#define WEB_COMPARE_TEXT_H

#include "web/file_set.h"

/* Returns the changes from `old_file` to `new_file` as JSON: `changes`, an array with impact, message and path in `new_file` of
   each change (see animproof_change), and `why`, the reason why the files cannot be compared, or null. The caller frees the
   text. Returns NULL when out of memory. */
char *web_compare_text(const web_set_file *old_file, const web_set_file *new_file);

#endif
