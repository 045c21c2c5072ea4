/* Recognises the format of a file by its name and its content. */
#ifndef AP_RECOGNIZE_H
#define AP_RECOGNIZE_H

#include "validators/format.h"

/* Returns the format of a file that the user named, or NULL. An extension that only one format has decides. Otherwise returns
   the format that the content resembles most, even slightly, since the user expects a named file to be of some format. The
   beginning of the name decides if the file is empty and formats share its extension. */
const ap_format *ap_recognize_named(const char *name, ap_view input);

/* Returns the format of a file found by the directory walk, or NULL: by its extension or the mark of a
   format. If formats share the extension and the file has no mark, the rest of the content decides, or the
   beginning of the name if the file is empty. */
const ap_format *ap_recognize_walked(const char *name, ap_view input);

/* Returns true if a file found by the directory walk may be of the format that the user asked for: by its
   extension or the format's mark. */
bool ap_may_be_of_format(const ap_format *format, const char *name, ap_view input);

/* Returns true if the extension belongs to one format only, so that the content does not matter. */
bool ap_is_extension_of_one_format(const char *name);

/* Returns true if one or more formats have the extension of the name. A file with another extension needs the mark of a format
   to be recognised. */
bool ap_has_format_extension(const char *name);

/* Returns the reason why a file found by the directory walk is of no format, as a literal. */
const char *ap_why_unrecognized(const char *name, ap_view input);

/* Returns true if no file that begins with these bytes (32 or more, or the whole file) has the mark of a
   format. */
bool ap_has_no_format_mark(ap_view start);

/* Returns the format that the content alone matches with the most certainty; on a tie, the first in the list.
   Returns NULL if no match is at least `least`. */
const ap_format *ap_recognize(ap_view input, ap_match_level least);

#endif
