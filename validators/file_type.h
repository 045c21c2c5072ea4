/* Recognises common types of files that belong to none of the formats, by their first bytes. */
#ifndef AP_FILE_TYPE_H
#define AP_FILE_TYPE_H

#include <stdbool.h>

#include "core/base/span.h"

typedef struct ap_file_type {
    const char *bytes; /* at the start of the file; a tab matches one or more blanks */
    const char *what;  /* "a zip archive" */
    const char *advice;
    bool after_blanks; /* blanks may precede the bytes; case is ignored, unless the bytes have a tab */
    bool not_id_text;  /* an id Tech 4 text never begins with these bytes */
} ap_file_type;

/* Returns all known file types, in the order of matching. */
const ap_file_type *ap_file_types(size_t *count);

/* Returns the first file type that matches the start of the file, or NULL if none does. The result is
   static. */
const ap_file_type *ap_find_file_type(ap_view start);

enum { AP_HTML_TITLE_BYTES = 64 };

/* Copies the title of an HTML page as a string. Returns false if the page has no title, or none of printable ASCII that fits into
   the buffer; the content of `title` is then undefined. */
bool ap_html_title(ap_view page, char title[AP_HTML_TITLE_BYTES]);

/* Returns true if every byte of the view is 0, and for an empty view. */
bool ap_has_only_zero_bytes(ap_view view);

/* Returns the kind of content that begins with these bytes, as a literal: "zero bytes", "text" or "binary
   data". */
const char *ap_content_kind_name(ap_view start);

#endif
