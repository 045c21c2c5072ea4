/* Reads a whole document: core/json/json_text.h. */
#include <stdio.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/json/json_scan.h"
#include "core/json/json_text.h"

#define BLANKS UINT64_C(0x2020202020202020)

enum {
    ENTRY_BYTES_OF_TEXT =
        4,   /* at least, of a document whose entries are not counted first: 4 GiB have MOST_ENTRIES */
    LEFT = 4 /* as much room must be left for other things as such entries take */
};

enum { MOST_ENTRIES = (1 << 30) - 1 /* ap_json_entry.next has 30 bits */ };

typedef struct reader {
    ap_json_text *json;
    size_t at;
    struct {
        uint32_t entry;
        bool object;
    } open[AP_JSON_DEPTH]; /* the containers that are being read */
    size_t depth;
    const char *reason; /* of the fault at `at` */
} reader;

static bool fail(reader *r, const char *reason)
{
    r->reason = reason;
    return false;
}

static uint8_t byte_at(const reader *r)
{
    return r->at < r->json->text.size ? r->json->text.bytes[r->at] : '\0';
}

/* Most are those at the beginnings of lines. */
static void skip_blanks(reader *r)
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

/* Without room for them, entries are only counted. */
static bool add_entry(reader *r, bool name)
{
    ap_json_text *json = r->json;
    if (json->count == MOST_ENTRIES)
        return fail(r, "the document has too many values");
    if (json->entries != NULL)
        json->entries[json->count] =
            (ap_json_entry){ .at = (uint32_t)r->at, .next = (json->count + 1) & MOST_ENTRIES, .name = name };
    json->count++;
    return true;
}

static bool read_string(reader *r)
{
    const char *reason;
    r->at = ap_json_string_end(r->json->text, r->at, r->json->loose, &reason);
    return reason == NULL ? true : fail(r, reason);
}

static bool read_number(reader *r)
{
    const char *reason;
    r->at = ap_json_number_end(r->json->text, r->at, &reason);
    return reason == NULL ? true : fail(r, reason);
}

static bool read_word(reader *r)
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
    return fail(r, r->at < text.size ? "a value is needed" : "the text ends where a value is needed");
}

/* The name of a member and its colon. */
static bool read_name(reader *r)
{
    skip_blanks(r);
    if (byte_at(r) != '"')
        return fail(r, "the name of a member is needed");
    if (!add_entry(r, true) || !read_string(r))
        return false;
    skip_blanks(r);
    if (byte_at(r) != ':')
        return fail(r, "a colon is needed");
    r->at++;
    return true;
}

/* Opens a container; *empty when it closes at once. */
static bool open_container(reader *r, bool *empty)
{
    const bool object = byte_at(r) == '{';
    if (r->depth == AP_JSON_DEPTH)
        return fail(r, "the document has more than 64 containers in each other");
    r->open[r->depth].entry = (uint32_t)(r->json->count - 1);
    r->open[r->depth++].object = object;
    r->at++;
    skip_blanks(r);
    *empty = byte_at(r) == (object ? '}' : ']');
    return *empty || !object || read_name(r);
}

/* A value, or the beginning of a container that holds some: then another value follows at once. */
static bool read_value(reader *r, bool *more)
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
    return first == '-' || (first >= '0' && first <= '9') ? read_number(r) : read_word(r);
}

static void close_container(reader *r)
{
    ap_json_text *json = r->json;
    r->depth--;
    r->at++;
    if (json->entries != NULL)
        json->entries[r->open[r->depth].entry].next = json->count & MOST_ENTRIES;
}

/* What follows a value: the ends of containers, then a comma and another value, or the document's end. */
static bool read_ends(reader *r, bool *more)
{
    *more = false;
    for (;;) {
        skip_blanks(r);
        if (r->depth == 0)
            return r->at == r->json->text.size ? true
                                               : fail(r, "the document ends here, and more text follows");
        const bool object = r->open[r->depth - 1].object;
        if (byte_at(r) == ',') {
            r->at++;
            *more = true;
            return !object || read_name(r);
        }
        if (byte_at(r) != (object ? '}' : ']'))
            return fail(r, object ? "a comma or } is needed" : "a comma or ] is needed");
        close_container(r);
    }
}

static bool read_document(reader *r)
{
    bool more = true;
    r->at = r->depth = r->json->count = 0;
    while (more) {
        bool opened;
        if (!read_value(r, &opened) || (!opened && !read_ends(r, &more)))
            return false;
    }
    return true;
}

/* "line 3, column 7: a comma or ] is needed" */
static void report_fault(const reader *r, char fault[AP_JSON_FAULT_BYTES])
{
    size_t line = 1, column = 1;
    for (size_t i = 0; i < r->at; i++) {
        const bool ends = r->json->text.bytes[i] == '\n';
        line += ends;
        column = ends ? 1 : column + 1;
    }
    snprintf(fault, AP_JSON_FAULT_BYTES, "line %zu, column %zu: %s", line, column, r->reason);
}

/* At least as many as there are values and names: what each of them follows, wherever that stands. */
static size_t most_entries(ap_view text)
{
    size_t most = 1;
    for (size_t at = 0; at < text.size;) {
        const size_t end = text.size - at > UINT8_MAX ? at + UINT8_MAX : text.size;
        uint8_t count = 0; /* small, so that many bytes are looked at together */
        for (; at < end; at++) {
            const uint8_t byte = text.bytes[at];
            count = (uint8_t)(count + ((byte == ',') | (byte == ':') | (byte == '[') | (byte == '{')));
        }
        most += count;
    }
    return most;
}

/* Makes room for all entries at once where little of it can remain unused, and the arena's limit is far away. */
static bool make_room(ap_json_text *json, ap_arena *arena)
{
    const size_t most = most_entries(json->text);
    if (most > json->text.size / ENTRY_BYTES_OF_TEXT
        || (arena->limit_bytes != 0
            && arena->limit_bytes - arena->held_bytes < LEFT * most * sizeof *json->entries))
        return true;
    json->entries = ap_alloc_array(arena, most, sizeof *json->entries);
    return json->entries != NULL;
}

static bool read_text(ap_json_text *json, ap_arena *arena, char fault[AP_JSON_FAULT_BYTES])
{
    reader r = { .json = json };
    if (json->text.size > UINT32_MAX) {
        r.reason = "the document is larger than 4 GiB";
        report_fault(&r, fault);
        return false;
    }
    if (!make_room(json, arena))
        return false;
    if (!read_document(&r)) {
        report_fault(&r, fault);
        return false;
    }
    if (json->entries != NULL)
        return true;
    json->entries = ap_alloc_array(arena, json->count, sizeof *json->entries);
    if (json->entries == NULL)
        return false;
    return read_document(&r);
}

bool ap_json_read(ap_json_text *json, ap_view text, ap_arena *arena, char fault[AP_JSON_FAULT_BYTES])
{
    *json = (ap_json_text){ .text = text };
    return read_text(json, arena, fault);
}

bool ap_json_read_loose(ap_json_text *json, ap_view text, ap_arena *arena, char fault[AP_JSON_FAULT_BYTES])
{
    *json = (ap_json_text){ .text = text, .loose = true };
    return read_text(json, arena, fault);
}
