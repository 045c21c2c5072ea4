#include "core/json/json_put.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "core/json/json_value.h"

void ap_json_put_init(ap_json_put *put, FILE *stream, unsigned indent)
{
    *put = (ap_json_put){ .stream = stream, .indent = indent, .empty = true };
}

static void new_line(ap_json_put *put)
{
    fprintf(put->stream, "\n%*s", (int)(put->indent * put->depth), "");
}

static void put_string(ap_json_put *put, ap_view text)
{
    ap_put_json_escaped(put->stream, text, put->escapes);
}

static ap_view view_of(const char *text)
{
    return (ap_view){ (const uint8_t *)text, strlen(text) };
}

/* What separates a value from the one before it, and its name. */
static void begin_value(ap_json_put *put, const char *key)
{
    if (!put->empty)
        fputs(put->indent > 0 || put->compact ? "," : ", ", put->stream);
    if (put->depth > 0 && put->indent > 0)
        new_line(put);
    put->empty = false;
    if (key != NULL) {
        put_string(put, view_of(key));
        fputs(put->compact ? ":" : ": ", put->stream);
    }
}

static void open_container(ap_json_put *put, const char *key, char bracket)
{
    begin_value(put, key);
    fputc(bracket, put->stream);
    put->depth++;
    put->empty = true;
}

static void close_container(ap_json_put *put, char bracket)
{
    assert(put->depth > 0);
    put->depth--;
    if (!put->empty && put->indent > 0)
        new_line(put);
    fputc(bracket, put->stream);
    put->empty = false;
}

void ap_json_put_object(ap_json_put *put, const char *key)
{
    open_container(put, key, '{');
}

void ap_json_put_array(ap_json_put *put, const char *key)
{
    open_container(put, key, '[');
}

void ap_json_put_end_object(ap_json_put *put)
{
    close_container(put, '}');
}

void ap_json_put_end_array(ap_json_put *put)
{
    close_container(put, ']');
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
}

void ap_json_put_integer(ap_json_put *put, const char *key, int64_t value)
{
    begin_value(put, key);
    fprintf(put->stream, "%" PRId64, value);
}

void ap_json_put_boolean(ap_json_put *put, const char *key, bool value)
{
    begin_value(put, key);
    fputs(value ? "true" : "false", put->stream);
}

void ap_json_put_null(ap_json_put *put, const char *key)
{
    begin_value(put, key);
    fputs("null", put->stream);
}

void ap_json_put_begin_own(ap_json_put *put, const char *key)
{
    begin_value(put, key);
}
