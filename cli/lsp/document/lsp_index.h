/* Keeps the fields of a document, as one reading of the text has found them, with the elements that they belong to and refer to,
   and the lines of the text. Answers to requests look up positions here instead of reading the text again. */
#ifndef AP_LSP_INDEX_H
#define AP_LSP_INDEX_H

#include "cli/lsp/document/lsp_text.h"
#include "core/base/arena.h"
#include "core/base/field_path.h"
#include "core/layout/io.h"
#include "validators/format.h"

/* room for the 254 different names that the paths of a document's fields may have */
enum { LSP_FIELD_NAMES_ROOM = 255 };

#define LSP_NO_INDEX   UINT32_MAX
#define LSP_NO_ELEMENT (UINT32_MAX - 1) /* index of the element to which a wrong value refers */

/* How many fields an lsp_field holds: one, or many that are stored together. */
typedef enum lsp_field_extent {
    LSP_ONE_FIELD,
    LSP_NUMBERS, /* numbers of an array, with only blanks between them */
    LSP_ENTRIES /* entries of a list, each on a line of its own, with the same fields as the entry before the first of them */
} lsp_field_extent;

/* A field of the text, or many fields. Offsets have 32 bits, because open documents have at most 256 MiB. */
typedef struct lsp_field {
    uint32_t offset, length;
    uint32_t
        record; /* index into lsp_index.records of the record that has the field; of LSP_ENTRIES, of the first entry */
    /* index of the field in the array `name` of its record; LSP_NO_INDEX: the field is in no array. Of LSP_NUMBERS: count of the
       numbers. Of LSP_ENTRIES: index into lsp_index.runs */
    uint32_t element;
    uint8_t name;   /* name of the field or of its array: index into lsp_index.names */
    uint8_t role;   /* an ap_field_role */
    uint8_t kind;   /* an lsp_field_extent */
    uint8_t tokens; /* of a field in the model of a run: number of tokens in the entry before the field */
} lsp_field;

/* Entries that have the fields of another entry, the model, in records of equal names. */
typedef struct lsp_entry_run {
    uint32_t entries; /* number of entries */
    uint32_t tokens;  /* number of tokens of each entry */
    /* the records and the fields of the model: index of the first into lsp_index.records or lsp_index.fields, and their number */
    uint32_t first_record, records;
    uint32_t first_field, fields;
} lsp_entry_run;

/* A part of the paths of fields, such as hierarchy[3]. Record 0 is the file. */
typedef struct lsp_record {
    uint32_t parent; /* index into lsp_index.records; less than the record's own, except for record 0 */
    uint32_t index;  /* LSP_NO_INDEX: the part has no index */
    /* index into lsp_index.fields of the first field of the record or of a record inside it, or of the LSP_ENTRIES that have the
       record */
    uint32_t first_field;
    uint8_t name;
} lsp_record;

/* An element of a list, or a list if `index` is LSP_NO_INDEX. The element may be missing from the text. */
typedef struct lsp_element {
    uint32_t parent; /* the record that has the list */
    uint32_t index;
    uint8_t name;
} lsp_element;

/* A field with a value that refers to an element: a parent, the joint of a weight, a count. The fields of a run are not listed;
   their references have the parent and the name of those of the model. */
typedef struct lsp_reference {
    uint32_t field; /* index into lsp_index.fields */
    lsp_element target;
} lsp_reference;

/* A record that is a joint with a name. */
typedef struct lsp_joint {
    uint32_t record;
    uint32_t offset, length; /* the name in the text, without quotes */
} lsp_joint;

/* Describes one element of the array in each frame: a component of a joint. */
typedef struct lsp_column {
    const char *component;   /* such as "Qx" */
    uint32_t offset, length; /* the joint's name in the text, without quotes; length 0: no name */
} lsp_column;

/* A growing array. */
typedef struct lsp_list {
    void *items;
    size_t count, room;
} lsp_list;

typedef struct lsp_index {
    ap_view text;                                       /* the text of the document; owned by the document */
    lsp_list fields, records, references, joints, runs; /* in the order of the text */
    lsp_list lines;                                     /* offset of the start of each line, uint32_t */
    lsp_list columns;                        /* by the index of an element of the array column_name */
    uint8_t column_name;                     /* index into `names`; 0: no array has columns */
    const char *names[LSP_FIELD_NAMES_ROOM]; /* names[0] is NULL */
    size_t name_count;
    size_t bytes; /* memory of the index */
} lsp_index;

/* Reads the text and makes its index; the caller frees it, before the text. If the text has an error, the index has the fields
   that can be read. `format` NULL: the index has lines only. The arena provides memory for reading. Returns NULL when out of
   memory, or if the index would need more than `most_bytes`. */
lsp_index *lsp_index_create(const ap_format *format, ap_view text, const ap_lint_options *options,
    size_t most_bytes, ap_arena *arena);
void lsp_index_free(lsp_index *index);

/* Makes an index while another function reads the text for a purpose of its own. */
typedef struct lsp_index_maker lsp_index_maker;

/* Begins the index of a text, of at most `most_bytes`. The caller passes the listener to one reading of the text, which may end
   early, and calls lsp_index_end in any case. Returns NULL when out of memory. */
lsp_index_maker *lsp_index_begin(ap_view text, size_t most_bytes);
ap_listener lsp_index_listener(lsp_index_maker *maker);

/* Frees the maker (NULL: none), and returns the index. If the reading was not `complete`, or the index would need more than
   most_bytes, or when out of memory, frees the index too, and returns NULL. */
lsp_index *lsp_index_end(lsp_index_maker *maker, bool complete);

static inline const lsp_field *lsp_fields_of_index(const lsp_index *index)
{
    return index->fields.items;
}

