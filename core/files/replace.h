/* Puts a new file in the place of one that was read, unless that one was changed since. */
#ifndef AP_REPLACE_H
#define AP_REPLACE_H

#include "core/files/file_stamp.h"

typedef enum ap_replaced {
    AP_REPLACED,
    AP_CHANGED_MEANWHILE, /* the file at the path is not the one that was read, or has other content */
    AP_OPEN_FOR_WRITING,  /* another program has it open, and its next write would be lost */
    AP_NOT_PUT_BACK,      /* it was changed, and what was saved is now in the file `made` */
    AP_NOT_REPLACED,      /* errno says why */
} ap_replaced;

/* Renames the file `made` to `path`, where `was` is what the file at `path` was when it was read. If the file
   system can exchange two files, the one that comes out is compared again before it is removed, and put back if
   it was changed: no save is lost, whenever it comes. Otherwise a save in the microseconds between comparing and
   renaming is lost. `made` is removed, unless AP_NOT_PUT_BACK is returned. Otherwise than with AP_REPLACED and
   AP_NOT_PUT_BACK, `path` has what others saved there. */
ap_replaced ap_replace(const char *made, const char *path, const ap_file_stamp *was);

#endif
