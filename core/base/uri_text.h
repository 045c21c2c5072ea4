/* Writes file names as URI references (RFC 3986). */
#ifndef AP_URI_TEXT_H
#define AP_URI_TEXT_H

#include "core/base/batch.h"

/* Returns the path without any leading "./": "./a", ".//a" and "././a" give "a". The result points into the path. */
const char *ap_skip_dot_slash(const char *path);

/* Adds a path as a URI reference. Characters that a path segment may hold stay unchanged, except the colon, which would end a
   scheme, and the apostrophe; these and all other bytes become %XX, so that no byte is lost. A leading "/" becomes file:///, a
   leading "./" is removed. The result is printable ASCII without quotes and backslashes. */
void ap_batch_uri(ap_batch *batch, const char *path);

#endif
