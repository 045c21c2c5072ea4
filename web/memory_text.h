/* A text that is written in memory, as JSON. */
#ifndef WEB_MEMORY_TEXT_H
#define WEB_MEMORY_TEXT_H

#include "core/json/json_put.h"

typedef struct web_text {
    char *text;
    size_t size;
    ap_json_put put; /* to the stream, which takes the text */
} web_text;

/* An empty text; false when memory has run out. It must not move until it ends. */
bool web_text_begin(web_text *text);

/* The text with a terminator, for free(), of text->size bytes; NULL when memory has run out. */
char *web_text_end(web_text *text);

#endif
