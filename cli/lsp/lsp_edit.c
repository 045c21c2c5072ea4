/* Edits: what changes of a document, from the first line that does to the last. */
#include <string.h>

#include "cli/lsp/lsp_server.h"
#include "core/base/utf8.h"

/* What differs between two texts, in whole lines: a span of the one, and what is put there. */
typedef struct difference {
    ap_span span;
    ap_view text;
} difference;

static size_t common_start(ap_view one, ap_view other)
{
    const size_t most = one.size < other.size ? one.size : other.size;
    size_t same = 0, line = 0;
    for (; same < most && one.bytes[same] == other.bytes[same]; same++) {
        if (one.bytes[same] == '\n')
            line = same + 1;
    }
    return line;
}

/* The bytes of the lines at the end that both have, after `start`. */
static size_t common_end(ap_view one, ap_view other, size_t start)
{
    const size_t most = (one.size < other.size ? one.size : other.size) - start;
    size_t same = 0, line = 0;
    while (same < most && one.bytes[one.size - same - 1] == other.bytes[other.size - same - 1]) {
        if (one.bytes[one.size - same - 1] == '\n')
            line = same;
        same++;
    }
    return line;
}

static difference compare(ap_view before, ap_view after)
{
    const size_t start = common_start(before, after);
    const size_t end = common_end(before, after, start);
    return (difference){ { start, before.size - end - start },
        { after.bytes + start, after.size - end - start } };
}

bool lsp_can_edit(const lsp_document *document, ap_view after)
{
    const ap_view text = compare(lsp_text_of(document), after).text;
    return ap_utf8_valid_bytes(text) == text.size;
}

void lsp_put_edits(
    lsp_server *server, ap_json_put *put, const char *key, const lsp_document *document, ap_view after)
{
    const difference d = compare(lsp_text_of(document), after);
    lsp_cursor start, end;
    lsp_cursor_init(&start, lsp_text_of(document), server->encoding);
    end = start;
    ap_json_put_array(put, key);
    if (d.span.length + d.text.size > 0) {
        ap_json_put_object(put, NULL);
        lsp_put_span(put, "range", &start, &end, d.span);
        ap_json_put_view(put, "newText", d.text);
        ap_json_put_end_object(put);
    }
    ap_json_put_end_array(put);
}
