/* Parses and checks a JSON document; implements ap_json_read of core/json/json_text.h. */
#include <stdio.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/json/json_scan.h"
#include "core/json/json_text.h"

#define BLANKS UINT64_C(0x2020202020202020)

enum {
    /* Bytes of text per entry. The entries are allocated before parsing only if bound_entry_count is at most the text's size
       divided by this number; a text of 4 GiB then has at most MOST_ENTRIES. Otherwise a first pass counts
       them, and a second pass stores them. */
    ENTRY_BYTES_OF_TEXT = 4,
    /* The entries are allocated before parsing only if the arena can grow by this many times their size. */
    SPARE_FACTOR = 4
};

enum { MOST_ENTRIES = (1 << 30) - 1 /* greatest index that the 30 bits of ap_json_entry.next can hold */ };

typedef struct json_reader {
    ap_json_document *json;
    size_t at;
    struct {
        uint32_t entry;
        bool object;
    } open[AP_JSON_DEPTH]; /* the open containers, outermost first */
    size_t depth;
    const char *reason; /* why the text is invalid at offset `at` */
} json_reader;

static bool fail_read(json_reader *r, const char *reason)
{
    r->reason = reason;
    return false;
}

static uint8_t byte_at(const json_reader *r)
{
    return r->at < r->json->text.size ? r->json->text.bytes[r->at] : '\0';
}

/* Skips white space. Skips eight blanks at a time, since most white space is indentation. */
static void skip_blanks(json_reader *r)
{
    const ap_view text = r->json->text;
    size_t at = r->at;
    while (at < text.size && text.bytes[at] <= ' ') {
        const uint8_t byte = text.bytes[at];
        if (byte != ' ' && byte != '\t' && byte != '\n' && byte != '\r')
            break;
        at++;
        while (text.size - at >= sizeof(uint64_t) && ap_load_u64(text.bytes + at, false) == BLANKS)
            at += sizeof(uint64_t);
    }
    r->at = at;
}

/* Adds an entry to the document, or only counts it if no entries are allocated. */
static bool add_entry(json_reader *r, bool name)
{
    ap_json_document *json = r->json;
    if (json->count == MOST_ENTRIES)
        return fail_read(r, "the document has too many values");
    if (json->entries != NULL)
        json->entries[json->count] =
            (ap_json_entry){ .at = (uint32_t)r->at, .next = (json->count + 1) & MOST_ENTRIES, .name = name };
    json->count++;
    return true;
}

static bool read_string(json_reader *r)
{
    const char *reason;
    r->at = ap_json_string_end_or_fault(r->json->text, r->at, r->json->loose, &reason);
    return reason == NULL ? true : fail_read(r, reason);
}

static bool read_number(json_reader *r)
{
    const char *reason;
    r->at = ap_json_number_end_or_fault(r->json->text, r->at, &reason);
    return reason == NULL ? true : fail_read(r, reason);
}

static bool read_literal(json_reader *r)
{
    static const char *const words[] = { "null", "true", "false" };
    const ap_view text = r->json->text;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t length = strlen(words[i]);
        if (text.size - r->at >= length && memcmp(text.bytes + r->at, words[i], length) == 0) {
            r->at += length;
            return true;
        }
    }
    return fail_read(r, r->at < text.size ? "a value is needed" : "the text ends where a value is needed");
}

/* Reads the name of a member and the colon after it. */
static bool read_name(json_reader *r)
{
    skip_blanks(r);
    if (byte_at(r) != '"')
        return fail_read(r, "the name of a member is needed");
    if (!add_entry(r, true) || !read_string(r))
        return false;
    skip_blanks(r);
    if (byte_at(r) != ':')
        return fail_read(r, "a colon is needed");
    r->at++;
    return true;
}

/* Opens a container, and reads the name of an object's first member. Sets *empty if the container is closed at once. */
static bool open_container(json_reader *r, bool *empty)
{
    const bool object = byte_at(r) == '{';
    if (r->depth == AP_JSON_DEPTH)
        return fail_read(r, "the document has more than 64 nested objects and arrays");
    r->open[r->depth].entry = (uint32_t)(r->json->count - 1);
    r->open[r->depth++].object = object;
    r->at++;
    skip_blanks(r);
    *empty = byte_at(r) == (object ? '}' : ']');
    return *empty || !object || read_name(r);
}

/* Reads a value, or the start of a container. Sets *more if the container has members or elements: the
   next value then follows directly. */
static bool read_value_or_open_container(json_reader *r, bool *more)
{
    bool empty = true;
    skip_blanks(r);
    const uint8_t first = byte_at(r);
    *more = false;
    if (!add_entry(r, false))
        return false;
    if (first == '{' || first == '[') {
        const bool opened = open_container(r, &empty);
        *more = !empty;
        return opened;
    }
    if (first == '"')
        return read_string(r);
    return first == '-' || (first >= '0' && first <= '9') ? read_number(r) : read_literal(r);
}

