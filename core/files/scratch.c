#include "core/files/scratch.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

FILE *ap_scratch_stream(void)
{
    errno = 0;
    FILE *stream = tmpfile();
    if (stream != NULL)
        return stream;
    const int file = memfd_create("animproof-scratch", MFD_CLOEXEC);
    stream = file < 0 ? NULL : fdopen(file, "w+");
    if (file >= 0 && stream == NULL)
        close(file);
    return stream;
}
