/* Writes a case of a corpus as one line of JSON with the bytes of its files. */
#include "cli/corpus/corpus_folder.h"
#include "core/base/base64_text.h"
#include "core/json/json_put.h"

enum {
    CASE_BYTES =
        64 << 10 /* most bytes of a file, or of a companion, that are written; a larger one becomes null */
};

static void put_base64_or_null(ap_json_put *put, const char *key, ap_view bytes)
{
    if (bytes.bytes == NULL || bytes.size > CASE_BYTES) {
        ap_json_put_null(put, key);
        return;
    }
    ap_batch *batch = ap_json_put_begin_raw(put, key);
    ap_batch_byte(batch, '"');
    ap_put_base64(ap_json_put_stream(put), bytes);
    ap_batch_byte(batch, '"');
}

void cli_put_case_as_json_line(FILE *stream, const ap_generated_case *made)
{
    const ap_manifest_case *entry = &made->entry;
    ap_json_put put;
    ap_json_put_init(&put, stream, 0);
    put.compact = true;
    ap_json_put_begin_object(&put, NULL);
    ap_put_manifest_members(&put, entry);
    put_base64_or_null(&put, "bytes", made->file);
    put_base64_or_null(&put, "companion_bytes", made->companion);
    ap_json_put_end_object(&put);
    fputc('\n', stream);
}
