/* MRTK files with converted line ends, or with something before the magic. */
#ifndef AP_MRTK_TEXT_H
#define AP_MRTK_TEXT_H

#include "validators/mrtk/mrtk.h"

/* The file without the 0d before each 0a, as reading it for its structure needs it: in memory of a fixed
   size, in time linear to the file's. */
typedef struct ap_mrtk_line_ends {
    ap_overlay overlay;
    ap_view input;
    size_t first;   /* where the first 0d 0a is */
    size_t count;   /* how many there are */
    size_t skipped; /* 0d bytes before what was shown last */
    size_t next;    /* where the next 0d 0a is, the file's size where there is none */
    uint8_t shown[AP_LENS_BYTES];
} ap_mrtk_line_ends;

/* False when there is no 0a in the first bytes, as many as `soon`, or one anywhere without a 0d before it. */
bool ap_mrtk_find_line_ends(ap_view input, size_t soon, ap_mrtk_line_ends *ends);

/* Begins again at the first byte. */
void ap_mrtk_restart_line_ends(ap_mrtk_line_ends *ends);

/* Where the magic is, from 1 to AP_MRTK_FURTHEST_MAGIC; 0 where it is not there. */
enum { AP_MRTK_FURTHEST_MAGIC = 64 };
size_t ap_mrtk_find_magic(ap_view input);

#endif
