/* Reads a JSON document in bounded memory: each value is an entry of eight bytes with its offset in the text, and strings are
   decoded only on request. One pass checks the whole document (RFC 8259, UTF-8, at most AP_JSON_DEPTH nested containers). The
   entries are allocated at once in the caller's arena, for an upper bound of their number. If the arena's limit is near, or the
   bound exceeds a quarter of the bytes of the text, another pass first counts the entries, so that they fit below the limit. For
   comparison: jansson's tree takes 76 bytes per byte of text, and its reader continues after a failed allocation. */
#ifndef AP_JSON_TEXT_H
#define AP_JSON_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/arena.h"
#include "core/base/span.h"

enum { AP_JSON_DEPTH = 64, AP_JSON_FAULT_BYTES = 512 };

typedef enum ap_json_kind {
    AP_JSON_NONE, /* the kind of AP_JSON_MISSING: no value */
    AP_JSON_NULL,
    AP_JSON_BOOLEAN,
    AP_JSON_NUMBER,
    AP_JSON_STRING,
    AP_JSON_ARRAY,
    AP_JSON_OBJECT,
} ap_json_kind;

/* An entry of the index: a value or the name of a member. The entries of a container's content follow the container's entry. */
typedef struct ap_json_entry {
    uint32_t at;        /* offset of the value's first byte in the text */
    uint32_t next : 30; /* index of the entry after this one and its content */
    uint32_t name : 1;  /* 1 if the entry is the name of a member */
    uint32_t used : 1;  /* 1 if the caller has marked the value by ap_json_mark_used */
} ap_json_entry;

/* The index of an entry; 0 is the whole document. */
typedef uint32_t ap_json_ref;

/* refers to no value; every function that takes an ap_json_ref accepts it, except ap_json_mark_used */
#define AP_JSON_MISSING UINT32_MAX

typedef struct ap_json_document {
    ap_view text;
    ap_json_entry *entries;
    size_t count;
    bool loose; /* true if the document was read by ap_json_read_with_any_bytes */
} ap_json_document;

/* Reads a document. The text must not change while the result is used; the entries are in the arena.
   Returns false if the text is not valid JSON, with position and reason in `fault`, or when out of memory
   (arena->failed). */
bool ap_json_read(ap_json_document *json, ap_view text, ap_arena *arena, char fault[AP_JSON_FAULT_BYTES]);

/* Reads a document like ap_json_read, but accepts strings with any bytes: ap_json_decode_string returns bytes
   that are not UTF-8 unchanged, and half of a surrogate pair as U+FFFD. */
bool ap_json_read_with_any_bytes(
    ap_json_document *json, ap_view text, ap_arena *arena, char fault[AP_JSON_FAULT_BYTES]);

ap_json_kind ap_json_kind_of(const ap_json_document *json, ap_json_ref value);

/* ap_json_first_entry returns the first entry of a container: in an object, the name of the first member. ap_json_next_entry
   returns the entry after a value, or the value after a name. Return AP_JSON_MISSING at the end of the container. */
ap_json_ref ap_json_first_entry(const ap_json_document *json, ap_json_ref container);
ap_json_ref ap_json_next_entry(const ap_json_document *json, ap_json_ref container, ap_json_ref value);

/* Returns the value of the first member with this name; AP_JSON_MISSING if the object has no such member
   or the value is not an object. */
ap_json_ref ap_json_find_member(const ap_json_document *json, ap_json_ref object, const char *name);

/* Returns the number of an array's elements or an object's members; 0 for any other value. */
size_t ap_json_count_children(const ap_json_document *json, ap_json_ref container);

/* Returns true if the value is a string with exactly these characters. */
bool ap_json_string_equals(const ap_json_document *json, ap_json_ref string, const char *characters);

/* Decodes a string into the arena, followed by a NUL that `bytes` does not count. Returns false if the
   value is not a string, or when out of memory. */
bool ap_json_decode_string(const ap_json_document *json, ap_json_ref string, ap_arena *arena, ap_view *bytes);

/* Decodes a string of lower-case digits in base 16 into bytes in the arena, followed by a NUL. Returns NULL bytes if the value is
   not a string of an even number of such digits, or when out of memory. */
ap_view ap_json_decode_hex(const ap_json_document *json, ap_json_ref string, ap_arena *arena);

/* Reads a number without fraction and exponent. Returns false for any other value, or if int64 cannot hold
   it. */
bool ap_json_read_integer(const ap_json_document *json, ap_json_ref number, int64_t *value);

/* Reads a number as the nearest float64. Returns false if the value is not a number or is too large for float64; may also return
   false for a number of more than 63 characters when out of memory or if `arena` is NULL. */
bool ap_json_read_real(const ap_json_document *json, ap_json_ref number, ap_arena *arena, double *value);

/* Marks a value, its elements and its members as used. */
void ap_json_mark_used(ap_json_document *json, ap_json_ref value);

#endif
