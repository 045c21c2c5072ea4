/* Whether two paths lead to one file, however they are spelled: a report must not replace what is read. */
#ifndef AP_SAME_FILE_H
#define AP_SAME_FILE_H

#include <stdbool.h>

/* By device and inode where both are there; otherwise by the directory and the name that they would have in
   it. False where one is not a regular file, such as /dev/null, which may be written to any number of
   times. */
bool cli_same_file(const char *one, const char *other);

#endif
