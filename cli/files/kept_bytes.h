/* Keeps the bytes of small files in memory until they are checked. */
#ifndef AP_KEPT_BYTES_H
#define AP_KEPT_BYTES_H

#include <stdatomic.h>
#include <stddef.h>

#include "core/base/span.h"

/* Limit of the bytes of files that a run keeps in memory. Files above it are read twice. */
enum { CLI_KEPT_BYTES = 64 << 20 };

/* Bytes of several files. Freed when none of the files is kept any longer. */
typedef struct cli_kept_chunk cli_kept_chunk;

/* The bytes of one file; `chunk` is NULL if they are not kept. */
typedef struct cli_kept_file {
    ap_view view;
    cli_kept_chunk *chunk;
} cli_kept_file;

/* Copies the bytes of a file, and adds their number to *run_bytes. Keeps nothing of an empty file, when out of memory, or if the
   run keeps too many. *chunk is the chunk of the calling thread, NULL at first, which is filled and replaced. No file of it may
   be freed while the thread may still add files. */
cli_kept_file cli_keep_file(cli_kept_chunk **chunk, ap_view file, atomic_size_t *run_bytes);

/* Frees the bytes of a file; does nothing if they are not kept. */
void cli_kept_file_free(cli_kept_file *file, atomic_size_t *run_bytes);

#endif
