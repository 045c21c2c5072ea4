/* Preloaded into the program: maps a file of gigabytes as anonymous memory, and maps the parts of the file that are not holes
   over it. Holes read as zeros either way, but the kernel would fill a page of its cache for each 4 KB of a hole. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PAGE_BYTES = 4096 };

static void *map(void *at, size_t size, int access, int how, int file, off64_t from)
{
    return (void *)syscall(SYS_mmap, at, size, access, how, file, from);
}

void *mmap64(void *at, size_t size, int access, int how, int file, off64_t offset)
{
    if (file < 0 || offset != 0 || size < (size_t)1 << 30)
        return map(at, size, access, how, file, offset);
    char *memory = map(at, size, access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return memory;
    madvise(memory, size, MADV_HUGEPAGE);
    const off64_t place = lseek64(file, 0, SEEK_CUR);
    for (off64_t from = lseek64(file, 0, SEEK_DATA), end; from >= 0; from = lseek64(file, end, SEEK_DATA)) {
        end = lseek64(file, from, SEEK_HOLE);
        const off64_t page = from - from % PAGE_BYTES;
        if (map(memory + page, (size_t)(end - page), access, MAP_PRIVATE | MAP_FIXED, file, page)
            == MAP_FAILED)
            return MAP_FAILED;
    }
    lseek64(file, place, SEEK_SET);
    return memory;
}

void *mmap(void *at, size_t size, int access, int how, int file, off64_t offset)
{
    return mmap64(at, size, access, how, file, offset);
}
