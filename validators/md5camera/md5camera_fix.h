/* What mends .md5camera files. */
#ifndef AP_MD5CAMERA_FIX_H
#define AP_MD5CAMERA_FIX_H

#include "validators/fixer.h"

enum { AP_MD5CAMERA_FIXERS = 26 };
extern const ap_fixer ap_md5camera_fixers[AP_MD5CAMERA_FIXERS];

#endif
