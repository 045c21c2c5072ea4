/* Fills a file with what a JSON document says (core/json_tree.h): the way back. */
#ifndef AP_JSON_FILLER_H
#define AP_JSON_FILLER_H

#include "core/io.h"

struct json_t; /* jansson's */

enum { AP_JSON_FAULT_BYTES = 512 };

typedef struct ap_json_filler {
    ap_filler filler; /* to be handed to whoever writes the file */
    ap_arena *arena;
    struct json_t *document;
    struct json_t *fields;
    const char *format, *layout;     /* as the document says; layout may be NULL */
    char fault[AP_JSON_FAULT_BYTES]; /* the first thing wrong with the document; empty while there is none */
} ap_json_filler;

/* Parses a document. False, with the fault said, when it is no JSON or not of the form that is needed (memory
   that ran out is said so, too). Takes memory beside the arena's in proportion to the text, which
   ap_json_close gives back, whatever the result. Values that come out of it live in the arena, which must
   outlive them. */
bool ap_json_open(ap_json_filler *filler, ap_view text, ap_arena *arena);

/* Whether every value of the document was asked for; otherwise the fault names the first that was not. To be
   called once the file was written. */
bool ap_json_all_used(ap_json_filler *filler);

void ap_json_close(ap_json_filler *filler);

#endif
