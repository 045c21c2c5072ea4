#include "core/json/json_members.h"

#include <stdio.h>
#include <string.h>

#include "core/base/utf8.h"
#include "core/json/json_value.h"

enum { KEY_BYTES = 64 };

ap_members ap_begin_writing_members(ap_json_put *put, bool exact)
{
    return (ap_members){ .put = put, .exact = exact };
}

ap_members ap_begin_reading_members(const ap_json_document *json, ap_json_ref object, ap_arena *arena)
{
    ap_members m = { .exact = true, .json = json, .arena = arena, .container = object };
    m.next = ap_json_first_entry(json, object);
    if (ap_json_kind_of(json, object) != AP_JSON_OBJECT)
        m.wrong = "an object";
    return m;
}

void ap_member_mark_wrong(ap_members *m, const char *key)
{
    if (m->wrong == NULL)
        m->wrong = key;
}

/* Takes the next member of the object if it has this name: sets *value and returns true. Otherwise returns false. */
static bool take_next_member(ap_members *m, const char *key, ap_json_ref *value)
{
    if (m->wrong != NULL || m->next == AP_JSON_MISSING || !ap_json_string_equals(m->json, m->next, key))
        return false;
    *value = ap_json_next_entry(m->json, m->container, m->next);
    m->next = ap_json_next_entry(m->json, m->container, *value);
    return true;
}

static bool take_required_member(ap_members *m, const char *key, ap_json_ref *value)
{
    if (take_next_member(m, key, value))
        return true;
    ap_member_mark_wrong(m, key);
    return false;
}

/* Texts */

static void read_bytes_member(ap_members *m, ap_json_ref value, const char *key, ap_view *bytes)
{
    *bytes = ap_json_decode_hex(m->json, value, m->arena);
    if (bytes->bytes == NULL)
        ap_member_mark_wrong(m, key);
}

static void write_key_of_bytes(const char *key, char room[KEY_BYTES])
{
    snprintf(room, KEY_BYTES, "%s_bytes", key);
}

/* Writes the bytes of a text that is not UTF-8 in base 16, as the member KEY_bytes. Writes nothing for UTF-8. */
static void put_bytes_unless_utf8(ap_members *m, const char *key, const char *text)
{
    char own[KEY_BYTES];
    const ap_view view = { (const uint8_t *)text, text == NULL ? 0 : strlen(text) };
    if (ap_utf8_valid_prefix_length(view) == view.size)
        return;
    write_key_of_bytes(key, own);
    ap_member_bytes(m, own, &(ap_view){ view.bytes, view.size });
}

static void read_text(ap_members *m, const char *key, ap_json_ref value, const char **text)
{
    char own[KEY_BYTES];
    ap_view view = { NULL, 0 };
    *text = NULL;
    if (ap_json_kind_of(m->json, value) == AP_JSON_NULL)
        return;
    if (!ap_json_decode_string(m->json, value, m->arena, &view)) {
        ap_member_mark_wrong(m, key);
        return;
    }
    write_key_of_bytes(key, own);
    if (take_next_member(m, own, &value))
        read_bytes_member(m, value, key, &view);
    *text = (const char *)view.bytes;
    if (*text != NULL && strlen(*text) != view.size)
        ap_member_mark_wrong(m, key); /* the bytes contain a NUL, which texts of reports never do */
}

void ap_member_text_or_null(ap_members *m, const char *key, const char **text)
{
    ap_json_ref value;
    if (m->put != NULL) {
        ap_json_put_text(m->put, key, *text);
        if (m->exact)
            put_bytes_unless_utf8(m, key, *text);
    } else if (take_required_member(m, key, &value)) {
        read_text(m, key, value, text);
    }
}

void ap_member_text(ap_members *m, const char *key, const char **text)
{
    ap_member_text_or_null(m, key, text);
    if (m->put == NULL && *text == NULL)
        ap_member_mark_wrong(m, key);
}

bool ap_member_text_if(ap_members *m, const char *key, bool present, const char **text)
{
    ap_json_ref value;
    if (m->put == NULL) {
        present = take_next_member(m, key, &value);
        *text = NULL;
        if (present)
            read_text(m, key, value, text);
    } else if (present) {
        ap_member_text_or_null(m, key, text);
    }
    return present;
}

void ap_member_array_of_text_or_empty(ap_members *m, const char *key, const char **text)
{
    ap_members inside;
    if (!ap_member_array(m, key, true, &inside)) {
        ap_member_mark_wrong(m, key);
        return;
    }
    if (m->put != NULL && *text != NULL)
        ap_json_put_text(m->put, NULL, *text);
    if (m->put == NULL && inside.wrong == NULL && inside.next != AP_JSON_MISSING) {
        read_text(&inside, key, inside.next, text);
        inside.next = ap_json_next_entry(m->json, inside.container, inside.next);
    }
    ap_member_close(m, &inside, false);
}

const char *ap_member_next_name(const ap_members *m)
{
    ap_view name;
    if (m->wrong != NULL || m->next == AP_JSON_MISSING
        || !ap_json_decode_string(m->json, m->next, m->arena, &name))
        return NULL;
    return (const char *)name.bytes;
}

void ap_member_text_default_null(ap_members *m, const char *key, const char **text)
{
    (void)ap_member_text_if(m, key, *text != NULL, text);
}

