/* The map of a file: which bytes are which field, told piece by piece as a reader comes to them. */
#ifndef AP_FIELD_MAP_H
#define AP_FIELD_MAP_H

#include "core/layout/io.h"

/* One piece of the file: a field, or bytes that no field covers. Valid while it is told. */
typedef struct ap_piece {
    ap_span span;
    const uint8_t *bytes; /* span.length of them, in the input */
    bool unread;          /* no field covers it: nothing below means anything */
    ap_type type;
    ap_role role;
    bool swap;                        /* it is a number in big-endian order */
    const ap_value_set *set;          /* of an enum; NULL: none */
    const struct ap_field_path *path; /* of the record */
    const char *name;                 /* of the field in it; NULL: the path's last part is the field */
} ap_piece;

typedef struct ap_field_map {
    ap_listener listener; /* to be handed to whoever reads the file */
    ap_view input;
    bool tiles; /* every byte belongs to a field; false: blanks and punctuation are between fields */
    void (*piece)(void *context, const ap_piece *piece);
    void *context; /* of piece */
    size_t end;    /* of what was told so far */
} ap_field_map;

/* A map at the first byte, which must not move until it is finished. Where the file `tiles`, bytes between
   fields are told as unread. */
void ap_field_map_init(ap_field_map *map, ap_view input, bool tiles,
    void (*piece)(void *context, const ap_piece *piece), void *context);

/* Passes on what follows the last field. */
void ap_field_map_finish(ap_field_map *map);

/* "i32", "count": as reports name them. */
const char *ap_type_name(ap_type type);
const char *ap_role_name(ap_role role);

/* What the number of an enum means, as text with a terminator, cut to `size` bytes (at least 1); empty where
   the set does not say, or holds no such number. */
void ap_value_meaning(const ap_value_set *set, int32_t value, char *text, size_t size);

enum { AP_PIECE_TEXT_BYTES = 400 /* enough for any value */ };

/* The value of a field for people: a number in the fewest digits that read back, an enum's with its meaning,
   a NaN's with its bits, a long name's beginning, in printable ASCII with a terminator. Returns the length
   written. */
size_t ap_piece_text(const ap_piece *piece, char text[AP_PIECE_TEXT_BYTES]);

/* The length that a field of AP_TYPE_LENGTH holds. */
uint32_t ap_piece_length(const ap_piece *piece);

/* The bytes of a field of AP_TYPE_TEXT, without the quotes around a string. */
ap_view ap_piece_token(const ap_piece *piece);

#endif
