/* Rewrites mesh-ensemble motion, one group at a time, with the functions that also read the format. */
#ifndef AP_MEMG_WRITE_H
#define AP_MEMG_WRITE_H

#include "core/files/writer.h"
#include "validators/memg/memg.h"

typedef enum ap_memg_endianness { AP_MEMG_KEEP_ENDIAN, AP_MEMG_LITTLE, AP_MEMG_BIG } ap_memg_endianness;

/* How a file is rewritten: the byte order of the output, and the order of the elements of U and Q. */
typedef struct ap_memg_form {
    ap_memg_endianness endianness;
    ap_memg_order from, to; /* order of the elements of U and Q in the input, and in the output */
} ap_memg_form;

/* Reads the input, which may have no error other than memg/byte-order, and writes it in the given form.
   Returns false if the structure is broken, when out of memory (arena->failed) or if the writer failed; the
   caller finishes the writer. */
bool ap_memg_write_in_form(ap_view input, const ap_memg_form *form, ap_arena *arena, ap_writer *writer);

/* Implements ap_format.write: writes the same bytes again. */
bool ap_memg_write_same_bytes(
    ap_view input, const ap_lint_options *options, ap_arena *arena, ap_writer *writer);

/* Implements ap_format.fill. */
bool ap_memg_fill(const ap_filler *filler, const char *variant, ap_arena *arena, ap_writer *writer);

#endif
