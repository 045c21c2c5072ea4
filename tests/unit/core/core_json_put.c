/* core/json/json_put.h: documents on one line and on several. core/json/json_members.h: written members are read back. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "core/json/json_members.h"
#include "core/json/json_put.h"
#include "core/json/json_tree.h"
#include "core/json/json_value.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/rewrite_case.h"
#include "tests/unit/support/stream_text.h"
#include "tests/unit/support/test_arena.h"

ARENA_SUITE(core_json_put);

static void put_sample_document(ap_json_put *put)
{
    ap_json_put_begin_object(put, NULL);
    ap_json_put_text(put, "text", "a\"\n\xc3\xa9\xff");
    ap_json_put_text(put, "none", NULL);
    ap_json_put_begin_array(put, "array");
    ap_json_put_integer(put, NULL, INT64_MIN);
    ap_json_put_boolean(put, NULL, true);
    ap_json_put_begin_object(put, NULL);
    ap_json_put_end_object(put);
    ap_json_put_end_array(put);
    ap_json_put_begin_array(put, "empty");
    ap_json_put_end_array(put);
    ap_json_put_null(put, "null");
    ap_json_put_end_object(put);
}

static void expect_sample_document(unsigned indent, const char *wanted)
{
    ap_json_put put;
    ap_json_put_init(&put, open_text_stream(), indent);
    put_sample_document(&put);
    cr_expect_str_eq(close_text_stream(NULL), wanted);
}

Test(core_json_put, a_document_is_written_on_one_line)
{
    expect_sample_document(0, "{\"text\": \"a\\\"\\u000a\\u00e9\\ufffd\", \"none\": null, \"array\": "
                              "[-9223372036854775808, true, {}], "
                              "\"empty\": [], \"null\": null}");
}

Test(core_json_put, a_document_is_written_with_a_value_on_each_line)
{
    expect_sample_document(2, "{\n"
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

Test(core_json_put, a_compact_document_has_short_escapes)
{
    ap_json_put put;
    ap_json_put_init(&put, open_text_stream(), 0);
    put.compact = true;
    put.escapes = AP_JSON_SHORT_ESCAPES | AP_JSON_IN_HTML;
    ap_json_put_begin_object(&put, NULL);
    ap_json_put_text(&put, "a<", "\b\t\n\f\r\v\"\\/\x7f\xc3\xa9\xf0\x9f\x98\x80\xff");
    ap_json_put_integer(&put, "b", 1);
    ap_json_put_end_object(&put);
    cr_expect_str_eq(close_text_stream(NULL),
        "{\"a\\u003c\":\"\\b\\t\\n\\f\\r\\u000B\\\"\\\\/\x7f\\u00E9\\uD83D\\uDE00\\uFFFD\",\"b\":1}");
}

/* The values of a JSON object with one member of each kind. */
typedef struct json_record {
    const char *name, *none;
    size_t size, zero, line;
    bool yes, no;
    ap_view bytes;
    size_t first, second; /* values of the two elements of "list" */
} json_record;

static void read_value_of_array_object(ap_members *array, bool present, size_t *value)
{
    ap_members m;
    if (!ap_member_element(array, present, &m))
        return;
    ap_member_size(&m, "value", value);
    ap_member_close(array, &m, true);
}

static void read_record_members(ap_members *m, json_record *r)
{
    ap_members inside;
    ap_member_text(m, "name", &r->name);
    ap_member_text_or_null(m, "none", &r->none);
    ap_member_size(m, "size", &r->size);
    ap_member_size_default_0(m, "zero", &r->zero);
    ap_member_size_or_null(m, "line", &r->line);
    ap_member_boolean(m, "yes", &r->yes);
    ap_member_boolean_default_false(m, "no", &r->no);
    if (ap_member_object(m, "inside", true, &inside)) {
        ap_member_bytes(&inside, "bytes", &r->bytes);
        ap_member_close(m, &inside, true);
    }
    if (!ap_member_array(m, "list", true, &inside))
        return;
    read_value_of_array_object(&inside, true, &r->first);
    read_value_of_array_object(&inside, true, &r->second);
    ap_member_close(m, &inside, false);
}

