/* What mends .md5mesh files. */
#ifndef AP_MD5MESH_FIX_H
#define AP_MD5MESH_FIX_H

#include "validators/fixer.h"

enum { AP_MD5MESH_FIXERS = 28 };
extern const ap_fixer ap_md5mesh_fixers[AP_MD5MESH_FIXERS];

#endif
