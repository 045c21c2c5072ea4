/* What a file is that belongs to none of the formats, by how it begins. */
#ifndef AP_FILE_TYPE_H
#define AP_FILE_TYPE_H

#include <stdbool.h>

#include "core/base/span.h"

typedef struct ap_file_type {
    const char *bytes; /* at the start; a tab stands for blanks, at least one */
    const char *what;  /* "a zip archive" */
    const char *advice;
    bool behind_blanks; /* it may have blanks before it, and letters of any case */
    bool is_no_text;    /* no text of id Tech 4 begins so */
} ap_file_type;

/* All kinds of files that are known, in the order in which they are looked for. */
const ap_file_type *ap_file_types(size_t *count);

/* The kind of file that begins so, which lives as long as the program; NULL where none is known. */
const ap_file_type *ap_find_file_type(ap_view start);

enum { AP_FOREIGN_TITLE_BYTES = 64 };

/* The title of an HTML page, with a terminator. False where it has none that is short and printable. */
bool ap_html_title(ap_view page, char title[AP_FOREIGN_TITLE_BYTES]);

/* Whether there is no byte but NULs; true where there is none at all. */
bool ap_is_zero(ap_view view);

/* "zero bytes", "text" or "binary data". */
const char *ap_content_kind(ap_view start);

#endif
