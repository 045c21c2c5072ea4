/* Calls the functions of bytes.h that copy bytes to or from a number, for the prover, with any bytes. */
#include <__fc_builtin.h>

#include "core/base/bytes.h"

int main(void)
{
    uint8_t bytes[8];
    const bool big_endian = Frama_C_interval(0, 1) == 1;
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)Frama_C_interval(0, 255);
    const uint32_t four = ap_load_u32(bytes, big_endian);
    const uint64_t eight = ap_load_u64(bytes, big_endian);
    (void)ap_load_u32(bytes + 4, big_endian);
    (void)ap_load_i32(bytes + 4, big_endian);
    ap_store_u32(bytes + 4, four, big_endian);
    ap_store_u64(bytes, eight, big_endian);
    (void)ap_bits_of_float(ap_float_of_bits(four));
    (void)ap_bits_of_double(ap_double_of_bits(eight));
    return 0;
}
