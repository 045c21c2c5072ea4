/* JSON, written as it comes: no tree of it is made, so that no document takes memory or is cut for want of
   it. A stream that fails keeps that to itself (ferror), and its owner tells.

   Members are gathered until the batch is full. Within a document its owner asks ap_json_put_stream for the stream before
   each piece that it writes itself; after the document, all is written. */
#ifndef AP_JSON_PUT_H
#define AP_JSON_PUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/base/batch.h"
#include "core/base/span.h"

typedef struct ap_json_put {
    unsigned indent;  /* blanks a level, each value on a line; 0: one line */
    bool compact;     /* to be set after ap_json_put_init: one line without a blank */
    unsigned escapes; /* to be set after ap_json_put_init: ap_json_escapes of strings */
    unsigned depth;
    bool empty;     /* nothing was put into the container at hand */
    ap_batch batch; /* what is not written yet */
} ap_json_put;

/* A document that goes to `stream`. */
void ap_json_put_init(ap_json_put *put, FILE *stream, unsigned indent);

/* Each of these puts one value. `key` is its name in an object; NULL in an array, and for the document
   itself. */

/* Until ap_json_put_end_object. */
void ap_json_put_object(ap_json_put *put, const char *key);
/* Until ap_json_put_end_array. */
void ap_json_put_array(ap_json_put *put, const char *key);

void ap_json_put_end_object(ap_json_put *put);
void ap_json_put_end_array(ap_json_put *put);

/* Text of any bytes in ASCII: what is not UTF-8 becomes U+FFFD. NULL becomes null. */
void ap_json_put_text(ap_json_put *put, const char *key, const char *text);
void ap_json_put_view(ap_json_put *put, const char *key, ap_view text);
void ap_json_put_integer(ap_json_put *put, const char *key, int64_t value);
void ap_json_put_size(ap_json_put *put, const char *key, size_t value);
void ap_json_put_boolean(ap_json_put *put, const char *key, bool value);
void ap_json_put_null(ap_json_put *put, const char *key);

/* Begins a value, within a container, that the caller makes: one whole JSON value. It goes to the batch that this returns, or
   to the stream that ap_json_put_stream returns then. */
ap_batch *ap_json_put_begin_own(ap_json_put *put, const char *key);

/* The stream, to which all that was put before is written. */
FILE *ap_json_put_stream(ap_json_put *put);

#endif
