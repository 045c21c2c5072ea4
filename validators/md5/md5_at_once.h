/* Reads lists of fixed-form lines with AVX2, many lines at once (core/text/text_lines_avx2.h). */
#ifndef AP_MD5_AT_ONCE_H
#define AP_MD5_AT_ONCE_H

#include "core/text/text_lines_avx2.h"
#include "validators/md5/md5_stream.h"

/* Stores the entries of `count` lines, starting at entry number `index`, until the first line that could
   have a finding. Returns the number of stored entries. */
typedef size_t ap_md5_line_handler(
    ap_md5_stream *stream, size_t index, const ap_line_run *lines, size_t count);

/* Reads up to `most` entries as ap_md5_list.read_many does, many at once. If `word` is not NULL, every entry begins
   with this token. Leaves the stream after the last entry read. Returns the number of entries read; 0 if the
   processor lacks AVX2 or stream->no_simd is set. */
size_t ap_md5_read_lines_at_once(ap_md5_stream *stream, ap_line_form form, const char *word,
    ap_md5_line_handler *keep, size_t index, size_t most);

#endif
