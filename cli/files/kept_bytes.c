#include "cli/files/kept_bytes.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

enum {
    LEAST_BYTES = 64 << 10,
    /* most bytes of a chunk; each chunk of a thread is twice as large as the one before */
    MOST_BYTES = 1 << 20
};

struct cli_kept_chunk {
    size_t bytes, used;  /* size of the chunk, and bytes in use; both count this header */
    atomic_size_t files; /* number of files in the chunk that are still kept */
};

/* Returns a chunk with room for the file, or NULL when out of memory. `before` is the thread's chunk before, or NULL.
   The system provides all pages of the chunk at once, in half the time of a page fault for each page. */
static cli_kept_chunk *make_chunk(const cli_kept_chunk *before, size_t file_bytes)
{
    size_t bytes = before == NULL ? LEAST_BYTES : before->bytes < MOST_BYTES ? 2 * before->bytes : MOST_BYTES;
    while (bytes < sizeof(cli_kept_chunk) + file_bytes)
        bytes *= 2;
    cli_kept_chunk *chunk =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (chunk == MAP_FAILED)
        return NULL;
    chunk->bytes = bytes;
    chunk->used = sizeof *chunk;
    atomic_init(&chunk->files, 0);
    return chunk;
}

cli_kept_file cli_keep_file_bytes(cli_kept_chunk **chunk, ap_view file, atomic_size_t *run_bytes)
{
    const cli_kept_file none = { .chunk = NULL };
    if (file.size == 0)
        return none;
    const bool fits = atomic_fetch_add(run_bytes, file.size) + file.size <= CLI_KEPT_BYTES;
    if (fits && (*chunk == NULL || (*chunk)->bytes - (*chunk)->used < file.size))
        *chunk = make_chunk(*chunk, file.size);
    if (!fits || *chunk == NULL) {
        atomic_fetch_sub(run_bytes, file.size);
        return none;
    }
    uint8_t *to = (uint8_t *)*chunk + (*chunk)->used;
    memcpy(to, file.bytes, file.size);
    (*chunk)->used += file.size;
    atomic_fetch_add(&(*chunk)->files, 1);
    return (cli_kept_file){ { to, file.size }, *chunk };
}

void cli_kept_file_free(cli_kept_file *file, atomic_size_t *run_bytes)
{
    cli_kept_chunk *chunk = file->chunk;
    if (chunk == NULL)
        return;
    atomic_fetch_sub(run_bytes, file->view.size);
    if (atomic_fetch_sub(&chunk->files, 1) == 1)
        munmap(chunk, chunk->bytes);
    *file = (cli_kept_file){ .chunk = NULL };
}
