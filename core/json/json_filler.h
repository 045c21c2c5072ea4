/* Fills a file with the values of a JSON document, the inverse of core/json/json_tree.h. */
#ifndef AP_JSON_FILLER_H
#define AP_JSON_FILLER_H

#include "core/json/json_text.h"
#include "core/layout/io.h"

/* Position of the last search in an object or array. The next search starts there, since fields are mostly requested in the order
   of the document. */
typedef struct ap_json_search_start {
    ap_json_ref container;
    ap_json_ref at; /* the element found last, or the name of the member found last */
    size_t index;   /* index of the element found last */
} ap_json_search_start;

/* A step of the path to the record found last: a member, or an element of a member that is an array. */
typedef struct ap_json_path_step {
    ap_field_path_part part;
    ap_json_ref array; /* the array, if the step leads to an element; otherwise AP_JSON_MISSING */
    ap_json_ref at;    /* the value that this step leads to */
} ap_json_path_step;

typedef struct ap_json_filler {
    ap_filler filler; /* callbacks for the function that writes the file */
    ap_arena *arena;
    ap_json_document document;
    ap_json_ref fields;
    /* positions of the last searches in objects, and in arrays: one for each level of the path */
    ap_json_search_start members[AP_PATH_DEPTH + 1], elements[AP_PATH_DEPTH];
    ap_json_path_step steps[AP_PATH_DEPTH];
    size_t step_count;
    /* record in which the member `joint` was checked last, also if it has no such member; 0 if none was checked */
    ap_json_ref joint;
    const char *format, *variant;    /* members "format" and "layout" of the document; variant may be NULL */
    char fault[AP_JSON_FAULT_BYTES]; /* the first fault of the document; empty if none */
} ap_json_filler;

/* Reads a document. Returns false and sets `fault` if the text is not JSON or not of the required form;
   returns false with an empty fault when out of memory (arena->failed). Allocates eight bytes per value and
   per name of a member, and the requested strings, in the arena. The text must not change; text and arena must outlive the
   filler. */
bool ap_json_filler_open(ap_json_filler *filler, ap_view text, ap_arena *arena);

/* Returns true if every number, string and boolean in the member `fields` was requested; otherwise sets the fault to the first
   unused value. Nulls and empty containers may be left. Call it after the file was written. */
bool ap_json_filler_check_all_used(ap_json_filler *filler);

#endif
