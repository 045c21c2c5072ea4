/* Files without a name, for what is written now and read back later. */
#ifndef AP_TEMP_FILE_H
#define AP_TEMP_FILE_H

#include <stdio.h>

/* An empty file without a name, for reading and writing, in memory where no folder takes it; NULL with errno
   when there is none. The caller closes it, and lets one thread at a time use it. */
FILE *ap_temp_file(void);

#endif
