/* All fields of a file in a list: what defects and mutators pick from. */
#ifndef AP_FIELD_LIST_H
#define AP_FIELD_LIST_H

#include "core/base/arena.h"
#include "core/layout/io.h"
#include "corpus/generate/choices.h"
#include "validators/format.h"

/* Where fields are: the parts of a path. Few are asked for as text. */
typedef struct ap_listed_record {
    size_t depth; /* 0: the root */
    ap_field_path_part parts[];
} ap_listed_record;

typedef struct ap_listed_field {
    ap_span span; /* of a text format: the token, quotes included */
    ap_type type : 8;
    ap_role role : 8;
    bool swap;                      /* it is a number in big-endian order */
    const struct ap_value_set *set; /* of an enum; NULL: none */
    const ap_listed_record *record; /* what it is in, which neighbours share */
    const char *name;               /* the field in it; NULL: the record's last part is the field */
} ap_listed_field;

typedef struct ap_field_list {
    const ap_listed_field *items; /* in the order of the file */
    size_t count;
} ap_field_list;

/* Lists the fields of an input, up to its fault if it has one. *about gets its version and layout. False when
   memory has run out (arena->failed). A list has 48 bytes a field, and a path a record.
   An input of more fields than a short list has room for is read twice: first to count them. */
bool ap_list_fields(const ap_format *format, ap_view input, const ap_lint_options *options, ap_arena *arena,
    ap_field_list *list, ap_lint_result *about);

/* The path of the field, or of what it is in ("" of the root), cut to the room; returns it. */
const char *ap_put_field_path(const ap_listed_field *field, char path[AP_PATH_TEXT_BYTES]);
const char *ap_record_path(const ap_listed_field *field, char path[AP_PATH_TEXT_BYTES]);

/* The first field, starting at *from, with a path that matches the pattern (core/base/path_glob.h; NULL: any); *from
   becomes the index after it. NULL when there is none. */
const ap_listed_field *ap_next_field(const ap_field_list *list, const char *pattern, size_t *from);

/* One of the fields that match, each as likely as the others; NULL when none does. */
const ap_listed_field *ap_pick_field(const ap_field_list *list, const char *pattern, ap_choices *choices);

#endif
