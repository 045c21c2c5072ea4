/* Which of the three text formats of id Tech 4 a file is: an animation, a mesh or a camera. */
#ifndef AP_MD5_KIND_H
#define AP_MD5_KIND_H

#include "validators/format.h"

typedef enum ap_md5_kind { AP_MD5_NONE, AP_MD5_ANIM, AP_MD5_MESH, AP_MD5_CAMERA } ap_md5_kind;

/* What a file of the kind is: "an .md5camera, a camera path". Not for AP_MD5_NONE. */
const char *ap_md5_kind_title(ap_md5_kind kind);

/* The kind by the first bare word from byte `at` on that belongs to one of the three; AP_MD5_ANIM where there
   is none. *word is that word's place, of length 0 where there is none; may be NULL. */
ap_md5_kind ap_md5_kind_from(ap_view input, size_t at, ap_span *word);

/* The kind of a file that begins with `MD5Version` and a digit, or with the word in UTF-16; AP_MD5_NONE for
   any other. */
ap_md5_kind ap_md5_marked(ap_view input);

/* Whether a file that begins with these bytes may be marked. All of a shorter file tell the same as
   ap_md5_marked or more. */
bool ap_md5_may_be_marked(ap_view start);

/* ap_format.recognize of the format of that kind. */
ap_match ap_md5_recognize(ap_md5_kind kind, ap_view input, ap_match least);

#endif
