/* MRTK files with converted line ends, or with extra bytes before the magic. */
#ifndef AP_MRTK_TEXT_H
#define AP_MRTK_TEXT_H

#include "validators/mrtk/mrtk.h"

/* A view of a file in which each 0a was converted to 0d 0a: shows each 0d 0a as 0a. A reader sees the file as it was before the
   conversion. Needs memory of a fixed size, and time linear in the size of the file. */
typedef struct ap_mrtk_crlf_overlay {
    ap_edited_file_bytes overlay;
    ap_view input;
    size_t first;   /* offset of the first 0d 0a */
    size_t count;   /* number of 0d 0a in the file */
    size_t skipped; /* number of 0d bytes left out before the first byte in `shown` */
    size_t next;    /* offset of the next 0d 0a; the file's size if no more follow */
    uint8_t shown[AP_OVERLAY_BYTES];
} ap_mrtk_crlf_overlay;

/* Returns true and initialises the overlay if every 0a of the file has a 0d before it, and the first `soon`
   bytes have at least one such pair. */
bool ap_mrtk_open_overlay_if_all_lines_crlf(ap_view input, size_t soon, ap_mrtk_crlf_overlay *ends);

/* Restarts the overlay at the first byte. */
void ap_mrtk_restart_crlf_overlay(ap_mrtk_crlf_overlay *ends);

/* Returns the offset of the magic, from 1 to AP_MRTK_FURTHEST_MAGIC; 0 if the magic is not in this range. */
enum { AP_MRTK_FURTHEST_MAGIC = 64 };
size_t ap_mrtk_find_magic_after_start(ap_view input);

#endif
