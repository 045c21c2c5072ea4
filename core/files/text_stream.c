#include "core/files/text_stream.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 256 };

typedef struct caller_text_target {
    char **text;
    size_t *size, room;
} caller_text_target;

static ssize_t append_stream_bytes(void *cookie, const char *bytes, size_t count)
{
    caller_text_target *to = cookie;
    if (to->room - *to->size <= count) {
        const size_t room = 2 * (*to->size + count + 1);
        char *more = realloc(*to->text, room);
        if (more == NULL)
            return 0; /* makes the stream report an error */
        *to->text = more;
        to->room = room;
    }
    memcpy(*to->text + *to->size, bytes, count);
    *to->size += count;
    (*to->text)[*to->size] = '\0';
    return (ssize_t)count;
}

/* Empties the text when the stream is rewound; no other seek is supported. */
static int rewind_text(void *cookie, off_t *offset, int whence)
{
    const caller_text_target *to = cookie;
    if (whence != SEEK_SET || *offset != 0)
        return -1;
    *to->size = 0;
    **to->text = '\0';
    return 0;
}

static int free_target_not_text(void *cookie)
{
    free(cookie);
    return 0;
}

FILE *ap_open_text_stream(char **text, size_t *size)
{
    const cookie_io_functions_t functions = {
        .write = append_stream_bytes, .seek = rewind_text, .close = free_target_not_text
    };
    caller_text_target *to = malloc(sizeof *to);
    FILE *stream = NULL;
    *size = 0;
    *text = calloc(1, FIRST_ROOM);
    if (to != NULL && *text != NULL) {
        *to = (caller_text_target){ text, size, FIRST_ROOM };
        stream = fopencookie(to, "w", functions);
    }
    if (stream == NULL) {
        free(to);
        free(*text);
        *text = NULL;
    }
    return stream;
}

bool ap_close_text_stream(FILE *stream, char **text)
{
    const bool failed = ferror(stream) != 0;
    if (fclose(stream) == 0 && !failed)
        return true;
    free(*text);
    *text = NULL;
    return false;
}
