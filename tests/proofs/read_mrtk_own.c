/* The same of MRTK's own layout: four markers at most, since each place in the file is looked at alone. */
#define AP_PROVE_BYTES   43
#define AP_PROVE_VARIANT AP_MRTK_WRITER
#include "tests/proofs/read_mrtk.c"