static inline const lsp_record *lsp_records_of_index(const lsp_index *index)
{
    return index->records.items;
}

static inline ap_span lsp_span_of_field(const lsp_field *field)
{
    return (ap_span){ field->offset, field->length };
}

/* Functions of lsp_index_find.c */

/* Returns the number of 32-bit keys, `stride` bytes apart, that are at most `limit`. The keys are sorted. */
size_t lsp_count_keys_up_to(const lsp_list *list, size_t stride, size_t limit);

/* Returns a cursor at the start of the line that contains the offset. */
lsp_cursor lsp_cursor_at_line_of_offset(const lsp_index *index, lsp_encoding encoding, size_t offset);

/* Returns the byte offset of a position, as lsp_offset_at does. */
size_t lsp_find_offset_of_position(const lsp_index *index, lsp_encoding encoding, lsp_position position);

lsp_range lsp_find_range_of_span(const lsp_index *index, lsp_encoding encoding, ap_span span);

/* Sets *path_before to the path of the field without its own name, and returns the name. If the field is an element of an array,
   sets *path_before to the complete path, and returns NULL. */
const char *lsp_split_off_field_name_or_null(
    const lsp_index *index, const lsp_field *field, ap_field_path *path_before);

/* Finds the field that contains the offset, or ends there if `or_ends`; the first one if there are two. Sets
   *index_in_fields to lsp_field_walk.index_in_fields. Returns false if there is no such field. */
bool lsp_find_field_at(
    const lsp_index *index, size_t offset, bool or_ends, lsp_field *field, size_t *index_in_fields);

/* Returns the first record that is the element or, for a list, one of its elements; NULL if the text has none. */
const lsp_record *lsp_find_record_of_element(const lsp_index *index, const lsp_element *element);

/* Returns true if both are the same element, or the same list. */
bool lsp_are_elements_equal(const lsp_index *index, const lsp_element *one, const lsp_element *other);

/* Returns the joint that is the record; NULL if the record is not a joint, or has no name. */
const lsp_joint *lsp_record_as_joint(const lsp_index *index, const lsp_record *record);

/* Returns the name of a joint; an empty view for NULL. */
ap_view lsp_name_of_joint(const lsp_index *index, const lsp_joint *joint);

/* Returns the joint that is the element; NULL if the text has no such joint, or if the joint has no name. May also return NULL if
   64 joints or more before it have no name. */
const lsp_joint *lsp_find_joint_of_element(const lsp_index *index, const lsp_element *element);

/* Returns the column of the field: the joint that the field belongs to, and the component of that joint. Returns NULL if the
   field is not in the array of a frame, or if the format does not know the component. */
const lsp_column *lsp_find_column_of_field(const lsp_index *index, const lsp_field *field);

/* Returns the joint that is the outermost record with the given record in it, such as hierarchy[3]; NULL if the outermost record
   is not a joint with a name. */
const lsp_joint *lsp_find_joint_of_outermost_record(const lsp_index *index, uint32_t record);

/* Functions of lsp_index_walk.c */

/* Returns the span of the first token at or after the offset, past blanks and comments: one of the bytes ( ) { } ", or a word up
   to a blank, such a byte or a comment. At the end of the text, the span has length 0. */
ap_span lsp_find_next_token(ap_view text, size_t at);

/* Walks over fields, with a step for each number and each field of an entry. */
typedef struct lsp_field_walk {
    const lsp_index *index;
    size_t
        next; /* the field of the next step, or the numbers or entries that it is in: index into lsp_index.fields */
    uint32_t entry,
        element; /* index of the next step's entry in its run, and of the field in the entry or of the number */
    uint32_t tokens; /* number of tokens of the entry before `at` */
    size_t
        at; /* after the first step in numbers or entries: offset of the end of the last token that was passed */
    /* index in lsp_index.fields of the last step's field, or of the numbers or the field of the model that it is from */
    size_t index_in_fields;
} lsp_field_walk;

/* Begins a walk at the first field that ends at or after the offset. */
lsp_field_walk lsp_begin_walk_at_field_ending_at_or_after(const lsp_index *index, size_t offset);
/* Sets *field to the next field. A number of LSP_NUMBERS and a field of LSP_ENTRIES are given as fields of the kind
   LSP_ONE_FIELD. Returns false at the end. */
bool lsp_walk_to_next_field(lsp_field_walk *walk, lsp_field *field);
/* Return the number of fields, and the number of those that begin before the offset. Each number of LSP_NUMBERS and each field of
   LSP_ENTRIES counts. */
size_t lsp_count_fields(const lsp_index *index);
size_t lsp_count_fields_before(const lsp_index *index, size_t offset);
/* Begins a walk at a field by its number among all fields; at the end if there are fewer fields. */
lsp_field_walk lsp_begin_walk_at_field_number(const lsp_index *index, size_t number);

/* Returns the offset of the end of the field before the next step, or of its entry if it is the last field of an entry; 0 before
   the first field. */
size_t lsp_end_of_previous_field(const lsp_field_walk *walk);

/* Sets *target to the element or list that the value of the field refers to. `index_in_fields`: that of the walk
   (lsp_field_walk). Returns false if the value refers to nothing. */
bool lsp_find_target_of_field(
    const lsp_index *index, const lsp_field *field, size_t index_in_fields, lsp_element *target);

/* Calls `visit` with each field that refers to the element, in the order of the text. */
void lsp_visit_references(const lsp_index *index, const lsp_element *element,
    void (*visit)(void *context, const lsp_field *field), void *context);

/* Finds the first field of the element, or of the first element of a list. Returns false if the text has none. */
bool lsp_find_first_field_of_element(const lsp_index *index, const lsp_element *element, lsp_field *field);

#endif
