/* Writes JSON texts into memory: the rules, and the changes between two files. */
#ifndef WEB_TEXTS_H
#define WEB_TEXTS_H

#include "core/json/json_put.h"
#include "web/file_set.h"

/* A JSON text that is collected in memory. */
typedef struct web_text {
    char *text;
    size_t size;
    ap_json_put put; /* writes JSON to a stream that collects the text in memory */
} web_text;

/* Begins a text that is a JSON object. Returns false when out of memory. *text must stay at its address until web_close_text. */
bool web_open_text(web_text *text);

/* Ends the text. Returns text->size bytes and a NUL, which the caller frees, or NULL when out of memory. */
char *web_close_text(web_text *text);

/* Returns a JSON object with the id of each rule as key, and the rule's summary, meaning, grade, source,
   breaks and fix (see animproof_rule). The caller frees the text. Returns NULL when out of memory. */
char *web_rules_text(void);

/* Returns the changes from `old_file` to `new_file` as JSON: `changes`, an array with impact, message and path in `new_file` of
   each change (see animproof_change), and `why`, the reason why the files cannot be compared, or null. The caller frees the
   text. Returns NULL when out of memory. */
char *web_compare_text(const web_set_file *old_file, const web_set_file *new_file);

#endif
