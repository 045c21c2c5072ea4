/* Writes a JSON text into memory. */
#ifndef WEB_MEMORY_TEXT_H
#define WEB_MEMORY_TEXT_H

#include "core/json/json_put.h"

/* A JSON text that is collected in memory. */
typedef struct web_text {
    char *text;
    size_t size;
    ap_json_put put; /* writes JSON to a stream that collects the text in memory */
} web_text;

/* Begins an empty text. Returns false when out of memory. *text must stay at its address until web_close_text. */
bool web_open_text(web_text *text);

/* Ends the text. Returns text->size bytes and a NUL, which the caller frees, or NULL when out of memory. */
char *web_close_text(web_text *text);

#endif
