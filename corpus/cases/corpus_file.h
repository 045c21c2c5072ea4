/* Opens files of a corpus, which may come from an untrusted maker. All files of a corpus are opened here. */
#ifndef AP_CORPUS_FILE_H
#define AP_CORPUS_FILE_H

#include <stdbool.h>
#include <stdio.h>

enum { AP_CORPUS_REASON_BYTES = 96 };

/* Whether something of that name is there; errno says why not. */
bool ap_corpus_is_there(const char *folder);

/* Opens a file below the folder for reading. Refuses a path that leads out of the folder, also through a
   link; a file that is not regular (a fifo without a writer would block, a device never ends); and a file of
   more than 4 GiB. Returns -1, with the reason in words, when it cannot be opened; errno is ENOENT when there
   is no such file. */
int ap_corpus_open(const char *folder, const char *name, char reason[AP_CORPUS_REASON_BYTES]);

/* As ap_corpus_open, but returns a stream, which the caller closes; NULL when it cannot be opened. */
FILE *ap_corpus_stream(const char *folder, const char *name, char reason[AP_CORPUS_REASON_BYTES]);

#endif