void ap_member_bytes(ap_members *m, const char *key, ap_view *bytes)
{
    ap_json_ref value;
    if (m->put != NULL) {
        ap_batch *batch = ap_json_put_begin_raw(m->put, key);
        ap_batch_byte(batch, '"');
        ap_batch_hex_unquoted(batch, *bytes);
        ap_batch_byte(batch, '"');
    } else if (take_required_member(m, key, &value)) {
        read_bytes_member(m, value, key, bytes);
    }
}

/* Numbers */

static void read_size(ap_members *m, const char *key, ap_json_ref value, size_t *size)
{
    int64_t number;
    if (ap_json_read_integer(m->json, value, &number) && number >= 0 && (uint64_t)number <= SIZE_MAX)
        *size = (size_t)number;
    else
        ap_member_mark_wrong(m, key);
}

void ap_member_size(ap_members *m, const char *key, size_t *value)
{
    ap_json_ref at;
    if (m->put != NULL)
        ap_json_put_integer(m->put, key, (int64_t)*value);
    else if (take_required_member(m, key, &at))
        read_size(m, key, at, value);
}

void ap_member_size_default_0(ap_members *m, const char *key, size_t *value)
{
    ap_json_ref at;
    if (m->put != NULL) {
        if (*value > 0)
            ap_json_put_integer(m->put, key, (int64_t)*value);
        return;
    }
    *value = 0;
    if (take_next_member(m, key, &at))
        read_size(m, key, at, value);
}

void ap_member_size_or_null(ap_members *m, const char *key, size_t *value)
{
    ap_json_ref at;
    if (m->put != NULL && *value > 0) {
        ap_json_put_integer(m->put, key, (int64_t)*value);
    } else if (m->put != NULL) {
        ap_json_put_null(m->put, key);
    } else if (take_required_member(m, key, &at)) {
        *value = 0;
        if (ap_json_kind_of(m->json, at) != AP_JSON_NULL)
            read_size(m, key, at, value);
    }
}

static void read_boolean(ap_members *m, const char *key, ap_json_ref value, bool *is)
{
    if (ap_json_kind_of(m->json, value) == AP_JSON_BOOLEAN)
        *is = m->json->text.bytes[m->json->entries[value].at] == 't';
    else
        ap_member_mark_wrong(m, key);
}

void ap_member_boolean(ap_members *m, const char *key, bool *value)
{
    ap_json_ref at;
    if (m->put != NULL)
        ap_json_put_boolean(m->put, key, *value);
    else if (take_required_member(m, key, &at))
        read_boolean(m, key, at, value);
}

void ap_member_boolean_default_false(ap_members *m, const char *key, bool *value)
{
    ap_json_ref at;
    if (m->put != NULL) {
        if (*value)
            ap_json_put_boolean(m->put, key, true);
        return;
    }
    *value = false;
    if (take_next_member(m, key, &at))
        read_boolean(m, key, at, value);
}

/* Containers */

static bool open_container_to_read(ap_members *m, const char *key, ap_json_kind kind, ap_members *inside)
{
    ap_json_ref value;
    if (!take_next_member(m, key, &value))
        return false;
    *inside = (ap_members){ .exact = m->exact, .json = m->json, .arena = m->arena, .container = value };
    inside->next = ap_json_first_entry(m->json, value);
    if (ap_json_kind_of(m->json, value) != kind)
        inside->wrong = key;
    return true;
}

bool ap_member_object(ap_members *m, const char *key, bool present, ap_members *inside)
{
    if (m->put == NULL)
        return open_container_to_read(m, key, AP_JSON_OBJECT, inside);
    *inside = *m;
    if (present)
        ap_json_put_begin_object(m->put, key);
    return present;
}

bool ap_member_array(ap_members *m, const char *key, bool present, ap_members *inside)
{
    if (m->put == NULL)
        return open_container_to_read(m, key, AP_JSON_ARRAY, inside);
    *inside = *m;
    if (present)
        ap_json_put_begin_array(m->put, key);
    return present;
}

bool ap_member_element(ap_members *array, bool present, ap_members *inside)
{
    if (array->put == NULL) {
        const ap_json_ref value = array->next;
        if (array->wrong != NULL || value == AP_JSON_MISSING)
            return false;
        array->next = ap_json_next_entry(array->json, array->container, value);
        *inside = ap_begin_reading_members(array->json, value, array->arena);
        return true;
    }
    *inside = *array;
    if (present)
        ap_json_put_begin_object(array->put, NULL);
    return present;
}

void ap_member_close(ap_members *m, const ap_members *inside, bool object)
{
    if (m->put != NULL) {
        if (object)
            ap_json_put_end_object(m->put);
        else
            ap_json_put_end_array(m->put);
        return;
    }
    if (inside->wrong != NULL)
        ap_member_mark_wrong(m, inside->wrong);
    else if (inside->next != AP_JSON_MISSING)
        ap_member_mark_wrong(m, "an unknown member");
}

bool ap_members_end(ap_members *m)
{
    if (m->put == NULL && m->wrong == NULL && m->next != AP_JSON_MISSING)
        m->wrong = "an unknown member";
    return m->wrong == NULL;
}
