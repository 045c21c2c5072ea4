/* core/json/json_put.h: documents on one line and on many. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "core/json/json_put.h"
#include "core/json/json_value.h"

static void put_sample(ap_json_put *put)
{
    ap_json_put_object(put, NULL);
    ap_json_put_text(put, "text", "a\"\n\xc3\xa9\xff");
    ap_json_put_text(put, "none", NULL);
    ap_json_put_array(put, "array");
    ap_json_put_integer(put, NULL, INT64_MIN);
    ap_json_put_boolean(put, NULL, true);
    ap_json_put_object(put, NULL);
    ap_json_put_end_object(put);
    ap_json_put_end_array(put);
    ap_json_put_array(put, "empty");
    ap_json_put_end_array(put);
    ap_json_put_null(put, "null");
    ap_json_put_end_object(put);
}

static void expect_sample(unsigned indent, const char *wanted)
{
    char *text = NULL;
    size_t size = 0;
    ap_json_put put;
    FILE *stream = open_memstream(&text, &size);
    ap_json_put_init(&put, stream, indent);
    put_sample(&put);
    fclose(stream);
    cr_assert_str_eq(text, wanted);
    free(text);
}

Test(core_json_put, a_document_on_one_line)
{
    expect_sample(0, "{\"text\": \"a\\\"\\u000a\\u00e9\\ufffd\", \"none\": null, \"array\": "
                     "[-9223372036854775808, true, {}], "
                     "\"empty\": [], \"null\": null}");
}

Test(core_json_put, a_document_with_a_value_on_each_line)
{
    expect_sample(2, "{\n"
                     "  \"text\": \"a\\\"\\u000a\\u00e9\\ufffd\",\n"
                     "  \"none\": null,\n"
                     "  \"array\": [\n"
                     "    -9223372036854775808,\n"
                     "    true,\n"
                     "    {}\n"
                     "  ],\n"
                     "  \"empty\": [],\n"
                     "  \"null\": null\n"
                     "}");
}

Test(core_json_put, a_compact_document_with_short_escapes)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    cr_assert(stream != NULL);
    ap_json_put put;
    ap_json_put_init(&put, stream, 0);
    put.compact = true;
    put.escapes = AP_JSON_SHORT_ESCAPES | AP_JSON_IN_HTML;
    ap_json_put_object(&put, NULL);
    ap_json_put_text(&put, "a<", "\b\t\n\f\r\v\"\\/\x7f\xc3\xa9\xf0\x9f\x98\x80\xff");
    ap_json_put_integer(&put, "b", 1);
    ap_json_put_end_object(&put);
    fclose(stream);
    cr_assert_str_eq(text,
        "{\"a\\u003c\":\"\\b\\t\\n\\f\\r\\u000B\\\"\\\\/\x7f\\u00E9\\uD83D\\uDE00\\uFFFD\","
        "\"b\":1}");
    free(text);
}
