/* Unnamed temporary files, written first and read back later. */
#ifndef AP_TEMP_FILE_H
#define AP_TEMP_FILE_H

#include <stdio.h>

/* Opens an empty unnamed file for reading and writing: in the system's folder for temporary files or, if it fails there, in
   memory. Returns NULL with errno on failure. The caller closes the file. Only one thread at a time may use it. */
FILE *ap_open_temp_file(void);

#endif
