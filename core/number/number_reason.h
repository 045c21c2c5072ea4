/* Why a word is not a number, for people. */
#ifndef AP_NUMBER_REASON_H
#define AP_NUMBER_REASON_H

#include "core/base/span.h"

/* "the exporter divided by zero", for a word that is not empty and that ap_parse_float refuses; NULL where
   there is no more to say than that. */
const char *ap_number_reason(ap_view word);

#endif
