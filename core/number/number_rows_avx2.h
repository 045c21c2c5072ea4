/* Lines of two vectors, "( x y z ) ( x y z )", read as fast as they can be. */
#ifndef AP_NUMBER_ROWS_AVX2_H
#define AP_NUMBER_ROWS_AVX2_H

#include "core/number/number_run_avx2.h"

enum { AP_ROW_NUMBERS = 6 };

/* Reads whole lines, each of them alone on its line and with blanks on both sides of its parentheses, from
   run->at on, where a token ends: run->at becomes the end of the last line's parenthesis, run->count is
   AP_ROW_NUMBERS for each line, run->room bounds it. Reading ends before anything else, which a
   slow walk has to look at, and may end before: only plain numbers are read, as ap_read_number_run has them,
   and a line near the input's end may be left. Returns whether there was too little room, after at least one
   line. Only where ap_has_avx2_numbers is true. */
bool ap_read_rows_avx2(ap_number_run *run);

#endif
