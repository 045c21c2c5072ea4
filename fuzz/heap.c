/* Keeps freed memory in the process. glibc gives the end of its heap back to the system once 128 KiB of it are free,
   which the arena of an input is: giving it back and getting it anew took half of a target's time. Only for this
   project's own targets: a loader's heap is as its author knows it. */
#include <stdlib.h> /* defines __GLIBC__ */

#ifdef __GLIBC__
#include <malloc.h>

enum { KEPT_BYTES = 32 * 1024 * 1024 };

/* Without effect on the heap of a sanitizer. */
__attribute__((constructor)) static void keep_heap(void)
{
    (void)mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
    (void)mallopt(M_MMAP_THRESHOLD, KEPT_BYTES);
}
#endif