/* Reads the text into the record. Returns NULL, or the name of the wrong member. */
static const char *read_record_or_wrong_member(const char *text, json_record *r)
{
    static ap_json_document json;
    char fault[AP_JSON_FAULT_BYTES];
    cr_assert(
        ap_json_read(&json, text_view(text), &arena, fault), "the document must be read, but: %s", fault);
    ap_members m = ap_begin_reading_members(&json, 0, &arena);
    read_record_members(&m, r);
    return ap_members_end(&m) ? NULL : m.wrong;
}

static const char sample[] =
    "{\"name\": \"a\\ufffd\", \"name_bytes\": \"61ff\", \"none\": null, \"size\": 7, \"line\": null, "
    "\"yes\": true, \"inside\": {\"bytes\": \"00fe\"}, \"list\": [{\"value\": 1}, {\"value\": 2}]}";

Test(core_json_put, written_members_are_read_back)
{
    static const uint8_t bytes[] = { 0, 0xfe };
    json_record written = { "a\xff", NULL, 7, 0, 0, true, false, { bytes, 2 }, 1, 2 },
                found = { .name = NULL };
    ap_json_put put;
    ap_json_put_init(&put, open_text_stream(), 0);
    ap_json_put_begin_object(&put, NULL);
    ap_members m = ap_begin_writing_members(&put, true);
    read_record_members(&m, &written);
    ap_json_put_end_object(&put);
    const char *text = close_text_stream(NULL);
    cr_expect_str_eq(text, sample);
    cr_assert_null(read_record_or_wrong_member(text, &found));
    cr_expect_str_eq(found.name, "a\xff");
    cr_expect(found.none == NULL && found.size == 7 && found.zero == 0 && found.line == 0 && found.yes
              && !found.no);
    cr_expect(found.bytes.size == 2 && memcmp(found.bytes.bytes, bytes, 2) == 0 && found.first == 1
              && found.second == 2);
}

static const struct {
    const char *from, *to,
        *wrong; /* a part of the sample, its replacement, and the member that must be reported as wrong */
} faults[] = {
    { "\"a\\ufffd\"", "null", "name" },
    { "\"none\"", "\"nine\"", "none" },
    { "7", "-7", "size" },
    { "7", "7.5", "size" },
    { "7", "\"7\"", "size" },
    { "true", "1", "yes" },
    { "00fe", "00f", "bytes" },
    { "00fe", "00fg", "bytes" },
    { "{\"bytes\": \"00fe\"}", "[]", "inside" },
    { "{\"value\": 2}", "3", "an object" },
    { "{\"value\": 2}", "{\"value\": 2, \"more\": 3}", "an unknown member" },
    { "]}", "], \"more\": 1}", "an unknown member" },
};

Test(core_json_put, a_wrong_member_is_named)
{
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        json_record found = { .name = NULL };
        const char *text = text_with_replaced_part(sample, faults[i].from, faults[i].to);
        const char *wrong = read_record_or_wrong_member(text, &found);
        cr_expect(wrong != NULL && strcmp(wrong, faults[i].wrong) == 0, "%s: reports the wrong member: %s",
            text, wrong == NULL ? "none" : wrong);
    }
}

/* The numbers of a row are written on one line, also if the paths of the numbers point to different copies of the row's name. */
Test(core_json_put, names_of_a_tree_are_compared_as_texts)
{
    static const char first[] = "row", second[] = "row";
    static const uint8_t bytes[] = { 5, 6 };
    ap_json_tree_writer tree;
    AT_END(buffer_free) byte_buffer buffer = { NULL, 0, 0 };
    ap_writer *writer = malloc(sizeof *writer);
    cr_assert_not_null(writer);
    empty_buffer_and_init_writer(&buffer, writer);
    ap_json_tree_begin(&tree, writer, (ap_view){ bytes, sizeof bytes }, "made", NULL);
    for (size_t i = 0; i < sizeof bytes; i++) {
        ap_io io = { .path = { .depth = 1 }, .field = { .span = { i, 1 } } };
        io.path.parts[0] = (ap_field_path_part){ i == 0 ? first : second, i };
        tree.listener.field(tree.listener.context, &io, AP_TYPE_U8, AP_ROLE_NUMBER);
    }
    ap_json_tree_end(&tree);
    cr_assert(ap_writer_flush(writer));
    expect_bytes(buffer_view(&buffer),
        text_view("{\n  \"format\": \"made\",\n  \"layout\": null,\n  \"fields\": {\n    \"row\": [5, 6]\n"
                  "  }\n}\n"),
        "a row");
    free(writer);
}
