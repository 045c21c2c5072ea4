/* Explains to people why a word is not a number. */
#ifndef AP_NUMBER_REASON_H
#define AP_NUMBER_REASON_H

#include "core/base/span.h"

/* Returns a reason such as "the exporter divided by zero" for a word that is not empty and that
   ap_parse_float rejects; NULL if no particular reason is known. */
const char *ap_number_reason(ap_view word);

#endif
