/* Detects files of another type, and files with an unresolved merge conflict. For such a file only this
   cause is reported: all other findings would follow from it. */
#ifndef AP_MD5_FILE_TYPE_H
#define AP_MD5_FILE_TYPE_H

#include "validators/md5/md5_stream.h"

/* Returns true and adds a finding if the file is of another type. Called before the file is read; its content starts at byte
   `at`. */
bool ap_md5_report_other_type(ap_md5_stream *stream, size_t at);

/* Called after a whole file was read, unless it is of another type. If the file holds an unresolved merge
   conflict, replaces all findings with one about the conflict and returns true. */
bool ap_md5_report_only_merge_conflict(ap_md5_stream *stream);

#endif
