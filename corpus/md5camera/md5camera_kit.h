/* The kit of .md5camera, its maker, and the tables of its defects. */
#ifndef AP_MD5CAMERA_KIT_H
#define AP_MD5CAMERA_KIT_H

#include "corpus/kits.h"

extern const ap_kit ap_md5camera_kit;

extern const ap_maker ap_md5camera_maker;
extern const ap_defect_table ap_md5camera_defects;

#endif
