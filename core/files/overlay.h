/* A view of a file with edits applied, such as restored line endings, without copying the file. */
#ifndef AP_OVERLAY_H
#define AP_OVERLAY_H

#include <stddef.h>
#include <stdint.h>

enum { AP_OVERLAY_BYTES = 8 };

/* `show` returns `count` bytes of the edited file (AP_OVERLAY_BYTES at most) from offset `at`. `at` never
   decreases from call to call. */
typedef struct ap_edited_file_bytes {
    const uint8_t *(*show)(struct ap_edited_file_bytes *overlay, size_t at, size_t count);
} ap_edited_file_bytes;

#endif
