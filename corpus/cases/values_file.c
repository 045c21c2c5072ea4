#include "corpus/cases/values_file.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/json/json_value.h"
#include "corpus/cases/corpus_file.h"

enum { MOST_BYTES = 256 << 20 };

void ap_put_finite_value_number(ap_batch *batch, double number)
{
    enum { ROOM = 40 };
    char *at = ap_batch_reserve(batch, ROOM);
    ap_batch_commit(batch, at + snprintf(at, ROOM, "%.9g", number));
}

void ap_put_values_begin(FILE *stream)
{
    fputs(
        "{\"units\": {"
        "\"joint\": \"position in the model's space, in the file's unit of length; times in seconds\", "
        "\"curve\": \"value of a key, as the file has it; times in seconds\", "
        "\"vertex\": \"position in the scene, in the file's unit of length; times in timesteps, from 0\"},\n"
        "\"cases\": [",
        stream);
}

static void put_value_numbers(ap_batch *batch, const double *numbers, size_t width)
{
    if (!isfinite(numbers[0])) {
        ap_batch_text(batch, "null");
        return;
    }
    if (width > 1)
        ap_batch_byte(batch, '[');
    for (size_t i = 0; i < width; i++) {
        if (i > 0)
            ap_batch_byte(batch, ',');
        ap_put_finite_value_number(batch, numbers[i]);
    }
    if (width > 1)
        ap_batch_byte(batch, ']');
}

/* Returns true if row number `index` has a finite number for at least one time. */
static bool has_row_known_value(const ap_value_list *list, size_t index)
{
    bool known = false;
    for (size_t time = 0; time < list->time_count; time++)
        known = known || isfinite(*ap_numbers_of_row_at(list, index, time));
    return known;
}

static void put_value_row(ap_json_put *put, const ap_value_list *list, size_t index)
{
    const ap_value_row *row = &list->rows[index];
    ap_json_put_begin_object(put, NULL);
    if (!list->named)
        ap_json_put_integer(put, list->thing, (int64_t)row->number);
    if (row->name.size > 0)
        ap_json_put_view(put, list->named ? list->thing : "name", row->name);
    ap_json_put_begin_array(put, "values");
    for (size_t time = 0; time < list->time_count; time++)
        put_value_numbers(
            ap_json_put_begin_raw(put, NULL), ap_numbers_of_row_at(list, index, time), list->width);
    ap_json_put_end_array(put);
    ap_json_put_end_object(put);
}

void ap_put_case_values(FILE *stream, const ap_case_values *values, bool first)
{
    const ap_value_list *list = &values->list;
    ap_json_put put;
    fputs(first ? "\n" : ",\n", stream);
    ap_json_put_init(&put, stream, 0);
    put.compact = true;
    ap_json_put_begin_object(&put, NULL);
    ap_json_put_text(&put, "id", values->id);
    ap_json_put_text(&put, "thing", list->thing);
    ap_put_finite_value_number(ap_json_put_begin_raw(&put, "tolerance"), list->tolerance);
    ap_json_put_begin_array(&put, "times");
    for (size_t i = 0; i < list->time_count; i++)
        ap_put_finite_value_number(ap_json_put_begin_raw(&put, NULL), list->times[i]);
    ap_json_put_end_array(&put);
    ap_json_put_begin_array(&put, "values");
    for (size_t i = 0; i < list->count; i++) {
        if (has_row_known_value(list, i))
            put_value_row(&put, list, i);
    }
    ap_json_put_end_array(&put);
    ap_json_put_end_object(&put);
}

void ap_put_values_end(FILE *stream)
{
    fputs("\n]}\n", stream);
}

/* Reading */

typedef struct values_reader {
    ap_json_document json;
    ap_arena *arena;
    char *error;
} values_reader;

__attribute__((format(printf, 3, 4))) static ap_manifest_status fail(
    const values_reader *reader, ap_manifest_status status, const char *format, ...)
{
    char text[AP_MANIFEST_ERROR_BYTES - sizeof AP_VALUES_FILE - 2];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    snprintf(reader->error, AP_MANIFEST_ERROR_BYTES, AP_VALUES_FILE ": %s", text);
    return status;
}

