#include "web/memory_text.h"

#include <stdlib.h>

bool web_open_text(web_text *text)
{
    *text = (web_text){ .text = NULL };
    FILE *stream = open_memstream(&text->text, &text->size);
    if (stream != NULL)
        ap_json_put_init(&text->put, stream, 0);
    return stream != NULL;
}

char *web_close_text(web_text *text)
{
    FILE *stream = ap_json_put_stream(&text->put);
    const bool failed = ferror(stream) != 0;
    if (fclose(stream) == 0 && !failed)
        return text->text;
    free(text->text);
    return NULL;
}
