/* Reads MRTK's own layout for the prover, like read_mrtk.c. The file is so short that it has at most four markers, because the
   prover examines each offset of the file separately. */
#define AP_PROVE_BYTES   43
#define AP_PROVE_VARIANT AP_MRTK_WRITER
#include "tests/lab/proofs/read_mrtk.c"
