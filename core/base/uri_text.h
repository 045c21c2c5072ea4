/* File names as URI references (RFC 3986). */
#ifndef AP_URI_TEXT_H
#define AP_URI_TEXT_H

#include "core/base/batch.h"

/* A path without the "./" that it begins with: "./a" and ".//a" are "a". Part of the path. */
const char *ap_plain_path(const char *path);

/* Puts a path as a URI reference: what a path segment may hold as it is, every other byte as %XX, so no
   byte is lost; "/" first becomes file:///, and a leading "./" goes. A colon is always %3A, since it would
   end a scheme. The result holds printable ASCII without quotes and backslashes. */
void ap_batch_uri(ap_batch *batch, const char *path);

#endif
