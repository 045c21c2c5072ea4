#include "core/files/temp_file.h"

#include <errno.h>
#include <stdio_ext.h>
#include <sys/mman.h>
#include <unistd.h>

static FILE *open_in_memory(void)
{
    const int file = memfd_create("animproof-scratch", MFD_CLOEXEC);
    FILE *stream = file < 0 ? NULL : fdopen(file, "w+");
    if (file >= 0 && stream == NULL)
        close(file);
    return stream;
}

FILE *ap_open_temp_file(void)
{
    errno = 0;
    FILE *stream = tmpfile();
    if (stream == NULL)
        stream = open_in_memory();
    if (stream != NULL)
        (void)__fsetlocking(stream, FSETLOCKING_BYCALLER); /* saves the lock in millions of calls; only one
                                                              thread at a time uses the stream */
    return stream;
}
