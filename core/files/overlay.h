/* Another file than the one that is there, to be read for its structure. */
#ifndef AP_OVERLAY_H
#define AP_OVERLAY_H

#include <stddef.h>
#include <stdint.h>

enum { AP_LENS_BYTES = 8 };

/* Shows another file than the one that is there, such as one whose line ends are put back: `count` bytes of
   it (AP_LENS_BYTES at most) from `at` on, which never goes back. */
typedef struct ap_overlay {
    const uint8_t *(*show)(struct ap_overlay *overlay, size_t at, size_t count);
} ap_overlay;

#endif