bool ap_read_json_value(
    const ap_json_document *json, ap_json_ref value, size_t width, ap_arena *arena, double *numbers)
{
    if (width == 1)
        return ap_json_read_real(json, value, arena, numbers);
    if (ap_json_kind_of(json, value) != AP_JSON_ARRAY || ap_json_count_children(json, value) != width)
        return false;
    ap_json_ref at = ap_json_first_entry(json, value);
    for (size_t i = 0; i < width; i++) {
        if (!ap_json_read_real(json, at, arena, &numbers[i]))
            return false;
        at = ap_json_next_entry(json, value, at);
    }
    return true;
}

static bool read_value_row(const values_reader *reader, ap_json_ref object, ap_value_list *list, size_t index)
{
    const ap_json_document *json = &reader->json;
    ap_value_row *row = &list->rows[index];
    const ap_json_ref values = ap_json_find_member(json, object, "values");
    const ap_json_ref name = ap_json_find_member(json, object, list->named ? list->thing : "name");
    int64_t number = 0;
    if (!list->named
        && (!ap_json_read_integer(json, ap_json_find_member(json, object, list->thing), &number)
            || number < 0))
        return false;
    row->number = (size_t)number;
    if ((list->named || name != AP_JSON_MISSING)
        && !ap_json_decode_string(json, name, reader->arena, &row->name))
        return false;
    if (ap_json_kind_of(json, values) != AP_JSON_ARRAY
        || ap_json_count_children(json, values) != list->time_count)
        return false;
    ap_json_ref at = ap_json_first_entry(json, values);
    for (size_t time = 0; time < list->time_count; time++) {
        if (ap_json_kind_of(json, at) != AP_JSON_NULL
            && !ap_read_json_value(
                json, at, list->width, reader->arena, ap_numbers_of_row_at(list, index, time)))
            return false;
        at = ap_json_next_entry(json, values, at);
    }
    return true;
}

static bool read_times(const values_reader *reader, ap_json_ref times, ap_value_list *list)
{
    const ap_json_document *json = &reader->json;
    list->time_count = ap_json_count_children(json, times);
    if (list->time_count == 0 || list->time_count > AP_VALUE_TIMES)
        return false;
    ap_json_ref at = ap_json_first_entry(json, times);
    for (size_t i = 0; i < list->time_count; i++) {
        if (!ap_json_read_real(json, at, reader->arena, &list->times[i]))
            return false;
        at = ap_json_next_entry(json, times, at);
    }
    return true;
}

static bool read_kind_and_width_of_rows(const values_reader *reader, ap_json_ref thing, ap_value_list *list)
{
    static const struct {
        const char *thing;
        bool named;
        size_t width;
    } known[] = { { "joint", false, AP_VALUE_NUMBERS }, { "curve", true, 1 },
        { "vertex", false, AP_VALUE_NUMBERS } };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (ap_json_string_equals(&reader->json, thing, known[i].thing)) {
            *list =
                (ap_value_list){ .thing = known[i].thing, .named = known[i].named, .width = known[i].width };
            return true;
        }
    }
    return false;
}

static bool read_values_of_case(const values_reader *reader, ap_json_ref object, ap_case_values *values)
{
    const ap_json_document *json = &reader->json;
    ap_value_list *list = &values->list;
    const ap_json_ref rows = ap_json_find_member(json, object, "values");
    ap_view id;
    if (!ap_json_decode_string(json, ap_json_find_member(json, object, "id"), reader->arena, &id)
        || !read_kind_and_width_of_rows(reader, ap_json_find_member(json, object, "thing"), list)
        || !ap_json_read_real(
            json, ap_json_find_member(json, object, "tolerance"), reader->arena, &list->tolerance)
        || !read_times(reader, ap_json_find_member(json, object, "times"), list)
        || ap_json_kind_of(json, rows) != AP_JSON_ARRAY
        || !ap_allocate_value_rows(list, ap_json_count_children(json, rows), reader->arena))
        return false;
    values->id = (const char *)id.bytes;
    ap_json_ref at = ap_json_first_entry(json, rows);
    for (size_t i = 0; i < list->count; i++) {
        if (!read_value_row(reader, at, list, i)
            || (!list->named && i > 0 && list->rows[i].number <= list->rows[i - 1].number))
            return false;
        at = ap_json_next_entry(json, rows, at);
    }
    return true;
}

