/* The kit of .md5mesh, its maker, and the tables of its defects. */
#ifndef AP_MD5MESH_KIT_H
#define AP_MD5MESH_KIT_H

#include "corpus/kits.h"

extern const ap_kit ap_md5mesh_kit;

extern const ap_maker ap_md5mesh_maker;

#endif
