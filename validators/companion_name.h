/* How the name of a companion follows from that of its file. */
#ifndef AP_COMPANION_NAME_H
#define AP_COMPANION_NAME_H

#include <stddef.h>

enum { AP_EXTENSION_BYTES = 16 /* enough for any companion's, with a terminator */ };

/* How many bytes of a path are its folder, to the last slash. */
size_t ap_folder_bytes(const char *path);

/* How many are before the ending of its name; all where it has none, or nothing before it. */
size_t ap_stem_bytes(const char *path);

/* The extension in capitals: a companion has it so where none has it in small letters, and may have it in both where none
   has it so. */
void ap_extension_in_capitals(const char *extension, char capitals[AP_EXTENSION_BYTES]);

#endif
