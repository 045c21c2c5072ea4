/* Reads MRTK's own layout for the prover, like read_mrtk.c. The file has space for at most four markers, since the prover
   examines each offset separately. */
#define AP_PROVE_BYTES   43
#define AP_PROVE_VARIANT AP_MRTK_WRITER
#include "tests/lab/proofs/read_mrtk.c"
