#include "core/files/text_stream.h"

#include <stdlib.h>

bool ap_close_text(FILE *stream, char **text)
{
    const bool failed = ferror(stream) != 0;
    if (fclose(stream) == 0 && !failed && *text != NULL)
        return true;
    free(*text);
    *text = NULL;
    return false;
}
