/* Which format a file is of: by name first, by content to confirm. */
#ifndef AP_RECOGNIZE_H
#define AP_RECOGNIZE_H

#include "validators/format.h"

/* The format of a file that the user named, or NULL: by the end of its name, otherwise by its content: what resembles
   a format most is judged as that, for a file of this name is meant to be one. */
const ap_format *ap_recognize_named(const char *name, ap_view input);

/* The format of a file that was met in a directory, or NULL: by the end of its name or the mark of a format, and a name with
   an end that formats share by more. */
const ap_format *ap_recognize_met(const char *name, ap_view input);

/* Whether the user has asked for this format and a file that was met in a directory may be of it: by the end
   of its name, or by the format's mark. */
bool ap_may_be(const ap_format *format, const char *name, ap_view input);

/* Whether the end of the name alone makes a file that was met one of a format that is checked. */
bool ap_name_decides(const char *name);

/* Whether the end of the name has a say: without it only a mark makes a file one of the formats. */
bool ap_name_says_format(const char *name);

/* Why a file that was met in a directory is of no format, as a literal. */
const char *ap_why_unrecognized(const char *name, ap_view input);

/* Whether the first bytes of a file, 32 or more, or all, show that it has no format's mark. */
bool ap_has_no_mark(ap_view start);

/* The format by content alone: the surest of at least this certainty, the first in the list where several are
   equally sure; NULL for none. */
const ap_format *ap_recognize(ap_view input, ap_match least);

#endif
