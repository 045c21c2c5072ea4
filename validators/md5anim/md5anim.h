/* id Tech 4 skeletal animation (`.md5anim`): the model, and the format as the program sees it. */
#ifndef AP_MD5ANIM_H
#define AP_MD5ANIM_H

#include "core/text_io.h"
#include "validators/format.h"

enum {
    AP_MD5_TRANSLATION_BITS = 7, /* Tx Ty Tz */
    AP_MD5_ROTATION_BITS = 56,   /* Qx Qy Qz */
    AP_MD5_FLAG_BITS = 63,
    AP_MD5_COMPONENTS = 6
};

/* Two corners, or a position and an orientation. */
typedef struct ap_md5_pair {
    ap_text_number first[3], second[3];
    ap_span first_span, second_span;
} ap_md5_pair;

extern const ap_format ap_md5anim_format;

#endif