static ap_manifest_status read_values_of_cases(values_reader *reader, ap_case_values **items, size_t *count)
{
    const ap_json_ref cases = ap_json_find_member(&reader->json, 0, "cases");
    if (ap_json_kind_of(&reader->json, cases) != AP_JSON_ARRAY)
        return fail(reader, AP_MANIFEST_MALFORMED, "\"cases\" must be an array");
    *count = ap_json_count_children(&reader->json, cases);
    *items = ap_alloc_array(reader->arena, *count, sizeof **items);
    ap_json_ref at = ap_json_first_entry(&reader->json, cases);
    for (size_t i = 0; *items != NULL && i < *count; i++) {
        if (!read_values_of_case(reader, at, &(*items)[i]) && !reader->arena->failed)
            return fail(reader, AP_MANIFEST_MALFORMED, "case %zu is invalid", i + 1);
        at = ap_json_next_entry(&reader->json, cases, at);
    }
    return reader->arena->failed ? fail(reader, AP_MANIFEST_NO_MEMORY, "no memory") : AP_MANIFEST_OK;
}

/* Loads values.json into the arena. Returns AP_MANIFEST_INCOMPLETE if its SHA-256 is not `hash`. */
static ap_manifest_status load_values_json(
    const values_reader *reader, FILE *stream, const char *hash, ap_view *text)
{
    char found[AP_SHA256_TEXT];
    const bool at_end = fseeko(stream, 0, SEEK_END) == 0;
    const off_t size = at_end ? ftello(stream) : -1;
    if (size < 0 || fseeko(stream, 0, SEEK_SET) != 0)
        return fail(reader, AP_MANIFEST_CANNOT_READ, "%s", strerror(errno));
    if (size > MOST_BYTES)
        return fail(reader, AP_MANIFEST_CANNOT_READ, "larger than 256 MiB");
    uint8_t *bytes = ap_alloc(reader->arena, (size_t)size);
    if (bytes == NULL)
        return fail(reader, AP_MANIFEST_NO_MEMORY, "no memory");
    *text = (ap_view){ bytes, fread(bytes, 1, (size_t)size, stream) };
    if (ferror(stream))
        return fail(reader, AP_MANIFEST_CANNOT_READ, "cannot be read");
    ap_compute_sha256(*text, found);
    if (strcmp(found, hash) != 0)
        return fail(reader, AP_MANIFEST_INCOMPLETE, "the hash of the file is not the one in " AP_CORPUS_FILE);
    return AP_MANIFEST_OK;
}

ap_manifest_status ap_read_values(const char *folder, const char *hash, ap_arena *arena,
    ap_case_values **items, size_t *count, char error[AP_MANIFEST_ERROR_BYTES])
{
    char reason[AP_CORPUS_REASON_BYTES], fault[AP_JSON_FAULT_BYTES];
    values_reader reader = { .arena = arena, .error = error };
    ap_view text = { NULL, 0 };
    if (hash[0] == '\0')
        return fail(&reader, AP_MANIFEST_CANNOT_READ, "not in this corpus, which was built without values");
    FILE *stream = ap_corpus_open_stream(folder, AP_VALUES_FILE, reason);
    if (stream == NULL)
        return fail(&reader, AP_MANIFEST_CANNOT_READ, "%s", reason);
    const ap_manifest_status status = load_values_json(&reader, stream, hash, &text);
    fclose(stream);
    if (status != AP_MANIFEST_OK)
        return status;
    if (!ap_json_read(&reader.json, text, arena, fault))
        return arena->failed ? fail(&reader, AP_MANIFEST_NO_MEMORY, "no memory")
                             : fail(&reader, AP_MANIFEST_MALFORMED, "%.150s", fault);
    return read_values_of_cases(&reader, items, count);
}
