/* Lists whose lines have a form that core/text/text_lines_avx2.h reads. */
#ifndef AP_MD5_AT_ONCE_H
#define AP_MD5_AT_ONCE_H

#include "core/text/text_lines_avx2.h"
#include "validators/md5/md5_stream.h"

/* Keeps the entries of `count` lines, from number `index` on, as far as there is nothing to find in them, and returns how
   many those are. */
typedef size_t ap_md5_keep_lines(ap_md5_stream *stream, size_t index, const ap_line_run *lines, size_t count);

/* Passes over entries as ap_md5_list.run does, where this processor can read many at once; `word` is the first token of
   each where the form has one. Reading goes on after the last. */
size_t ap_md5_run_at_once(ap_md5_stream *stream, ap_line_form form, const char *word, ap_md5_keep_lines *keep,
    size_t index, size_t most);

#endif
