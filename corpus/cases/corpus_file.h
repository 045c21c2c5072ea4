/* Files of a corpus that somebody else may have made: the one way to open them. */
#ifndef AP_CORPUS_FILE_H
#define AP_CORPUS_FILE_H

#include <stdio.h>

enum { AP_CORPUS_REASON_BYTES = 96 };

/* Opens a file below the folder for reading. What leads out of the folder, also through a link, and what is
   not a regular file (a fifo that nobody writes to would be waited for, a device read for ever) is refused,
   and so is one of more than 4 GiB. -1, with the reason in words, when it cannot be opened; errno is ENOENT
   then where there is no such file. */
int ap_corpus_open(const char *folder, const char *name, char reason[AP_CORPUS_REASON_BYTES]);

/* The same as a stream, which the caller closes; NULL where it cannot be opened. */
FILE *ap_corpus_stream(const char *folder, const char *name, char reason[AP_CORPUS_REASON_BYTES]);

#endif
