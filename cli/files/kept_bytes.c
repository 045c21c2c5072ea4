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
    size_t bytes, used; /* size of the chunk, and bytes in use; both count this header */
    /* number of files in the chunk that are still kept, and 1 while its thread may add files */
    atomic_size_t users;
};

static void release_chunk(cli_kept_chunk *chunk)
{
    if (atomic_fetch_sub(&chunk->users, 1) == 1)
        munmap(chunk, chunk->bytes);
}

/* Returns a chunk of at least `bytes` bytes with room for the file, or NULL when out of memory. The system provides all pages
   of the chunk at once, in half the time of a page fault for each page. */
static cli_kept_chunk *make_chunk(size_t bytes, size_t file_bytes)
{
    while (bytes < sizeof(cli_kept_chunk) + file_bytes)
        bytes *= 2;
    cli_kept_chunk *chunk =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (chunk == MAP_FAILED)
        return NULL;
    chunk->bytes = bytes;
    chunk->used = sizeof *chunk;
    atomic_init(&chunk->users, 1);
    return chunk;
}

/* Makes room for the file in *chunk: uses the chunk from its beginning if none of its files is kept any longer, and replaces a
   chunk without room by a new one. Sets *chunk to NULL when out of memory. */
static void make_room_for_file(cli_kept_chunk **chunk, size_t file_bytes)
{
    cli_kept_chunk *full = *chunk;
    if (full != NULL && atomic_load(&full->users) == 1)
        full->used = sizeof *full;
    if (full != NULL && full->bytes - full->used >= file_bytes)
        return;
    const size_t bytes = full == NULL ? LEAST_BYTES : full->bytes < MOST_BYTES ? 2 * full->bytes : MOST_BYTES;
    *chunk = make_chunk(bytes, file_bytes);
    if (full != NULL)
        release_chunk(full);
}

cli_kept_file cli_keep_file_bytes(cli_kept_chunk **chunk, ap_view file, atomic_size_t *run_bytes)
{
    const cli_kept_file none = { .chunk = NULL };
    if (file.size == 0)
        return none;
    const bool fits = atomic_fetch_add(run_bytes, file.size) + file.size <= CLI_KEPT_BYTES;
    if (fits)
        make_room_for_file(chunk, file.size);
    if (!fits || *chunk == NULL) {
        atomic_fetch_sub(run_bytes, file.size);
        return none;
    }
    uint8_t *to = (uint8_t *)*chunk + (*chunk)->used;
    memcpy(to, file.bytes, file.size);
    (*chunk)->used += file.size;
    atomic_fetch_add(&(*chunk)->users, 1);
    return (cli_kept_file){ { to, file.size }, *chunk };
}

void cli_kept_file_free(cli_kept_file *file, atomic_size_t *run_bytes)
{
    if (file->chunk == NULL)
        return;
    atomic_fetch_sub(run_bytes, file->view.size);
    release_chunk(file->chunk);
    *file = (cli_kept_file){ .chunk = NULL };
}

void cli_kept_chunk_free(cli_kept_chunk **chunk)
{
    if (*chunk != NULL)
        release_chunk(*chunk);
    *chunk = NULL;
}
