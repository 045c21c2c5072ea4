/* Tells apart the three text formats of id Tech 4: animation, mesh and camera. */
#ifndef AP_MD5_KIND_H
#define AP_MD5_KIND_H

#include "validators/format.h"

typedef enum ap_md5_kind { AP_MD5_NONE, AP_MD5_ANIM, AP_MD5_MESH, AP_MD5_CAMERA } ap_md5_kind;

/* Returns a description of a file of this kind for messages, "an .md5camera, a camera path". `kind` must not be AP_MD5_NONE. */
const char *ap_md5_kind_description(ap_md5_kind kind);

/* Finds the first bare word from byte `at` on that only one of the three formats has, and returns the kind
   of that format; AP_MD5_ANIM if the input has no such word. Sets *word to the span of the word, or to
   length 0 if none was found; `word` may be NULL. */
ap_md5_kind ap_md5_find_kind_or_anim(ap_view input, size_t at, ap_span *word);

/* Returns the kind of a file that begins with `MD5Version` and a number, after an optional byte order mark and blanks;
   AP_MD5_ANIM for a file that begins with `MD5Version` in UTF-16, since its words are not read; AP_MD5_NONE for any other
   file. */
ap_md5_kind ap_md5_kind_or_none_without_version(ap_view input);

/* Returns true if a file that begins with these bytes may begin with `MD5Version`: true for every file with a
   kind according to ap_md5_kind_or_none_without_version, and for some others. */
bool ap_md5_may_begin_with_version(ap_view start);

/* Implements ap_format.recognize for the format of this kind. */
ap_match_level ap_md5_recognize(ap_md5_kind kind, ap_view input, ap_match_level least);

#endif
