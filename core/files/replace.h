/* Replaces a file that was read, unless another program has changed it since. */
#ifndef AP_REPLACE_H
#define AP_REPLACE_H

#include "core/files/file_stamp.h"

/* Result of ap_replace_or_remove_made_file. */
typedef enum ap_replace_result {
    AP_REPLACED,
    AP_CHANGED_MEANWHILE, /* the file at the path is not the one that was read, its content differs, or the stamp is unknown */
    AP_OPEN_FOR_WRITING, /* another program has the file open for writing, and its next write would be
                             lost */
    AP_NOT_PUT_BACK, /* another program saved the file meanwhile; its content is in the file `made`, and not moved back */
    AP_NOT_REPLACED, /* failed; errno holds the reason */
} ap_replace_result;

/* Renames the file `made` to `path` if the file at `path` still matches the stamp `was`. If the file
   system can exchange two files, the old file is compared again after the exchange, and put back if it was
   changed: no save by another program is lost. Otherwise a save in the microseconds between comparing and
   renaming is lost. Removes `made`, unless the result is AP_NOT_PUT_BACK. After any result but AP_REPLACED
   and AP_NOT_PUT_BACK, `path` holds the old content, or what other programs have saved there since. */
ap_replace_result ap_replace_or_remove_made_file(
    const char *made, const char *path, const ap_file_stamp *was);

#endif
