/* Writes JSON to a stream or a writer value by value. No tree is built, so a large document needs no memory.
   Write errors are left to ferror(stream) or writer->failed, which the owner checks.
   Output is collected in a batch. To write to the stream directly inside a document, get the stream from
   ap_json_put_stream each time; the end of the document flushes the batch. */
#ifndef AP_JSON_PUT_H
#define AP_JSON_PUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/base/batch.h"
#include "core/base/span.h"
#include "core/files/writer.h"

typedef struct ap_json_put {
    unsigned
        indent; /* blanks of indentation per level, with each value on its own line; 0: the document is one line */
    /* true to write one line without blanks between tokens; set by the caller after ap_json_put_init */
    bool compact;
    unsigned escapes; /* sum of ap_json_escapes for strings; set by the caller after ap_json_put_init */
    unsigned depth;
    bool empty;     /* true if the innermost open container is empty */
    ap_batch batch; /* collected text that is not yet written to the stream */
} ap_json_put;

/* Start a document that is written to `stream`, or to `writer`. */
void ap_json_put_init(ap_json_put *put, FILE *stream, unsigned indent);
void ap_json_put_init_for_writer(ap_json_put *put, ap_writer *writer, unsigned indent);

/* Each ap_json_put function writes one value. `key` is the name of the value in an object; NULL in an
   array and for the document itself. */

/* Opens an object; end it with ap_json_put_end_object. */
void ap_json_put_begin_object(ap_json_put *put, const char *key);
/* Opens an array; end it with ap_json_put_end_array. */
void ap_json_put_begin_array(ap_json_put *put, const char *key);

void ap_json_put_end_object(ap_json_put *put);
void ap_json_put_end_array(ap_json_put *put);

/* Write a text of any bytes in ASCII, with escapes; invalid UTF-8 becomes U+FFFD. A NULL text becomes null. */
void ap_json_put_text(ap_json_put *put, const char *key, const char *text);
void ap_json_put_view(ap_json_put *put, const char *key, ap_view text);
void ap_json_put_integer(ap_json_put *put, const char *key, int64_t value);
void ap_json_put_size(ap_json_put *put, const char *key, size_t value);
void ap_json_put_boolean(ap_json_put *put, const char *key, bool value);
void ap_json_put_null(ap_json_put *put, const char *key);

/* Starts a value inside a container. The caller then writes one complete JSON value, either to the returned batch, or to the
   stream that ap_json_put_stream returns. */
ap_batch *ap_json_put_begin_raw(ap_json_put *put, const char *key);

/* Flushes the batch, and returns the stream; the document must be written to a stream. */
FILE *ap_json_put_stream(ap_json_put *put);

#endif