static void close_container(json_reader *r)
{
    ap_json_document *json = r->json;
    r->depth--;
    r->at++;
    if (json->entries != NULL)
        json->entries[r->open[r->depth].entry].next = json->count & MOST_ENTRIES;
}

/* Reads the text after a value: ends of containers, then the end of the document, or a comma and, in an object, the name of the
   next member. Sets *more if there is a comma. */
static bool read_text_after_value(json_reader *r, bool *more)
{
    *more = false;
    for (;;) {
        skip_blanks(r);
        if (r->depth == 0)
            return r->at == r->json->text.size ? true
                                               : fail_read(r, "more text follows the end of the document");
        const bool object = r->open[r->depth - 1].object;
        if (byte_at(r) == ',') {
            r->at++;
            *more = true;
            return !object || read_name(r);
        }
        if (byte_at(r) != (object ? '}' : ']'))
            return fail_read(r, object ? "a comma or } is needed" : "a comma or ] is needed");
        close_container(r);
    }
}

static bool read_document(json_reader *r)
{
    bool more = true;
    r->at = r->depth = r->json->count = 0;
    while (more) {
        bool opened;
        if (!read_value_or_open_container(r, &opened) || (!opened && !read_text_after_value(r, &more)))
            return false;
    }
    return true;
}

/* Writes a fault as "line 3, column 7: a comma or ] is needed". */
static void write_fault_message(const json_reader *r, char fault[AP_JSON_FAULT_BYTES])
{
    size_t line = 1, column = 1;
    for (size_t i = 0; i < r->at; i++) {
        const bool ends = r->json->text.bytes[i] == '\n';
        line += ends;
        column = ends ? 1 : column + 1;
    }
    snprintf(fault, AP_JSON_FAULT_BYTES, "line %zu, column %zu: %s", line, column, r->reason);
}

/* Returns an upper bound of the number of values and member names: except for the first, each follows a comma, a colon or an
   opening bracket. The bound also counts these characters inside strings. */
static size_t bound_entry_count(ap_view text)
{
    size_t most = 1;
    for (size_t at = 0; at < text.size;) {
        const size_t end = text.size - at > UINT8_MAX ? at + UINT8_MAX : text.size;
        uint8_t count = 0; /* 8 bits, so that compilers vectorise the loop */
        for (; at < end; at++) {
            const uint8_t byte = text.bytes[at];
            count = (uint8_t)(count + ((byte == ',') | (byte == ':') | (byte == '[') | (byte == '{')));
        }
        most += count;
    }
    return most;
}

/* Allocates all entries before the first pass if the bound of their number is at most a quarter of the text's bytes, and they are
   small compared to the room below the arena's limit. Returns false when out of memory; true also if it has left the entries to a
   second pass. */
static bool allocate_json_entries_now_or_later(ap_json_document *json, ap_arena *arena)
{
    const size_t most = bound_entry_count(json->text);
    if (most > json->text.size / ENTRY_BYTES_OF_TEXT
        || (arena->limit_bytes != 0
            && arena->limit_bytes - arena->held_bytes < SPARE_FACTOR * most * sizeof *json->entries))
        return true;
    json->entries = ap_alloc_array(arena, most, sizeof *json->entries);
    return json->entries != NULL;
}

/* Reads json->text. The second pass is needed if the entries were not allocated before the first. */
static bool read_in_one_or_two_passes(
    ap_json_document *json, ap_arena *arena, char fault[AP_JSON_FAULT_BYTES])
{
    json_reader r = { .json = json };
    if (json->text.size > UINT32_MAX) {
        r.reason = "the document is larger than 4 GiB";
        write_fault_message(&r, fault);
        return false;
    }
    if (!allocate_json_entries_now_or_later(json, arena))
        return false;
    if (!read_document(&r)) {
        write_fault_message(&r, fault);
        return false;
    }
    if (json->entries != NULL)
        return true;
    json->entries = ap_alloc_array(arena, json->count, sizeof *json->entries);
    if (json->entries == NULL)
        return false;
    return read_document(&r);
}

bool ap_json_read(ap_json_document *json, ap_view text, ap_arena *arena, char fault[AP_JSON_FAULT_BYTES])
{
    *json = (ap_json_document){ .text = text };
    return read_in_one_or_two_passes(json, arena, fault);
}

bool ap_json_read_with_any_bytes(
    ap_json_document *json, ap_view text, ap_arena *arena, char fault[AP_JSON_FAULT_BYTES])
{
    *json = (ap_json_document){ .text = text, .loose = true };
    return read_in_one_or_two_passes(json, arena, fault);
}
