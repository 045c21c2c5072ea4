/* The folder that sandboxed loaders write to. */
#ifndef AP_CONFORM_SCRATCH_H
#define AP_CONFORM_SCRATCH_H

/* Removes all that is in a folder, however deep, also what has no rights. No link is followed. Returns 0, or the errno
   of what cannot be removed. */
int cli_empty_folder(const char *path);

#endif
