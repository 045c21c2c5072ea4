#include "validators/md5/md5_at_once.h"

#include "core/number/number_run_avx2.h"
#include "core/text/text_fast.h"

size_t ap_md5_read_lines_at_once(ap_md5_stream *stream, ap_line_form form, const char *word,
    ap_md5_line_handler *keep, size_t index, size_t most)
{
    ap_text *text = &stream->text;
    ap_line_run lines; /* ap_read_lines_avx2 sets the members other than `input` and `at` */
    size_t taken = 0, read, kept;
    if (stream->no_simd || !ap_can_use_avx2())
        return 0;
    lines.input = text->io.input;
    lines.at = text->lexer.at;
    do {
        read = ap_read_lines_avx2(&lines, form, word, most - taken);
        kept = keep(stream, index + taken, &lines, read);
        lines.at = kept > 0 ? lines.ends[kept - 1] : lines.at;
        taken += kept;
    } while (kept > 0 && kept == read && taken < most);
    if (taken > 0)
        ap_text_continue_lexer_at(text, lines.at);
    return taken;
}
