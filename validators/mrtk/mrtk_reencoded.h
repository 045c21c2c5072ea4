/* What is in place of the magic in a file that was handled as text and encoded anew. */
#ifndef AP_MRTK_REENCODED_H
#define AP_MRTK_REENCODED_H

#include <stdbool.h>

#include "core/base/span.h"

typedef struct ap_mrtk_reencoding {
    const char *bytes;
    size_t size;
    const char *how; /* "read as Latin-1 and written as UTF-8" */
    bool repairable; /* every byte can be told again */
} ap_mrtk_reencoding;

/* How the file that begins so was encoded anew; NULL where it does not begin as such a file does. */
const ap_mrtk_reencoding *ap_mrtk_reencoded(ap_view input);

#endif
