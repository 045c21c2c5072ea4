/* A JSON document, read in bounded memory: every value is an entry of eight bytes that says where it is
   in the text, and nothing is copied before it is asked for.

   The whole document is checked (RFC 8259, UTF-8, at most AP_JSON_DEPTH containers in each other) in one pass, whose
   entries are one allocation in the caller's arena: as many as there are places where one may be; or where the limit is
   near, or a quarter of the text is such places, as many as a pass before has counted. So the limit holds for them.
   jansson's tree takes 76 bytes for a byte of text, and its reader goes on after a failed allocation. */
#ifndef AP_JSON_TEXT_H
#define AP_JSON_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/arena.h"
#include "core/base/span.h"

enum { AP_JSON_DEPTH = 64, AP_JSON_FAULT_BYTES = 512 };

typedef enum ap_json_kind {
    AP_JSON_NONE, /* there is no such value */
    AP_JSON_NULL,
    AP_JSON_BOOLEAN,
    AP_JSON_NUMBER,
    AP_JSON_STRING,
    AP_JSON_ARRAY,
    AP_JSON_OBJECT,
} ap_json_kind;

/* A value or the name of a member. Those of a container follow it. */
typedef struct ap_json_entry {
    uint32_t at;        /* of its first byte */
    uint32_t next : 30; /* the entry that follows it and all that it holds */
    uint32_t name : 1;  /* of a member */
    uint32_t used : 1;  /* the caller's: it was asked for */
} ap_json_entry;

/* An entry by its number; 0 is the whole document. */
typedef uint32_t ap_json_ref;

#define AP_JSON_MISSING UINT32_MAX /* no value: every function below takes it */

typedef struct ap_json_text {
    ap_view text;
    ap_json_entry *entries;
    size_t count;
    bool loose; /* it was read by ap_json_read_loose */
} ap_json_text;

/* Reads a document. The text must stay as it is while the result is used, the entries are in the arena. False
   when it is not JSON, with the place and the reason in `fault`; or when memory has run out
   (arena->failed). */
bool ap_json_read(ap_json_text *json, ap_view text, ap_arena *arena, char fault[AP_JSON_FAULT_BYTES]);

/* The same for text of any bytes that somebody put into strings as it is: in these, bytes that are not UTF-8 stay
   as they are, and half of a surrogate pair becomes U+FFFD. */
bool ap_json_read_loose(ap_json_text *json, ap_view text, ap_arena *arena, char fault[AP_JSON_FAULT_BYTES]);

ap_json_kind ap_json_kind_of(const ap_json_text *json, ap_json_ref value);

/* The first entry of a container (of an object: the name of its first member, whose value follows it), and
   the entry that follows a value; AP_JSON_MISSING at the container's end. */
ap_json_ref ap_json_first(const ap_json_text *json, ap_json_ref container);
ap_json_ref ap_json_after(const ap_json_text *json, ap_json_ref container, ap_json_ref value);

/* The value of the first member of that name; AP_JSON_MISSING where there is none, or not an object. */
ap_json_ref ap_json_member(const ap_json_text *json, ap_json_ref object, const char *name);

/* How many elements an array, or members an object has; 0 for anything else. */
size_t ap_json_length(const ap_json_text *json, ap_json_ref container);

/* Whether a string holds these characters. */
bool ap_json_is(const ap_json_text *json, ap_json_ref string, const char *characters);

/* The bytes of a string, in the arena, with a NUL after them that does not count. False when it is not a
   string, or memory has run out. */
bool ap_json_string(const ap_json_text *json, ap_json_ref string, ap_arena *arena, ap_view *bytes);

/* The bytes that a string spells in lower-case digits of base 16, in the arena, with a NUL after them. NULL bytes if it is
   no such string, or when out of memory. */
ap_view ap_json_hex(const ap_json_text *json, ap_json_ref string, ap_arena *arena);

/* A number without a fraction or exponent that int64 holds. */
bool ap_json_integer(const ap_json_text *json, ap_json_ref number, int64_t *value);

/* A number as the nearest float64. False when it is not a number or too large; also when memory has run out,
   which only a number of more than 60 characters needs. */
bool ap_json_real(const ap_json_text *json, ap_json_ref number, ap_arena *arena, double *value);

/* Marks a value and all that it holds as used. */
void ap_json_use(ap_json_text *json, ap_json_ref value);

#endif
