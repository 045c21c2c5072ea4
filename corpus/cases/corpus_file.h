/* Opens the files of a corpus safely: the corpus may come from an untrusted source. All corpus files must
   be opened with these functions. */
#ifndef AP_CORPUS_FILE_H
#define AP_CORPUS_FILE_H

#include <stdbool.h>
#include <stdio.h>

enum { AP_CORPUS_REASON_BYTES = 96 };

/* Returns true if a file or folder of this name exists. Otherwise errno has the reason. */
bool ap_corpus_path_exists(const char *folder);

/* Opens a file below the folder for reading. Refuses paths and links that lead out of the folder, files that are not regular
   (opening a fifo could block, a device has no end), and files larger than 4 GiB. On a system without openat2, refuses paths with
   a link as their last part, and does not notice other ways out of the folder.
   Returns -1 and a message in `reason` if the file cannot be opened; errno is ENOENT if the file or the folder does not exist. */
int ap_corpus_open_file(const char *folder, const char *name, char reason[AP_CORPUS_REASON_BYTES]);

/* Like ap_corpus_open_file, but returns a stream that the caller must close; NULL if the file cannot be opened. */
FILE *ap_corpus_open_stream(const char *folder, const char *name, char reason[AP_CORPUS_REASON_BYTES]);

#endif
