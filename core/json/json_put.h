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

enum { AP_JSON_SHORT_KEY = 32 /* bytes that are more than those of the name of nearly every member */ };

typedef struct ap_json_put {
    unsigned indent;  /* blanks a level, each value on a line; 0: one line */
    bool compact;     /* to be set after ap_json_put_init: one line without a blank */
    bool gathers;     /* to be set after ap_json_put_init: the batch is not written after a document */
    unsigned escapes; /* to be set after ap_json_put_init: ap_json_escapes of strings */
    unsigned depth;
    bool empty;     /* nothing was put into the container at hand */
    ap_batch batch; /* what is not written yet */
} ap_json_put;

/* A document that goes to `stream`. */
void ap_json_put_init(ap_json_put *put, FILE *stream, unsigned indent);

/* Another document after those before it, of one that gathers. Its owner calls ap_json_put_stream after the last. */
void ap_json_put_next(ap_json_put *put);

/* What separates a value from the one before it, and its name; the value is put after that. Called by those below. */
void ap_json_begin(ap_json_put *put, const char *key);

/* Whether it is a literal that the compiler knows. Names of the program are plain. */
static inline bool ap_json_is_short(const char *key)
{
    return key != NULL && __builtin_constant_p(strlen(key)) && strlen(key) < AP_JSON_SHORT_KEY;
}

/* The same, without a call where the name is short: a report of many findings puts millions of them. */
static inline void ap_json_begin_inline(ap_json_put *put, const char *key)
{
    if (!ap_json_is_short(key) || put->indent > 0 || put->compact) {
        ap_json_begin(put, key);
        return;
    }
    const size_t length = strlen(key);
    char *at = ap_batch_room(&put->batch, AP_JSON_SHORT_KEY + 8);
    memcpy(at, ", \"", 3);
    at += put->empty ? 0 : 2;
    *at++ = '"';
    memcpy(at, key, length);
    memcpy(at + length, "\": ", 3);
    ap_batch_to(&put->batch, at + length + 3);
    put->empty = false;
}

/* Values, without what is put before them. */
void ap_json_put_open(ap_json_put *put, char bracket);
void ap_json_value_text(ap_json_put *put, const char *text);
void ap_json_value_view(ap_json_put *put, ap_view text);
void ap_json_value_integer(ap_json_put *put, int64_t value);
void ap_json_value_word(ap_json_put *put, const char *word);

/* Each of these puts one value. `key` is its name in an object; NULL in an array, and for the document
   itself. */

/* Until ap_json_put_end_object. */
static inline void ap_json_put_object(ap_json_put *put, const char *key)
{
    ap_json_begin_inline(put, key);
    ap_json_put_open(put, '{');
}

/* Until ap_json_put_end_array. */
static inline void ap_json_put_array(ap_json_put *put, const char *key)
{
    ap_json_begin_inline(put, key);
    ap_json_put_open(put, '[');
}

void ap_json_put_end_object(ap_json_put *put);
void ap_json_put_end_array(ap_json_put *put);

/* Text of any bytes in ASCII: what is not UTF-8 becomes U+FFFD. NULL becomes null. */
static inline void ap_json_put_text(ap_json_put *put, const char *key, const char *text)
{
    ap_json_begin_inline(put, key);
    ap_json_value_text(put, text);
}

static inline void ap_json_put_view(ap_json_put *put, const char *key, ap_view text)
{
    ap_json_begin_inline(put, key);
    ap_json_value_view(put, text);
}

static inline void ap_json_put_integer(ap_json_put *put, const char *key, int64_t value)
{
    ap_json_begin_inline(put, key);
    ap_json_value_integer(put, value);
}

static inline void ap_json_put_boolean(ap_json_put *put, const char *key, bool value)
{
    ap_json_begin_inline(put, key);
    ap_json_value_word(put, value ? "true" : "false");
}

static inline void ap_json_put_null(ap_json_put *put, const char *key)
{
    ap_json_begin_inline(put, key);
    ap_json_value_word(put, "null");
}

/* Begins a value, within a container, that the caller makes: one whole JSON value. It goes to the batch that this returns, or
   to the stream that ap_json_put_stream returns then. */
static inline ap_batch *ap_json_put_begin_own(ap_json_put *put, const char *key)
{
    ap_json_begin_inline(put, key);
    return &put->batch;
}

/* The stream, to which all that was put before is written. */
FILE *ap_json_put_stream(ap_json_put *put);

#endif
