/* Keeps the bytes of small files in memory until they are checked. */
#ifndef AP_KEPT_BYTES_H
#define AP_KEPT_BYTES_H

#include <stdatomic.h>
#include <stddef.h>

#include "core/base/span.h"

/* Most bytes that a run keeps in memory, of all files together. Files that are not kept are read twice. */
enum { CLI_KEPT_BYTES = 64 << 20 };

/* Bytes of several files, to which one thread adds files. The memory is used again when none of the files is kept any longer. */
typedef struct cli_kept_chunk cli_kept_chunk;

/* The kept bytes of one file; `chunk` is NULL if the bytes are not kept. */
typedef struct cli_kept_file {
    ap_view view;
    cli_kept_chunk *chunk;
} cli_kept_file;

/* Copies the bytes of a file into *chunk, and adds their number to *run_bytes. Does not keep an empty file, nor any
   file when out of memory or if the run would keep more than CLI_KEPT_BYTES. *chunk belongs to the calling thread: NULL
   at first, replaced when full, and freed by cli_kept_chunk_free. */
cli_kept_file cli_keep_file_bytes(cli_kept_chunk **chunk, ap_view file, atomic_size_t *run_bytes);

/* Frees the bytes of a file, and subtracts their number from *run_bytes. Does nothing if the bytes are not kept. */
void cli_kept_file_free(cli_kept_file *file, atomic_size_t *run_bytes);

/* Sets *chunk to NULL, and frees the chunk when none of its files is kept any longer; NULL is allowed. */
void cli_kept_chunk_free(cli_kept_chunk **chunk);

#endif
