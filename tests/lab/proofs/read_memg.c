/* Reads the structure of a MEMG file for the prover: any bytes after the endian indicator, in either byte order. */
#include <__fc_builtin.h>

#ifndef AP_PROVE_BYTES
#define AP_PROVE_BYTES                                                                                       \
    211 /* space for two transforms, or one and a whole group, or six groups without vertices */
#endif
#include "tests/lab/proofs/any_file.h"
#include "validators/memg/memg_layout.h"

int main(void)
{
    static uint8_t bytes[AP_PROVE_BYTES];
    ap_io io;
    ap_arena arena = { .blocks = NULL };
    ap_memg_motion motion = { .endian = 0 };
    ap_memg_cursor cursor = { .motion = &motion };
    Frama_C_make_unknown((char *)bytes, sizeof bytes);
    ap_store_u32(bytes, AP_MEMG_ENDIAN, Frama_C_interval(0, 1) == 1);
    ap_memg_init_reader_without_findings(&io, (ap_view){ bytes, sizeof bytes }, &arena);
    io.scope = &cursor;
    if (!ap_memg_read_or_write_endian_and_framerate(&io))
        return 0;
    //@ slevel merge;
    if (!ap_memg_read_or_write_frames(&io))
        return 0;
    //@ slevel merge;
    if (ap_memg_read_groups(&io))
        ap_report_trailing_bytes(&io);
    return 0;
}
