/* Maps the bytes of a file to fields, and passes each field to a callback as the reader comes to it. */
#ifndef AP_FIELD_MAP_H
#define AP_FIELD_MAP_H

#include "core/layout/io.h"

/* The bytes of one field, or bytes that no field covers. Valid during the callback. */
typedef struct ap_segment {
    ap_span span;
    const uint8_t *bytes; /* span.length bytes in the input */
    bool unread;          /* true if no field covers the bytes; the members below are then not valid */
    ap_field_type type;
    ap_field_role role;
    bool swap;                        /* true if the field is a big-endian number */
    const ap_value_set *set;          /* the legal values of an enum field; NULL for other fields */
    const struct ap_field_path *path; /* path of the record that contains the field */
    /* name of the field in the record; NULL if the path's last part is the field */
    const char *name;
    const ap_io *io; /* the reader of the field; NULL if no reader passed the segment */
} ap_segment;

typedef struct ap_field_map {
    ap_listener listener; /* listener that the caller passes to the reader of the file */
    ap_view input;
    bool
        gapless; /* true if fields cover every byte of the format; false if blanks and punctuation separate fields */
    void (*segment)(void *context, const ap_segment *segment);
    void *context; /* argument for `segment`, owned by the caller */
    size_t end;    /* offset after the bytes passed to `segment` so far */
} ap_field_map;

/* Initialises a map at the first byte. The map must not move until ap_field_map_pass_rest_if_gapless. If `gapless`, bytes
   between fields are passed to `segment` as unread. */
void ap_field_map_init(ap_field_map *map, ap_view input, bool gapless,
    void (*segment)(void *context, const ap_segment *segment), void *context);

/* Passes the bytes after the last field to `segment`, if the map is gapless. */
void ap_field_map_pass_rest_if_gapless(ap_field_map *map);

/* Return the names of a type and a role in reports, such as "i32" and "count". */
const char *ap_field_type_name(ap_field_type type);
const char *ap_field_role_name(ap_field_role role);

/* Writes the meaning of an enum value as text with a terminator, cut to `size` bytes (at least 1). Writes
   an empty text if the set has no names or does not contain the value. */
void ap_put_value_meaning(const ap_value_set *set, int32_t value, char *text, size_t size);

enum { AP_SEGMENT_TEXT_BYTES = 400 /* bytes of room for the text of any field's value */ };

/* Writes the value of a field for people, in printable ASCII with a terminator: a number in the fewest
   digits that read back to the same number (AP_TYPE_U64: in base 16), an enum value with its meaning, a NaN with its bits, the
   beginning of a long name. Returns the length written. */
size_t ap_segment_text(const ap_segment *segment, char text[AP_SEGMENT_TEXT_BYTES]);

/* Returns the length that a field of AP_TYPE_LENGTH stores. */
uint32_t ap_segment_stored_length(const ap_segment *segment);

/* Returns the bytes of a field of AP_TYPE_TEXT, without the quotes around a string. */
ap_view ap_segment_token_unquoted(const ap_segment *segment);

#endif
