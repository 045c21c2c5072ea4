/* Reads the structure of an MRTK file for the prover: any bytes after the version, either version, in the published layout, with
   and without memory. Functions that describe other files are replaced. */
#include <__fc_builtin.h>
#include <stdlib.h>

#include "tests/lab/proofs/any_file.h"
#include "validators/file_type.h"
#include "validators/mrtk/mrtk.h"
#include "validators/mrtk/mrtk_reencoded.h"
#include "validators/mrtk/mrtk_text.h"

#ifndef AP_PROVE_VARIANT
#define AP_PROVE_VARIANT AP_MRTK_PUBLISHED
#endif

const ap_mrtk_reencoding *ap_mrtk_find_reencoding(ap_view input)
{
    (void)input;
    return NULL;
}

size_t ap_mrtk_find_magic_after_start(ap_view input)
{
    (void)input;
    return 0;
}

/* Writes magic number and version 1.`minor`: with others, reading would end after the header. */
static void put_header(uint8_t *bytes, uint32_t minor)
{
    ap_store_u64(bytes, AP_MRTK_MAGIC, false);
    ap_store_u32(bytes + 8, 1, false);
    ap_store_u32(bytes + 12, minor, false);
}

int main(void)
{
    static uint8_t bytes[AP_PROVE_BYTES];
    ap_arena arena = { .blocks = NULL };
    Frama_C_make_unknown((char *)bytes, sizeof bytes);
    put_header(bytes, Frama_C_interval(0, 1) == 0 ? 0 : 1);
    (void)ap_mrtk_read((ap_view){ bytes, sizeof bytes }, AP_PROVE_VARIANT, &arena);
    return 0;
}
