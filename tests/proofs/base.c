/* The headers of core/base for the prover: all that they have is in them. */
#include "core/base/bytes.h"
#include "core/base/span.h"
