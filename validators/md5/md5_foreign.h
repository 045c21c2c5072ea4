/* A file that is none of the kind that it is read as, and one that holds an unresolved merge: the cause of
   all that could be said of it, so nothing else is. */
#ifndef AP_MD5_FOREIGN_H
#define AP_MD5_FOREIGN_H

#include "validators/md5/md5_stream.h"

/* Judges what the file is, before it is read from byte `at` on. True when it is something else: that is
   reported. */
bool ap_md5_is_foreign(ap_md5_stream *stream, size_t at);

/* When all was read of a file that is not foreign: takes back what was found in an unresolved merge, and reports that
   instead. True when there is one. */
bool ap_md5_judge_merge(ap_md5_stream *stream);

#endif
