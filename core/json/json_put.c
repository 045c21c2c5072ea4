#include "core/json/json_put.h"

#include <assert.h>
#include <string.h>

#include "core/json/json_value.h"

/* Starts a document. Leaves the batch's text uninitialised, to save time: a report initialises an ap_json_put for each finding.
   */
void ap_json_put_init(ap_json_put *put, FILE *stream, unsigned indent)
{
    put->indent = indent;
    put->compact = false;
    put->escapes = 0;
    put->depth = 0;
    put->empty = true;
    ap_batch_init(&put->batch, stream);
}

static void pass_text_to_writer(void *writer, const char *text, size_t size)
{
    (void)ap_write(writer, text, size);
}

void ap_json_put_init_for_writer(ap_json_put *put, ap_writer *writer, unsigned indent)
{
    ap_json_put_init(put, NULL, indent);
    ap_batch_init_for_function(&put->batch, pass_text_to_writer, writer);
}

static void put_line_break_and_indent(ap_json_put *put)
{
    ap_batch_byte(&put->batch, '\n');
    ap_batch_blanks(&put->batch, (size_t)put->indent * put->depth);
}

static void put_string(ap_json_put *put, ap_view text)
{
    ap_batch_json_string(&put->batch, text, put->escapes);
}

static ap_view view_of(const char *text)
{
    return (ap_view){ (const uint8_t *)text, strlen(text) };
}

/* Writes the comma after the previous value, the line start, and the name of the new value. */
static void begin_value(ap_json_put *put, const char *key)
{
    if (!put->empty && (put->indent > 0 || put->compact))
        ap_batch_byte(&put->batch, ',');
    else if (!put->empty)
        ap_batch_text(&put->batch, ", ");
    if (put->depth > 0 && put->indent > 0)
        put_line_break_and_indent(put);
    put->empty = false;
    if (key == NULL)
        return;
    put_string(put, view_of(key));
    if (put->compact)
        ap_batch_byte(&put->batch, ':');
    else
        ap_batch_text(&put->batch, ": ");
}

/* Flushes the batch at the end of the document: the caller may then write to the stream directly. */
static void flush_if_document_ends(ap_json_put *put)
{
    if (put->depth == 0)
        ap_batch_flush(&put->batch);
}

static void open_container(ap_json_put *put, const char *key, char bracket)
{
    begin_value(put, key);
    ap_batch_byte(&put->batch, bracket);
    put->depth++;
    put->empty = true;
}

void ap_json_put_begin_object(ap_json_put *put, const char *key)
{
    open_container(put, key, '{');
}

void ap_json_put_begin_array(ap_json_put *put, const char *key)
{
    open_container(put, key, '[');
}

static void close_container(ap_json_put *put, char bracket)
{
    assert(put->depth > 0);
    put->depth--;
    if (!put->empty && put->indent > 0)
        put_line_break_and_indent(put);
    ap_batch_byte(&put->batch, bracket);
    put->empty = false;
    flush_if_document_ends(put);
}

void ap_json_put_end_object(ap_json_put *put)
{
    close_container(put, '}');
}

void ap_json_put_end_array(ap_json_put *put)
{
    close_container(put, ']');
}

static void put_literal(ap_json_put *put, const char *key, const char *word)
{
    begin_value(put, key);
    ap_batch_text(&put->batch, word);
    flush_if_document_ends(put);
}

void ap_json_put_null(ap_json_put *put, const char *key)
{
    put_literal(put, key, "null");
}

void ap_json_put_boolean(ap_json_put *put, const char *key, bool value)
{
    put_literal(put, key, value ? "true" : "false");
}

void ap_json_put_text(ap_json_put *put, const char *key, const char *text)
{
    if (text == NULL)
        ap_json_put_null(put, key);
    else
        ap_json_put_view(put, key, view_of(text));
}

void ap_json_put_view(ap_json_put *put, const char *key, ap_view text)
{
    begin_value(put, key);
    put_string(put, text);
    flush_if_document_ends(put);
}

void ap_json_put_integer(ap_json_put *put, const char *key, int64_t value)
{
    begin_value(put, key);
    ap_batch_integer(&put->batch, value);
    flush_if_document_ends(put);
}

void ap_json_put_size(ap_json_put *put, const char *key, size_t value)
{
    ap_json_put_integer(put, key, (int64_t)value);
}

ap_batch *ap_json_put_begin_raw(ap_json_put *put, const char *key)
{
    begin_value(put, key);
    return &put->batch;
}

FILE *ap_json_put_stream(ap_json_put *put)
{
    ap_batch_flush(&put->batch);
    return put->batch.stream;
}
