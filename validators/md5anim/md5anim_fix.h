/* What mends .md5anim files. */
#ifndef AP_MD5ANIM_FIX_H
#define AP_MD5ANIM_FIX_H

#include "validators/fixer.h"

enum { AP_MD5ANIM_FIXERS = 38 };
extern const ap_fixer ap_md5anim_fixers[AP_MD5ANIM_FIXERS];

#endif
