/* The makers there are. */
#ifndef AP_MAKER_TABLES_H
#define AP_MAKER_TABLES_H

#include "corpus/making/maker.h"

extern const ap_maker ap_mrtk_maker;
extern const ap_maker ap_memg_maker;
extern const ap_maker ap_md5anim_maker;

#endif
