/* Fills a file with what a JSON document says (core/json/json_tree.h): the way back. */
#ifndef AP_JSON_FILLER_H
#define AP_JSON_FILLER_H

#include "core/json/json_text.h"
#include "core/layout/io.h"

/* Where the last search in a container ended: fields are mostly asked for in the order of the document. */
typedef struct ap_json_cursor {
    ap_json_ref container;
    ap_json_ref at; /* an element, or the name of a member */
    size_t index;   /* of the element */
} ap_json_cursor;

/* A step to the record that was asked about last. */
typedef struct ap_json_step {
    ap_field_path_part part;
    ap_json_ref array; /* of which it is an element; else missing */
    ap_json_ref at;    /* what it leads to */
} ap_json_step;

typedef struct ap_json_filler {
    ap_filler filler; /* to be handed to whoever writes the file */
    ap_arena *arena;
    ap_json_text document;
    ap_json_ref fields;
    ap_json_cursor members[AP_PATH_DEPTH + 1], elements[AP_PATH_DEPTH]; /* one a level of the path */
    ap_json_step steps[AP_PATH_DEPTH];
    size_t step_count;
    const char *format, *variant;    /* as the document says; layout may be NULL */
    char fault[AP_JSON_FAULT_BYTES]; /* the first thing wrong with the document; empty while there is none */
} ap_json_filler;

/* Reads a document. False, with the fault said, when it is not JSON or not of the form that is needed; false
   without one when memory has run out (arena->failed). All memory is the arena's: eight bytes a value, and
   what is asked for. The text must stay as it is, and both must outlive the filler. */
bool ap_json_open(ap_json_filler *filler, ap_view text, ap_arena *arena);

/* Whether every value of the document was asked for; otherwise the fault names the first that was not. To be
   called once the file was written. */
bool ap_json_all_used(ap_json_filler *filler);

#endif
